import ECSKit
import Schedule
import Testing

@Suite("The identity of events in a calendar")
struct EventIdentityTests {
  private static func identities(_ events: String...) throws -> [String?] {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(events.map(CalendarText.event).joined()))
    #expect(schedule.issues == [])
    return schedule.context.group(.sessions).map { $0[SessionID.self]?.text }
  }

  @Test("is the identifier in the file if it belongs to a single event")
  func own() throws {
    let identities = try Self.identities(
      "UID:1@x\nDTSTART:20250201T090000Z\nSUMMARY:A", "UID:2\nDTSTART:20250202T090000Z\nSUMMARY:B")
    #expect(identities == ["1@x", "2"])
  }

  @Test("has the number before the @ as an alias, since other formats of a site use it alone")
  func number() throws {
    let events = ["17@x.org", "17a@x.org", "a17@x.org", "17", "@x.org"].map {
      CalendarText.event("UID:\($0)\nDTSTART:20250201T090000Z\nSUMMARY:\($0)")
    }
    let schedule = try ImportedSchedule(CalendarText.calendar(events.joined()))
    let sessions = schedule.context.group(.sessions)
    #expect(sessions.map { $0[OtherIDs.self]?.texts } == [["17"], nil, nil, nil, nil])
  }

  @Test("consists of as much of time, location and title as distinguishes the events")
  func made() throws {
    let identities = try Self.identities(
      "UID:2\nDTSTART:20250201T090000Z\nSUMMARY:B",
      "UID:2\nDTSTART:20250201T100000Z\nSUMMARY:C\nLOCATION:X",
      "UID:2\nDTSTART:20250201T100000Z\nSUMMARY:D\nLOCATION:Y",
      "UID:2\nDTSTART:20250201T110000Z\nSUMMARY:E\nLOCATION:Y",
      "UID:2\nDTSTART:20250201T110000Z\nSUMMARY:F\nLOCATION:Y",
      "DTSTART:20250201T100000Z\nSUMMARY:F", "DTSTART:20250201T110000Z\nSUMMARY:G",
      "UID: \nDTSTART:20250202T110000Z\nSUMMARY:H")
    #expect(Set(identities).count == 8)
    for identity in identities.compactMap(\.self) {
      #expect(identity.count == 8)
      #expect(identity.allSatisfy { $0.isHexDigit })
    }
    // The same in every run and on every machine, since ratings are filed under it.
    #expect(identities.first == "1e77dac4")
  }

  @Test("is stable when an event is renamed and when others are added or removed")
  func stays() throws {
    let first = "UID:2\nDTSTART:20250201T090000Z\nLOCATION:X\n"
    let second = "UID:2\nDTSTART:20250201T090000Z\nLOCATION:Y\nSUMMARY:B"
    let other = "UID:2\nDTSTART:20250202T090000Z\nLOCATION:Y\nSUMMARY:B"
    let before = try Self.identities(first + "SUMMARY:A", second, other)
    let after = try Self.identities(other, second, first + "SUMMARY:Z")
    #expect(before == after.reversed())
  }

  @Test(
    "prefers the newer of two replacements for one occurrence, and the later of equal ones",
    arguments: [
      ("SEQUENCE:1", "SEQUENCE:2", "Second"), ("SEQUENCE:2", "SEQUENCE:1", "First"),
      ("SEQUENCE:1", "SEQUENCE:1", "Second"), ("SEQUENCE:0", "CLASS:PUBLIC", "Second"),
      ("DTSTAMP:20250101T000001Z", "DTSTAMP:20250101T000000Z", "First"),
      ("DTSTAMP:20250101T000000Z", "DTSTAMP:20250101T000000Z", "Second"),
    ])
  func versions(first: String, second: String, expected: String) throws {
    let time = "UID:1\nRECURRENCE-ID:20250202T090000Z\nDTSTART:20250202T110000Z"
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        [
          "UID:1\nDTSTART:20250201T090000Z\nRRULE:FREQ=DAILY;COUNT=2\nSUMMARY:Daily",
          "\(time)\nSUMMARY:First\n\(first)", "\(time)\nSUMMARY:Second\n\(second)",
        ].map(CalendarText.event).joined()), zone: .utc)
    #expect(
      schedule.lines == [
        "2025-02-01 09:00 – 2025-02-01 09:00 | Daily",
        "2025-02-02 11:00 – 2025-02-02 11:00 | \(expected)",
      ])
  }
}
