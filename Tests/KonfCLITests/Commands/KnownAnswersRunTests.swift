import Basics
import CommandLine
import Importer
import KonfCLI
import SourceText
import TestSupport
import Testing

/// What konf answers about schedules that conferences published; they are not part of this package.
@Suite(
  .enabled(
    if: Repository.sharedData("README.md") != nil,
    "the shared samples are not here; KONF_SHARED_DATA names them"))
struct KnownAnswersRunTests {
  private let run = CommandLineRun()

  private func path(_ name: String) throws -> String { try #require(Repository.sharedData(name)) }

  /// The values of a field in what a command answers about a file.
  private func values(_ field: String, of line: String, _ name: String) throws -> [String] {
    try run.values(field, of: "\(line) --data \(path(name))")
  }

  @Test("28C3: sessions after midnight are listed under the previous evening, with their date")
  func afterMidnight() throws {
    let file = "frab-xml/28c3.xml"
    func late(_ day: String) throws -> [String] {
      try values("start", of: "talks --day \(day)", file).filter { $0.contains("T00:15") }
    }
    #expect(try late("2011-12-27") == ["2011-12-28T00:15:00"])
    #expect(try late("2") == ["2011-12-29T00:15:00", "2011-12-29T00:15:00"])
    #expect(try late("2011-12-29") == [])
    let text = run("talks --day 1 --after 23:30 --data \(try path(file))").text
    #expect(text.contains("\nTuesday 27 December 2011\n"))
    #expect(text.contains("\n28 Dec 00:15–01:15   Pentanews Game Show 2k11/3 "))
  }

  @Test("DebConf 23: UTC times are shown in venue time, or in another zone on request")
  func venueClocks() throws {
    let file = "frab-xml/debconf23.xml"
    func start(_ options: String) throws -> [String] {
      let talks = run("talks --day 1 \(options) --json --data \(try path(file))")
      return zip(try talks.values("title"), try talks.values("start"))
        .filter { $0.0 == "Opening Ceremony" }.map(\.1)
    }
    #expect(try start("") == ["2023-09-10T10:30:00+05:30"])
    #expect(try start("--tz UTC") == ["2023-09-10T05:00:00+00:00"])
    let text = run("now --at 2023-09-10T10:40 --data \(try path(file))").text
    #expect(text.contains("\n10:30–10:50   Opening Ceremony  "))
    #expect(text.contains("\n10 min left "))
  }

  @Test("DebConf 23: without its zone, the local times next to UTC times determine the offset")
  func unnamedZone() throws {
    let bytes = try #require(Repository.bytes(of: path("frab-xml/debconf23.xml")))
    let whole = String(decoding: bytes, as: UTF8.self)
    let text = whole.replacing("Asia/Kolkata", with: "")
    #expect(text.utf8.count < whole.utf8.count)
    var run = run
    run.input = Array(text.utf8)
    let talks = run("talks --day 1 --json --data -")
    let opening = zip(try talks.values("title"), try talks.values("start"))
    #expect(opening.contains { $0 == ("Opening Ceremony", "2023-09-10T10:30:00+05:30") })
  }

  @Test("34C3: only a cancelled event is lost, not repeated ids, missing rooms or 55:23 hours")
  func congress34() throws {
    let file = "frab-xml/voc-34C3-everything.xml"
    let ids = try values("id", of: "timeline", file)
    #expect(ids.count == 660 && Set(ids).count == 660)
    let output = run("talks --json --data \(try path(file))")
    let rows = zip(try output.values("title"), try output.values("locations"))
    #expect(rows.count { $0.1 == "[]" } == 17)
    let long = zip(try output.values("title"), try output.values("end"))
    #expect(
      long.filter { $0.0 == "Lets play Hedgewars!" }.map(\.1) == ["2017-12-29T19:23:00+01:00"])
  }

  @Test("a schedule with rooms but no sessions is reported without a failure")
  func empty() throws {
    let file = try path("frab-xml/pentabarfkit-fosdem2023-tiny.xml")
    for line in ["", "timeline", "timeline --grid", "talks", "now", "next", "speakers"] {
      let output = run("\(line) --data \(file)")
      #expect(output.status == .success, "\(line)")
      #expect(output.notes.contains(": no sessions yet\n"), "\(line)")
    }
    #expect(run("timeline --json --data \(file)").text == "[]\n")
    #expect(
      try values("name", of: "locations", "frab-xml/pentabarfkit-fosdem2023-tiny.xml").count == 25)
  }

  @Test(
    "a file that is not a schedule is refused by every command, and nothing is shown",
    arguments: [
      ("other/indico-voctosched.json", "it looks like an export of Indico"),
      ("other/gpn11.csv", "it looks like a table (CSV)"),
      ("README.md", "it looks like "),
      ("schemas/schedule.xml.xsd", "it looks like XML with the root element \"xs:schema\""),
      ("schemas/voc-schedule-v1.schema.json", "it looks like a JSON object with \"$schema\""),
    ])
  func refused(name: String, look: String) throws {
    let file = try path(name)
    for line in ["", "timeline", "now", "check", "timeline --json"] {
      let output = run("\(line) --data \(file)")
      #expect(output.status == .badData, "\(line)")
      #expect(output.text.isEmpty, "\(line)")
      #expect(output.notes.hasPrefix("konf: \(file): \(look)"), "\(line): \(output.notes)")
    }
  }

  @Test("Sessionize: times without a zone float until the user names the zone")
  func floating() throws {
    let file = "sessionize/qa-or-the-hwy.json"
    #expect(try values("start", of: "talks", file).first == "2026-06-12T08:00:00")
    #expect(
      try values("start", of: "talks --zone -04:00", file).first == "2026-06-12T08:00:00-04:00")
    let output = run("timeline --data \(try path(file))")
    #expect(output.notes.hasSuffix("times are shown as they are written\n"))
    #expect(output.text.hasPrefix("qa-or-the-hwy.json · times as in the file (zone unknown)\n"))
  }

  @Test("Kielux: a calendar in UTC is reported as missing the venue's zone")
  func onlyUTC() throws {
    let file = try path("ical/kielux_2020.ics")
    let missing = "the times in the file are in UTC, and the zone of the venue is unknown"
    #expect(run("talks --data \(file)").notes.contains(missing))
    let messages = try run("check --json --data \(file)").values("message")
    #expect(messages.contains { $0.hasPrefix(missing) })
    #expect(run("talks --zone +02:00 --data \(file)").notes == "")
    #expect(!run("talks --data \(try path("ical/moca24.ics"))").notes.contains(missing))
  }

  @Test("34C3: XML and JSON are one schedule, and a corrected offset is not a move")
  func sameSchedule() throws {
    let json = try path("frab-json/voc-34C3-everything.json")
    let formats = run("diff \(try path("frab-xml/voc-34C3-everything.xml")) \(json) --json")
    #expect(formats.text == "[]\n")
    var run = run
    let bytes = try #require(Repository.bytes(of: json))
    run.input = Array(
      String(decoding: bytes, as: UTF8.self).replacing(":00+01:00\"", with: ":00+00:00\"").utf8)
    let output = run("diff - \(json) --json")
    let aspects = try SourceDocument(json: output.out).root.elements.flatMap {
      $0["changes"]?.elements.compactMap { $0["what"]?.string } ?? []
    }
    #expect(aspects.count == 660 && Set(aspects) == ["offset"])
  }

  private static let congress36 = (
    old: "versions/36c3-20191222-6eca8b8.json", new: "versions/36c3-20191227-67c1770.json"
  )

  @Test("36C3: talks are added, cancelled, moved and renamed from one week to the next")
  func differences() throws {
    let output = run(
      "diff \(try path(Self.congress36.old)) \(try path(Self.congress36.new)) --json")
    let told = zip(try output.values("kind"), try output.values("change")).map { "\($0) \($1)" }
    // By their guids 383 came and 26 went; four of them are one talk under another guid.
    #expect(told.count { $0 == "talk added" } == 379)
    #expect(told.count { $0 == "talk cancelled" } == 22)
    #expect(told.count { $0 == "talk changed" } == 103)
    #expect(
      told.filter { $0.hasPrefix("person") } == [
        "person changed", "person changed", "person changed",
      ])
    let aspects = try SourceDocument(json: output.out).root.elements.flatMap {
      $0["changes"]?.elements.compactMap { $0["what"]?.string } ?? []
    }
    // Twelve talks are renamed, three locations and three people, each once.
    #expect(aspects.count { $0 == "name" } == 18)
    #expect(told.count { $0 == "location changed" } == 3)
    #expect(aspects.count { $0 == "speakers" } == 13)
    #expect(aspects.count { $0 == "time" } == 35)
    // The offsets that lie are set aside in both, so that none was corrected.
    #expect(aspects.count { $0 == "offset" } == 0)
  }

  @Test("36C3: two events share identifiers with others, and each is listed")
  func repeatedIdentifiers() throws {
    let output = run("check --json --data \(try path(Self.congress36.new))")
    let repeats = zip(try output.values("rule"), try output.values("key"))
      .filter { $0.0 == "duplicate" }.map { $0.1.split(separator: "#")[0] }
    #expect(Set(repeats).count == 2)
    let ids = try values("id", of: "timeline", Self.congress36.new)
    #expect(ids.count == 1032 && Set(ids).count == 1032)
    #expect(output.status == .notFound)
  }

  @Test("36C3: ratings follow renamed and moved talks, and other ratings are preserved")
  func ratings() throws {
    let folder = TemporaryFolder()
    var run = run
    run.environment["KONF_HOME"] = folder.path
    for line in ["6a32cb72 4", "e9d7f062 5", "666264c9 2"] {
      #expect(run("rate \(line) --data \(try path(Self.congress36.old))").status == .success)
    }
    let output = run("ratings --json --data \(try path(Self.congress36.new))")
    #expect(
      try output.values("title") == [
        "Opening Ceremony", "Fashion Hacktivism - House of All / Introduction", "Chaos Ballett",
      ])
    #expect(try output.values("rating") == ["4", "5", "2"])
    #expect(try output.values("session").last == "null")
  }

  @Test(
    "JSON answers agree with the schema",
    arguments: [
      "frab-json/voc-example-hub-schedule2.json", "frab-json/voc-example-pretalx-democon.json",
      "frab-xml/28c3.xml", "frab-xml/debconf23.xml", "ical/kielux_2020.ics", "ical/moca24.ics",
      "sessionize/gab-linz-2020.json", "sessionize/qa-or-the-hwy.json",
      "versions/uikonf-v05-64afb0c.json",
    ])
  func schema(name: String) throws {
    let schema = try JSONSchema(try SourceDocument(json: run("help schema").out))
    for command in ["timeline", "speakers", "locations", "check", "next"] {
      let output = run("\(command) --json --at 2015-05-18T09:00 --data \(try path(name))")
      let problems = schema.problems(with: try SourceDocument(json: output.out), as: command)
      #expect(problems == [], "\(command)")
    }
  }

  @Test(
    "the Chinese titles of COSCUP 2022 fit any width, and none is lost",
    arguments: [40, 80, 300])
  func wideCharacters(width: Int) throws {
    let bytes = try #require(Repository.bytes(of: path("other/coscup-2022.json")))
    let sessions = try SourceDocument(json: bytes).root["sessions"]?.elements.map { session in
      func text(_ key: String) -> JSONOutput { .string(session[key]?.string ?? "") }
      return [
        "id": text("id"), "title": .string(session["zh"]?["title"]?.string ?? ""),
        "startsAt": text("start"), "endsAt": text("end"), "roomId": text("room"),
      ] as JSONOutput
    }
    let names = Set(
      try SourceDocument(json: bytes).root["rooms"]?.elements.compactMap {
        $0["id"]?.string
      } ?? [])
    let schedule: JSONOutput = [
      "sessions": .array(sessions ?? []), "speakers": .array([]), "categories": .array([]),
      "questions": .array([]),
      "rooms": .array(names.sorted().map { ["id": .string($0), "name": .string($0)] }),
    ]
    var run = run
    run.input = JSONWriter.bytes(of: schedule, isIndented: false)
    #expect(try run.values("title", of: "talks --data -").count == 295)
    for line in ["talks", "timeline --grid", "timeline --day 1 --room TR2 --grid"] {
      let output = run("\(line) --width \(width) --data -")
      for line in output.text.split(separator: "\n") {
        #expect(line.isAddressAlone || DisplayWidth.of(String(line)) <= width, "\(line)")
        #expect(!line.hasSuffix(" "), "\(line)")
      }
    }
  }

  @Test(
    "no line exceeds the requested width, except for a long address or path alone",
    arguments: ["frab-xml/28c3.xml", "ical/moca24.ics", "sessionize/qa-or-the-hwy.json"],
    [20, 40, 100])
  func widths(name: String, width: Int) throws {
    for line in ["timeline", "timeline --grid", "talks", "speakers", "check", "search a"] {
      let output = run("\(line) --width \(width) --data \(try path(name))")
      for line in output.text.split(separator: "\n") {
        #expect(line.isAddressAlone || DisplayWidth.of(String(line)) <= width, "\(line)")
        #expect(!line.hasSuffix(" "), "\(line)")
      }
    }
  }
}
