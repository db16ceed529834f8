import CommandLine
import ECSKit
import Importer
import KonfCLI
import Schedule
import TestSupport
import Testing

/// A schedule as a page of the web.
@Suite struct ExportPageTests {
  private func page(_ input: String, _ options: String = "") -> String {
    var run = CommandLineRun()
    run.input = Array(input.utf8)
    return run("export --as html --data - \(options)").text
  }

  /// What is between two texts, each time that they come.
  private func parts(of text: String, from start: String, to end: String) -> [String] {
    text.split(separator: start, omittingEmptySubsequences: false).dropFirst().map { rest in
      String(rest.split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)[0])
    }
  }

  private func event(_ title: String, _ more: String = "") -> String {
    """
    BEGIN:VCALENDAR
    BEGIN:VEVENT
    UID:1@a.org
    SUMMARY:\(title)
    DTSTART:20250201T090000Z
    \(more)END:VEVENT
    END:VCALENDAR

    """
  }

  @Test(
    "web addresses in abstracts are links, and nothing else is",
    arguments: [
      ("See https://a.b/c?d=1&e=2.", "See \(Self.link("https://a.b/c?d=1&amp;e=2"))."),
      (
        "(http://a.b/(c)) and http://a.b/d)",
        "(\(Self.link("http://a.b/(c)"))) and \(Self.link("http://a.b/d")))"
      ),
      ("<https://a.b/&lt;>", "&lt;\(Self.link("https://a.b/&amp;lt"));&gt;"),
      (#"https://a.b/"onload="x"#, #"\#(Self.link("https://a.b/"))&quot;onload=&quot;x"#),
      (
        "xhttps://a.b javascript://a https:// ftp://a.b",
        "xhttps://a.b javascript://a https:// ftp://a.b"
      ),
      ("https://a.b/é", "\(Self.link("https://a.b/"))é"),
    ])
  func links(abstract: String, written: String) {
    let json = String(
      decoding: JSONWriter.bytes(of: .string(abstract), isIndented: false), as: UTF8.self)
    let html = page(
      """
      [{"conference": "C", "month": "2015-05", "zone": "Europe/Berlin"},
       {"t_id": "a", "startTime": "18-10-00", "description": "S"},
       {"t_id": "a", "t_index": 1, "title": "T", "abstract": \(json)}]
      """, "--abstracts")
    #expect(html.contains("<p>\(written)</details>"), "\(html)")
  }

  private static func link(_ address: String) -> String { "<a href=\"\(address)\">\(address)</a>" }

  @Test(
    "no text becomes an element, an attribute or a reference",
    arguments: [
      (
        "</script><script>alert(1)</script>", "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
      ),
      (#"" onload="x"#, "&quot; onload=&quot;x"), ("'a' &amp; b", "&#39;a&#39; &amp;amp; b"),
      ("</title></style><img src=x>", "&lt;/title&gt;&lt;/style&gt;&lt;img src=x&gt;"),
    ])
  func texts(title: String, written: String) throws {
    let json = String(
      decoding: JSONWriter.bytes(of: .string(title), isIndented: false), as: UTF8.self)
    let html = page(
      """
      [{"conference": \(json), "month": "2015-05", "zone": "Europe/Berlin"},
       {"t_id": \(json), "startTime": "18-10-00", "description": \(json), "locations": [\(json)]},
       {"t_id": \(json), "title": \(json), "speaker_name": \(json), "track": \(json),
        "language": \(json), "abstract": \(json)}]
      """, "--abstracts")
    #expect(html.contains("<h1>\(written)</h1>") && html.contains("<title>\(written)</title>"))
    #expect(html.contains("<h4>\(written)</h4>") && html.contains("<h5>\(written)</h5>"))
    for sign in ["<script", "<img", "onload=\"", "</title></", "lang=\"\""] {
      #expect(!html.contains(sign), "\(sign)")
    }
    #expect(html.split(separator: "<style").count == 2)
  }

  @Test("only web addresses are links, and none can end its attribute")
  func links() {
    for url in ["javascript:alert(1)", "data:text/html,x", "mailto:a@b.org", "///a.org", "a.html"] {
      let html = page(event("A", "URL:\(url)\n"))
      #expect(
        parts(of: html, from: "href=\"", to: "\"") == ["#", "#day-2025-02-01"], "\(url)")
    }
    #expect(page(event("A", "URL://a.org\n")).contains("<a href=\"https://a.org\">A</a>"))
    let html = page(event("A", "URL:https://a.org/\"><script>?a=1&b='2'\n"))
    #expect(html.contains("<a href=\"https://a.org/%22%3E%3Cscript%3E?a=1&amp;b=%272%27\">A</a>"))
  }

  @Test("right-to-left text is isolated, and nothing else is")
  func direction() {
    #expect(page(event("שלום a")).contains("<h4><bdi>שלום a</bdi></h4>"))
    #expect(page(event("a")).contains("<h4>a</h4>"))
    #expect(page(event("a\u{202E}b")).contains("<h4>a\\u{202e}b</h4>"))
  }

  @Test("nothing is loaded, and no script runs", arguments: ["", "--abstracts"])
  func selfContained(options: String) {
    let html = page(SampleConference.json, options)
    for sign in ["<script", "src=", "url(", "@import", "<link", "<iframe", "role=grid", "<table"] {
      #expect(!html.contains(sign), "\(sign)")
    }
    #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test(
    "every item is in the list once, with its time, and in the grid if the layout has one",
    arguments: [SampleConference.json, ParallelSchedule.json])
  func layout(json: String) throws {
    let context = Context()
    _ = try ScheduleImport(options: .init()).run(Array(json.utf8), into: context)
    let schedule = ConferenceSchedule(context)
    let html = page(json)
    let days = Dictionary(grouping: schedule.timeline) { session in
      session[Timing.self].map {
        schedule.zone.day(at: $0.listed, changingAt: schedule.dayChange(in: schedule.zone))
      }
    }
    for (_, sessions) in days {
      let grid = DayGrid(of: sessions, in: schedule)
      for session in sessions {
        let id = schedule.id(of: session)
        let found = ["session", "talk"].flatMap { kind in
          parts(of: html, from: "<article id=\(kind)-\(id)", to: ">")
            .filter { $0.isEmpty || $0.hasPrefix(" ") }
            .map { attributes in
              attributes.firstRange(of: " style=").map { attributes[$0.lowerBound...] } ?? ""
            }
        }
        let cell = grid.cells.first { $0.session == session }
        let area = cell.map { cell in
          let lines: [Int] = [
            cell.rows.lowerBound, cell.lanes.lowerBound, cell.rows.upperBound,
            cell.lanes.upperBound,
          ]
          return lines.map { "\($0 + 2)" }.joined(separator: "/")
        }
        let style = area.map { " style=--a:\($0)" } ?? ""
        #expect(found == [style[...]], "\(id)")
      }
    }
    #expect(html.split(separator: "<article").count - 1 == schedule.sessions.count)
  }

  @Test("each day, session and talk has a unique address that the next version keeps")
  func addresses() {
    func ids(_ html: String) -> [String] {
      parts(of: html, from: " id=", to: ">").map { String($0.prefix { $0 != " " }) }
    }
    let old = ids(page(FrabConference.json))
    let new = ids(page(FrabConference.nextJSON))
    #expect(Set(old).count == old.count && Set(new).count == new.count)
    #expect(!Set(old).isDisjoint(with: new))
    #expect(old.contains { $0.hasPrefix("day-20") } && old.contains { $0.hasPrefix("talk-") })
    let plain = old.joined().utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    #expect(plain)
    #expect(ids(page(HostileSchedule.json)).joined().utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test("links lead to each day, hour, location and track, and to personal items")
  func linksWithin() throws {
    let folder = TemporaryFolder()
    let run = CommandLineRun(sampleIn: folder)
    #expect(run("star d1-blau-1").status == .success)
    let html = run("export --as html").text
    let links = parts(of: html, from: "<a href=\"#", to: "</a>")
    let addresses = links.map { String($0.prefix { $0 != "\"" }) }.filter { !$0.isEmpty }
    let ids = parts(of: html, from: " id=", to: ">").map { String($0.prefix { $0 != " " }) }
    // A page of FOSDEM on a phone was 116,000 pixels high with two links.
    for address in addresses { #expect(ids.contains(address), "\(address)") }
    let texts = links.compactMap { $0.split(separator: ">").last.map(String.init) }
    for text in [
      "All", "Sat 26 Mar", "Hours", "Locations", "Tracks", "★ Mine", "Sun 27 Mar, 09:00", "Mensa",
      "Security",
    ] {
      #expect(texts.contains(text), "\(text)")
    }
    let mensa = try #require(links.first { $0.hasSuffix(">Mensa") }?.prefix { $0 != "\"" })
    let items = parts(of: html, from: "<article ", to: ">").filter {
      $0.split { " \"=".contains($0) }.contains(mensa)
    }
    #expect(items.count == 2, "lunch and party")
    #expect(html.contains(":has(#\(mensa):target) .\(mensa)"))
    // What is all of a page has no link.
    #expect(!run("export --as html --mine").text.contains("id=mine"))
    #expect(!run("export --as html --location saal").text.contains("id=locations"))
  }

  @Test("the page of an agenda shows the time between its items and simultaneous sessions")
  func agenda() {
    let folder = TemporaryFolder()
    let run = CommandLineRun(sampleIn: folder)
    _ = run("star d1-open d1-lunch")
    _ = run(["add", "Coffee", "--at", "2016-03-26T12:30", "--for", "30m"])
    let html = run("export --as html --mine").text
    #expect(html.contains("<p class=h>10:00–12:00 free for 2 h"))
    #expect(html.contains("<p class=c>At the same time: Coffee"))
    #expect(html.contains("<h4>Coffee</h4>"))
    #expect(!run("export --as html").text.contains("class=h"))
  }

  private func levels(of html: String) -> [Int] {
    parts(of: html, from: "<h", to: ">").compactMap { Int($0.prefix(1)) }
  }

  @Test("headings descend from the conference by day and hour to the item")
  func headings() {
    let html = page(SampleConference.json)
    let levels = levels(of: html)
    #expect(levels.prefix(4) == [1, 2, 3, 4])
    for (level, next) in zip(levels, levels.dropFirst()) { #expect(next <= level + 1) }
    #expect(html.contains(">09:00</h3>") && html.contains("<h4>Opening</h4>"))
    #expect(html.contains("<p>09:30–10:00 · Großer Saal\n"))
  }

  @Test("a talk without a time is a heading directly below its section")
  func headingsWithoutTime() {
    let html = page(event("A").replacing("DTSTART:20250201T090000Z\n", with: ""))
    #expect(levels(of: html) == [1, 2, 3])
    #expect(html.contains("<h2>Without a time</h2>") && html.contains("<h3>A</h3>"))
  }

  @Test("titles in a language other than the page's are marked, if the code is valid")
  func languages() {
    let html = page(SampleConference.json)
    #expect(html.contains("<h5 lang=\"ja\">") && !html.contains("lang=\"en-GB\""))
  }

  @Test(
    "a code has two or three letters, followed by parts of up to eight",
    arguments: [
      ("d", nil), ("de", "de"), ("gsw", "gsw"), ("deut", nil), ("en", nil), ("EN-gb", nil),
      ("eng", "eng"), ("de-", nil), ("de_CH", "de-CH"), ("de-1996", "de-1996"),
      ("de-abcdefgh", "de-abcdefgh"), ("de-abcdefghi", nil), ("d1", nil), ("dé", nil),
    ] as [(String, String?)])
  func languageCodes(code: String, written: String?) {
    let html = page(
      """
      [{"conference": "C", "month": "2016-04", "zone": "UTC"},
       {"t_id": "a", "startTime": "24-10-00"},
       {"t_id": "a", "t_index": 1, "title": "A", "language": "\(code)"}]
      """)
    #expect(parts(of: html, from: "<h5", to: ">") == [written.map { " lang=\"\($0)\"" } ?? ""])
  }

  @Test("an hour after midnight has its date, up to the change of the day")
  func hoursAfterMidnight() {
    let events = ["23:59", "00:00", "03:59"].enumerated().map { number, clock in
      "<event id='\(number)'><title>\(clock)</title><start>\(clock)</start></event>"
    }
    let html = page(
      """
      <schedule><conference><title>C</title><day_change>04:00</day_change></conference>
      <day date="2016-04-24"><room name="Hall">\(events.joined())</room></day>
      <day date="2016-04-25"><room name="Hall"><event id="9"><title>D</title><start>04:00</start>
      </event></room></day></schedule>
      """)
    #expect(
      parts(of: html, from: "<h3", to: "<").map { $0.drop { $0 != ">" }.dropFirst() }
        == ["23:00", "25 April 00:00", "25 April 03:00", "04:00"])
  }

  @Test(
    "FOSDEM without abstracts has at most 350 kB",
    arguments: ["frab-xml/fosdem-2025.xml"].compactMap(Repository.sharedData))
  func size(path: String) {
    var run = CommandLineRun()
    run.environment["KONF_DATA"] = path
    #expect(300_000...350_000 ~= run("export --as html").out.count)
  }
}
