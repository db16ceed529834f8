import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// A search reads the long texts that may have its words: all others must not have them.
@Suite("Long texts read for certain words")
struct WordFilterTests {
  /// Letters, and what is between them or brings them together.
  private static let pieces = [
    "li", "nux", "Linux", "LINUX", "l", "i", " ", " ", ".", ", ", "-", "_", "\n", "\t", "\r\n",
    "<b>",
    "</b>", "</b >", "<i class='x'>", "</i>", "<p>", "</p>", "<br>", "<br/>", "<BR />", "<td>",
    "<a href=\"https://li nux.org\">", "<a href='//linux.org/?a=1&amp;b'>", "<a href=li>", "</a>",
    "<A HREF = \"li\nnux\" rel=\"li nux\">", "<a title='>' href='li\tnux'>", "<a>", "<wbr>",
    "<span>",
    "</span>", "<script>.</script>", "<style>", "</style>", "<linux>", "</linux>", "<!-- -->",
    "<!--", "-->", "<code>",
    "</code>", "<ol><li>", "</li></ol>", "<ul><li>", "</li>", "</ul>", "<pre>", "</pre>", "<x>",
    "<",
    ">", "<<", "&", "& ", "&#108;", "&#x6C;", "&#105", "&shy;", "&amp;", "&lt;", "&gt;", "&nbsp;",
    "&eacute;", "&rsquo;", "&quot;", "&#13;", "&linux;", "\u{ad}", "\u{a0}", "ï", "é", "i\u{308}",
    "’",
    "–", "ﬁ", "ſ", "\u{212A}", "ß", "日本", "\\", "\\n", "\"", "'", "]", "]]>", "1", "2", "1.",
    "\u{8}",
  ]
  private static let words = [
    "linux", "li", "nux", "x", "l", "i2", "org", "http", "https", "rel", "fi", "ss", "k", "1", "12",
    "日本", "a1b", "lie", "p", "br", "amp", "mp", "shy", "code", "pre", "am",
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 1...14, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// A text as XML has it: some letters by their numbers, and some parts in sections.
  private static func xml(
    _ text: String, isPlain: Bool, _ random: inout SplitMix64
  ) -> String {
    let isSection =
      !isPlain && Int.random(in: 0...5, using: &random) == 0 && !text.contains("]]>")
    let text = text.unicodeScalars.filter {
      $0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0)
    }
    if isSection { return "<![CDATA[\(String(String.UnicodeScalarView(text)))]]>" }
    return text.map { scalar -> String in
      switch scalar {
      case _ where !isPlain && Int.random(in: 0...40, using: &random) == 0: "&#\(scalar.value);"
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": isPlain || Bool.random(using: &random) ? "&gt;" : "&#62;"
      case "\"": isPlain || Bool.random(using: &random) ? "&quot;" : "\""
      case "'": isPlain || Bool.random(using: &random) ? "&apos;" : "'"
      default: String(scalar)
      }
    }.joined()
  }

  /// A text as JSON has it, with escapes that need not be.
  private static func json(
    _ text: String, isPlain: Bool, _ random: inout SplitMix64
  ) -> String {
    let letters = text.unicodeScalars.map { scalar -> String in
      let isNumbered =
        scalar.value < 0x20 || !isPlain && Int.random(in: 0...40, using: &random) == 0
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\n": return "\\n"
      case "\t": return "\\t"
      case "/": return Bool.random(using: &random) ? "\\/" : "/"
      case _ where isNumbered && scalar.value < 0x80:
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return String(scalar)
      }
    }
    return "\"\(letters.joined())\""
  }

  private func file(
    _ texts: [String], isXML: Bool, isPlain: Bool = false, _ random: inout SplitMix64
  ) -> String {
    let events = texts.enumerated().map { number, text in
      isXML
        ? """
        <event id="\(number)"><title>T</title><start>10:00</start>\
        <abstract>\(Self.xml(text, isPlain: isPlain, &random))</abstract></event>
        """
        : """
        {"id": \(number), "title": "T", "start": "10:00",
        "abstract": \(Self.json(text, isPlain: isPlain, &random))}
        """
    }
    return isXML
      ? """
      <schedule><conference><title>C</title></conference><day date="2025-02-01"><room name="R">\
      \(events.joined())</room></day></schedule>
      """
      : """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2025-02-01", "rooms": {"R": [
      \(events.joined(separator: ",\n"))]}}]}}}
      """
  }

  private func read(_ file: String, _ prose: ScheduleImport.Prose) throws -> ScheduleFixture {
    var options = ScheduleImport.Options.withoutZoneFiles
    options.prose = prose
    return try ScheduleFixture(file, options: options)
  }

  @Test(
    "are exactly those with the words, and others are skipped entirely", arguments: UInt64(1)...100)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (0..<40).map { _ in Self.text(&random) }
    for isXML in [true, false] {
      let file = file(texts, isXML: isXML, &random)
      let whole = try read(file, .all)
      let asked = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Self.words.randomElement(using: &random) ?? ""
      }
      let part = try read(file, .withWords(asked))
      #expect(whole.result.report == part.result.report)
      let scanners = asked.map { WordScanner($0, at: .anywhere) }
      for talk in whole.schedule.talks {
        let text = talk[Abstract.self]?.text
        let id = talk[SessionID.self]?.text
        let read = part.schedule.talks.first { $0[SessionID.self]?.text == id }?[Abstract.self]?
          .text
        let hasWord = text.map { text in scanners.contains { $0.finds(in: text) } } ?? false
        #expect(read == text || read == nil && !hasWord, "seed \(seed), \(asked): \(text ?? "")")
      }
    }
  }

  @Test(
    "are skipped if no markup can hide a word",
    arguments: [
      "", "Lin ux",
      "<p>Some <b>text</b>, and <a href='https://a.org'>a link</a>.</p>\n<p>More.</p>",
      "Foo<br>bar</p><p>baz &amp; more&nbsp;text – “quoted”", "it's 5 < 6", "<code>li</code>-nux",
    ])
  func leftOut(text: String) throws {
    var random = SplitMix64(seed: 1)
    for isXML in [true, false] {
      let file = file([text], isXML: isXML, isPlain: true, &random)
      let context = try read(file, .withWords(["linux"])).context
      #expect(context.group(.all(Abstract.self)).isEmpty, "\(text)")
    }
  }
}
