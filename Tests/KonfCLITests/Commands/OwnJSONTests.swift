import CommandLine
import ECSKit
import Importer
import KonfCLI
import SourceText
import TestSupport
import Testing

/// konf reads the schedules that it prints as JSON, with every field.
@Suite struct OwnJSONTests {
  /// What shows all that a schedule has.
  private static let answers = [
    "timeline --json", "talks --json", "speakers --json", "organizers --json", "locations --json",
    "conference --json", "days --json", "tracks --json", "timeline", "talks",
  ]

  /// What is different if a schedule is exported and read again.
  private static func differences(
    of bytes: [UInt8], _ answers: [String] = answers, options: String = ""
  ) -> [String] {
    func output(_ line: String, _ bytes: [UInt8]) -> [UInt8] {
      var run = CommandLineRun()
      run.input = bytes
      return run("\(line) --data -\(options)").out
    }
    // A list of talks does not say whether a session without time and location is in the schedule, so
    // it does not keep the order of talks without time.
    func records(_ answer: [UInt8]) -> [String] {
      guard let root = try? SourceDocument(json: answer).root else { return ["no JSON"] }
      let timed = root.elements.filter { $0["start"]?.string != nil }
      let untimed = root.elements.filter { $0["start"]?.string == nil }
      return timed.map(\.json) + untimed.map(\.json).sorted()
    }
    var differences: [String] = []
    for line in ["export --as json", "timeline --json", "talks --json"] {
      let first = output(line, bytes)
      let again = output(line, first)
      let isSame = line == "talks --json" ? records(again) == records(first) : again == first
      if !isSame { differences.append(line) }
    }
    let document = output("export --as json", bytes)
    if document.isEmpty { differences.append("no document") }
    for line in answers where output(line, document) != output(line, bytes) {
      differences.append("\(line) of the document")
    }
    return differences
  }

  @Test(
    "a schedule of any format is the same after export and import", arguments: FormatSamples.all)
  func samples(sample: FormatSamples.Sample) {
    #expect(Self.differences(of: Array(sample.text.utf8)) == [])
  }

  @Test("a talk without an id has its title as its id, and pages print it once")
  func titleAsID() throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      {"conference": {"title": "Harbour", "zone": "Europe/Berlin"},
      "sessions": [{"title": "Knots", "start": "2026-09-12T11:00:00+02:00"}]}
      """.utf8)
    for line in [
      "timeline", "timeline --width 40", "talks --oneline", "session knots", "search knots",
      "timeline --grid",
    ] {
      let text = run("\(line) --data -").text
      #expect(text.matches(of: #/Knots/#).count == 1, "\(line): \(text)")
    }
    #expect(try run.values("id", of: "talks --data -") == ["Knots"])
  }

  @Test("the people of a session without talks are the same")
  func peopleOfSession() {
    let bytes = Array(
      """
      {"sessions": [{"id": "1", "title": "Lunch", "startsAt": "2026-05-18T12:00:00",
      "endsAt": "2026-05-18T13:00:00", "isServiceSession": true, "speakers": ["s1"], "roomId": 1}],
      "speakers": [{"id": "s1", "fullName": "Ada Lovelace"}], "rooms": [{"id": 1, "name": "Elbe"}],
      "categories": [], "questions": []}
      """.utf8)
    #expect(Self.differences(of: bytes) == [])
    func csv(_ bytes: [UInt8]) -> String {
      var run = CommandLineRun()
      run.input = bytes
      return run("export --as csv --data -").text
    }
    var run = CommandLineRun()
    run.input = bytes
    let again = csv(run("export --as json --data -").out)
    #expect(again == csv(bytes) && again.contains("Ada Lovelace"))
  }

  @Test(
    "the schedules of the tests and of the folder data are the same",
    arguments: [
      "sample", "hostile", "devrooms", "data/uikonf-2015/schedule.json",
      "data/harbour-2026/schedule.xml",
    ])
  func schedules(name: String) throws {
    let bytes =
      switch name {
      case "sample": Array(SampleConference.json.utf8)
      case "hostile": Array(HostileSchedule.json.utf8)
      case "devrooms": Array(DevroomSchedule.json.utf8)
      default: try #require(Repository.bytes(of: name))
      }
    #expect(Self.differences(of: bytes) == [])
  }

  @Test(
    "generated schedules with all variations of real files are the same",
    arguments: 1...(BuiltProgram.isLong ? 60 : 20))
  func generated(seed: Int) {
    var generator = ScheduleGenerator(seed: UInt64(seed), isOdd: seed > 10)
    #expect(Self.differences(of: generator.schedule(sessions: 12).json) == [])
  }

  @Test("a person without a name is in no list and in no document")
  func nameless() throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      {"sessions": [{"id": "12", "title": "Ships", "startsAt": "2025-05-10T10:00:00",
      "speakers": ["a", "b"]}], "rooms": [], "categories": [], "speakers": [
      {"id": "a", "fullName": "", "bio": "Sails."}, {"id": "b", "fullName": "Ada"}, {"id": "c"}]}
      """.utf8)
    let document = run("export --as json --data -")
    #expect(document.text.contains(#""name":"Ada""#) && !document.text.contains(#""name":"""#))
    #expect(document.notes.contains("item 1: no identifying field; expected fullName or name"))
    #expect(try run.values("name", of: "speakers --data -") == ["Ada"])
  }

  @Test("invented events in each format are the same", arguments: TwinFormat.allCases)
  func twins(format: TwinFormat) {
    let bytes = Array(format.text(TwinEvent.events(12, seed: 1)).utf8)
    #expect(Self.differences(of: bytes) == [])
  }

  @Test("schedules published by conferences are the same", arguments: published)
  func real(path: String) throws {
    let bytes = try #require(Repository.bytes(of: path))
    #expect(
      Self.differences(of: bytes, ["timeline --json", "speakers --json", "conference"]) == [])
  }

  /// The shared samples, as far as they are at hand; large ones take minutes in a debug build.
  private static let published =
    [
      "uikonf/uikonf-2015.json", "frab-json/voc-example-hub-schedule2.json",
      "frab-json/voc-example-pretalx-democon.json", "frab-json/voc-34C3-everything.json",
      "frab-xml/28c3.xml", "frab-xml/fosdem-2012.xml", "frab-xml/fosdem-2025.xml",
      "sessionize/gab-linz-2020.json", "sessionize/qa-or-the-hwy.json", "ical/moca24.ics",
      "ical/kielux_2020.ics", "twins/emf-2022.ics", "twins/emf-2022.xml",
      "versions/camp2019-20190819-9d74b1f.json", "versions/uikonf-v08-7394af5.json",
    ].compactMap(Repository.sharedData).filter { path in
      BuiltProgram.isLong || Repository.bytes(of: path)?.count ?? 0 < 150_000
    }

  // MARK: What is not read

  @Test("a user's marks are not part of the schedule, and konf says so")
  func marks() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    #expect(run("export --as json").text.contains(#""rating":null"#))
    let plain = run("export --as json").out
    #expect(run("rate session1Day1 5").status == .success)
    #expect(run("star session1Day1/2 session4Day2/2 --note mine").status == .success)
    for line in ["export --as json", "timeline --json", "talks --json"] {
      let marked = run(line).out
      #expect(marked != plain)
      var reader = CommandLineRun()
      reader.input = marked
      let output = reader("export --as json --data -")
      #expect(output.text.contains("session1Day1") && !output.text.contains(#""note":"mine""#))
      #expect(!output.text.contains(#""rating":5"#) && !output.text.contains(#""star":"yes""#))
      #expect(
        output.notes.contains(
          "ratings, stars and notes do not belong to a schedule; skipped in"),
        "\(line): \(output.notes)")
    }
    #expect(!CommandLineRun.notes(of: plain).contains("ratings"))
  }

  @Test("an answer that is not a schedule is refused by the name of its command")
  func others() {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    folder.write(FrabConference.json, to: "old.json")
    folder.write(FrabConference.nextJSON, to: "new.json")
    folder.write(
      """
      [{"conference": "Fair", "month": "2016-03", "zone": "Europe/Berlin"}, {"name": "Hall", "address": "A"},
       {"t_id": "a", "startTime": "26-09-00", "endTime": "26-11-00", "locations": ["Hall"],
        "description": "A"},
       {"t_id": "b", "startTime": "26-10-00", "endTime": "26-11-00", "locations": ["Hall"],
        "description": "B"}]
      """, to: "warnings.json")
    #expect(run("star session4Day1/1").status == .success)
    #expect(run(["add", "Tea", "--at", "2015-05-18T13:00", "--for", "20m"]).status == .success)
    for (line, command) in [
      ("speakers", "speakers"), ("organizers", "speakers"), ("speaker lee", "speakers"),
      ("locations", "locations"), ("location tour", "locations"), ("conference", "conference"),
      ("days", "days"), ("agenda", "agenda"), ("agenda --fill", "agenda"),
      ("search swift", "search"), ("rate session4Day2 4", "ratings"), ("ratings", "ratings"),
      ("star session4Day2/1", "star"), ("note session4Day2 x", "star"),
      ("add Lunch --at 2015-05-19T12:00 --for 1h", "add"), ("log", "log"), ("undo", "log"),
      ("log --import", "log --import"),
      ("entities", "entities"), ("entities all", "entities"), ("check @/warnings.json", "check"),
      ("doctor", "doctor"), ("help", "help"), ("diff @/old.json @/new.json", "diff"),
    ] {
      let answer = run("\(line.replacing("@", with: folder.path)) --json")
      #expect(answer.out.count > 3, "\(line): \(answer.notes)")
      var reader = CommandLineRun()
      reader.input = answer.out
      let refusal = reader("talks --data -")
      #expect(refusal.status == .badData, "\(line)")
      #expect(
        refusal.notes.contains(
          "it looks like the output of konf \(command), which is not a schedule; konf reads the output of "
            + "konf timeline, talks and export"), "\(line): \(refusal.notes)")
    }
  }

  @Test("no file of another format is mistaken for konf's, nor the reverse")
  func detection() throws {
    func format(of bytes: [UInt8]) throws -> String {
      try ScheduleImport().run(bytes, into: Context()).format
    }
    for sample in FormatSamples.all {
      let name = try format(of: Array(sample.text.utf8))
      #expect((name == "konf JSON") == (sample.name == "konf JSON"), "\(sample.name)")
      var run = CommandLineRun()
      run.input = Array(sample.text.utf8)
      for line in ["export --as json", "timeline --json", "talks --json", "next --in 999d"] {
        let answer = run(
          "\(line) --data - --at 2016-04-01\(line.hasPrefix("next") ? " --json" : "")")
        #expect(try format(of: answer.out) == "konf JSON", "\(sample.name): \(line)")
      }
    }
    // A calendar of a web page, a list of appointments, and a document with lists of something else.
    for text in [
      #"[{"title": "A", "start": "2026-05-01", "end": "2026-05-02"}]"#,
      #"[{"id": "1", "title": "A", "day": "2026-05-01", "start": null, "end": null, "locations": []}]"#,
      #"{"conference": "Fair", "sessions": [{"title": "A", "start": "2026-05-01"}]}"#,
      #"{"conference": {"name": "Fair"}, "sessions": [{"name": "A", "begin": "2026-05-01"}]}"#,
    ] {
      #expect(throws: ImportError.self, "\(text)") { try format(of: Array(text.utf8)) }
    }
  }

  // MARK: What other programs write

  @Test("a document requires only titles and starts")
  func sparse() throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      {"conference": {"title": "Fair", "zone": "Europe/Berlin"}, "sessions": [
       {"title": "Lunch", "start": "2026-05-01T12:00:00", "end": "2026-05-01T13:00:00", "talks": []},
       {"id": 7, "title": "Trees", "start": "2026-05-01T10:00:00", "speakers": ["Ada", {"name": "Bo"}],
        "locations": ["Hall"], "links": ["https://a.org/1"], "url": "https://a.org/2"},
       {"title": "Lightning", "start": "2026-05-01T14:00:00", "talks": [
        {"id": "x", "title": "One", "speakers": ["Ada"]}, {"title": "Two"}]}]}
      """.utf8)
    #expect(try run.values("title", of: "timeline --data -") == ["Trees", "Lunch", "Lightning"])
    #expect(try run.values("title", of: "talks --data -") == ["Trees", "One", "Two"])
    #expect(try run.values("id", of: "talks --data -") == ["7", "Lightning/1", "Lightning/2"])
    #expect(try run.values("name", of: "speakers --data -") == ["Ada", "Bo"])
    #expect(
      try run.values("start", of: "talks --data -")
        == [
          "2026-05-01T10:00:00+02:00", "2026-05-01T14:00:00+02:00", "2026-05-01T14:00:00+02:00",
        ])
    let talks = run("talks --data - --json")
    #expect(talks.text.contains(#""otherIds":["x"]"#) && talks.notes.isEmpty, "\(talks.notes)")
    #expect(talks.text.contains(#""url":"https://a.org/2""#))
  }

  @Test("the jq lines in the article convert its file into a schedule")
  func jq() throws {
    let article = String(
      decoding: try #require(
        Repository.bytes(of: "Sources/Importer/Importer.docc/AddingAFormat.md")), as: UTF8.self)
    func block(_ language: String) throws -> String {
      let start = try #require(article.firstRange(of: "```\(language)\n")).upperBound
      let end = try #require(article[start...].firstRange(of: "```")).lowerBound
      return String(article[start..<end])
    }
    let konf = try #require(BuiltProgram.konf)
    guard BuiltProgram.shell("command -v jq").status == 0 else {
      print("jq is not installed; the lines of the article are not run")
      return
    }
    let folder = TemporaryFolder()
    folder.write(try block("json"), to: "meetup.json")
    folder.write(try block("jq"), to: "meetup.jq")
    let exchanges = ReadmeTests.exchanges(in: article)
    #expect(exchanges.count == 1)
    for exchange in exchanges {
      let programs = konf[..<(konf.lastIndex(of: "/") ?? konf.startIndex)]
      let variables = "LANG=C.UTF-8 COLUMNS=80 HOME='\(folder.path)' PATH=\"$PATH:\(programs)\""
      let answer = BuiltProgram.shell(
        "cd '\(folder.path)' && export \(variables) && \(exchange.command) --at 2015-05-18T10:30")
      let lines = answer.output.split(separator: "\n").map(String.init)
      #expect(lines == exchange.answer.filter { !$0.isEmpty })
    }
  }
}

extension CommandLineRun {
  /// What is remarked on when a schedule is read.
  fileprivate static func notes(of bytes: [UInt8]) -> String {
    var run = CommandLineRun()
    run.input = bytes
    return run("talks --data -").notes
  }
}
