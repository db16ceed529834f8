import CommandLine
import KonfCLI
import TestSupport
import Testing

/// A schedule as a table and as Markdown.
@Suite struct ExportTextTests {
  private func run(_ title: String, _ line: String) -> String {
    var run = CommandLineRun()
    let text = String(
      decoding: JSONWriter.bytes(of: .string(title), isIndented: false), as: UTF8.self)
    run.input = Array(
      """
      [{"conference": "C", "month": "2015-05", "zone": "Europe/Berlin"},
       {"t_id": "a", "startTime": "18-10-00", "description": "S"},
       {"t_id": "a", "t_index": 1, "title": \(text)}]
      """.utf8)
    return run("\(line) --data -").text
  }

  /// The cell of the title.
  private func cell(_ title: String) -> String {
    let row = run(title, "export --as csv").split(separator: "\r\n")[1]
    return String(
      row.dropFirst("a/1,".count).dropLast(
        ",2015-05-18T10:00:00+02:00,,2015-05-18,,,,,,,,session,"
          .count))
  }

  @Test(
    "no cell is a formula, with commas and with semicolons between cells",
    arguments: [
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\t=1", "'=1"),
      ("\r=1", "'=1"), ("＝1", "'＝1"), ("a=b-c@d", "a=b-c@d"), ("a;=1", "\"a;'=1\""),
      ("a; \"-1", "\"a; \"\"'-1\""), (" =1", "'=1"), ("'=1", "'=1"), ("a,=1", "\"a,=1\""),
      ("\"=1", "\"\"\"'=1\""), ("a ;-) b", "\"a ;-) b\""), ("-)", "-)"), ("a;-(1)", "\"a;'-(1)\""),
    ])
  func formulas(title: String, written: String) {
    #expect(cell(title) == written)
  }

  @Test("a cell with commas, quotes or semicolons is in quotes, and a row is one line")
  func quotes() {
    #expect(cell("a \"b\", c") == "\"a \"\"b\"\", c\"")
    #expect(cell("a\nb\r\nc") == "a b c")
    #expect(cell("plain text") == "plain text")
  }

  @Test(
    "in Markdown, web addresses in abstracts are links, and other text is escaped",
    arguments: [
      ("See https://a.b/c_d?e=1&f=2, *now*", "See <https://a.b/c_d?e=1&f=2>, \\*now\\*"),
      ("https://a.b/?c&lt;d", "[https&#58;//a.b/?c&amp;lt;d](<https://a.b/?c&amp;lt;d>)"),
      ("https://a.b - c", "<https://a.b> - c"), ("- ftp://a.b", "\\- ftp&#58;//a.b"),
    ])
  func links(abstract: String, written: String) {
    var run = CommandLineRun()
    run.input = Array(
      """
      [{"conference": "C", "month": "2015-05", "zone": "Europe/Berlin"},
       {"t_id": "a", "startTime": "18-10-00", "description": "S"},
       {"t_id": "a", "t_index": 1, "title": "T", "abstract": "\(abstract)"}]
      """.utf8)
    let text = run("export --as markdown --abstracts --data -").text
    #expect(text.contains("\(written)\n"), "\(text)")
  }

  @Test("a talk has a row, and so has a session without talks")
  func rows() {
    let lines = CommandLineRun()("export --as csv --day mon").text.split(separator: "\r\n")
    #expect(lines.contains { $0.hasPrefix("session1Day1/1,World Modeling,2015-05-18T10:00:00") })
    #expect(lines.contains { $0.hasPrefix("startDay1,Check in first day,") })
    #expect(!lines.contains { $0.hasPrefix("session1Day1,") })
  }

  @Test("ratings, stars and notes are in the file, in words, and a session's apply to its talks")
  func marks() {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    var rows = AudienceRows()
    rows.add(1, 1, "session1Day1", kind: "rating", "4")
    rows.add(1, 2, "session1Day1", kind: "star", "yes")
    rows.add(1, 3, "session2Day1/2", kind: "star", "maybe")
    rows.add(1, 4, "session1Day1", kind: "note", "=bring <cake>")
    folder.write(rows.logLines, to: "ratings.log")
    let table = run("export --as csv").text.split(separator: "\r\n")
    #expect(table.count { $0.hasSuffix(",4,yes,'=bring <cake>,session,") } == 2)
    #expect(table.count { $0.hasSuffix(",,maybe,,session,") } == 1)
    let markdown = run("export --as markdown").text
    #expect(markdown.contains(#"★ mine · rated 4 of 5 · note: =bring &lt;cake\>"#))
    #expect(markdown.contains("☆ maybe"))
    let page = run("export --as html").text
    #expect(page.contains("<p>★ mine · rated 4 of 5 · note: =bring &lt;cake&gt;\n"))
    #expect(page.matches(of: /class="?m[ >]/).count == 4)
    let calendar = run("export --as ics").text
    #expect(calendar.contains(#"DESCRIPTION:Note: =bring <cake>\n\nWorld"#))
  }

  @Test(
    "no title is markup, a link or HTML",
    arguments: [
      ("<script>", #"&lt;script\>"#), ("[a](b)", #"\[a\](b)"#),
      ("*a* _b_ `c`", #"\*a\* \_b\_ \`c\`"#),
      ("1. a", #"1\. a"#), ("2) a", #"2\) a"#), ("- a", #"\- a"#), ("+ a", #"\+ a"#),
      ("# a", ##"\# a"##),
      ("===", "&#61;=="), ("> a", #"\> a"#), ("a - b", "a - b"), ("&amp;", "&amp;amp;"),
      ("a & b&", "a & b&"), ("a^b$", "a&#94;b&#36;"),
      ("https://a.org", "https&#58;//a.org"), ("www.a.org", #"www\.a.org"#),
      ("WWW.a.org", #"WWW\.a.org"#), ("a\\", #"a\\"#),
      ("~~a~~ | b", "&#126;&#126;a&#126;&#126; &#124; b"), ("    a", "a"),
      ("a\n\n# b", ##"a \# b"##),
      ("v1.0: x", "v1.0: x"), (": x", "&#58; x"), ("(1) a", #"(1\) a"#), ("a. b", #"a\. b"#),
      ("ii) b", #"ii\) b"#), ("(@) b", #"(@\) b"#), ("3.5 a", "3.5 a"), ("(a) b", #"(a\) b"#),
      ("No. 5", "No. 5"), ("1.", #"1\."#),
    ])
  func markdown(title: String, written: String) {
    #expect(run(title, "export --as markdown").hasSuffix("\n- **\(written)**\n"))
  }

  @Test("a talk with a page is a link to it, which no address can end")
  func links() {
    var run = CommandLineRun()
    let url = "https://a.org/é?x=1&lt;&y=<b>)\\"
    run.input = Array(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:1@a.org
      SUMMARY:A
      DTSTART:20250201T090000Z
      URL:\(url)
      END:VEVENT
      END:VCALENDAR

      """.utf8)
    let encoded = "https://a.org/%C3%A9?x=1&lt;&y=%3Cb%3E)%5C"
    #expect(run("export --as ics --data -").text.contains("URL:\(encoded)\r\n"))
    #expect(
      run("export --as markdown --data -").text
        .contains("[A](<\(encoded.replacing("&", with: "&amp;"))>)"))
  }
}
