import Basics
import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  private func text(_ value: JSONOutput, isIndented: Bool = false) -> String {
    String(decoding: JSONWriter.bytes(of: value, isIndented: isIndented), as: UTF8.self)
  }

  private let talk: JSONOutput = [
    "id": "session1Day1/1", "speakers": ["Ann", "Bo"], "rating": nil, "stars": -5, "empty": [],
    "none": [:], "isRated": true, "isOver": false,
  ]

  @Test("lazily created values are written as a list")
  func made() {
    let names = ["Hall", "Garden"]
    let things = JSONOutput.made(2) { ["id": .integer($0 + 1), "name": .string(names[$0])] }
    let objects: JSONOutput = .array([
      ["id": 1, "name": "Hall"], ["id": 2, "name": "Garden"],
    ])
    for isIndented in [false, true] {
      #expect(text(things, isIndented: isIndented) == text(objects, isIndented: isIndented))
      #expect(
        text(.made(0) { _ in nil }, isIndented: isIndented)
          == text(.array([]), isIndented: isIndented))
    }
  }

  @Test("compact JSON has no spaces, keeps the order of members and ends with a line break")
  func compact() {
    #expect(
      text(talk)
        == #"{"id":"session1Day1/1","speakers":["Ann","Bo"],"rating":null,"stars":-5,"empty":[],"#
        + #""none":{},"isRated":true,"isOver":false}"# + "\n")
    #expect(text([]) == "[]\n")
    #expect(text(.null) == "null\n")
    #expect(text(.integer(.min)) == "-9223372036854775808\n")
    #expect(
      text([.string(orNull: nil), .string(orNull: "a"), .integer(orNull: nil), 7])
        == "[null,\"a\",null,7]\n")
  }

  @Test("hundredths have as many decimals as they need")
  func hundredths() {
    let numbers = [0, 5, 50, 100, 425, 450, -5, -425, .min].map { JSONOutput.hundredths($0) }
    #expect(
      text(.array(numbers))
        == "[0,0.05,0.5,1,4.25,4.5,-0.05,-4.25,-92233720368547758.08]\n")
  }

  @Test("indented JSON has each member on a line, two spaces deeper than its parent")
  func indented() {
    #expect(
      text([talk], isIndented: true) == """
        [
          {
            "id": "session1Day1/1",
            "speakers": [
              "Ann",
              "Bo"
            ],
            "rating": null,
            "stars": -5,
            "empty": [],
            "none": {},
            "isRated": true,
            "isOver": false
          }
        ]

        """)
    #expect(text([], isIndented: true) == "[]\n")
  }

  @Test(
    "characters that must or should not be in a string are escaped",
    arguments: [
      (0x00, #"\u0000"#), (0x08, #"\u0008"#), (0x09, #"\t"#), (0x0A, #"\n"#), (0x0D, #"\u000d"#),
      (0x1B, #"\u001b"#), (0x1F, #"\u001f"#), (0x22, #"\""#), (0x5C, #"\\"#), (0x7F, #"\u007f"#),
      (0x80, #"\u0080"#), (0x9B, #"\u009b"#), (0x9F, #"\u009f"#), (0x61C, #"\u061c"#),
      (0x200E, #"\u200e"#), (0x200F, #"\u200f"#), (0x2028, #"\u2028"#), (0x2029, #"\u2029"#),
      (0x202A, #"\u202a"#), (0x202E, #"\u202e"#), (0x2066, #"\u2066"#), (0x2069, #"\u2069"#),
      (0xFDD0, #"\ufdd0"#), (0xFEFF, #"\ufeff"#), (0xFFFF, #"\uffff"#),
      (0x1FFFE, #"\ud83f\udffe"#), (0x10FFFF, #"\udbff\udfff"#), (0xAD, #"\u00ad"#),
      (0x180E, #"\u180e"#), (0x200B, #"\u200b"#), (0x200C, #"\u200c"#), (0x200D, #"\u200d"#),
      (0x2060, #"\u2060"#), (0x2064, #"\u2064"#), (0x206A, #"\u206a"#), (0x206F, #"\u206f"#),
      (0xE000, #"\ue000"#), (0xFFF9, #"\ufff9"#), (0xFFFB, #"\ufffb"#),
      (0xE0001, #"\udb40\udc01"#), (0xE007F, #"\udb40\udc7f"#),
    ] as [(UInt32, String)])
  func escapes(value: UInt32, escaped: String) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let foreign = "a\(Character(scalar))b"
    #expect(text(.string(foreign)) == "\"a\(escaped)b\"\n")
    #expect(text(.object([.init(foreign, .null)])) == "{\"a\(escaped)b\":null}\n")
  }

  @Test(
    "all other text is unchanged",
    arguments: [
      " !#/[]~", "Zo\u{EB} e\u{301}", "\u{A0}", "会议", "\u{1F469}\u{200D}\u{1F467}", "\u{FFFD}",
      "می\u{200C}خواهم", "\u{2764}\u{FE0F}", "שלום",
    ])
  func raw(foreign: String) {
    #expect(text(.string(foreign)) == "\"\(foreign)\"\n")
  }

  @Test("an accent without a base is escaped, at the start and after a line break")
  func accents() {
    #expect(text("\u{301}e\u{301}\n\u{301}") == "\"\\u0301e\u{301}\\n\\u0301\"\n")
  }

  @Test("a string has raw exactly the characters that a text answer does not escape")
  func sameAsText() throws {
    // What is left out has ideographs and syllables alone.
    let values = [0x80...0x3000, 0xF900...0x1_FFFF, 0xE_0000...0xE_0FFF].joined().map { UInt32($0) }
    let wrong = values.compactMap(Unicode.Scalar.init).filter { scalar in
      let foreign = "a\(Character(scalar))b"
      let isRaw = text(.string(foreign)).utf8.elementsEqual("\"\(foreign)\"\n".utf8)
      return isRaw != foreign.visible.utf8.elementsEqual(foreign.utf8)
    }
    #expect(wrong == [])
  }

  @Test("every scalar is written as UTF-8 without control characters")
  func everyScalar() {
    let isLong = BuiltProgram.isLong
    var all = String.UnicodeScalarView()
    // All of the first, the ends of each plane, and some of the others, all with `KONF_LONG=1`.
    for value in UInt32(0)...0x10FFFF
    where value < 0x2100 || value % 61 == 0 || value & 0xFFFE == 0xFFFE || isLong {
      if let scalar = Unicode.Scalar(value) { all.append(scalar) }
    }
    let bytes = JSONWriter.bytes(of: .string(String(all)), isIndented: false)
    let line = String(validating: bytes, as: UTF8.self)
    #expect(line != nil)
    let controls = (line ?? "").unicodeScalars.dropLast().filter {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
    }
    #expect(controls.isEmpty)
  }
}
