import SourceText
import Testing

@Suite("JSON errors for invalid bytes")
struct JSONErrorEncodingTests {
  @Test("refuse bytes that are not UTF-8, inside and outside strings", arguments: Self.wrongBytes)
  func notUTF8(bytes: [UInt8]) {
    let byte = String(bytes[0], radix: 16)
    let complaint = "found the byte 0x\(byte), which is not valid UTF-8 here; expected UTF-8"
    let surroundings: [(before: String, after: String, place: String)] = [
      ("", "", "1:1"), ("", " 1", "1:1"), ("[", "]", "1:2"), ("[1", "]", "1:3"),
      ("{\"a\":1,", ":1}", "1:8"), ("{\"a\"", ":1}", "1:5"), ("{\"a\":", "}", "1:6"),
      ("\"", "\"", "1:2"), ("\"", "", "1:2"), ("[\n\"日本x", "y\"]", "2:5"),
      ("[\"\\u00e9", "\"]", "1:9"),
      ("{\"é", "\":1}", "1:4"), ("{\"a\":1,\"a", "\":1}", "1:10"), ("[true", "]", "1:6"),
      ("\"0123456789abcdef", "0123456789abcdef\"", "1:18"), ("[] ", "", "1:4"),
    ]
    for (before, after, place) in surroundings {
      let text = Array(before.utf8) + bytes + Array(after.utf8)
      #expect(JSONRefusal(of: text).description == "\(place): \(complaint)", "\(text)")
    }
  }

  static let wrongBytes: [[UInt8]] = [
    // Stray parts, and bytes that no sequence has.
    [0x80], [0xBF], [0xFC], [0xFE], [0xFF], [0xF8, 0x88, 0x80, 0x80, 0x80],
    // Overlong forms.
    [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
    // Surrogates, alone and as a pair.
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
    // Numbers above U+10FFFF.
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF7, 0xBF, 0xBF, 0xBF],
    // Cut sequences.
    [0xC3], [0xE6], [0xE6, 0x97], [0xF0], [0xF0, 0x9F], [0xF0, 0x9F, 0x98], [0xE6, 0xC3, 0xA9],
    [0xF0, 0x9F, 0xF0, 0x9F, 0x98, 0x80],
  ]

  @Test("accept the first and last scalar of each length")
  func edges() throws {
    let scalars: [UInt32] = [
      0x20, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF,
    ]
    for value in scalars {
      let text = String(Character(Unicode.Scalar(value)!))
      let document = try SourceDocument(json: Array("\"\(text)\"".utf8))
      #expect(document.root.string.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test("refuse half a byte order mark, and one that is not at the start")
  func byteOrderMark() {
    let half = JSONRefusal(of: [0xEF, 0xBB]).description
    #expect(half == "1:1: found the byte 0xef, which is not valid UTF-8 here; expected UTF-8")
    let double = JSONRefusal(of: "\u{FEFF}\u{FEFF}1").description
    #expect(double == #"1:1: found "\u{feff}"; expected a value"#)
  }

  @Test(
    "name UTF-16 and UTF-32, with and without a byte order mark",
    arguments: ["[]", "1", "{\"a\": 1}"])
  func otherEncodings(text: String) {
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let littleLong = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8), 0, 0] }
    let bigLong = units.flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      #expect(JSONRefusal(of: bytes).description == "1:1: found UTF-16; expected UTF-8")
    }
    for bytes in [
      littleLong, bigLong, [0xFF, 0xFE, 0, 0] + littleLong, [0, 0, 0xFE, 0xFF] + bigLong,
    ] {
      #expect(JSONRefusal(of: bytes).description == "1:1: found UTF-32; expected UTF-8")
    }
  }

  @Test(
    "show no control characters and nothing invisible",
    arguments: [0x1B, 0x7F, 0x9B, 0xA0, 0xAD, 0x200B, 0x2028, 0x202E, 0x2066, 0xE0041] as [UInt32])
  func visible(value: UInt32) throws {
    let character = Character(Unicode.Scalar(value)!)
    let seen = "\\u{\(String(value, radix: 16))}"
    #expect(
      JSONRefusal(of: "[\(character)").description
        == "1:2: found \"\(seen)\"; expected a value or \"]\"")
    // A text has a control character as an escape only.
    let written = value < 0x20 ? "\\u001b" : String(character)
    let document = try SourceDocument(
      json: Array("{\"\(written)\":\"a\(written)\",\"\(written)\":0}".utf8))
    #expect(document.root.members.map(\.value.found) == ["the text \"a\(seen)\"", "the number 0"])
  }

  @Test("show no more than 40 characters of a string or number")
  func shortened() throws {
    let texts = [40, 41].map { "\"" + String(repeating: "日", count: $0) + "\"" }
    let numbers = [40, 41].map { String(repeating: "7", count: $0) }
    let written = (texts + numbers).joined(separator: ",")
    let document = try SourceDocument(json: Array("[\(written)]".utf8))
    let shortText = "\"" + String(repeating: "日", count: 40)
    let shortNumber = String(repeating: "7", count: 40)
    #expect(
      document.root.elements.map(\.found) == [
        "the text \(shortText)\"", "the text \(shortText)…\"", "the number \(shortNumber)",
        "the number \(shortNumber)…",
      ])
  }
}
