// Tests `visible`, `readable`, `firstHidden(allowingLines:)` and `quoted(limit:)` with hostile
// scalars, the Unicode tables and long texts.
import Basics
import TestSupport
import Testing

@Suite("Visible strings")
struct StringVisibleTests {
  @Test(
    "invisible characters are escaped",
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
    "visible characters stay unchanged",
    arguments: [
      "", " ~", "plain \"text\" \\ here", "Höfele", "Ho\u{308}fele", "日本語", "👩‍💻 ❤️", "می‌خواهم",
      "\u{a0}", "\u{fffd}",
    ])
  func keeps(text: String) {
    #expect(Array(text.visible.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("line endings become two signs, though they are one character")
  func lineEnd() {
    #expect("a\r\nb".visible == "a\\u{d}\\u{a}b")
  }

  /// Returns true if a scalar is visible between two Latin letters, according to the Unicode
  /// tables.
  private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    // These are drawn around the digits or letters after them.
    let drawn: Set<UInt32> = [
      0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd,
    ]
    if drawn.contains(scalar.value) { return true }
    if properties.isDefaultIgnorableCodePoint { return false }
    return switch properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .format:
      false
    default: true
    }
  }

  @Test("every scalar between letters is classified by the tables of Unicode")
  func everyScalar() {
    var wrong: [UInt32] = []
    // Planes 2 to 13 contain only ideographs, and planes 15 and 16 contain no public characters.
    let values = Array(UInt32(0)...0x2_0000) + Array(0xe_0000...0xe_1000) + [0xf_0000, 0x10_ffff]
    for scalar in values.compactMap(Unicode.Scalar.init) {
      let text = "a\(scalar)b"
      let isVisible = isVisible(scalar)
      let written = "\\u{\(String(scalar.value, radix: 16))}"
      let shown = isVisible ? text : "a\(written)b"
      if !text.visible.utf8.elementsEqual(shown.utf8) { wrong.append(scalar.value) }
      if text.firstHidden(allowingLines: false) != (isVisible ? nil : scalar) {
        wrong.append(scalar.value)
      }
    }
    #expect(wrong == [])
  }

  @Test("scalars visible by their number are visible alone and next to any other")
  func everyVisibleNumber() {
    var wrong: [UInt32] = []
    for scalar in (UInt32(0)...0x10_ffff).lazy.compactMap(Unicode.Scalar.init)
    where scalar.isVisibleAnywhere {
      let isMark = [.nonspacingMark, .spacingMark, .enclosingMark]
        .contains(scalar.properties.generalCategory)
      if isMark || !isVisible(scalar) { wrong.append(scalar.value) }
    }
    #expect(wrong == [])
  }

  @Test("only line break hints and similar marks disappear from a readable text")
  func readable() {
    let vanishing: Set<UInt32> = [0xad, 0x200b, 0x2060, 0x2069, 0xfe0e]
    for scalar in (Array(UInt32(0)...0xffff) + Array(0xe_0000...0xe_01ff))
      .compactMap(Unicode.Scalar.init)
    {
      let shown =
        vanishing.contains(scalar.value)
        ? "ab" : [0x2028, 0x2029].contains(scalar.value) ? "a b" : "a\(scalar)b".visible
      #expect("a\(scalar)b".readable.utf8.elementsEqual(shown.utf8), "\(scalar.value)")
    }
    #expect(
      "☎\u{fe0e} a\u{fe0e}".readable.unicodeScalars.elementsEqual("☎\u{fe0e} a".unicodeScalars))
    #expect("\u{2068}a\u{2069}b\u{2069}".readable == #"\u{2068}a\u{2069}b"#)
    // The base of a mark is the last readable character before it.
    #expect("a\u{ad}\u{301}".readable == "a\u{301}")
  }

  @Test("a hidden scalar is found after visible text, and line breaks only where they are allowed")
  func firstHidden() {
    #expect("Höfele\u{200b}\u{1b}".firstHidden(allowingLines: false) == "\u{200b}")
    #expect("a\nb".firstHidden(allowingLines: false) == "\n")
    #expect("a\r\n\tb".firstHidden(allowingLines: true) == nil)
    #expect("日本\n\u{ad}".firstHidden(allowingLines: true) == "\u{ad}")
    // A mark at the start of a line has no base.
    #expect("a\u{301}\nb".firstHidden(allowingLines: true) == nil)
    #expect("a\n\u{301}b".firstHidden(allowingLines: true) == "\u{301}")
    #expect("a\n\u{301}b".firstHidden(allowingLines: false) == "\n")
  }

  @Test(
    "takes linear time, whatever is escaped",
    arguments: [0xe000, 0x200b, 0x1b, 0x301, 0x200d, 0xfe0f] as [UInt32])
  func manyHidden(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    // In quadratic time, this would take a minute, or ten minutes in a long run.
    let count = BuiltProgram.isLong ? 1_000_000 : 300_000
    let text = " " + String(repeating: Character(scalar), count: count)
    let written = "\\u{\(String(value, radix: 16))}"
    #expect(text.visible.utf8.count == 1 + count * written.utf8.count)
    #expect(text.firstHidden(allowingLines: true) == scalar)
  }

  @Test("quotes are escaped in a quoted text, and so are blanks other than spaces")
  func quotes() {
    #expect("".quoted() == "\"\"")
    #expect("the \"robot\" \\".quoted() == "\"the \\\"robot\\\" \\\"")
    #expect("a\u{a0}\u{3000}b c".quoted() == "\"a\\u{a0}\\u{3000}b c\"")
  }

  @Test("a long text is cut so that the part between the quotes stays within the limit")
  func cut() {
    let text = String(repeating: "a", count: 41)
    #expect(String(text.dropLast()).quoted() == "\"\(text.dropLast())\"")
    #expect(text.quoted() == "\"\(text.dropLast())…\"")
    #expect("abc".quoted(limit: 1) == "\"a…\"")
    #expect("abc".quoted(limit: 2) == "\"ab…\"")
    #expect("abc".quoted(limit: 3) == "\"abc\"")
    // Neither an escape nor a letter with its marks is split.
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
