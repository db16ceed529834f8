import ECSKit
import Schedule
import TestSupport
import Testing

/// Markdown in the long texts of pretalx.
@Suite("Markdown of pretalx")
struct MarkdownTextTests {
  private static func json(_ text: String, generator: String = "pretalx") -> String {
    """
    {"generator": {"name": "\(generator)"}, "schedule": {"version": "1",
     "base_url": "https://fair.example.org/2026/",
     "conference": {"acronym": "fc", "title": "Fair", "days": [{"index": 1, "date": "2026-07-04",
      "rooms": {"Hall": [{"guid": "a", "title": "Talk", "date": "2026-07-04T10:00:00+02:00",
       "start": "10:00", "abstract": \(quoted(text)), "persons": [
        {"guid": "p", "public_name": "Ann Ash", "biography": \(quoted(text))}]}]}}]}}}
    """
  }

  private static func widget(_ text: String) -> String {
    """
    {"talks": [{"code": "ABC", "id": 1, "title": "Talk", "abstract": \(quoted(text)),
      "start": "2026-07-04T10:00:00+02:00", "end": "2026-07-04T11:00:00+02:00", "speakers": []}],
     "event_start": "2026-07-04", "timezone": "Europe/Berlin", "tracks": [], "rooms": [],
     "speakers": []}
    """
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
  }

  private static func abstract(_ json: String) throws -> String? {
    let fixture = try ScheduleFixture(json)
    return try withExtendedLifetime(fixture) {
      try fixture.entity("Talk")[Abstract.self]?.text
    }
  }

  static let texts = [
    ("Read [the menu](https://a.b/c) now", "Read the menu (https://a.b/c) now"),
    ("[https://a.b](https://a.b)", "https://a.b"),
    ("[a](https://a.b/c_(d) \"A title\").", "a (https://a.b/c_(d))."),
    ("See [slides](/media/1.pdf)", "See slides (https://fair.example.org/media/1.pdf)"),
    (
      "![A cat](https://a.b/c.png) ![](https://a.b/d.png)",
      "A cat (https://a.b/c.png) (https://a.b/d.png)"
    ),
    ("[**bold** link](https://a.b)", "bold link (https://a.b)"),
    ("**Bold**, *italic*, __both__ and _one_.", "Bold, italic, both and one."),
    ("***all*** of it", "all of it"),
    ("## Heading ##\nText", "Heading ##\nText"),
    ("#hashtag and C# and 3 * 4 * 5", "#hashtag and C# and 3 * 4 * 5"),
    ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4"),
    ("1\\. no list, \\*no emphasis\\*", "1. no list, *no emphasis*"),
    ("* one\n* two\n\n1. three", "* one\n* two\n\n1. three"),
    ("`*code*` and ``[a](b)``", "`*code*` and ``[a](b)``"),
    ("```python\nx = a[0](1) ** 2\n```\n*after*", "x = a[0](1) ** 2\nafter"),
    (
      "[reference][1] and [not a link] (https://a.b)",
      "[reference][1] and [not a link] (https://a.b)"
    ),
    ("see[1](https://a.b) and [open](https://a.b", "see[1](https://a.b) and [open](https://a.b"),
    ("an *open mark and **another", "an *open mark and **another"),
    ("a\\", "a\\"),
  ]

  @Test("links keep their addresses, and marks of headings and emphasis go", arguments: texts)
  func plain(markdown: String, plain: String) throws {
    #expect(try Self.abstract(Self.json(markdown)) == plain)
    let fixture = try ScheduleFixture(Self.json(markdown))
    withExtendedLifetime(fixture) {
      #expect(fixture.schedule.people.entities.first?[Biography.self]?.text == plain)
    }
    let inWidget = plain.replacing("https://fair.example.org/media", with: "/media")
    #expect(try Self.abstract(Self.widget(markdown)) == inWidget)
  }

  @Test("a file of another program is not Markdown", arguments: texts)
  func other(markdown: String, plain: String) throws {
    let text = try Self.abstract(Self.json(markdown, generator: "frab"))
    #expect(text == markdown || markdown.contains("](") || text == markdown.trimmingEnd)
  }

  private static let whole = """
    # Why *now*

    See [the menu](https://a.b/c_(d)), ![a cat](https://a.b/c.png) and `let x = *y*`, or __both__.
    1. **one \\* two** and *three*
    > quoted _words_ in [brackets] (and ``more`` `code`)

    ```
    func f(_ x: [Int]) { x[0](1) }
    ```
    - ***all*** of it, snake_case_name, é and 2 * 3 * 4
    """

  @Test("damaged Markdown keeps all letters and digits, in order")
  func damage() throws {
    for seed in 1...500 {
      var random = SplitMix64(seed: UInt64(seed))
      var text = Array(Self.whole)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: text.indices, using: &random)
        let part = start..<min(text.count, start + Int.random(in: 1...12, using: &random))
        let place = Int.random(in: text.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.removeSubrange(part)
        case 1: text.insert(contentsOf: text[part], at: place)
        case 2: text.swapAt(start, place)
        default: text.insert(["*", "[", "]", "(", ")", "`", "\\", "_", "\n"][start % 9], at: place)
        }
      }
      let raw = String(text)
      // The line that begins or ends a block of code is not shown.
      let shown = raw.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("```") }
      let plain = try Self.abstract(Self.widget(raw)) ?? ""
      func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
      #expect(letters(plain) == letters(shown.joined()), "seed \(seed): \(raw) → \(plain)")
    }
  }

  @Test("no letters join where marks are removed, and no word is lost")
  func words() throws {
    var random = SplitMix64(seed: 41)
    let pieces = [
      "ab", "cd", " ", " ", "*", "**", "_", "[", "](u)", "]", "(", ")", "`", "\\", "!", "#", "\n",
      "é",
    ]
    for _ in 0..<400 {
      let raw = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      // The line that begins a block of code may name the language.
      guard !raw.contains("```"), let plain = try Self.abstract(Self.json(raw)) else { continue }
      for word in plain.split(whereSeparator: { !$0.isLetter }) {
        #expect(raw.contains(word), "\(raw) → \(plain)")
      }
      let count = { (text: String) in text.count { "abcd".contains($0) } }
      #expect(count(plain) == count(raw), "\(raw) → \(plain)")
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
