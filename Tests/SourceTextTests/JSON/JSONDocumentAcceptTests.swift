import SourceText
import TestSupport
import Testing

@Suite("Valid JSON documents")
struct JSONDocumentAcceptTests {
  @Test(
    "may have every form of value in every position",
    arguments: [
      // Scalars alone.
      "null", "true", "false", "0", "-0", "1", "-1", "123", "1.5", "-0.1", "1e2", "1E2", "1e+2",
      "1e-2", "0e1", "0e+1", "0E0", "1.25e10", "-1.25E-10", "20.00", "0.0000000000000000000000001",
      "123456789012345678901234567890", "1e400", "-1e400", "1e-400", "1e00012", "9.5e999999999999",
      #""""#, #"" ""#, #""a""#, #""null""#, #""\"""#, #""\\""#, #""\/""#, #""/""#,
      #""\b\f\n\r\t""#, #""\u0000""#, #""\u0041""#, #""\uABCD\uabcd""#, #""\ud83d\ude00""#,
      #""\uD834\uDd1e""#, #""\uFFFF\uFFFE\uFDD0""#, #""\\u0000""#, #""\u005c\u0022""#,
      #""\\\\""#, #""\\a""#, #""// no comment /* at all */""#, #""[1,{]}:""#, "\"\u{7F}\"",
      "\"é\"", "\"e\u{301}\"", "\"日本語\"", "\"😀\"", "\"\u{2028}\u{2029}\"", "\"\u{FEFF}\"",
      "\"\u{FFFF}\u{10FFFF}\u{D7FF}\u{E000}\u{80}\u{7FF}\u{800}\u{10000}\"",
      // Blanks.
      " null", "null ", "\tnull\n", "\r\nnull\r\n",
      " \t\n\r[ \t\n\r1 \t\n\r, \t\n\r2 \t\n\r] \t\n\r",
      "\n{\n\"a\"\n:\n1\n,\n\"b\"\n:\n2\n}\n", "[ ]", "{ }", "[\n]", "{\n}",
      // Lists.
      "[]", "[[]]", "[[],[]]", "[1]", "[1,2]", "[null,true,false,0,\"\",[],{}]", "[[[[[[]]]]]]",
      "[ 1 ]", "[1,[2,[3]],4]", "[\"a\",5]", "[-0]", "[1E22]", "[-1]", "[false]",
      // Objects.
      "{}", "{\"a\":1}", "{\"\":0}", "{\"a\":{\"b\":{\"c\":[]}}}", "{\"a\":[],\"b\":{}}",
      "{\"a\":1,\"b\":2}", "{\"a\":\"b\",\"a\":\"b\"}", "{\"a\":1,\"a\":2}", "{\"\\u0000\":1}",
      "{\"foo\\u0000bar\":42}", "{\"min\":-1.0e+28,\"max\":1.0e+28}", "{\"title\":\"\\u041f\"}",
      "[{},{\"a\":[{}]}]", "{\"a\":[{\"a\":[{\"a\":1}]}]}",
    ])
  func accepts(text: String) throws {
    let bytes = Array(text.utf8)
    let tree = JSONTree(try SourceDocument(json: bytes).root)
    for surrounded in ["[\(text)]", "{\"key\":\(text)}", "[0,\(text),0]", "\u{FEFF}\(text)"] {
      let root = try SourceDocument(json: Array(surrounded.utf8)).root
      let inner = root.elements.map { JSONTree($0) } + root.members.map { JSONTree($0.value) }
      #expect(inner.contains(tree) || JSONTree(root) == tree, "\(surrounded)")
    }
  }

  @Test("result in the tree that the text describes")
  func tree() throws {
    let text = #" {"a": [1, -2.50, "x\ty", true, {}], "": {"b": null, "c": [[], false]}} "#
    let expected = JSONTree.object([
      .init(
        key: Array("a".utf8),
        value: .list([
          .number("1"), .number("-2.50"), .text(Array("x\ty".utf8)), .bool(true), .object([]),
        ])),
      .init(
        key: [],
        value: .object([
          .init(key: Array("b".utf8), value: .null),
          .init(key: Array("c".utf8), value: .list([.list([]), .bool(false)])),
        ])),
    ])
    #expect(JSONTree(try SourceDocument(json: Array(text.utf8)).root) == expected)
  }

  @Test("survive a round trip as random trees", arguments: UInt64(1)...40)
  func roundTrip(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for step in 0..<50 {
      let tree = JSONTree.random(depth: 5, using: &generator)
      let bytes = tree.written(using: &generator)
      let document = try SourceDocument(json: bytes)
      try #require(JSONTree(document.root) == tree, "seed \(seed), step \(step)")
    }
  }

  @Test("are read the same at any memory address and with parts of any length")
  func everyLength() throws {
    for length in 0..<40 {
      for ending in ["", "é", "\\n", "日", "😀"] {
        let text = String(repeating: "x", count: length) + ending
        let key = String(repeating: "k", count: length)
        let written = "[{\"\(key)\":\"\(text)\"},{\"\(key)\":\"\(text)\"},{\"\(key)k\":0}]"
        let document = try SourceDocument(json: Array(written.utf8))
        let expected = text.replacing("\\n", with: "\n")
        #expect(document.root.elements.prefix(2).map { $0[key]?.string } == [expected, expected])
        #expect(document.keys == [key, key + "k"])
      }
    }
  }

  @Test("may begin with a byte order mark, which takes no column")
  func byteOrderMark() throws {
    let document = try SourceDocument(json: [0xEF, 0xBB, 0xBF] + Array(" 7".utf8))
    #expect(document.root.integer == 7)
    #expect(document.root.position == SourcePosition(line: 1, column: 2))
  }
}
