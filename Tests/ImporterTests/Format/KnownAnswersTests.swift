import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// Facts about schedules that conferences published; the files are not part of this package.
@Suite("Known answers")
struct KnownAnswersTests {
  private static func isHere(_ path: String) -> Bool { Repository.sharedData(path) != nil }
  private static let absent: Comment = "the shared samples are not here"

  private func names(_ group: Group) -> [String] { group.compactMap { $0[Name.self]?.text } }

  @Test(
    "34C3: all events but a cancelled one are imported, with repeated ids and missing rooms",
    .enabled(if: isHere("frab-json/voc-34C3-everything.json"), absent))
  func congress34() throws {
    let fixture = try ScheduleFixture(shared: "frab-json/voc-34C3-everything.json")
    let schedule = fixture.schedule
    #expect(schedule.sessions.count == 660)
    #expect(schedule.talks.count == 660)
    #expect(Set(schedule.sessions.map(schedule.id(of:))).count == 660)
    // Three of 426 names are written in two ways, one of them by a person without an id, and one
    // talk lists a group twice, with an id for each of its two members.
    #expect(schedule.people.count == 424)
    #expect(schedule.locations.count == 49)
    #expect(schedule.sessions.count { schedule.locations(of: $0).isEmpty } == 17)
    #expect(fixture.result.report.issues.count == 37)
    for issue in fixture.result.report.issues {
      switch issue.kind {
      case .repeatedKey, .cancelled: break
      default: Issue.record("\(issue)")
      }
    }
    #expect(schedule.zone.name == "+01:00")
    #expect(fixture.notes.isEmpty)
    let long = try fixture.entity("Lets play Hedgewars!")
    #expect(long[Timing.self]?.length == .seconds(3323 * 60))
    #expect(schedule.locations(of: long).isEmpty)
  }

  @Test(
    "36C3: times wrongly marked as UTC are corrected, and changes between days are found",
    .enabled(if: isHere("versions/36c3-20191222-6eca8b8.json"), absent))
  func congress36() throws {
    func bytes(_ name: String) throws -> [UInt8] {
      let path = try #require(Repository.sharedData("versions/\(name)"))
      return try #require(Repository.bytes(of: path))
    }
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let reader = ScheduleImport(options: ScheduleImport.Options())
    let first = try reader.run(bytes("36c3-20191222-6eca8b8.json"), into: context).report
    func lies(_ report: ImportReport) -> Int {
      report.issues.count {
        guard case .wrongOffset("+00:00", _, _) = $0.kind else { return false }
        return true
      }
    }
    #expect(schedule.sessions.count == 675)
    #expect(lies(first) == 39)
    let before = Dictionary(
      uniqueKeysWithValues: schedule.sessions.map { (schedule.id(of: $0), $0) })
    let titles = before.mapValues { $0[Title.self]?.text }
    let second = try reader.run(bytes("36c3-20191227-67c1770.json"), into: context).report
    #expect(schedule.sessions.count == 1032)
    #expect(lies(second) == 46)
    let after = Dictionary(
      uniqueKeysWithValues: schedule.sessions.map { (schedule.id(of: $0), $0) })
    #expect(after.keys.count { before[$0] == nil && !$0.contains("#") } == 383)
    #expect(before.keys.count { after[$0] == nil && !$0.contains("#") } == 26)
    let renamed = before.keys.filter {
      after[$0] != nil && after[$0]?[Title.self]?.text != titles[$0]
    }
    #expect(renamed.count { !$0.contains("#") } == 12)
    // A person who stays is the same entity, and keeps its components.
    for id in renamed { #expect(after[id] == before[id]) }
  }

  @Test(
    "pretalx's example: the zone UTC is ignored because every clock contradicts it",
    .enabled(if: isHere("frab-json/voc-example-pretalx-democon.json"), absent))
  func democon() throws {
    let fixture = try ScheduleFixture(shared: "frab-json/voc-example-pretalx-democon.json")
    #expect(fixture.schedule.sessions.count == 36)
    #expect(fixture.notes == [.zoneContradicted("UTC", used: "+01:00")])
    #expect(fixture.messages.isEmpty)
    #expect(
      try fixture.time("Focused 5thgeneration hardware")
        == "2020-12-14T09:00:00+01:00 to 2020-12-14T09:30:00+01:00")
  }

  @Test(
    "the example of version 2 is imported",
    .enabled(if: isHere("frab-json/voc-example-hub-schedule2.json"), absent))
  func hub() throws {
    let fixture = try ScheduleFixture(shared: "frab-json/voc-example-hub-schedule2.json")
    let schedule = fixture.schedule
    #expect(fixture.result.format == "schedule.json v2")
    #expect(schedule.sessions.count == 2)
    #expect(schedule.zone.name == "Europe/Berlin")
    #expect(schedule.locations.count == 5)
    #expect(try fixture.entity("38C3: Opening Ceremony")[Track.self]?.name == "CCC")
    // A quarter past midnight is the evening before.
    #expect(schedule.days(in: schedule.zone).map(\.iso8601) == ["2024-12-27"])
  }

  @Test(
    "Sessionize: ids of two types, service sessions without talks, and no zone are handled",
    .enabled(if: isHere("sessionize/qa-or-the-hwy.json"), absent))
  func sessionize() throws {
    let fixture = try ScheduleFixture(shared: "sessionize/qa-or-the-hwy.json")
    let schedule = fixture.schedule
    #expect(schedule.sessions.count == 46)
    #expect(schedule.talks.count == 38)
    #expect(schedule.people.count == 43)
    #expect(schedule.locations.count == 9)
    #expect(schedule.sessions.count { schedule.id(of: $0).contains("-") } == 8)
    #expect(schedule.zone.isFloating)
    #expect(fixture.messages.isEmpty)
    let other = try ScheduleFixture(shared: "sessionize/gab-linz-2020.json")
    #expect(other.schedule.sessions.count == 29)
    #expect(other.schedule.people.count == 28)
    #expect(other.schedule.locations.count == 6)
    #expect(try other.entity("Stories of void")[Track.self]?.name == "Main Conference")
    #expect(try other.entity("Stories of void")[Language.self]?.code == "English")
  }

  @Test(
    "COSCUP: texts in two languages and references by id are imported",
    .enabled(if: isHere("other/coscup-2022.json"), absent))
  func coscup() throws {
    let fixture = try ScheduleFixture(shared: "other/coscup-2022.json")
    // One of the speakers is listed twice.
    #expect(fixture.messages.map { $0.hasSuffix("this record is left out") } == [true])
    #expect(fixture.schedule.sessions.count == 295)
    #expect(fixture.schedule.locations.count == 20)
    let talk = try fixture.entity("Peeking into the BPF verifier")
    #expect(fixture.schedule.locationNames(of: talk) == ["TR211"])
    #expect(talk[Language.self] != nil && talk[Track.self] != nil && talk[Subtitle.self] == nil)
    #expect(!fixture.schedule.speakers(of: talk).isEmpty)
  }

  @Test(
    "a file of another kind is refused with a guess at its format",
    .enabled(if: isHere("other/gpn11.csv"), absent),
    arguments: [
      ("other/indico-voctosched.json", "an export of Indico"),
      ("other/gpn11.csv", "a table (CSV)"),
    ])
  func refused(path: String, look: String) throws {
    let error = #expect(throws: ImportError.self) { try ScheduleFixture(shared: path) }
    #expect(error?.description.hasPrefix("it looks like \(look);") == true)
  }
}
