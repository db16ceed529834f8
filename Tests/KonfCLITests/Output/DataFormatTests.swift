import CommandLine
import Importer
import KonfCLI
import SourceText
import TestSupport
import Testing

/// Answers for other programs: one array, a line for each record, or a table.
@Suite struct DataFormatTests {
  /// Lines whose answers consist of records.
  static let answers = TypedLine.all.filter { line in
    !line.line.contains("--grid") && !line.line.contains("--heat")
      && ![
        "ratings", "rate", "star", "unstar", "note", "hide", "add", "use", "undo",
        "redo", "browse", "pick",
      ].contains(line.command)
  }

  private func elements(_ output: Output) throws -> [SourceValue] {
    try SourceDocument(json: output.out).root.elements.map(\.self)
  }

  private func lines(_ output: Output) -> [Substring] {
    output.text.split(separator: "\n", omittingEmptySubsequences: true)
  }

  @Test("every record has the listed fields, in order", arguments: answers)
  func names(line: TypedLine) throws {
    if line.line.contains("--as csv") { return }
    let runs = CommandLineRuns(line)
    let names = lines(runs(line, "--json=?")).map(String.init)
    #expect(!names.isEmpty)
    for record in try elements(runs(line, "--json")) {
      #expect(record.members.map(\.key) == names)
    }
    #expect(lines(runs(line, "--tsv")).first?.split(separator: "\t").map(String.init) == names)
  }

  @Test("an array, lines and a table have the same records", arguments: answers)
  func forms(line: TypedLine) throws {
    if line.line.contains("--as csv") { return }
    let runs = CommandLineRuns(line)
    let records = try elements(runs(line, "--json"))
    #expect(lines(runs(line, "--jsonl")).map(String.init) == records.map(\.json))
    let table = lines(runs(line, "--tsv"))
    #expect(table.count == records.count + 1)
    let columns = table[0].count { $0 == "\t" }
    #expect(table.allSatisfy { row in row.count { $0 == "\t" } == columns })
  }

  @Test("fields are printed in the requested order, in every form")
  func picks() throws {
    let run = CommandLineRun()
    #expect(
      run("rate session1Day1 4").status != .success, "nothing is kept, so that nothing is rated")
    let output = run("session session1Day1 --json=start,id,locations")
    #expect(
      output.text == """
        [{"start":"2015-05-18T10:00:00+02:00","id":"session1Day1",\
        "locations":[{"id":"Heimathafen Neukölln","name":"Heimathafen Neukölln"}]}]

        """)
    #expect(
      run("session session1Day1 --jsonl=id,track").text
        == #"{"id":"session1Day1","track":null}"# + "\n")
    #expect(
      run("session session1Day1 --tsv=id,track,locations").text
        == "id\ttrack\tlocations\nsession1Day1\t\tHeimathafen Neukölln\n")
  }

  @Test("no text of a schedule breaks a row, a cell or the terminal")
  func hostile() throws {
    let texts: [String] = SampleTexts.hostile.map { "a\($0)b" }
    for text in texts + [HostileSchedule.attack, "a\tb", "a\nb", #"a\tb"#, "\"a\""] {
      var run = CommandLineRun()
      run.input = Array(HostileSchedule.json(with: text).utf8)
      for command in ["timeline", "talks", "speakers", "locations", "search title", "entities all"]
      {
        let table = run("\(command) --data - --tsv")
        let count = try elements(run("\(command) --data - --json")).count
        let rows = lines(table)
        #expect(rows.count == count + 1, "\(command)")
        let columns = rows[0].count { $0 == "\t" }
        for row in rows {
          #expect(row.count { $0 == "\t" } == columns, "\(command): \(row)")
          #expect(row.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 }, "\(row)")
        }
        // What is not cut at tabs has no other way to be hidden.
        #expect(
          rows.joined().replacing("\t", with: "").unicodeScalars.allSatisfy {
            !("\u{202A}"..."\u{202E}").contains($0) && $0 != "\u{1B}"
          })
      }
    }
  }

  @Test("an empty result is an empty array, no line, or a header alone")
  func empty() {
    let run = CommandLineRun()
    #expect(run("search xyzzy --json").text == "[]\n")
    #expect(run("search xyzzy --jsonl").text.isEmpty)
    #expect(run("search xyzzy --tsv=id,title").text == "id\ttitle\n")
    #expect(run("agenda --tsv=id").text == "id\n")
  }

  @Test("a repeated option finds the union of its values, in every list")
  func unions() throws {
    var run = CommandLineRun()
    run.input = Array(SampleConference.json.utf8)
    func ids(_ line: String) throws -> Set<String> {
      Set(try run.values("id", of: "\(line) --data -"))
    }
    for (option, first, second) in [
      ("day", "1", "2"), ("location", "saal", "blau"), ("speaker", "zoe", "zak"),
      ("track", "security", "languages"), ("lang", "en", "de"),
    ] {
      for list in ["talks", "timeline"] {
        let one = try ids("\(list) --\(option) \(first)")
        let other = try ids("\(list) --\(option) \(second)")
        #expect(!one.isEmpty && !other.isEmpty && one != other, "\(option)")
        #expect(
          try ids("\(list) --\(option) \(first) --\(option) \(second)") == one.union(other),
          "\(list) --\(option)")
      }
    }
    let unknown = run("talks --data - --track security --track nosuch")
    #expect(unknown.status == .notFound && unknown.out.isEmpty)
  }

  @Test("the lines with jq in the help work")
  func jq() throws {
    let konf = try #require(BuiltProgram.konf)
    guard BuiltProgram.shell("command -v jq").status == 0 else {
      print("jq is not installed; its lines are not run")
      return
    }
    let folder = String(konf[..<(konf.lastIndex(of: "/") ?? konf.startIndex)])
    for line in CommandTable.jqLines.map(\.string) {
      let now = line.replacing("konf now", with: "konf now --at 2015-05-18T10:30")
      let answer = BuiltProgram.shell("PATH=\(folder):$PATH; \(now)")
      #expect(answer.status == 0 && !answer.output.isEmpty, "\(line)")
    }
  }
}

/// What a file calls something by, and where that is taken.
@Suite struct IdentifierRunTests {
  private static let pretalx = """
    {"schedule": {"conference": {"title": "C", "acronym": "c16", "url": "https://c.example/",
      "time_zone_name": "Europe/Berlin",
      "days": [{"index": 1, "date": "2016-04-24", "rooms": {"Hall": [
        {"guid": "3c8ae2d4-5d7b-4b5e-9a53-111111111111", "code": "AB3XYZ", "id": 4711,
         "title": "Trains", "start": "10:00", "duration": "00:30", "type": "Workshop",
         "date": "2016-04-24T10:00:00+02:00", "url": "https://c.example/talk/AB3XYZ",
         "persons": [{"code": "ADA42", "id": 7, "public_name": "Ada"}]}]}}],
      "rooms": [{"name": "Hall", "guid": "9d1ae2d4-5d7b-4b5e-9a53-222222222222"}]}}}
    """

  private var run: CommandLineRun {
    var run = CommandLineRun()
    run.input = Array(Self.pretalx.utf8)
    return run
  }

  @Test(
    "a talk is found by its id, its code and its number",
    arguments: ["3c8ae2d4-5d7b-4b5e-9a53-111111111111", "3c8ae2d4", "AB3XYZ", "ab3xyz", "4711"])
  func talks(id: String) throws {
    #expect(try run.values("title", of: "session \(id) --data -") == ["Trains"])
    let hits = run("search \(id) --data - --json=id,title,matched")
    #expect(try hits.values("title") == ["Trains"])
    #expect(try hits.values("matched") == [#"["id"]"#])
  }

  @Test("people and locations are found by their ids, and so are the talks of a filter")
  func references() throws {
    #expect(try run.values("name", of: "speaker ada42 --data -") == ["Ada"])
    #expect(try run.values("title", of: "talks --speaker ADA42 --data -") == ["Trains"])
    let room = "9d1ae2d4-5d7b-4b5e-9a53-222222222222"
    #expect(try run.values("name", of: "location \(room) --data -") == ["Hall"])
    #expect(try run.values("title", of: "talks --room \(room) --data -") == ["Trains"])
    #expect(try run.values("title", of: "search ADA42 --data -") == ["Ada"])
  }

  @Test("a record has the ids, type, page and day of its talk, and the conference has one, too")
  func records() throws {
    let fields = "id,type,speakers,day,locations,url"
    #expect(
      run("talks --data - --jsonl=\(fields)").text == """
        {"id":"3c8ae2d4-5d7b-4b5e-9a53-111111111111","type":"Workshop",\
        "speakers":[{"id":"ADA42","name":"Ada"}],"day":"2016-04-24",\
        "locations":[{"id":"9d1ae2d4-5d7b-4b5e-9a53-222222222222","name":"Hall"}],\
        "url":"https://c.example/talk/AB3XYZ"}

        """)
    #expect(
      run("conference --data - --jsonl=title,acronym,url,days,talkCount").text == """
        {"title":"C","acronym":"c16","url":"https://c.example/","days":["2016-04-24"],"talkCount":1}

        """)
  }

  @Test("konf today equals the timeline of today")
  func today() {
    let run = CommandLineRun()
    #expect(run("today").out == run("timeline --day today").out)
    #expect(run("today --json").out == run("timeline --day today --json").out)
  }
}
