import ECSModel
import TestSupport
import Testing

/// Maps whose copies share what they have in common, beside dictionaries.
@Suite struct TreeTests {
  /// A map, and what it should have.
  private struct Pair {
    var tree = Tree<String>()
    var expected: [Int: String] = [:]

    var isRight: Bool {
      var found: [(Int, String)] = []
      tree.visit { found.append(($0.key.minor, $0.value)) }
      let wanted = expected.sorted { $0.key < $1.key }
      return tree.count == wanted.count && zip(found, wanted).allSatisfy { $0 == $1 }
    }
  }

  @Test("copies keep what they have, whatever becomes of the others", arguments: UInt64(1)...20)
  func copies(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var maps = [Pair()]
    for step in 0..<400 {
      let number = Int.random(in: 0..<maps.count, using: &random)
      let key = Int.random(in: 0..<60, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where maps.count < 6: maps.append(maps[number])
      case 1 where maps.count > 1: maps.remove(at: number)
      case 2..<4:
        maps[number].tree.remove(TreeKey(key))
        maps[number].expected[key] = nil
      default:
        if maps[number].expected.updateValue("\(step)", forKey: key) != nil {
          maps[number].tree.remove(TreeKey(key))
        }
        maps[number].tree.insert("\(step)", at: TreeKey(key))
      }
      if let wrong = maps.firstIndex(where: { !$0.isRight }) {
        Issue.record("map \(wrong) is wrong after step \(step), seed \(seed)")
        return
      }
    }
  }
}
