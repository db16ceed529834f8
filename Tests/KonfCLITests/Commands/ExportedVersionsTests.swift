import ECSStore
import KonfCLI
import Schedule
import TestSupport
import Testing

/// What a calendar has that takes in one export after the other.
@Suite struct ExportedVersionsTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  private static let sessions = ["24-10-00", "24-12-00", "24-14-00"].enumerated().map {
    HallSchedule.Session("s\($0)", $1, nil)
  }

  init() {
    run = HallSchedule(Self.sessions).run(in: folder)
    run.environment["KONF_DATA"] = nil
    run.now = Instant(secondsSince1970: 1_789_000_000)
    use(Self.sessions)
  }

  private func use(_ sessions: [HallSchedule.Session]) {
    folder.write(HallSchedule(sessions).json, to: "hall.json")
    _ = run("use \(folder.path)/hall.json --force")
  }

  /// The events of a calendar: the properties of each by its title.
  private func events(_ line: String) -> [String: [String: String]] {
    var events: [String: [String: String]] = [:]
    for event in run(line).text.split(separator: "BEGIN:VEVENT").dropFirst() {
      var event = Dictionary(
        event.split(separator: "\r\n").map { line in
          let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
          return (String(parts[0]), String(parts.last ?? ""))
        }, uniquingKeysWith: { first, _ in first })
      event["DTSTAMP"] = nil
      events[event["SUMMARY"] ?? ""] = event
    }
    return events
  }

  private mutating func wait(_ seconds: Int64) {
    run.now = Instant(secondsSince1970: run.now.secondsSince1970 + seconds)
  }

  @Test(
    "a mark with any time has a SEQUENCE that calendars can read",
    arguments: [Int64.min, .min + 1, -1, .max])
  func anyTime(time: Int64) throws {
    _ = run("star s0")
    let log = ChangeLog(folder: folder.path, name: "ratings.log")
    let star = try #require(try log.read().entries.first { $0.change.kind == "star" })
    try log.append(at: time) { _ in [star.change] }
    let numbers = events("export --as ics").values.compactMap {
      $0["SEQUENCE"].flatMap { Int64($0) }
    }
    #expect(numbers.count == 3 && numbers.allSatisfy { 0...Int64(Int32.max) ~= $0 }, "\(numbers)")
  }

  @Test("SEQUENCE is the second of the last change, and rises with a change alone")
  mutating func sequence() {
    let first = events("export --as ics")
    #expect(first.values.allSatisfy { $0["SEQUENCE"] == "211163200" })
    wait(1000)
    #expect(events("export --as ics") == first)
    use(Self.sessions.dropLast() + [HallSchedule.Session("s2", "24-15-00", nil)])
    let second = events("export --as ics")
    #expect(second["s0"] == first["s0"])
    #expect(second["s2"]?["SEQUENCE"] == "211164201")
    // The versions of one second, and after the clock was set back.
    use(Self.sessions)
    #expect(events("export --as ics")["s2"]?["SEQUENCE"] == "211164203")
    wait(-5000)
    use(Self.sessions.dropLast() + [HallSchedule.Session("s2", "24-16-00", nil)])
    #expect(events("export --as ics")["s2"]?["SEQUENCE"] == "211164205")
  }

  @Test("an export takes back the cancelled talks that it had, without time and alarm")
  mutating func cancelled() {
    run.now = Instant(secondsSince1970: 1_461_400_000)
    _ = events("export --as ics")
    use(Array(Self.sessions.dropLast()))
    let second = events("export --as ics --alarm 10m")
    let event = second["Cancelled: s2"]
    #expect(event?["STATUS"] == "CANCELLED")
    #expect(event?["TRANSP"] == "TRANSPARENT")
    #expect(event?["BEGIN"] == nil)
    // An export that never had the talk does not take it back.
    #expect(events("export --as ics --location Hall").count == 2)
    #expect(events("export --as ics").count == 3)
    wait(4 * 86_400)
    #expect(events("export --as ics").count == 2)
  }

  @Test("an agenda takes back what is no longer on it, unless the whole schedule was exported")
  mutating func unstarred() {
    run.now = Instant(secondsSince1970: 1_461_400_000)
    _ = run("star s0 s1")
    _ = run("add Dinner --at 2016-04-24T19:00 --for 2h")
    #expect(events("export --as ics --mine").count == 3)
    _ = run("unstar s0")
    _ = run("add Dinner --remove")
    let second = events("export --as ics --mine")
    #expect(
      Set(second.keys) == ["s1", "Not on your agenda: s0", "Not on your agenda: Dinner"])
    _ = run("star s0")
    #expect(events("export --as ics --mine")["s0"]?["STATUS"] == "CONFIRMED")
    _ = run("export --as ics")
    _ = run("unstar s0")
    #expect(events("export --as ics --mine")["Not on your agenda: s0"] == nil)
  }

  @Test("a hidden talk stays in a calendar until it moves")
  mutating func hidden() {
    run.now = Instant(secondsSince1970: 1_461_400_000)
    _ = events("export --as ics")
    _ = run("hide s2")
    #expect(events("export --as ics").count == 2)
    use(Self.sessions.dropLast() + [HallSchedule.Session("s2", "24-15-00", nil)])
    let event = events("export --as ics")["Not on your agenda: s2"]
    #expect(event?["STATUS"] == "CANCELLED")
    _ = run("hide s2 --clear")
    #expect(events("export --as ics")["s2"]?["STATUS"] == "CONFIRMED")
  }

  @Test("SEQUENCE of a talk taken back stays when the talk changes, and rises with a star")
  mutating func takenBack() {
    run.now = Instant(secondsSince1970: 1_461_400_000)
    _ = run("star s2")
    _ = events("export --as ics --mine")
    _ = run("unstar s2")
    let first = events("export --as ics --mine")["Not on your agenda: s2"]
    wait(60)
    use(Self.sessions.dropLast() + [HallSchedule.Session("s2", "24-15-00", nil)])
    #expect(events("export --as ics --mine")["Not on your agenda: s2"] == first)
    _ = run("star s2")
    let second = events("export --as ics --mine")["s2"]
    #expect(second.flatMap { Int($0["SEQUENCE"] ?? "") } ?? 0 > Int(first?["SEQUENCE"] ?? "") ?? 0)
  }

  @Test("only a starred talk makes its user busy, and only a shown mark raises SEQUENCE")
  mutating func marks() {
    let first = events("export --as ics")
    #expect(first.values.allSatisfy { $0["TRANSP;X-KONF-STAR=NO"] == "TRANSPARENT" })
    for line in ["rate s0 4", "hide s2", "hide s2 --clear"] {
      wait(60)
      _ = run(line)
    }
    #expect(events("export --as ics") == first)
    var last = first["s0"]?["SEQUENCE"]
    for line in ["star s0", "star s0 --maybe", "note s0 Dinner", "unstar s0", "star s0"] {
      wait(60)
      _ = run(line)
      let next = events("export --as ics")["s0"]?["SEQUENCE"]
      #expect(next.flatMap { Int($0) } ?? 0 > last.flatMap { Int($0) } ?? 0, "\(line)")
      last = next
    }
    let second = events("export --as ics")
    #expect(!(second["s0"]?.keys.contains { $0.hasPrefix("TRANSP") } ?? true))
    #expect(second["s0"] == events("export --as ics --mine")["s0"])
  }

  @Test("konf reads its calendar as a schedule whose sessions take time")
  func readBack() throws {
    folder.write(run("export --as ics").text, to: "hall.ics")
    let json = run("export --as json --data \(folder.path)/hall.ics").text
    #expect(json.contains("s0@hall-2016-04.konf") && !json.contains("\"transparent\": true"))
  }

  @Test("a calendar of a whole schedule has only the stars in it")
  func starsOfAll() throws {
    _ = run("star s0")
    folder.write(run("export --as ics").text, to: "hall.ics")
    _ = run("unstar s0")
    _ = run("star --from \(folder.path)/hall.ics")
    #expect(try run.values("id", of: "agenda") == ["s0"])
  }

  @Test("an export takes back what a schedule had before it was forgotten and saved again")
  mutating func forgotten() {
    run.now = Instant(secondsSince1970: 1_461_400_000)
    _ = run("star s0 s1")
    _ = events("export --as ics --mine")
    _ = run("use hall --forget")
    use(Self.sessions)
    _ = run("unstar s0")
    #expect(events("export --as ics --mine")["Not on your agenda: s0"]?["STATUS"] == "CANCELLED")
  }

  @Test("SEQUENCE of a forgotten schedule stays with the same version, and rises with another one")
  mutating func savedAgain() {
    let first = events("export --as ics")
    wait(60)
    _ = run("use hall --forget")
    use(Self.sessions)
    #expect(events("export --as ics") == first)
    // The version before is unknown, so each event may have changed; the clock was set back.
    _ = run("use hall --forget")
    wait(-5000)
    use(Self.sessions.dropLast() + [HallSchedule.Session("s2", "24-15-00", nil)])
    let second = events("export --as ics")
    #expect(second.count == 3)
    for (title, event) in second {
      let number = event["SEQUENCE"].flatMap { Int($0) } ?? 0
      #expect(number > first[title]?["SEQUENCE"].flatMap { Int($0) } ?? number, "\(title)")
    }
  }

  @Test("konf has the exported events of the sixteen schedules that were forgotten last")
  func forgottenLists() {
    _ = run("export --as ics")
    for number in 10..<28 {
      _ = run("use \(folder.path)/hall.json --name n\(number)")
      _ = run("export --as ics")
      _ = run("use n\(number) --forget")
    }
    _ = run("use hall")
    let lists = TemporaryFolder.names(in: "\(folder.path)/schedules")
      .filter { $0.hasSuffix(".calendars") }.sorted()
    #expect(lists == ["hall.calendars"] + (12..<28).map { "n\($0).calendars" })
  }

  @Test("an export without a change leaves the list of exported events as it is")
  mutating func unchanged() throws {
    _ = run("star s0")
    let list = "\(folder.path)/schedules/hall.calendars"
    for line in ["export --as ics", "export --as ics --mine", "export --as ics --location Hall"] {
      let first = events(line)
      let bytes = try #require(Repository.bytes(of: list))
      wait(60)
      #expect(events(line) == first)
      #expect(Repository.bytes(of: list) == bytes, "\(line)")
    }
  }

  @Test("the seventeenth export with other filters replaces the oldest one")
  mutating func filters() {
    run.now = Instant(secondsSince1970: 1_461_400_000)
    _ = run("star s2")
    _ = run("export --as ics --mine")
    _ = run("export --as ics --mine --after 2016-04-24T09:00")
    for minute in 10..<25 {
      _ = run("export --as ics --after 2016-04-24T10:\(minute)")
    }
    use(Array(Self.sessions.dropLast()))
    let second = events("export --as ics --mine --after 2016-04-24T09:00")
    #expect(second.keys.sorted() == ["Cancelled: s2"])
    #expect(events("export --as ics --mine").isEmpty)
  }

  @Test("a schedule that takes the name of a forgotten one takes back none of its events")
  mutating func replaced() {
    run.now = Instant(secondsSince1970: 1_461_400_000)
    _ = events("export --as ics")
    _ = run("use hall --forget")
    let text = HallSchedule([HallSchedule.Session("s7", "24-15-00", nil)]).json
      .replacing("Hall", with: "Barn")
    folder.write(text, to: "barn.json")
    _ = run("use \(folder.path)/barn.json --name hall")
    let barn = events("export --as ics")
    #expect(Set(barn.keys) == ["s7"])
    #expect(barn["s7"]?["UID"] == "s7@barn-2016-04.konf")
  }

  @Test("a damaged list of exported events is noted and replaced")
  func damaged() {
    _ = run("export --as ics")
    folder.write("?", to: "schedules/hall.calendars")
    #expect(run("export --as ics").notes.contains("list of exported events"))
    #expect(run("export --as ics").notes.isEmpty)
  }

  @Test("two conferences of one title and year have different UIDs")
  func months() {
    let spring = Set(events("export --as ics").values.compactMap { $0["UID"] })
    let text = HallSchedule(Self.sessions).json.replacing("2016-04", with: "2016-10")
    folder.write(text, to: "autumn.json")
    _ = run("use \(folder.path)/autumn.json --name autumn")
    let autumn = Set(events("export --as ics").values.compactMap { $0["UID"] })
    #expect(spring == ["s0@hall-2016-04.konf", "s1@hall-2016-04.konf", "s2@hall-2016-04.konf"])
    #expect(autumn == ["s0@hall-2016-10.konf", "s1@hall-2016-10.konf", "s2@hall-2016-10.konf"])
  }

  @Test("no line is folded within an escape")
  func folds() {
    let titles = (0..<80).map {
      String(repeating: "x", count: $0) + String(repeating: ",", count: 90)
    }
    let text = titles.enumerated().map {
      "{\"t_id\": \"\($0)\", \"startTime\": \"18-10-00\", \"description\": \"\($1)\"}"
    }
    var run = CommandLineRun()
    run.input = Array(
      "[{\"conference\": \"C\", \"month\": \"2015-05\", \"zone\": \"UTC\"},\(text.joined(separator: ","))]"
        .utf8)
    let calendar = run("export --as ics --data -").text
    #expect(!calendar.contains("\\\r\n "))
    #expect(calendar.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
  }
}
