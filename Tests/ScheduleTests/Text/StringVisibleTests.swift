import Schedule
import Testing

@Suite("String, visible")
struct StringVisibleTests {
  @Test(
    "what is not seen is written out",
    arguments: [
      0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xad, 0x061c, 0x180e,
      0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069,
      0x206f, 0xfdd0, 0xfdef, 0xfeff, 0xfff9, 0xfffb, 0xfffe, 0xffff, 0xe0000, 0xe0001, 0xe0041,
      0xe007f, 0x1_fffe, 0x10_ffff,
    ])
  func escapes(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let written = "\\u{\(String(value, radix: 16))}"
    #expect("a\(scalar)b".visible == "a\(written)b")
    #expect("a\(scalar)b".quoted() == "\"a\(written)b\"")
  }

  @Test(
    "what is seen stays as it is",
    arguments: [
      "", " ~", "plain \"text\" \\ here", "Höfele", "Ho\u{308}fele", "日本語", "👩‍💻 ❤️", "می‌خواهم",
      "\u{a0}", "\u{fffd}",
    ])
  func keeps(text: String) {
    #expect(Array(text.visible.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("line ends become two signs, though they are one character")
  func lineEnd() {
    #expect("a\r\nb".visible == "a\\u{d}\\u{a}b")
  }

  @Test("quotes are escaped in a quoted text, and blanks but a space are spelled out")
  func quotes() {
    #expect("".quoted() == "\"\"")
    #expect("the \"robot\" \\".quoted() == "\"the \\\"robot\\\" \\\"")
    #expect("a\u{a0}\u{3000}b c".quoted() == "\"a\\u{a0}\\u{3000}b c\"")
  }

  @Test("a long text is cut so that what stands between the quotes keeps to the limit")
  func cut() {
    let text = String(repeating: "a", count: 41)
    #expect(String(text.dropLast()).quoted() == "\"\(text.dropLast())\"")
    #expect(text.quoted() == "\"\(text.dropLast())…\"")
    #expect("abc".quoted(limit: 1) == "\"a…\"")
    #expect("abc".quoted(limit: 2) == "\"ab…\"")
    #expect("abc".quoted(limit: 3) == "\"abc\"")
    // Neither an escape nor a letter with its marks is torn apart.
    #expect("abc\u{1b}".quoted(limit: 8) == "\"abc…\"")
    #expect("abc\u{1b}".quoted(limit: 9) == "\"abc\\u{1b}\"")
    #expect("abo\u{308}x".quoted(limit: 3) == "\"ab…\"")
    #expect("a\(String(repeating: "\u{308}", count: 1000))".quoted() == "\"…\"")
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test("a quoted text without room stops the program")
    func noRoom() async {
      await #expect(processExitsWith: .failure) { _ = "abc".quoted(limit: 0) }
    }
  #endif
}
