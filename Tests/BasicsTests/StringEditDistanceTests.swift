import Basics
import TestSupport
import Testing

@Suite("Edit distance of strings")
struct StringEditDistanceTests {
  @Test(
    "an insertion, deletion, replacement and swap each count one",
    arguments: [
      ("", "", 0), ("lee", "lee", 0), ("lee", "le", 1), ("le", "lee", 1), ("lee", "lea", 1),
      ("lee", "ele", 1), ("grahma", "graham", 1), ("ab", "ba", 1), ("abcd", "badc", 2),
      ("", "ab", 2), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
  func counts(left: String, right: String, distance: Int) {
    #expect(left.editDistance(to: right, limit: 5) == distance)
    #expect(right.editDistance(to: left, limit: 5) == distance)
    #expect(left.editDistance(to: right, limit: distance) == distance)
    #expect(left.editDistance(to: right, limit: distance - 1) == nil)
  }

  @Test("the distance matches the plain recursive rule")
  func model() {
    for seed in UInt64(1)...300 {
      var random = SplitMix64(seed: seed)
      let left = Self.text(using: &random)
      let right = Self.text(using: &random)
      let limit = Int.random(in: 0...4, using: &random)
      let distance = Self.distance(left[...], right[...])
      let found = String(left).editDistance(to: String(right), limit: limit)
      #expect(found == (distance <= limit ? distance : nil), "seed \(seed)")
    }
  }

  private static func text(using random: inout SplitMix64) -> [Character] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      ["a", "b", "c"].randomElement(using: &random) ?? "a"
    }
  }

  private static func distance(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int
  {
    guard let first = left.last, let second = right.last else { return left.count + right.count }
    var least = min(
      distance(left.dropLast(), right) + 1, distance(left, right.dropLast()) + 1,
      distance(left.dropLast(), right.dropLast()) + (first == second ? 0 : 1))
    if left.count > 1, right.count > 1, left.suffix(2).elementsEqual(right.suffix(2).reversed()) {
      least = min(least, distance(left.dropLast(2), right.dropLast(2)) + 1)
    }
    return least
  }
}
