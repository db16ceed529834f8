import SourceText
import TestSupport
import Testing

@Suite("SourceValue")
struct JSONValueTests {
  private func value(_ text: String) throws -> SourceValue {
    try SourceDocument(json: Array(text.utf8)).root
  }

  @Test("has the content of its kind, and nil or nothing for all other kinds")
  func kinds() throws {
    let root = try value(#"[null, true, false, 12, "12", [1], {"a": 1}]"#)
    let values = Array(root.elements)
    #expect(values.map(\.kind) == [.null, .bool, .bool, .number, .string, .array, .object])
    #expect(values.map(\.bool) == [nil, true, false, nil, nil, nil, nil])
    #expect(values.map(\.integer) == [nil, nil, nil, 12, nil, nil, nil])
    #expect(values.map(\.double) == [nil, nil, nil, 12, nil, nil, nil])
    #expect(values.map(\.numberText) == [nil, nil, nil, "12", nil, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, nil, "12", nil, nil])
    #expect(values.map { Array($0.elements).count } == [0, 0, 0, 0, 0, 1, 0])
    #expect(values.map { Array($0.members).count } == [0, 0, 0, 0, 0, 0, 1])
    #expect(values.map { $0["a"]?.integer } == [nil, nil, nil, nil, nil, nil, 1])
    #expect(
      values.map(\.found) == [
        "null", "true", "false", "the number 12", "the text \"12\"", "a list", "an object",
      ])
  }

  @Test(
    "decodes each escape",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000x""#, "\0x"),
      (#""\u00e9\u00E9é""#, "ééé"), (#""\u65e5本""#, "日本"), (#""\ud83d\ude00""#, "😀"),
      (#""a\uD83D\uDE00b\n""#, "a😀b\n"), (#""\udbff\udfff""#, "\u{10FFFF}"),
      (#""\\u0041""#, "\\u0041"), (#""\\\\""#, "\\\\"), (#""\ufeff""#, "\u{FEFF}"),
      (#""e\u0301""#, "e\u{301}"), (#""""#, ""),
    ])
  func escapes(text: String, expected: String) throws {
    #expect(try value(text).string.map { Array($0.utf8) } == Array(expected.utf8))
    #expect(try value("{\(text): 0}").members.map { Array($0.key.utf8) } == [Array(expected.utf8)])
  }

  @Test(
    "is an integer exactly if it is integral and in range",
    arguments: [
      ("0", 0), ("-0", 0), ("0.0", 0), ("-0.0e5", 0), ("0e999999999999999999999", 0),
      ("5", 5), ("-5", -5), ("5.0", 5), ("5.000", 5), ("1e2", 100), ("1E+2", 100), ("100e-2", 1),
      ("50e-1", 5), ("0.5e1", 5), ("0.00012e5", 12), ("1.50e1", 15), ("-1.5e1", -15),
      ("1200.00e-2", 12), ("10", 10), ("1000000", 1_000_000), ("1010", 1010), ("1.01e2", 101),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775807.0", Int.max), ("92233720368547758070e-1", Int.max),
      ("-9.223372036854775808e18", Int.min), ("-92233720368547758080.0e-1", Int.min),
      ("1e18", 1_000_000_000_000_000_000), ("9007199254740993", 9_007_199_254_740_993),
      ("5.5", nil), ("-0.1", nil), ("1e-1", nil), ("1.01e1", nil), ("0.5", nil), ("15e-1", nil),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1e19", nil), ("1e400", nil),
      ("92233720368547758071e-1", nil), ("9223372036854775807.5", nil),
      ("1e999999999999999999", nil),
      ("1e-999999999999999999999999", nil), ("123456789012345678901234567890", nil),
    ] as [(String, Int?)])
  func integers(text: String, expected: Int?) throws {
    #expect(try value(text).integer == expected)
    #expect(try value(" [\(text)]").elements.map(\.integer) == [expected])
  }

  @Test("is an integer whatever zeros and exponent it is written with")
  func integersOfManyZeros() throws {
    for count in [1, 17, 18, 19, 20, 400, 5000] {
      let zeros = String(repeating: "0", count: count)
      #expect(try value("12\(zeros)e-\(count)").integer == 12)
      #expect(try value("-0.\(zeros)7e\(count + 1)").integer == -7)
      #expect(try value("3.\(zeros)").integer == 3)
      #expect(try value("3.\(zeros)1").integer == nil)
      #expect(try value("3\(zeros)1e-\(count)").integer == nil)
    }
  }

  @Test("is the nearest floating-point number, and none if that is infinite")
  func doubles() throws {
    let texts = [
      "0", "-0", "1.5", "-2.5e-3", "0.1", "1e22", "1.7976931348623157e308", "5e-324", "1e-400",
      "9007199254740993", "1e400", "-1e400", "1.7976931348623159e308",
    ]
    let expected: [Double?] = [
      0, -0.0, 1.5, -2.5e-3, 0.1, 1e22, Double.greatestFiniteMagnitude,
      Double.leastNonzeroMagnitude,
      0, 9_007_199_254_740_992, nil, nil, nil,
    ]
    let found = try texts.map { try value($0).double?.bitPattern }
    #expect(found == expected.map { $0?.bitPattern })
  }

  @Test("knows its position in the file, with any line endings before it")
  func positions() throws {
    let text = "[1,\n 2,\r\n  \"é日😀\", 3,\r\r{\"k\": 4,\t\"日\":\n[5]}]"
    let root = try value(text)
    let values = Array(root.elements)
    #expect(root.position.description == "1:1")
    #expect(values.map(\.position.description) == ["1:2", "2:2", "3:3", "3:10", "5:1"])
    let members = Array(values[4].members)
    #expect(members.map(\.keyPosition.description) == ["5:2", "5:10"])
    #expect(members.map(\.value.position.description) == ["5:7", "6:1"])
  }

  @Test("knows its position in a long text, in any order of access")
  func positionsOfLongTexts() throws {
    var generator = SplitMix64(seed: 7)
    var text = "["
    var expected: [SourcePosition] = []
    var line = 1
    var column = 2
    for _ in 0..<3000 {
      for _ in 0..<Int.random(in: 0..<4, using: &generator) {
        let blank = [" ", "\n", "\r\n", "\r ", "\t"].randomElement(using: &generator)!
        text += blank
        let endsLine = blank.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
        line += endsLine ? 1 : 0
        column = endsLine ? (blank == "\r " ? 2 : 1) : column + 1
      }
      expected.append(SourcePosition(line: line, column: column))
      let item = ["1", "\"é日\"", "[]"].randomElement(using: &generator)!
      text += item + ","
      column += item.unicodeScalars.count + 1
    }
    let values = Array(try value(text + "0]").elements)
    for index in expected.indices.shuffled(using: &generator) {
      try #require(values[index].position == expected[index], "value \(index)")
    }
  }

  @Test("knows its position when many tasks read it at once")
  func positionsFromTasks() async throws {
    let text = "[" + (0..<2000).map { "\"é\($0)\"" }.joined(separator: ",\n") + "]"
    let values = Array(try value(text).elements)
    let lines = await withTaskGroup(of: [Int].self) { group in
      for task in 0..<8 {
        group.addTask { (0..<250).map { values[1999 - task * 250 - $0].position.line } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(lines.sorted() == Array(1...2000))
  }
}
