import ECSKit
import ECSReactive
import Importer
import Schedule
import Testing

/// Dates of events and the local times next to them, in all combinations that programs write.
@Suite("Dates and local times of events")
struct StartTimeTests {
  /// The form of the date of an event that starts at a local time.
  enum DateForm: CaseIterable {
    case absent, bare, midnight, midnightWithOffset, noOffset, right, utc, offsetTwice, otherDay
    /// The date is hours from the local time, in each event or in one.
    case contradictingAll, contradictingOne
  }

  enum Format: CaseIterable {
    case xml, json, list
  }

  /// An event as it really is.
  struct Event {
    let id: Int
    let day: CivilDate
    let civil: CivilDateTime

    init(_ id: Int, day: Int, date: Int, _ hour: Int, _ minute: Int) throws {
      self.id = id
      self.day = try #require(CivilDate(year: 2026, month: 5, day: day))
      civil = CivilDateTime(
        date: try #require(CivilDate(year: 2026, month: 5, day: date)),
        time: try #require(CivilTime(hour: hour, minute: minute)))
    }
  }

  private static func events() throws -> [Event] {
    [
      try Event(1, day: 1, date: 1, 9, 0), try Event(2, day: 1, date: 1, 10, 30),
      try Event(3, day: 1, date: 1, 14, 0), try Event(4, day: 1, date: 1, 22, 30),
      try Event(5, day: 1, date: 2, 1, 30), try Event(6, day: 2, date: 2, 9, 0),
      try Event(7, day: 2, date: 2, 17, 45),
    ]
  }

  private static func date(_ event: Event, _ form: DateForm, in zone: Zone) -> String? {
    let instant = zone.instant(of: event.civil)
    let offset = instant.iso8601(in: zone).suffix(6)
    let date = event.civil.date.iso8601
    func moved(hours: Int) -> String {
      instant.advanced(by: .seconds(hours * 3600)).iso8601(in: zone)
    }
    switch form {
    case .absent: return nil
    case .bare: return date
    case .midnight: return date + "T00:00:00"
    case .midnightWithOffset: return date + "T00:00:00" + offset
    case .noOffset: return event.civil.iso8601
    case .right: return instant.iso8601(in: zone)
    case .utc: return instant.iso8601(in: .utc).prefix(19) + "Z"
    case .offsetTwice:
      return instant.advanced(by: .seconds(zone.offset(at: instant))).iso8601(in: zone)
    case .otherDay: return moved(hours: 24)
    case .contradictingAll: return moved(hours: event.id == 4 ? -3 : 5 - event.id % 3)
    case .contradictingOne: return event.id == 2 ? moved(hours: 4) : moved(hours: 0)
    }
  }

  private static func text(
    _ events: [Event], _ form: DateForm, in zone: Zone, named: Bool, _ format: Format
  ) -> String {
    let name = named ? zone.name : ""
    func object(_ event: Event) -> String {
      let date = date(event, form, in: zone).map { "\"date\": \"\($0)\"," } ?? ""
      return """
        {"id": \(event.id), \(date) "start": "\(event.civil.time.clock)", "duration": "00:30",
        "title": "T\(event.id)"}
        """
    }
    let conference = #""title": "C", "day_change": "04:00", "time_zone_name": "\#(name)""#
    let days = [1, 2].map { day in events.filter { $0.day.day == day } }
    switch format {
    case .xml:
      let parts = days.map { events in
        let texts = events.map { event in
          let date = date(event, form, in: zone).map { "<date>\($0)</date>" } ?? ""
          return """
            <event id="\(event.id)">\(date)<start>\(event.civil.time.clock)</start>
            <duration>00:30</duration><title>T\(event.id)</title></event>
            """
        }
        return """
          <day date="\(events[0].day.iso8601)"><room name="R">\(texts.joined())</room></day>
          """
      }
      return """
        <schedule><conference><title>C</title><day_change>04:00</day_change>
        <time_zone_name>\(name)</time_zone_name></conference>\(parts.joined())</schedule>
        """
    case .json:
      let parts = days.map { events in
        """
        {"date": "\(events[0].day.iso8601)",
        "rooms": {"R": [\(events.map(object).joined(separator: ", "))]}}
        """
      }
      return """
        {"schedule": {"conference": {\(conference), "days": [\(parts.joined(separator: ", "))]}}}
        """
    case .list:
      return """
        {"schedule": {"conference": {\(conference)},
        "events": [\(events.map(object).joined(separator: ", "))]}}
        """
    }
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "America/St_Johns",
    "UTC",
  ]

  /// The problems of one schedule: each clock that is neither the local time nor reported, and each
  /// wrong moment.
  private static func problems(
    _ form: DateForm, _ format: Format, _ name: String, named: Bool
  ) throws -> [String] {
    let zone = try Zone(named: name, in: ZoneFolders())
    let events = try events()
    let fixture = try ScheduleFixture(
      text(events, form, in: zone, named: named, format), options: ScheduleImport.Options())
    var problems: [String] = []
    if fixture.schedule.sessions.count != events.count { problems.append("events are missing") }
    for event in events {
      let place = "\(form), \(format), \(named ? name : "no zone of \(name)"), event \(event.id)"
      let start = try fixture.entity("T\(event.id)")[Timing.self]?.start
      guard let start else {
        problems.append("\(place): no start")
        continue
      }
      let shown = fixture.schedule.zone.civil(at: start)
      let isReported = fixture.messages.contains { $0.contains("(event \(event.id))") }
      if shown.time != event.civil.time, !isReported {
        problems.append("\(place): \(shown.time.clock), not \(event.civil.time.clock)")
      }
      switch form {
      case .otherDay: break
      case .contradictingAll:
        // Without a zone, a constant difference may be the offset of the venue.
        if named, !isReported { problems.append("\(place): not reported") }
      case .contradictingOne:
        if isReported != (event.id == 2) { problems.append("\(place): reported: \(isReported)") }
        if shown != event.civil { problems.append("\(place): \(shown.iso8601)") }
      default:
        if isReported { problems.append("\(place): reported") }
        // Without days, nothing tells +12:00 from -12:00.
        let isEitherDay = form == .utc && format == .list && !named && name == "Pacific/Auckland"
        if shown != event.civil, !isEitherDay { problems.append("\(place): \(shown.iso8601)") }
        if named, start != zone.instant(of: event.civil) {
          problems.append("\(place): at \(start.iso8601(in: .utc))")
        }
      }
    }
    let isTwice = fixture.notes.contains { if case .offsetTwice = $0 { true } else { false } }
    if isTwice != (form == .offsetTwice && name != "UTC") { problems.append("note: \(isTwice)") }
    return problems
  }

  @Test(
    "the shown time is the local time of the file, or a remark says why not",
    .enabled(if: !ZoneFolders().names().isEmpty, "this machine has no zone files"),
    arguments: DateForm.allCases, Format.allCases)
  func matrix(form: DateForm, format: Format) throws {
    // A list has no days, so a date is required.
    if format == .list, form == .absent { return }
    var problems: [String] = []
    for name in Self.zones {
      for named in [true, false] {
        problems += try Self.problems(form, format, name, named: named)
      }
    }
    #expect(problems.count == 0, "\(problems.count), such as \(problems.prefix(3))")
  }

  // MARK: Single events

  private func schedule(_ events: String, head: String = "") throws -> ScheduleFixture {
    try ScheduleFixture(
      """
      <schedule><conference><title>C</title><time_zone_name>Europe/Berlin</time_zone_name>\(head)
      </conference><day date="2026-05-26"><room name="R">\(events)</room></day></schedule>
      """)
  }

  private static let right = """
    <event id="1"><date>2026-05-26T09:00:00+02:00</date><start>09:00</start><title>A</title></event>
    <event id="2"><date>2026-05-26T11:00:00+02:00</date><start>11:00</start><title>B</title></event>
    """

  @Test("the date is used if it is on another day than the list, and the contradiction is an error")
  func otherDayAndTime() throws {
    let fixture = try schedule(
      Self.right + """
        <event id="3"><date>2026-05-27T14:00:00+02:00</date><start>10:00</start>
        <title>X</title></event>
        """)
    #expect(try fixture.time("X").hasPrefix("2026-05-27T14:00:00+02:00"))
    #expect(fixture.messages.count == 1)
    #expect(fixture.messages.first?.hasSuffix("the date is used") == true)
    #expect(fixture.result.report.issues.first?.kind.rule.severity == .error)
    #expect(fixture.result.report.issues.first?.losesData == false)
  }

  @Test(
    "a date alone is the date of the night after the listed day, if it repeats that day",
    arguments: [("2026-05-26", "2026-05-27"), ("2026-05-27", "2026-05-27")])
  func night(date: String, start: String) throws {
    let fixture = try schedule(
      "<event id='1'><date>\(date)</date><start>01:00</start><title>X</title></event>",
      head: "<day_change>04:00</day_change>")
    #expect(try fixture.time("X").hasPrefix("\(start)T01:00:00+02:00"))
    #expect(fixture.messages.isEmpty)
  }

  @Test("the end of an event loses an offset that was added twice, too")
  func endWithOffsetTwice() throws {
    let fixture = try schedule(
      """
      <event id="1"><date>2026-05-26T11:00:00+02:00</date><start>09:00</start>
      <end>2026-05-26T12:00:00+02:00</end><title>A</title></event>
      """)
    #expect(try fixture.time("A") == "2026-05-26T09:00:00+02:00 to 2026-05-26T10:00:00+02:00")
    #expect(fixture.notes == [.offsetTwice("+02:00")])
  }

  @Test("an event on another day than its list is reported, unless it is at night")
  func listedDay() throws {
    let fixture = try schedule(
      Self.right + """
        <event id="3"><date>2026-05-27T11:00:00+02:00</date><start>11:00</start>
        <title>C</title></event>
        <event id="4"><date>2026-05-27T01:00:00+02:00</date><start>01:00</start>
        <title>D</title></event>
        """)
    try fixture.schedule.checks().execute()
    let findings = fixture.context.group(.all(Finding.self)).entities.compactMap {
      $0[Finding.self]
    }
    #expect(
      findings.filter { $0.rule.name == "listed-day" }.map(\.message) == [
        "the event is listed on 2026-05-26, but starts on 2026-05-27 at 11:00"
      ])
  }
}
