import Testing

@Suite("Lengths of events in a calendar")
struct EventLengthTests {
  private static func schedule(_ event: String, zone: String = "UTC") throws -> ImportedSchedule {
    try ImportedSchedule(
      CalendarText.calendar("X-WR-TIMEZONE:\(zone)\n" + CalendarText.event(event)))
  }

  @Test("may be given in a list of periods")
  func periods() throws {
    let schedule = try Self.schedule(
      """
      UID:1
      SUMMARY:A
      DTSTART:20250201T090000Z
      DTEND:20250201T100000Z
      RDATE;VALUE=PERIOD:20250202T090000Z/PT2H,20250203T090000Z/20250203T093000Z
      """)
    #expect(schedule.issues == [])
    #expect(
      schedule.lines == [
        "2025-02-01 09:00 – 2025-02-01 10:00 | A", "2025-02-02 09:00 – 2025-02-02 11:00 | A",
        "2025-02-03 09:00 – 2025-02-03 09:30 | A",
      ])
  }

  @Test(
    "are calendar days if given in days",
    arguments: [
      ("DTSTART;VALUE=DATE:20250330\nDURATION:P1D", "2025-03-30 00:00 – 2025-03-31 00:00"),
      ("DTSTART;VALUE=DATE:20250330", "2025-03-30 00:00 – 2025-03-31 00:00"),
      // A date that ends on itself is that day.
      (
        "DTSTART;VALUE=DATE:20250330\nDTEND;VALUE=DATE:20250330",
        "2025-03-30 00:00 – 2025-03-31 00:00"
      ),
      ("DTSTART:20250327T100000\nDURATION:P1W", "2025-03-27 10:00 – 2025-04-03 10:00"),
      (
        "DTSTART;TZID=Europe/Berlin:20250329T100000\nDURATION:P1DT2H",
        "2025-03-29 10:00 – 2025-03-30 12:00"
      ),
      (
        "DTSTART;TZID=Europe/Berlin:20250330T013000\nDURATION:PT1H",
        "2025-03-30 01:30 – 2025-03-30 03:30"
      ),
      ("DTSTART:20250329T090000Z\nDURATION:P1D", "2025-03-29 10:00 – 2025-03-30 11:00"),
    ])
  func nominalDays(lines: String, times: String) throws {
    let schedule = try Self.schedule("UID:1\nSUMMARY:A\n\(lines)", zone: "Europe/Berlin")
    #expect(schedule.lines == ["\(times) | A"])
  }
}
