import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// Schedules of the week in which clocks change, with offsets and without a zone.
@Suite("Change of the clocks")
struct ChangeOfClocksTests {
  /// A change of clocks that some zone made.
  struct Shift: Hashable, CustomStringConvertible {
    let moment: Int64
    let from: Int
    let to: Int
    var description: String { "\(from) to \(to) at \(moment)" }
  }

  /// How moments are written that have a clock beside them.
  enum Writing: CaseIterable {
    /// By the offset that is in force, as pretalx does.
    case offset
    /// In UTC, as wafer does.
    case utc
  }

  /// Each change since 2000 of each zone on this machine once, with a zone that has it.
  private static func shifts() -> [(shift: Shift, zone: String)] {
    let start: Int64 = 946_684_800
    let end: Int64 = 1_800_000_000
    var found: [Shift: String] = [:]
    let folders = ZoneFolders()
    for name in folders.names() {
      guard let zone = Zone(exactly: name, in: folders) else { continue }
      for moment in zone.changes(after: start, before: end) {
        let from = zone.offset(at: Instant(secondsSince1970: moment - 1))
        let to = zone.offset(at: Instant(secondsSince1970: moment))
        guard from != to else { continue }
        let shift = Shift(moment: moment, from: from, to: to)
        if found[shift] == nil { found[shift] = name }
      }
    }
    return found.map { ($0.key, $0.value) }.sorted {
      ($0.shift.moment, $0.shift.from, $0.shift.to) < ($1.shift.moment, $1.shift.from, $1.shift.to)
    }
  }

  /// A schedule of the week around a change, and the moment and the clock of each of its events.
  private func week(
    of shift: Shift, in zone: Zone, _ writing: Writing, _ random: inout SplitMix64
  ) -> (text: String, events: [String: Instant]) {
    var events: [String: Instant] = [:]
    var dates: [(date: String, events: String)] = []
    // More or less of the week lies before the change.
    let days = -Int.random(in: 1...6, using: &random)
    for day in days..<(days + 7) {
      for part in 0..<Int.random(in: 1...3, using: &random) {
        let minutes =
          Int64(day) * 1440 + Int64(part) * 400
          + .random(in: 0..<39, using: &random) * 10
        let instant = Instant(secondsSince1970: shift.moment + minutes * 60 + 300)
        let civil = zone.civil(at: instant)
        let id = "\(day + 10).\(part)"
        events[id] = instant
        if dates.last?.date != civil.date.iso8601 { dates.append((civil.date.iso8601, "")) }
        dates[dates.count - 1].events += """
          <event id="\(id)"><date>\(instant.iso8601(in: writing == .utc ? .utc : zone))</date>\
          <start>\(civil.time.clock)</start><duration>00:30</duration><title>T</title></event>
          """
      }
    }
    let text = dates.map { "<day date=\"\($0.date)\"><room name=\"R\">\($0.events)</room></day>" }
    return (
      "<schedule><conference><title>C</title></conference>\(text.joined())</schedule>", events
    )
  }

  /// What is read otherwise than it was written.
  private func mistakes(
    _ week: (text: String, events: [String: Instant]), zone: Zone, _ folders: ZoneFolders,
    clocksToo: Bool
  ) throws -> [String] {
    let fixture = try ScheduleFixture(
      week.text, options: ScheduleImport.Options(zoneFolders: folders))
    var mistakes = fixture.messages
    for session in fixture.schedule.sessions {
      let id = fixture.schedule.id(of: session)
      let moment = try #require(week.events[id])
      guard let start = session[Timing.self]?.start else {
        mistakes.append("no start")
        continue
      }
      if start != moment
        || clocksToo && fixture.schedule.zone.civil(at: start) != zone.civil(at: moment)
      {
        mistakes.append(
          "\(start.iso8601(in: fixture.schedule.zone)), not \(moment.iso8601(in: zone))")
      }
    }
    return mistakes
  }

  @Test(
    "every instant of the week of a change is right, in every zone since 2000",
    .enabled(if: !ZoneFolders().names().isEmpty, "this machine has no zone files"),
    arguments: Writing.allCases)
  func everyChange(writing: Writing) throws {
    var random = SplitMix64(seed: 0x7A6F_6E65)
    let shifts = Self.shifts()
    let step = Environment.number("KONF_LONG") == nil ? 16 : 1
    var wrong: [String] = []
    var count = 0
    for index in stride(from: 0, to: shifts.count, by: step) {
      let (shift, name) = shifts[index]
      let folder = TemporaryFolder()
      folder.link("Some/Place", to: "/usr/share/zoneinfo/\(name)")
      let folders = ZoneFolders(paths: [folder.path])
      guard let zone = Zone(exactly: "Some/Place", in: folders) else { continue }
      let week = week(of: shift, in: zone, writing, &random)
      count += 1
      // The clocks of zones at twelve hours and more may be a day off where moments are in UTC.
      let isFar = max(abs(shift.from), abs(shift.to)) >= 43_200 && writing == .utc
      let found = try mistakes(week, zone: zone, folders, clocksToo: !isFar)
      if let first = found.first { wrong.append("\(name), \(shift): \(first)") }
    }
    #expect(count > 0)
    #expect(wrong.count == 0, "\(wrong.count) of \(count), such as \(wrong.first ?? "")")
  }
}
