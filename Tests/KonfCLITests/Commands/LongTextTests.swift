import CommandLine
import KonfCLI
import Testing

/// The pages of `now`, `next` and `timeline` and some exports show no abstracts, so that these commands do
/// not read them; what they answer to other programs has all of them.
@Suite struct LongTextTests {
  private let run: CommandLineRun

  init() {
    var run = CommandLineRun()
    run.input = Array(
      """
      {"schedule": {"conference": {"title": "C", "time_zone_name": "UTC", "days": [
       {"date": "2025-02-01", "rooms": {"R": [
        {"id": 7, "title": "A", "start": "10:00", "duration": "1:00", "abstract": "<p>Long</p>"},
        {"id": 8, "title": "B", "start": "10:30", "duration": "1:00", "abstract": true}]}}]}}}
      """.utf8)
    self.run = run
  }

  @Test(
    "the notes on a file are the same whether its long texts are read or not",
    arguments: ["now --at 2025-02-01T10:45", "next --at 2025-02-01T09:45", "timeline"])
  func remarks(line: String) throws {
    let page = run("\(line) --data -")
    #expect(page.text.contains("A") && page.text.contains("B") && !page.text.contains("Long"))
    #expect(page.notes.contains(#"field "abstract": found true; expected a string"#))
    for option in ["--json", "--jsonl", "--tsv"] {
      let data = run("\(line) --data - \(option)")
      // A cell of a table has the identifiers of talks alone.
      #expect(data.text.contains("Long") == (option != "--tsv"), "\(option)")
      #expect(data.notes == page.notes, "\(option)")
    }
  }

  @Test(
    "an export has the requested abstracts, with the same notes",
    arguments: [
      ("html", false), ("html --abstracts", true), ("markdown", false),
      ("markdown --abstracts", true), ("csv", false), ("ics", true), ("json", true),
    ])
  func exports(form: String, hasAbstracts: Bool) {
    let file = run("export --as \(form) --data -")
    #expect(file.text.contains("A") && file.text.contains("B"))
    #expect(file.text.contains("Long") == hasAbstracts)
    #expect(file.notes.contains(#"field "abstract": found true; expected a string"#))
  }
}
