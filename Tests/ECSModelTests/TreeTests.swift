import ECSModel
import TestSupport
import Testing

/// Maps whose copies share what they have in common, beside dictionaries.
@Suite struct TreeTests {
  /// A map, and what it should have.
  private struct Pair {
    var tree = OrderedMap<String>()
    var expected: [Int: String] = [:]

    var sorted: [(key: Int, value: String)] { expected.sorted { $0.key < $1.key } }

    var isRight: Bool {
      var found: [(Int, String)] = []
      tree.visit { found.append(($0.key.minor, $0.value)) }
      let wanted = sorted
      return tree.count == wanted.count && zip(found, wanted).allSatisfy { $0 == $1 }
        && wanted.indices.allSatisfy { tree[$0].value == wanted[$0].value }
    }

    mutating func set(_ value: String?, at key: Int) {
      if value == nil || expected[key] != nil { tree.remove(TreeKey(key)) }
      if let value { tree.insert(value, at: TreeKey(key)) }
      expected[key] = value
    }

    /// What differs in another map, by its key: the value here, and the value there.
    func differences(to other: Pair) -> [(key: Int, values: [String?])] {
      Set(expected.keys).union(other.expected.keys).sorted().compactMap { key in
        let values = [expected[key], other.expected[key]]
        return values[0] == values[1] ? nil : (key, values)
      }
    }

    /// The same as the tree finds it.
    func found(to other: Pair) -> [(key: Int, values: [String?])] {
      var found: [(key: Int, values: [String?])] = []
      OrderedMap.difference(
        tree, other.tree, isSame: { $0 == $1 },
        each: { entry, isInSecond in
          let isNew = found.last?.key != entry.key.minor
          if isNew { found.append((entry.key.minor, [nil, nil])) }
          found[found.count - 1].values[isInSecond ? 1 : 0] = entry.value
        })
      return found
    }
  }

  /// As few keys as one array holds, and so many that there are several levels of arrays.
  @Test(
    "copies keep their contents, and their differences are found",
    arguments: UInt64(1)...10, [12, 60, 800])
  func copies(seed: UInt64, keys: Int) {
    var random = SplitMix64(seed: seed)
    var maps = [Pair()]
    for step in 0..<200 {
      let number = Int.random(in: 0..<maps.count, using: &random)
      // Now and then many come or go beside each other, so that arrays are parted and joined.
      let length = Int.random(in: 0..<10, using: &random) == 0 ? keys / 3 : 1
      let start = Int.random(in: 0...keys - length, using: &random)
      let range = start..<start + length
      switch Int.random(in: 0..<9, using: &random) {
      case 0 where maps.count < 6: maps.append(maps[number])
      case 1 where maps.count > 1: maps.remove(at: number)
      case 2..<5: for key in range { maps[number].set(nil, at: key) }
      case 5: for key in range.reversed() { maps[number].set("\(step)", at: key) }
      default: for key in range { maps[number].set("\(step)", at: key) }
      }
      let isAllRead = step % 20 == 19
      if !maps.allSatisfy({ !isAllRead || $0.isRight })
        || !maps[min(number, maps.count - 1)].isRight
      {
        Issue.record("a map is wrong after step \(step)")
        return
      }
      let other = Int.random(in: 0..<maps.count, using: &random)
      let (first, second) = (maps[min(number, maps.count - 1)], maps[other])
      let isRight = first.found(to: second).elementsEqual(first.differences(to: second)) {
        $0 == $1
      }
      if !isRight {
        Issue.record("differences are wrong after step \(step)")
        return
      }
    }
  }

  @Test("each key with a given major number is visited, in order", arguments: UInt64(1)...10)
  func majors(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tree = OrderedMap<Int>()
    var expected: [UInt64: [Int]] = [:]
    for number in 0..<600 {
      // Some have many keys, others one or none.
      let major = UInt64.random(in: 0..<(number % 2 == 0 ? 4 : 90), using: &random)
      tree.insert(number, at: TreeKey(major: major, minor: number))
      expected[major, default: []].append(number)
    }
    for major in UInt64(0)..<91 {
      var found: [Int] = []
      tree.visit(under: major) { found.append($0.value) }
      #expect(found == expected[major] ?? [])
    }
  }

  @Test("a changed copy differs only in its changes, however much both share")
  func shared() {
    var old = Pair()
    for key in 0..<20_000 { old.set("\(key)", at: key) }
    var new = old
    for key in [0, 7777, 7778, 19_999] { new.set("changed", at: key) }
    new.set(nil, at: 9000)
    new.set("added", at: 20_000)
    var compared = 0
    OrderedMap.difference(
      old.tree, new.tree,
      isSame: {
        compared += 1
        return $0 == $1
      },
      each: { _, _ in })
    #expect(new.isRight)
    #expect(old.found(to: new).map(\.key) == [0, 7777, 7778, 9000, 19_999, 20_000])
    // A look at what they share would be a look at 20,000 values.
    #expect(compared < 200, "\(compared) values were compared")
  }
}
