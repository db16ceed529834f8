import SourceText
import TestSupport
import Testing

@Suite("SourceMembers")
struct JSONMembersTests {
  private func document(_ text: String) throws -> SourceDocument {
    try SourceDocument(json: Array(text.utf8))
  }

  @Test("are in the order of the text, including repeated keys")
  func order() throws {
    let root = try document(#"{"b": 1, "a": [{"c": 2}], "b": 3}"#).root
    #expect(root.members.map(\.key) == ["b", "a", "b"])
    #expect(root.members.map(\.value.integer) == [1, nil, 3])
    #expect(root["b"]?.integer == 3)
    #expect(root["c"] == nil)
    #expect(root["a"]?.elements.map { $0["c"]?.integer } == [2])
  }

  @Test("number each distinct key from 0 in order of first appearance")
  func keyIDs() throws {
    let text = #"[{"a": 1, "b": {"c": 2}}, {"b": 3, "\u0061": 4, "": 5}, {"c": 6, "a": 7}]"#
    let found = try document(text)
    #expect(found.keys == ["a", "b", "c", ""])
    let ids = found.root.elements.map { $0.members.map(\.keyID) }
    #expect(ids == [[0, 1], [1, 0, 3], [2, 0]])
    #expect(try document("[1]").keys.isEmpty)
  }

  @Test("have equal keys only if their decoded bytes are equal")
  func keysByBytes() throws {
    let found = try document(
      "{\"é\": 1, \"e\u{301}\": 2, \"\\u00e9\": 3, \"e\\u0301\": 4, \"E\": 5, \"\\u0045\": 6}")
    #expect(found.root.members.map(\.keyID) == [0, 1, 0, 1, 2, 2])
    #expect(found.root["\u{E9}"]?.integer == 3)
    #expect(found.root["e\u{301}"]?.integer == 4)
  }

  @Test("repeat a key only within one object")
  func repeats() throws {
    let none = [
      "[{\"a\":1},{\"a\":1}]", "{\"a\":{\"a\":{\"a\":1}}}", "{\"x\":{\"a\":1},\"a\":2}",
      "{\"x\":[{\"a\":1},{\"a\":2}],\"y\":{\"a\":1},\"a\":2}", "[[{\"a\":[{\"a\":1}]}],{\"a\":2}]",
      "{\"x\":{\"y\":{\"a\":1},\"a\":2},\"a\":3}",
    ]
    for text in none { #expect(try !document(text).mayRepeatKeys, "\(text)") }
    let some = [
      "{\"a\":1,\"\\u0061\":2}", "{\"a\":{\"a\":1},\"a\":2}",
      "{\"x\":[{\"a\":1},{\"a\":2,\"a\":3}]}",
      "{\"a\":1,\"x\":{\"a\":2,\"b\":3},\"b\":4,\"a\":5}",
    ]
    for text in some { #expect(try document(text).mayRepeatKeys, "\(text)") }
  }

  @Test("are found by key like in a plain search", arguments: UInt64(1)...30)
  func membersAgainstModel(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for step in 0..<40 {
      let bytes = JSONTree.random(depth: 6, using: &generator).written(using: &generator)
      let found = try SourceDocument(json: bytes)
      let keys = found.keys
      #expect(Set(keys.map { Array($0.utf8) }).count == keys.count)
      var isRepeated = false
      var open = [found.root]
      while let value = open.popLast() {
        let members = Array(value.members)
        for (place, member) in members.enumerated() {
          let key = Array(member.key.utf8)
          if members[..<place].contains(where: { Array($0.key.utf8) == key }) { isRepeated = true }
          #expect(Array(keys[member.keyID].utf8) == key)
        }
        for key in keys {
          let last = members.last { Array($0.key.utf8) == Array(key.utf8) }
          #expect(value[key]?.position == last?.value.position)
        }
        open += Array(value.elements) + members.map(\.value)
      }
      try #require(found.mayRepeatKeys == isRepeated, "seed \(seed), step \(step)")
    }
  }

  @Test("are recognized, escaped or not, however many keys are in between", arguments: 0...20)
  func fewAndMany(between: Int) throws {
    let others = (0..<between).map { "\"\($0)\":\($0)," }.joined()
    for (first, second) in [("a", "a"), ("a", "\\u0061"), ("\\u0061", "a"), ("\\u0061", "\\u0061")]
    {
      let found = try document("[{\"\(first)\":-1,\(others)\"\":0},{\"\(second)\":-2}]")
      #expect(found.keys == ["a"] + (0..<between).map(String.init) + [""])
      #expect(found.root.elements.map { $0["a"]?.integer } == [-1, -2])
      #expect(found.root.elements.map { $0["b"] == nil } == [true, true])
    }
  }

  @Test("are distinguished in a very large object")
  func many() throws {
    let count = 50_000
    let fields = (0..<count).map { "\"key\($0)\":\($0)" }
    let text = "{\(fields.joined(separator: ",")),\"key7\":-1,\"\\u006bey49999\":-2}"
    let found = try SourceDocument(
      json: Array(text.utf8), limits: SourceLimits(keys: count))
    #expect(found.keys.count == count)
    #expect(found.root["key31234"]?.integer == 31_234)
    #expect(found.root["key50000"] == nil)
    #expect(found.root["key7"]?.integer == -1)
    #expect(found.root["key49999"]?.integer == -2)
  }
}
