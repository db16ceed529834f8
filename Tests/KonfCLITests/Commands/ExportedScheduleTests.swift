import Basics
import CommandLine
import KonfCLI
import SourceText
import TestSupport
import Testing

/// schedule.xml, schedule.json and csv as konf writes them and reads them again.
@Suite struct ExportedScheduleTests {
  /// The fields of an event that a format holds, as text.
  private struct Event: Comparable {
    let fields: [String]

    static func < (left: Event, right: Event) -> Bool {
      left.fields.lexicographicallyPrecedes(right.fields)
    }
  }

  private static func output(_ line: String, _ bytes: [UInt8]) -> Output {
    var run = CommandLineRun()
    run.input = bytes
    return run("\(line) --data -")
  }

  private static func isUUID(_ text: String) -> Bool {
    text.utf8.count == 36 && text.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12]
  }

  /// Returns the events of a schedule, with a missing end as its start and with an offset for each
  /// time, as the formats have them.
  private static func events(_ bytes: [UInt8], as format: String) throws -> [Event] {
    let document = try SourceDocument(json: output("export --as json", bytes).out).root
    var guids: Set<String> = []
    return (document["sessions"]?.elements.map(\.self) ?? []).flatMap { session -> [Event] in
      guard let start = session["start"]?.string else { return [] }
      let talks = session["talks"]?.elements.map(\.self) ?? []
      return (talks.isEmpty ? [session] : talks).map { talk in
        func names(_ key: String, of value: SourceValue) -> [String] {
          value[key]?.elements.compactMap { $0["name"]?.string ?? $0.string } ?? []
        }
        func moment(_ text: String) -> String { text.count == 19 ? "\(text)+00:00" : text }
        let links = talk["links"]?.elements.map {
          "\($0["title"]?.json ?? "") \($0["url"]?.json ?? "")"
        }
        let ids = [(talk["id"]?.string ?? "").split(separator: "#")[0]].map(String.init)
        // XML has each guid once.
        let guid = ids.first {
          Self.isUUID($0) && (guids.insert($0).inserted || format != "schedule.xml")
        }
        return Event(
          fields: [
            moment(start), moment(session["end"]?.string ?? start),
            talk["title"]?.string?.split(separator: " ").joined(separator: " ") ?? "",
            talk["subtitle"]?.json ?? "", talk["abstract"]?.json ?? "", talk["track"]?.json ?? "",
            talk["language"]?.json ?? "", talks.isEmpty ? "break" : talk["type"]?.json ?? "",
            names("locations", of: session).first ?? "", session["day"]?.json ?? "",
            names("speakers", of: talk).joined(separator: ";"),
            (links ?? []).filter { !$0.hasSuffix("null") }.uniqued.joined(separator: ";"),
            guid ?? "",
          ])
      }
    }.sorted()
  }

  /// Returns the fields of people who speak, as far as schedule.json holds them.
  private static func people(_ bytes: [UInt8]) throws -> [[String]] {
    try SourceDocument(json: output("speakers --json", bytes).out).root.elements.map { person in
      let links = person["links"]?.elements.compactMap { $0["url"]?.string }.uniqued
      return [
        person["name"]?.json ?? "", person["biography"]?.json ?? "", person["photo"]?.json ?? "",
        links?.joined(separator: " ") ?? "",
      ]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func expectSame(_ bytes: [UInt8]) throws {
    for format in ["schedule.json", "schedule.xml"] {
      let exported = output("export --as \(format)", bytes)
      let expected = try events(bytes, as: format)
      if expected.isEmpty {
        #expect(exported.status == .badData)
        continue
      }
      let found = try events(exported.out, as: format)
      #expect(found.count == expected.count, "\(format)")
      // The guid is derived where the schedule has none.
      for (found, expected) in zip(found, expected) {
        #expect(found.fields.dropLast() == expected.fields.dropLast(), "\(format)")
        if expected.fields.last != "" { #expect(found.fields.last == expected.fields.last) }
      }
      if format == "schedule.json" {
        #expect(try people(exported.out) == (try people(bytes)))
      }
    }
    let table = output("export --as csv", bytes).out
    let again = output("export --as csv", table).out
    #expect(Self.rows(again) == Self.rows(table))
  }

  private static func rows(_ table: [UInt8]) -> [String] {
    String(decoding: table, as: UTF8.self).split(separator: "\r\n").map(String.init).sorted()
  }

  @Test(
    "each field that a format holds is the same after an export, for all formats",
    arguments: FormatSamples.all)
  func samples(sample: FormatSamples.Sample) throws {
    try Self.expectSame(Array(sample.text.utf8))
  }

  @Test(
    "each field that a format holds is the same after an export, for whole conferences",
    arguments: ["data/uikonf-2015/schedule.json", "data/harbour-2026/schedule.xml"])
  func conferences(name: String) throws {
    try Self.expectSame(try #require(Repository.bytes(of: name)))
  }

  @Test(
    "each field that a format holds is the same after an export, for published schedules",
    arguments: [
      "cases/pre570.json", "cases/pretalx/v1.json", "cases/pretalx/v1.xml", "frab-xml/28c3.xml",
      "sessionize/gab-linz-2020.json", "ical/kielux_2020.ics", "ical/moca24.ics",
      "uikonf/uikonf-2015.json", "cases/devsummit.xml", "cases/multi.xml",
      "cases/indico/speakers.ics",
    ].compactMap(Repository.sharedData))
  func published(path: String) throws {
    try Self.expectSame(try #require(Repository.bytes(of: path)))
  }

  @Test("facts without a place are named, and numbers and guids stay in the next version")
  func losses() throws {
    func schedule(_ title: String) -> [UInt8] {
      Array(
        """
        {"conference": {"title": "Fair"}, "sessions": [
         {"id": "open", "title": "\(title)", "start": "2026-05-01T09:00:00", "talks": [],
          "locations": ["A", "B"]},
         {"id": "later", "title": "Later", "start": null, "talks": []},
         {"id": "all", "title": "All", "start": "2026-05-01T10:00:00", "end": "2026-05-01T11:00:00",
          "talks": [{"id": "all/1", "title": "One"}, {"id": "all/2", "title": "Two"}]}]}
        """.utf8)
    }
    let first = Self.output("export --as schedule.json", schedule("Opening"))
    #expect(
      first.notes.hasSuffix(
        """
        export: schedule.json cannot contain 1 session without a start, 1 missing end, 1 unknown \
        time zone, 1 session that contains talks, 1 list of locations, 3 identifiers; see konf \
        help formats

        """), "\(first.notes)")
    let second = Self.output("export --as schedule.json", schedule("Welcome"))
    #expect(
      first.text.replacing("Opening", with: "Welcome").replacing("opening", with: "welcome")
        == second.text)
    let root = try SourceDocument(json: first.out).root
    let rooms = root["schedule"]?["conference"]?["days"]?.elements.first { _ in true }?["rooms"]
    let events = rooms?.members.flatMap { $0.value.elements.map(\.self) } ?? []
    #expect(events.count == 3)
    #expect(Set(events.compactMap { $0["guid"]?.string }).count == 3)
    #expect(Set(events.compactMap { $0["id"]?.integer }).count == 3)
    #expect(events.allSatisfy { $0["id"]?.integer ?? 0 > 999_999_999 })
    let xml = Self.output("export --as schedule.xml", schedule("Opening"))
    for event in events { #expect(xml.text.contains(event["guid"]?.string ?? "none")) }
  }

  @Test("a schedule without any start has no schedule.xml, because the schema requires a day")
  func empty() {
    let bytes = Array(
      #"{"conference": {"title": "F"}, "sessions": [{"title": "A", "start": null}]}"#.utf8)
    let output = Self.output("export --as schedule.xml", bytes)
    #expect(output.status == .badData)
    #expect(output.notes == "konf: export: schedule.xml needs at least one session with a start\n")
  }

  @Test("markup and hidden characters stay text in XML")
  func markup() throws {
    let bytes = Array(
      #"""
      {"conference": {"title": "A & <B>"}, "sessions": [{"title": "\u0007x\u202e<y>&amp;\"",
       "start": "2026-05-01T09:00:00", "abstract": "Vec<T> &lt; 1\n\n  two", "locations": ["\"<&"],
       "speakers": ["<script>"]}]}
      """#.utf8)
    let exported = Self.output("export --as schedule.xml", bytes)
    #expect(!exported.out.contains(0x07) && !exported.text.unicodeScalars.contains("\u{202e}"))
    var run = CommandLineRun()
    run.input = exported.out
    #expect(try run.values("title", of: "talks --data -") == ["x\u{202e}<y>&amp;\""])
    #expect(try run.values("abstract", of: "talks --data -") == ["Vec<T> &lt; 1\n\n  two"])
    #expect(run("timeline --data - --json").text.contains(#""name":"\"<&""#))
    #expect(try run.values("name", of: "speakers --data -") == ["<script>"])
  }

  @Test("a quote with an accent stays in its cell, and a bracket with one is no tag")
  func accents() throws {
    let bytes = Array(
      #"{"conference": {"title": "F"}, "sessions": [{"title": "a\"\u0301, <\u0301b &\u0301", "start": "2026-05-01T09:00:00", "speakers": ["Ada"]}]}"#
        .utf8)
    for format in ["csv", "schedule.xml", "schedule.json"] {
      var run = CommandLineRun()
      run.input = Self.output("export --as \(format)", bytes).out
      #expect(
        try run.values("title", of: "talks --data -") == ["a\"\u{301}, <\u{301}b &\u{301}"],
        "\(format)")
    }
  }

  @Test("a table of konf is read without apostrophes, appointments and free time")
  func table() throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      id,title,start,end,day,locations,speakers,track,language,rating,star,note,kind,clashes\r
      a/1,'=1+1,2026-05-01T09:00:00+02:00,,2026-05-01,"Hall, Attic","Ada, Bo",,en,5,,,session,\r
      ,,2026-05-01T10:00:00+02:00,2026-05-01T11:00:00+02:00,2026-05-01,,,,,,,,free,\r
      own-1,Tea,2026-05-01T11:00:00+02:00,,2026-05-01,,,,,,,,appointment,\r
      b,"x ""y"", '-z; '@w",2026-05-01T12:00:00+02:00,,2026-05-01,,,,,,,,session,\r

      """.utf8)
    let talks = run("talks --data - --json")
    #expect(try talks.values("title") == ["=1+1", #"x "y", '-z; @w"#])
    #expect(try talks.values("id") == ["a/1", "b"])
    #expect(talks.text.contains(#""name":"Attic""#) && talks.text.contains(#""name":"Bo""#))
    #expect(talks.notes.contains("ratings, stars and notes do not belong to a schedule"))
  }
}
