import ECSKit
import Importer
import Schedule
import Testing

@Suite("Recurring events")
struct OccurrenceTests {
  private static func schedule(_ events: String..., zone: String = "UTC") throws -> ImportedSchedule
  {
    try ImportedSchedule(
      CalendarText.calendar(
        "X-WR-TIMEZONE:\(zone)\n" + events.map(CalendarText.event).joined()))
  }

  /// Each session with what it is called by.
  private static func identities(_ schedule: ImportedSchedule) -> [String] {
    zip(schedule.context.group(.sessions), schedule.lines).map { session, line in
      "\(session[SessionID.self]?.text ?? ""): \(line.prefix(16))"
    }
  }

  @Test("keep their time of day and their length when clocks change")
  func clockChange() throws {
    let schedule = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART;TZID=Europe/Berlin:20250329T230000
      DTEND;TZID=Europe/Berlin:20250330T010000
      RRULE:FREQ=DAILY;COUNT=3
      """, zone: "Europe/Berlin")
    #expect(
      schedule.lines == [
        "2025-03-29 23:00 – 2025-03-30 01:00 | A", "2025-03-30 23:00 – 2025-03-31 01:00 | A",
        "2025-03-31 23:00 – 2025-04-01 01:00 | A",
      ])
    let starts = schedule.context.group(.sessions).compactMap { $0[Timing.self]?.start }
    #expect(starts[0].duration(to: starts[1]) == .seconds(23 * 3600))
    let night = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART;TZID=Europe/Berlin:20250328T230000
      DTEND;TZID=Europe/Berlin:20250329T040000
      RRULE:FREQ=DAILY;COUNT=2
      """, zone: "Europe/Berlin")
    // RFC 5545 has the exact length hold, of a night that lacks an hour as well.
    #expect(night.lines.last == "2025-03-29 23:00 – 2025-03-30 05:00 | A")
  }

  @Test(
    "end with the last occurrence up to UNTIL",
    arguments: [
      ("DTSTART;TZID=Europe/Berlin:20250328T090000", "20250331T070000Z", 4),
      ("DTSTART;TZID=Europe/Berlin:20250328T090000", "20250331T065959Z", 3),
      ("DTSTART;TZID=Europe/Berlin:20250328T090000", "20250331T090000", 4),
      ("DTSTART;TZID=Europe/Berlin:20250328T090000", "20250331", 4),
      ("DTSTART:20250328T090000Z", "20250331T090000Z", 4),
      ("DTSTART:20250328T090000Z", "20250331T085959Z", 3),
      ("DTSTART:20250328T090000", "20250331T070000Z", 4),
      ("DTSTART;VALUE=DATE:20250328", "20250331", 4),
      ("DTSTART;VALUE=DATE:20250328", "20250331T000000Z", 4),
      ("DTSTART;VALUE=DATE:20250328", "20250301", 1),
    ])
  func until(start: String, until: String, count: Int) throws {
    let schedule = try Self.schedule(
      "UID:1\nSUMMARY:A\n\(start)\nRRULE:FREQ=DAILY;UNTIL=\(until)", zone: "Europe/Berlin")
    #expect(schedule.issues == [])
    #expect(schedule.lines.count == count)
  }

  @Test("have the event's identity at the first occurrence, and then their dates")
  func identity() throws {
    let schedule = try Self.schedule(
      """
      UID:1@x
      SUMMARY:A
      DTSTART:20250201T090000Z
      DURATION:PT1H
      RRULE:FREQ=DAILY;COUNT=4
      RDATE:20250203T140000Z,20250210T090000Z
      EXDATE:20250202T090000Z
      """)
    #expect(schedule.issues == [])
    #expect(
      Self.identities(schedule) == [
        "1@x: 2025-02-01 09:00", "1@x/2025-02-03: 2025-02-03 09:00",
        "1@x/2025-02-03T14:00: 2025-02-03 14:00", "1@x/2025-02-04: 2025-02-04 09:00",
        "1@x/2025-02-10: 2025-02-10 09:00",
      ])
  }

  @Test("skip an occurrence that is excluded in another zone or as a date")
  func exceptions() throws {
    let schedule = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART;TZID=Europe/Berlin:20250328T090000
      RRULE:FREQ=DAILY;COUNT=6
      EXDATE:20250328T080000Z,20250331T070000Z
      EXDATE;VALUE=DATE:20250330
      EXDATE;TZID=Europe/London:20250401T080000
      EXDATE;TZID=Europe/Berlin:20250402T100000
      """, zone: "Europe/Berlin")
    #expect(
      Self.identities(schedule) == [
        "1/2025-03-29: 2025-03-29 09:00", "1/2025-04-02: 2025-04-02 09:00",
      ])
    let skipped = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART;TZID=Europe/Berlin:20250329T023000
      RRULE:FREQ=DAILY;COUNT=3
      EXDATE;TZID=Europe/Berlin:20250330T023000
      """, zone: "Europe/Berlin")
    #expect(skipped.lines.map { $0.prefix(16) } == ["2025-03-29 02:30", "2025-03-31 02:30"])
    let days = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART;VALUE=DATE:20250328
      DTEND;VALUE=DATE:20250330
      RRULE:FREQ=WEEKLY;COUNT=3
      EXDATE:20250404T000000
      """)
    #expect(
      days.lines == [
        "2025-03-28 00:00 – 2025-03-30 00:00 | A", "2025-04-11 00:00 – 2025-04-13 00:00 | A",
      ])
  }

  @Test("yield to a replacement for one of their occurrences")
  func overrides() throws {
    let whole =
      "UID:1\nSUMMARY:A\nDTSTART;TZID=Europe/Berlin:20250201T090000\nRRULE:FREQ=DAILY;COUNT=4"
    let schedule = try Self.schedule(
      "UID:1\nRECURRENCE-ID:20250203T080000Z\nSUMMARY:B\nDTSTART;TZID=Europe/Berlin:20250205T100000",
      whole,
      "UID:1\nRECURRENCE-ID;TZID=Europe/Berlin:20250201T090000\nSUMMARY:C\nDTSTART:20250201T110000Z",
      "UID:1\nRECURRENCE-ID:20250204T080000Z\nSTATUS:CANCELLED\nDTSTART:20250204T080000Z",
      "UID:2\nRECURRENCE-ID:20250204T080000Z\nSUMMARY:D\nDTSTART:20250204T090000Z",
      zone: "Europe/Berlin")
    #expect(
      Self.identities(schedule) == [
        "1/2025-02-03: 2025-02-05 10:00", "1/2025-02-02: 2025-02-02 09:00", "1: 2025-02-01 12:00",
        "2/2025-02-04: 2025-02-04 10:00",
      ])
    #expect(
      schedule.issues == ["22:1: item 5 (event 1/2025-02-04): the cancelled item is left out"])
  }

  @Test("remain the same entities when the file is imported again with one removed or moved")
  func versions() throws {
    func bytes(_ rest: String) -> [UInt8] {
      let event = "UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nRRULE:FREQ=DAILY;COUNT=5\n\(rest)"
      return Array(CalendarText.calendar(CalendarText.event(event)).utf8)
    }
    let context = Context()
    let importing = ScheduleImport(options: ScheduleImport.Options(zone: .utc))
    _ = try importing.run(bytes("SEQUENCE:0"), into: context)
    let sessions = context.group(.sessions).entities
    let again = try importing.run(bytes("SEQUENCE:0"), into: context).report
    #expect((again.created, again.changed, again.removed, again.unchanged) == (0, 0, 0, 6))
    let less = try importing.run(bytes("EXDATE:20250202T090000Z"), into: context).report
    #expect((less.created, less.changed, less.removed, less.unchanged) == (0, 0, 1, 5))
    #expect(context.group(.sessions).entities == sessions.filter { $0 != sessions[1] })
  }

  @Test("replace an occurrence of another event if they name it, whatever their rule is")
  func ruleOfOverride() throws {
    let whole = "UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nRRULE:FREQ=DAILY;COUNT=10"
    let override = "UID:1\nSUMMARY:B\nRECURRENCE-ID:20250202T090000Z\nDTSTART:20250202T100000Z"
    let same = try Self.schedule(whole, override + "\nRRULE:FREQ=DAILY;COUNT=10")
    #expect(same.lines.count == 10)
    #expect(same.issues == [])
    let other = try Self.schedule(whole, override + "\nRRULE:FREQ=WEEKLY")
    #expect(other.lines.count == 10)
    #expect(other.issues.count == 1)
    let alone = try Self.schedule(override + "\nRRULE:FREQ=WEEKLY")
    #expect(alone.lines.count == 1)
  }

  @Test("are reported if none of their times is readable")
  func nothingLeft() throws {
    let schedule = try Self.schedule(
      "UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nRRULE:FREQ=HOURLY;COUNT=10\n"
        + "EXDATE:20250201T090000Z",
      "UID:2\nSUMMARY:B\nDTSTART:20250201T090000Z\nEXDATE:20250201T090000Z")
    #expect(schedule.lines == [])
    #expect(
      schedule.issues == [
        "8:1: item 2 (event 1): some occurrences were left out because of the rule part "
          + "\"FREQ=HOURLY\"; expected DAILY, WEEKLY, MONTHLY or YEARLY",
        "11:1: item 3 (event 2): the cancelled item is left out",
      ])
  }

  @Test("occur at several times of a day")
  func timesOfDay() throws {
    let schedule = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART:20250201T090000Z
      RRULE:FREQ=DAILY;BYHOUR=17,9;COUNT=5
      EXDATE:20250201T090000Z
      """)
    #expect(schedule.issues == [])
    #expect(
      Self.identities(schedule) == [
        "1/2025-02-01T17:00: 2025-02-01 17:00", "1/2025-02-02: 2025-02-02 09:00",
        "1/2025-02-02T17:00: 2025-02-02 17:00", "1/2025-02-03: 2025-02-03 09:00",
      ])
  }

  @Test("follow a list of dates, even if it repeats one")
  func repeatedInList() throws {
    let again = String(repeating: ",20250203T090000Z", count: 1000)
    let schedule = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART:20250201T090000Z
      RDATE:,20250204T090000Z,soon,20250205T090000Z,\(again)
      EXDATE:20250205T090000Z\(String(repeating: ",20250206T090000Z", count: 1000))
      RDATE:20250206T090000Z
      """)
    #expect(
      Self.identities(schedule) == [
        "1: 2025-02-01 09:00", "1/2025-02-03: 2025-02-03 09:00", "1/2025-02-04: 2025-02-04 09:00",
      ])
    #expect(schedule.issues.count == 1)
    #expect(schedule.issues.first?.contains("the text \"soon\"") == true)
  }

  @Test("share the event's data among all occurrences")
  func saidOnce() throws {
    let schedule = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      LOCATION:X
      CATEGORIES:T
      ATTENDEE;CN=Ada:mailto:a@b
      DTSTART:20250201T090000Z
      DURATION:long
      FOO:1
      RRULE:FREQ=DAILY;COUNT=2
      """)
    #expect(
      schedule.lines == [
        "2025-02-01 09:00 – ? | A | X | Ada | T", "2025-02-02 09:00 – ? | A | X | Ada | T",
      ])
    #expect(schedule.count(.locations) == 1)
    #expect(schedule.count(.people) == 1)
    #expect(schedule.issues.count == 2)
  }

  @Test("report an unknown zone once")
  func unknownZone() throws {
    let schedule = try Self.schedule(
      "UID:1\nSUMMARY:A\nDTSTART;TZID=Nowhere:20250201T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2",
      zone: "Europe/Berlin")
    #expect(
      schedule.lines == [
        "2025-02-01 09:00 – 2025-02-01 10:00 | A", "2025-02-02 09:00 – 2025-02-02 10:00 | A",
      ])
    #expect(schedule.issues.count == 1)
    #expect(schedule.issues.first?.contains("the zone \"Nowhere\" is unknown") == true)
  }

  @Test(
    "are reported if a part of their rule is not supported, and occur once",
    arguments: [
      ("FREQ=HOURLY;COUNT=3", "FREQ=HOURLY", "DAILY, WEEKLY, MONTHLY or YEARLY"),
      ("COUNT=3", "COUNT=3", "the part FREQ"),
      ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0", "a whole number from 1 to 9999"),
      ("FREQ=DAILY;COUNT=-1", "COUNT=-1", "a whole number of at least 1"),
      ("FREQ=DAILY;COUNT", "COUNT", "a whole number of at least 1"),
      ("FREQ=DAILY;UNTIL=soon", "UNTIL=soon", "date and time, such as 20150518T110000Z"),
      (
        "FREQ=WEEKLY;BYDAY=1MO", "BYDAY=1MO",
        "days such as MO,WE; MONTHLY and YEARLY also accept days such as -1FR"
      ),
      (
        "FREQ=MONTHLY;BYDAY=MO,", "BYDAY=MO,",
        "days such as MO,WE; MONTHLY and YEARLY also accept days such as -1FR"
      ),
      ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY=32", "days from 1 to 31, or from -1 to -31"),
      ("FREQ=YEARLY;BYMONTH=-1", "BYMONTH=-1", "months from 1 to 12"),
      ("FREQ=DAILY;BYSETPOS=0", "BYSETPOS=0", "numbers from 1 to 366, or from -1 to -366"),
      ("FREQ=DAILY;WKST=XX", "WKST=XX", "a day such as MO"),
      ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24", "hours from 0 to 23"),
      ("FREQ=DAILY;BYMINUTE=9,60", "BYMINUTE=9,60", "numbers from 0 to 59"),
      (
        "FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY=1",
        "days from 1 to 366, or from -1 to -366, with YEARLY"
      ),
      (
        "FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO=20",
        "the parts FREQ, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYYEARDAY, BYMONTH, BYHOUR, "
          + "BYMINUTE, BYSECOND, BYSETPOS, WKST"
      ),
    ])
  func refused(rule: String, part: String, accepted: String) throws {
    let schedule = try Self.schedule("UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nRRULE:\(rule)")
    #expect(schedule.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | A"])
    #expect(
      schedule.issues == [
        "8:1: item 2 (event 1): some occurrences were left out because of the rule part "
          + "\"\(part)\"; expected \(accepted)"
      ])
  }

  @Test("are reported if a list or another part of them is not supported")
  func unreadableLists() throws {
    let schedule = try Self.schedule(
      "UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nRDATE;VALUE=PERIOD:20250202T090000Z/long",
      "UID:2\nSUMMARY:B\nRRULE:FREQ=DAILY",
      "UID:1\nSUMMARY:C\nRECURRENCE-ID;RANGE=THISANDFUTURE:20250203T090000Z\nDTSTART:20250203T090000Z"
    )
    #expect(schedule.lines.count == 3)
    #expect(
      schedule.issues == [
        "8:1: item 2 (event 1), field \"RDATE\": found the text \"20250202T090000Z/long\"; expected "
          + "dates and times, such as 20150518T110000Z",
        "10:1: item 3 (event 2): the field \"DTSTART\" is missing",
        "13:1: item 3 (event 2): some occurrences were left out because of the rule part "
          + "\"FREQ=DAILY\"; expected a DTSTART",
        "18:21: item 4 (event 1/2025-02-03), field \"RANGE\": found the text \"THISANDFUTURE\"; "
          + "expected no RANGE, because only one occurrence is changed",
      ])
  }

  @Test(
    "are read up to 400 times, and this is reported",
    arguments: [
      ("FREQ=DAILY", 400, "2026-03-07"), ("FREQ=DAILY;COUNT=401", 400, "2026-03-07"),
      ("FREQ=DAILY;COUNT=400", 400, nil), ("FREQ=YEARLY", 400, "2424-02-01"),
      // As many days are looked at as 400 years have.
      ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29", 98, "2424-02-29"),
      // The calendar ends with the year 9999.
      ("FREQ=DAILY;INTERVAL=9999", 292, nil),
    ] as [(String, Int, String?)])
  func limits(rule: String, read: Int, last: String?) throws {
    let schedule = try Self.schedule("UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nRRULE:\(rule)")
    #expect(schedule.lines.count == read)
    let issues = last.map {
      "4:1: item 2 (event 1): the event recurs too often; konf reads \(read) occurrences, "
        + "from 2025-02-01 to \($0)"
    }
    #expect(schedule.issues == [issues].compactMap(\.self))
  }

  @Test(
    "are not reported as too many if their rule yields no other occurrence",
    arguments: [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;INTERVAL=3;BYMONTH=6",
      "FREQ=YEARLY;INTERVAL=9999", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
      "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=-30;UNTIL=99991231T000000Z",
    ])
  func never(rule: String) throws {
    let schedule = try Self.schedule("UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nRRULE:\(rule)")
    #expect(schedule.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | A"])
    #expect(schedule.issues.count == 1)
    #expect(
      schedule.issues[0].hasPrefix(
        "8:1: item 2 (event 1): the rule \"\(rule.prefix(40))"))
  }

  @Test("share the limit of a file, so that many of them do not fill the memory")
  func limitOfFile() throws {
    let events = (1...60).map {
      CalendarText.event("UID:\($0)\nSUMMARY:A\nDTSTART:20250201T090000Z\nRRULE:FREQ=DAILY")
    }
    let schedule = try ImportedSchedule(CalendarText.calendar(events.joined()), zone: .utc)
    // Each event has the same share of 16,000, the last one, too.
    #expect(schedule.count(.sessions) == 16_000)
    #expect(
      schedule.context.group(.sessions).count { $0[SessionID.self]?.text.hasPrefix("60") == true }
        >= 16_000 / 60)
    #expect(schedule.report.issues.count == 60)
  }
}
