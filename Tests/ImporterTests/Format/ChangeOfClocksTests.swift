import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// Schedules of the week in which clocks change, with offsets and without a zone.
@Suite("Clock changes")
struct ChangeOfClocksTests {
  /// A change of clocks that some zone made.
  struct Shift: Hashable, CustomStringConvertible {
    let moment: Int64
    let from: Int
    let to: Int
    var description: String { "\(from) to \(to) at \(moment)" }
  }

  /// How the moments of a schedule are written.
  enum Writing: CaseIterable {
    /// In XML by the offset that is in force, as pretalx does, with a clock beside it.
    case offset
    /// In XML in UTC, as wafer does, with a clock beside it.
    case utc
    /// In JSON by the offset that is in force, with a clock beside it.
    case json
    /// Start and end by their offsets and nothing else, as COSCUP does.
    case ends
    /// As ends, where the last event alone ends after the change, and none begins after it.
    case lastEnd
  }

  /// What is known of an event: when it begins and ends.
  struct Moments {
    let start: Instant
    let end: Instant
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

  /// The events of the week around a change by their ids, in their order.
  private func events(
    around shift: Shift, _ writing: Writing, _ random: inout SplitMix64
  ) -> [(id: String, moments: Moments)] {
    var events: [(id: String, moments: Moments)] = []
    func add(_ id: String, minutes: Int64, length: Int64) {
      let start = shift.moment + minutes * 60 + 300
      events.append(
        (
          id,
          Moments(
            start: Instant(secondsSince1970: start),
            end: Instant(secondsSince1970: start + length * 60))
        ))
    }
    // More or less of the week lies before the change.
    let first = -Int.random(in: 1...6, using: &random)
    let days = writing == .lastEnd ? first..<0 : first..<(first + 7)
    for day in days {
      for part in 0..<Int.random(in: 1...3, using: &random) {
        add(
          "\((day + 10) * 10 + part)",
          minutes: Int64(day) * 1440 + Int64(part) * 400 + .random(in: 0..<39, using: &random) * 10,
          length: 30)
      }
    }
    if writing == .lastEnd { add("999", minutes: -45, length: 90) }
    return events
  }

  /// A schedule in which events are written.
  private func text(
    of events: [(id: String, moments: Moments)], in zone: Zone, _ writing: Writing
  ) -> String {
    switch writing {
    case .ends, .lastEnd:
      let sessions = events.map { id, moments in
        """
        {"id": "\(id)", "type": "t", "room": "r", "speakers": [], "start": \
        "\(moments.start.iso8601(in: zone))", "end": "\(moments.end.iso8601(in: zone))", \
        "en": {"title": "T"}}
        """
      }
      return """
        {"sessions": [\(sessions.joined(separator: ", "))], "speakers": [], "tags": [],
        "session_types": [{"id": "t", "en": {"name": "Talk"}}],
        "rooms": [{"id": "r", "en": {"name": "R"}}]}
        """
    case .json, .offset, .utc:
      var days: [(date: String, events: [String])] = []
      for (id, moments) in events {
        let civil = zone.civil(at: moments.start)
        if days.last?.date != civil.date.iso8601 { days.append((civil.date.iso8601, [])) }
        let date = moments.start.iso8601(in: writing == .utc ? .utc : zone)
        days[days.count - 1].events.append(
          writing == .json
            ? """
            {"id": \(id), "date": "\(date)", "start": "\(civil.time.clock)",
            "duration": "00:30", "title": "T"}
            """
            : """
            <event id="\(id)"><date>\(date)</date><start>\(civil.time.clock)</start>
            <duration>00:30</duration><title>T</title></event>
            """)
      }
      guard writing == .json else {
        let parts = days.map {
          "<day date=\"\($0.date)\"><room name=\"R\">\($0.events.joined())</room></day>"
        }
        return "<schedule><conference><title>C</title></conference>\(parts.joined())</schedule>"
      }
      let parts = days.map {
        "{\"date\": \"\($0.date)\", \"rooms\": {\"R\": [\($0.events.joined(separator: ", "))]}}"
      }
      return """
        {"schedule": {"conference": {"title": "C", "days": [\(parts.joined(separator: ", "))]}}}
        """
    }
  }

  /// What is read otherwise than it was written.
  private func mistakes(
    _ text: String, _ events: [(id: String, moments: Moments)], zone: Zone, _ folders: ZoneFolders
  ) throws -> [String] {
    let fixture = try ScheduleFixture(text, options: ScheduleImport.Options(zoneFolders: folders))
    let schedule = fixture.schedule
    let moments = Dictionary(uniqueKeysWithValues: events)
    var mistakes = fixture.messages
    if schedule.sessions.count != events.count { mistakes.append("events are missing") }
    for session in schedule.sessions {
      let expected = try #require(moments[schedule.id(of: session)])
      let timing = session[Timing.self]
      for (read, written) in [(timing?.start, expected.start), (timing?.end, expected.end)] {
        if read != written || schedule.zone.civil(at: written) != zone.civil(at: written) {
          mistakes.append(
            """
            \(read?.iso8601(in: schedule.zone) ?? "no time"), not \(written.iso8601(in: zone))
            """)
        }
      }
    }
    return mistakes
  }

  @Test(
    "every instant in the week of a clock change is correct, in every zone since 2000",
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
      let events = events(around: shift, writing, &random)
      count += 1
      let found = try mistakes(
        text(of: events, in: zone, writing), events, zone: zone, folders)
      if let first = found.first { wrong.append("\(name), \(shift): \(first)") }
    }
    #expect(count > 0)
    #expect(wrong.count == 0, "\(wrong.count) of \(count), such as \(wrong.first ?? "")")
  }
}
