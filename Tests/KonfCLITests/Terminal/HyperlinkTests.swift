import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Addresses of the web that a terminal follows.
@Suite struct HyperlinkTests {
  @Test(
    "an address is percent-encoded where it is not visible ASCII",
    arguments: [
      ("https://example.org/a?b=c#d;e%20", "https://example.org/a?b=c#d;e%20"),
      ("HTTP://example.org/a b", "HTTP://example.org/a%20b"),
      ("https://例え.jp/é", "https://%E4%BE%8B%E3%81%88.jp/%C3%A9"),
      ("https://a/\u{1B}\\\u{7}\u{9C}\n", "https://a/%1B\\%07%C2%9C%0A"),
    ])
  func encoding(address: String, target: String) {
    #expect(Hyperlink(address)?.target == target)
  }

  @Test(
    "other schemes are not linked",
    arguments: [
      "", "https://", "example.org", "ftp://example.org", "file:///etc/passwd", "javascript:x",
      "mailto:a@b.org", " https://example.org", "https:/example.org",
      "https://example.org/" + String(repeating: "a", count: 3_000),
      "https://example.org/" + String(repeating: "\u{1B}", count: 1_000),
    ])
  func refused(address: String) {
    #expect(Hyperlink(address) == nil)
  }

  @Test("a link surrounds its text, and its pieces on several lines are one link")
  func rendering() throws {
    let link = try #require(Hyperlink("https://a.org/1"))
    let start = "\u{1B}]8;id=\(link.id);https://a.org/1\u{1B}\\"
    let end = "\u{1B}]8;;\u{1B}\\"
    var line: Line = "see "
    line.append(Line("the very page", .strong).linked(to: link))
    line.append(", or not")
    #expect(line.rendered(color: false) == "see the very page, or not")
    #expect(
      line.rendered(color: true, links: true)
        == "see \(start)\u{1B}[1mthe very page\u{1B}[0m\(end), or not")
    #expect(
      line.wrapped(to: 12).map { $0.rendered(color: false, links: true) } == [
        "see \(start)the very\(end)", "\(start)page\(end), or not",
      ])
    #expect(
      line.truncated(to: 9, ellipsis: "…").rendered(color: false, links: true)
        == "see \(start)the …\(end)")
    #expect(line.width == 25)
    #expect(line.linked(to: nil) == line)
    // Two links beside each other are two, and a space between them belongs to neither.
    let other = try #require(Hyperlink("https://a.org/2"))
    let both: Line = "\(Line("a").linked(to: link)) \(Line("b").linked(to: other))"
    #expect(both.spans.map { $0.link?.target } == [link.target, nil, other.target])
    #expect(both.wrapped(to: 20) == [both])
  }

  @Test(
    "addresses in a text end where the sentence continues",
    arguments: [
      ("see https://a.org/b.", ["https://a.org/b"]),
      ("(https://a.org/b_(c)), and", ["https://a.org/b_(c)"]),
      ("<http://a.org>; \"https://b.org?x=1\"", ["http://a.org", "https://b.org?x=1"]),
      ("スライド：https://a.org/日本。", ["https://a.org/%E6%97%A5%E6%9C%AC"]),
      ("[x](HTTPS://a.org/).", ["HTTPS://a.org/"]), ("no://a.org https: //x http:", []),
      ("https://a.org/)))]]}", ["https://a.org/"]),
    ])
  func inText(text: String, targets: [String]) {
    let line = Line(linking: SafeText(text))
    #expect(line.spans.compactMap { $0.link?.target } == targets)
    #expect(line.rendered(color: false) == SafeText(text).string)
  }

  @Test(
    "a terminal with colour gets links, and other outputs only on request",
    arguments: [
      ("", "xterm", true, true), ("", "xterm", false, false), ("", "dumb", true, false),
      ("", "", true, false), ("--color never", "xterm", true, false),
      ("--color always", "xterm", false, false), ("--color always", "dumb", true, false),
      ("--hyperlink never", "xterm", true, false), ("--hyperlink always", "dumb", false, true),
      ("--hyperlink auto", "xterm", true, true),
    ])
  func choice(options: String, term: String, isTerminal: Bool, links: Bool) {
    let output = page(options: options, term: term, isTerminal: isTerminal)
    #expect(output.status == .success)
    #expect(output.text.contains("\u{1B}]8;") == links)
    #expect(output.text.contains("https://example.org/talk"))
  }

  private func page(
    _ command: String = "session 1", options: String, term: String = "", isTerminal: Bool = false
  ) -> Output {
    var run = CommandLineRun()
    run.environment["TERM"] = term
    run.terminal.outIsTerminal = isTerminal
    run.input = Array(Self.schedule().utf8)
    return run("\(command) --data - \(options)")
  }

  private static func schedule(_ address: String = "https://example.org/talk") -> String {
    """
    <schedule><conference><title>Fair</title><time_zone_name>UTC</time_zone_name>
    <url>\(address)</url></conference>
    <day index="1" date="2016-04-24"><room name="Hall"><event id="1"><title>Mail</title>
    <url>\(address)</url><abstract>Also \(address).</abstract>
    <start>09:00</start><duration>1:00</duration></event></room></day></schedule>
    """
  }

  @Test("the title of a talk links to its page, as do the addresses below it")
  func title() {
    let text = page(options: "--hyperlink always").text
    let link = Hyperlink("https://example.org/talk")
    let start = link?.opening ?? "nothing"
    #expect(text.contains("\(start)Mail\(Hyperlink.closing) [1]"))
    #expect(text.contains("Also \(start)https://example.org/talk\(Hyperlink.closing).\n"))
    #expect(text.contains("web page: \(start)https://example.org/talk\(Hyperlink.closing)\n"))
  }

  @Test("an excerpt has links, even if the words are found in an address")
  func excerpt() throws {
    let text = page("search talk also", options: "--hyperlink always --color always").text
    let link = try #require(Hyperlink("https://example.org/talk"))
    let dim = "\u{1B}[2m"
    let match = "\u{1B}[1;4m"
    let end = "\u{1B}[0m"
    #expect(
      text.contains(
        """
            \(match)Also\(end)\(dim) \(end)\(link.opening)\(dim)https://example.org/\(end)\
        \(match)talk\(end)\(Hyperlink.closing)\(dim).\(end)

        """), "\(text.debugDescription)")
    #expect(text.contains("\(link.opening)\u{1B}[1mMail\(end)\(Hyperlink.closing) "))
    let plain = page("search talk also", options: "--color always").text
    #expect(!plain.contains("\u{1B}]8"))
    #expect(plain.contains("\(dim) https://example.org/\(end)\(match)talk\(end)\(dim).\(end)\n"))
  }

  @Test("the page of a conference is a link")
  func conference() throws {
    let link = try #require(Hyperlink("https://example.org/talk"))
    let text = page("conference", options: "--hyperlink always").text
    #expect(text.contains("\(link.opening)https://example.org/talk\(Hyperlink.closing)\n"))
    #expect(!page("conference", options: "").text.contains("\u{1B}"))
  }

  @Test("no address can end the link or control the terminal")
  func hostile() {
    for attack in ["\u{9C}\u{202E}\u{200B}x", "&#x9c;]8;;\\x", "%1b\\&#x85;&#x9f;\u{2028}"] {
      var run = CommandLineRun()
      run.input = Array(Self.schedule("https://example.org/\(attack)").utf8)
      for width in [20, 80, 120] {
        for command in [
          "session 1", "timeline", "talks --oneline", "search also", "search 9c", "conference",
        ] {
          let text = run("\(command) --data - --hyperlink always --width \(width)").text
          // Without what konf writes itself, no control and no hidden character is left.
          var rest = text.replacing(Hyperlink.closing, with: "")
          while let start = rest.range(of: "\u{1B}]8;id="), let end = rest.range(of: "\u{1B}\\") {
            #expect(rest[start.upperBound..<end.lowerBound].utf8.allSatisfy { 33...126 ~= $0 })
            rest.removeSubrange(start.lowerBound..<end.upperBound)
          }
          #expect(
            rest.unicodeScalars.allSatisfy {
              $0 == "\n"
                || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                  && !SampleTexts.hostile.contains($0)
            }, "\(command): \(rest.debugDescription)")
        }
      }
    }
  }
}

extension String {
  /// Where another text first is in the text.
  fileprivate func range(of other: String) -> Range<Index>? { ranges(of: other).first }
}
