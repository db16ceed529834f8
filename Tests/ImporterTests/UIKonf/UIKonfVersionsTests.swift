import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// Versions of the file of UIKonf 2015 as they followed one another.
private enum Version {
  static let names = [
    5: "uikonf-v05-64afb0c", 8: "uikonf-v08-7394af5", 9: "uikonf-v09-10d1d2b",
    14: "uikonf-v14-0ee1b4f", 15: "uikonf-v15-6f77822",
  ]

  static let areAtHand = names.values.allSatisfy {
    Repository.sharedData("versions/\($0).json") != nil
  }
}

@Suite(
  "Versions of UIKonf 2015",
  .enabled(if: Version.areAtHand, "versions/uikonf-v05 to v15 are not at hand"))
struct UIKonfVersionsTests {
  private let reader = ScheduleImport(
    options: ScheduleImport.Options(zoneFolders: ZoneFolders(paths: [])))

  private func bytes(_ version: Int) throws -> [UInt8] {
    let name = try #require(Version.names[version])
    let path = try #require(Repository.sharedData("versions/\(name).json"))
    return try #require(Repository.bytes(of: path))
  }

  @discardableResult
  private func load(_ version: Int, _ context: Context) throws -> ImportReport {
    let result = try reader.run(try bytes(version), into: context)
    #expect(
      result.notes == [
        .assumed(month: ConferenceMonth(year: 2015, month: 5), zone: "Europe/Berlin")
      ])
    return result.report
  }

  @Test(
    "each is imported with the counts of its time",
    arguments: [
      (5, [27, 18, 22, 4, 7], true), (8, [27, 18, 22, 4, 7], true), (9, [27, 18, 22, 4, 7], true),
      (14, [31, 18, 22, 4, 11], false), (15, [31, 18, 22, 4, 11], false),
    ])
  func counts(version: Int, counts: [Int], hasRepeat: Bool) throws {
    let context = Context()
    let report = try load(version, context)
    let schedule = ConferenceSchedule(context)
    let found = [
      schedule.sessions, schedule.talks, schedule.people, schedule.organizers, schedule.locations,
    ]
    #expect(found.map(\.count) == counts)
    #expect(report.issues.map(\.key) == (hasRepeat ? ["session beforeHackathon#2"] : []))
    #expect(schedule.timeline.allSatisfy { $0.has(Timing.self) })
    #expect(schedule.talksInOrder.allSatisfy { schedule.session(of: $0) != nil })
    #expect(
      schedule.talks.contains { $0[Title.self]?.text == "TBA" } == (version < 11))
    #expect((context[Server.self] == nil) == (version == 5))
    #expect(try load(version, context).counts == [0, 0, report.records, 0])
  }

  @Test("a session whose identifier is repeated is kept twice, and the first one has the talks")
  func repeatedSession() throws {
    let context = Context()
    try load(5, context)
    let schedule = ConferenceSchedule(context)
    let both = schedule.sessions.filter { $0[SessionID.self]?.text == "beforeHackathon" }
    #expect(both.count == 2)
    #expect(schedule.session("beforeHackathon") == both.first)
    try load(14, context)
    #expect(
      both.filter(\.isAlive)
        == schedule.sessions.filter { $0[SessionID.self]?.text == "beforeHackathon" })
    #expect(both.filter(\.isAlive).count == 1)
  }

  @Test("locations without sessions are kept")
  func unusedPlaces() throws {
    let context = Context()
    try load(5, context)
    let schedule = ConferenceSchedule(context)
    let unused = schedule.locations.filter { schedule.sessions(at: $0).isEmpty }
    #expect(
      unused.compactMap { $0[Name.self]?.text }.sorted()
        == ["Motel One", "RosaCaleta", "Schlesisch Blau"])
    try load(8, context)
    #expect(schedule.locations.allSatisfy { !schedule.sessions(at: $0).isEmpty })
  }

  @Test("from 8 to 9, the address of one location changes")
  func oneAddress() throws {
    let context = Context()
    try load(8, context)
    let log = EventLog(context)
    #expect(try load(9, context).counts == [0, 1, 74, 0])
    #expect(log.take() == ["updated location infarm Address"])
  }

  @Test("from 14 to 15, only the layout changes")
  func nothing() throws {
    let context = Context()
    try load(14, context)
    let log = EventLog(context)
    #expect(try load(15, context).counts == [0, 0, 83, 0])
    #expect(log.take().isEmpty)
  }

  @Test("importing them in turn has the same result as the last alone, in both directions")
  func allInARow() throws {
    let context = Context()
    for version in [5, 8, 9, 14, 15, 5, 14, 8] {
      try load(version, context)
      let fresh = Context()
      try load(version, fresh)
      #expect(Contents(of: context) == Contents(of: fresh), "version \(version)")
    }
  }

  @Test("a rating stays with its talk in all versions")
  func ratings() throws {
    let context = Context()
    try load(5, context)
    let talk = try #require(ConferenceSchedule(context).target("session1Day1/1"))
    talk.set(Rating(stars: 5, comment: "", time: Instant(secondsSince1970: 0)))
    for version in [8, 9, 14, 15] { try load(version, context) }
    #expect(ConferenceSchedule(context).target("session1Day1/1") == talk)
    #expect(talk[Rating.self]?.stars == 5)
  }
}
