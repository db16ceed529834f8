import Basics
import CommandLine
import Importer
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// A filter finds the same as the page: for every location, person, track and day of a
/// schedule.
@Suite struct FilterPageTests {
  struct File: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }
  }

  /// Locations and people without a record, with nothing but a record, and alike ones.
  private static let sparse = """
    [{"conference": "Fair", "month": "2016-04", "zone": "Europe/Berlin"},
     {"t_id": "a", "startTime": "24-09-00", "endTime": "24-10-00", "locations": ["K.1.105"]},
     {"t_id": "b", "startTime": "24-09-30", "locations": ["Janson 2", "Hall"]},
     {"t_id": "c", "startTime": "25-09-30", "locations": ["hall", "K.3.401"]},
     {"t_id": "a", "t_index": 1, "title": "A", "speaker_name": "Ada", "track": "Go"},
     {"t_id": "a", "t_index": 2, "title": "B", "speaker_name": "Ghost", "track": "go"},
     {"t_id": "b", "t_index": 1, "title": "C", "speaker_name": "Ada Lee", "track": "Golang"},
     {"t_id": "lost", "t_index": 1, "title": "D", "speaker_name": "Ghost Writer"},
     {"name": "Ada", "bio": "Counts."}, {"name": "Bo", "bio": "Helps.", "organizer": true},
     {"name": "K.1", "address": "x"}, {"name": "K.1.105", "address": "x"},
     {"name": "Janson", "address": "x"}, {"name": "Hall", "address": "x"}]
    """

  private static let own: [File] =
    FormatSamples.all.map { File(name: $0.name, bytes: Array($0.text.utf8)) }
    + [
      File(name: "sparse", bytes: Array(sparse.utf8)),
      File(name: "several tracks", bytes: Array(SampleConference.json.utf8)),
    ]
    + ["uikonf-2015/schedule.json", "harbour-2026/schedule.xml", "harbour-2026/draft.xml"]
    .compactMap { path in
      Repository.bytes(of: "data/\(path)").map { File(name: path, bytes: $0) }
    }

  /// Schedules that conferences published; the large ones take minutes, which `KONF_LONG=1` allows.
  private static let shared: [File] =
    [
      "uikonf/uikonf-2015.json", "versions/uikonf-v05-64afb0c.json", "ical/kielux_2020.ics",
      "sessionize/gab-linz-2020.json", "sessionize/qa-or-the-hwy.json",
      "frab-json/voc-example-hub-schedule2.json", "frab-json/voc-example-pretalx-democon.json",
    ].compactMap(read) + (BuiltProgram.isLong ? large.compactMap(read) : [])

  private static let large = [
    "ical/moca24.ics", "frab-xml/28c3.xml", "frab-xml/debconf23.xml", "frab-xml/fosdem-2012.xml",
    "frab-xml/fosdem-2019.xml", "frab-xml/fosdem-2025.xml", "frab-json/voc-34C3-everything.json",
    "versions/36c3-20191227-67c1770.json",
  ]

  private static func read(_ path: String) -> File? {
    Repository.sharedData(path).flatMap(Repository.bytes(of:)).map { File(name: path, bytes: $0) }
  }

  @Test("of every location", arguments: own + shared)
  func places(file: File) throws {
    let schedule = try Answers(file)
    for name in schedule.sampled(schedule.locationNames) {
      let page = try schedule.ask(["location", name])
      let ids = Set(page.flatMap { $0.texts("sessions") })
      try schedule.expect(
        "--room", name, talks: { ids.contains($0.text("session")) },
        sessions: { ids.contains($0.text("id")) })
      let found = try schedule.ask(["locations", "--room", name]).map { $0.text("name") }
      #expect(
        found
          == schedule.locations.filter { !ids.isDisjoint(with: $0.texts("sessions")) }
          .map { $0.text("name") }, "\(name)")
      #expect(
        Set(page.filter { !$0.texts("sessions").isEmpty }.map { $0.text("name") }).isSubset(
          of: found))
    }
  }

  @Test("of every person", arguments: own + shared)
  func people(file: File) throws {
    let schedule = try Answers(file)
    for name in try schedule.sampled(schedule.personNames) {
      let page = try schedule.ask(["speaker", name])
      let ids = Set(page.flatMap { $0["talks"]?.elements.map { $0.text("id") } ?? [] })
      try schedule.expect(
        "--speaker", name, talks: { ids.contains($0.text("id")) },
        sessions: { session in schedule.talks(of: session).contains { ids.contains($0) } })
    }
  }

  @Test("of every track and language", arguments: own + shared)
  func content(file: File) throws {
    let schedule = try Answers(file)
    for (option, field) in [("--track", "track"), ("--lang", "language")] {
      for name in schedule.sampled(Set(schedule.talks.map { $0.text(field) }.filter(isName))) {
        func isMeant(_ text: String) -> Bool {
          text.folded == name.folded
            || field == "language" && text.folded.hasPrefix("\(name.folded)-")
        }
        let found = try schedule.ask(["talks", option, name]).map { $0.text("id") }
        #expect(
          found == schedule.talks.filter { isMeant($0.text(field)) }.map { $0.text("id") },
          "\(option) \(name)")
      }
    }
  }

  @Test("of every day, which has each session that takes place on it", arguments: own + shared)
  func days(file: File) throws {
    let schedule = try Answers(file)
    let timed = schedule.sessions.filter { $0.text("start") + $0.text("end") != "" }
    let dates = Set(
      timed.map { session in
        String(
          (session.text("start").isEmpty ? session.text("end") : session.text("start")).prefix(10))
      })
    let found = try dates.sorted().flatMap { day -> [String] in
      let output = schedule.run(["timeline", "--day", day])
      // What begins after midnight is listed under the evening before.
      if output.status == .notFound { return [] }
      let headings = output.text.split(separator: "\n").count { line in
        Weekday.allCases.contains { line.hasPrefix("\($0.name) ") }
      }
      #expect(headings == (output.text.isEmpty ? 0 : 1), "\(day)")
      return try schedule.ask(["timeline", "--day", day]).map { $0.text("id") }
    }
    // What lasts for days is on each of them.
    #expect(found.uniqued == timed.map { $0.text("id") })
  }
}

/// Schedules in which everything hangs on one thing.
@Suite struct SharedSessionTests {
  @Test("a session in all locations makes no location's pages longer than the file")
  func everywhere() {
    func length(_ count: Int) -> Int {
      let names = (0..<count).map { "Room \($0)" }
      let places = names.map { #"{"name": "\#($0)", "address": "x"}"# }
      let session = #"{"t_id": "a", "startTime": "18-10-00", "locations": \#(names)}"#
      var run = CommandLineRun()
      run.input = Array("[\(session), \(places.joined(separator: ", "))]".utf8)
      return run("location room --data -").text.utf8.count
    }
    #expect(length(160) < 5 * length(40))
  }

  @Test("a conference day without sessions is an empty answer with a reason")
  func emptyDay() {
    var run = CommandLineRun()
    run.input = Array(
      """
      <schedule><conference><title>Fair</title><time_zone_name>UTC</time_zone_name></conference>
      <day index="1" date="2016-04-24"><room name="Hall"><event id="1"><title>A</title>
      <start>09:00</start><duration>1:00</duration></event></room></day>
      <day index="2" date="2016-04-25"></day></schedule>
      """.utf8)
    let output = run("timeline --data - --day 2016-04-25")
    #expect(output.status == .success && output.text.isEmpty)
    #expect(
      output.notes.hasSuffix(
        "konf: nothing is listed on Monday 25 April 2016; Fair is on Sunday 24 April 2016\n"))
    #expect(run("timeline --data - --day 2016-04-26").status == .notFound)
  }

  @Test("ratings are counted in the requested part")
  func ratedPart() {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    #expect(run("rate session1Day1 5").status == .success)
    #expect(run("ratings --day 2").text.hasSuffix("2 of 9 talks rated\n"))
    #expect(run("ratings --day 3").text.hasSuffix("0 of 9 talks rated\n"))
    #expect(run("ratings").text.hasSuffix("2 of 18 talks rated\n"))
  }
}

/// Whether something can be looked for by this name.
private func isName(_ name: String) -> Bool { name.contains { $0.isLetter || $0.isNumber } }

/// All that konf answers about a schedule, and what it answers if asked again.
private struct Answers {
  private let file: FilterPageTests.File
  private(set) var sessions: [SourceValue] = []
  private(set) var talks: [SourceValue] = []
  private(set) var locations: [SourceValue] = []

  init(_ file: FilterPageTests.File) throws {
    self.file = file
    sessions = try ask(["timeline"])
    talks = try ask(["talks"])
    locations = try ask(["locations"])
  }

  func run(_ words: [String]) -> Output {
    var run = CommandLineRun()
    run.input = file.bytes
    return run(words + ["--data", "-"])
  }

  /// Returns the records of an answer, with some fields or all.
  func ask(_ words: [String], _ fields: String = "") throws -> [SourceValue] {
    let output = run(words + ["--json=\(fields)"])
    #expect(output.status == .success, "\(words): \(output.notes)")
    return try SourceDocument(json: output.out).root.elements.map(\.self)
  }

  var locationNames: Set<String> {
    Set(
      (locations.map { $0.text("name") } + sessions.flatMap { $0.texts("locations") }).filter(
        isName))
  }

  var personNames: Set<String> {
    get throws {
      let people = try ask(["speakers"], "name") + ask(["organizers"], "name")
      return Set(
        (people.map { $0.text("name") } + talks.flatMap { $0.texts("speakers") }).filter(isName))
    }
  }

  func talks(of session: SourceValue) -> [String] {
    session["talks"]?.elements.map { $0.text("id") } ?? []
  }

  /// All of few names, some of many.
  func sampled(_ names: Set<String>) -> [String] {
    let all = names.sorted()
    let step = max(1, all.count / (BuiltProgram.isLong ? 40 : 3))
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  /// Expects of each listing what it lists without the filter and is meant.
  func expect(
    _ option: String, _ name: String, talks isTalk: (SourceValue) -> Bool,
    sessions isSession: (SourceValue) -> Bool
  ) throws {
    let filter = [option, name]
    let meant = talks.filter(isTalk)
    let ids = sessions.filter(isSession).map { $0.text("id") }
    #expect(
      try ask(["talks"] + filter, "id").map { $0.text("id") } == meant.map { $0.text("id") },
      "\(filter)")
    #expect(try ask(["timeline"] + filter, "id").map { $0.text("id") } == ids, "\(filter)")
    #expect(
      try Set(ask(["speakers"] + filter, "name").map { $0.text("name") })
        == Set(meant.flatMap { $0.texts("speakers") }), "\(filter)")
    guard let start = sessions.map({ $0.text("start") }).first(where: { !$0.isEmpty }) else {
      return
    }
    let now = try ask(["now", "--at", start]).filter(isSession).map { $0.text("id") }
    #expect(
      try ask(["now", "--at", start] + filter, "id").map { $0.text("id") } == now, "\(filter)")
    if ids.isEmpty, meant.isEmpty {
      #expect(run(["timeline"] + filter).notes.contains(name.quoted()), "\(filter)")
    }
  }
}

extension SourceValue {
  /// The text of a field; empty if it has none.
  fileprivate func text(_ field: String) -> String { self[field]?.string ?? "" }
  /// The texts of a field.
  fileprivate func texts(_ field: String) -> [String] {
    self[field]?.elements.compactMap { $0.string ?? $0["name"]?.string } ?? []
  }
}
