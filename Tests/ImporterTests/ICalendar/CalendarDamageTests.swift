import ECSKit
import Importer
import Schedule
import Testing

@Suite("Damaged or unusual calendars")
struct CalendarDamageTests {
  private static func event(_ id: Int, _ rest: String = "") -> String {
    CalendarText.event("UID:\(id)\nSUMMARY:T\(id)\nDTSTART:2025020\(id)T090000Z\n\(rest)")
  }

  private static func titles(_ schedule: ImportedSchedule) -> [String] {
    schedule.lines.map { String($0.suffix(2)) }
  }

  @Test("show events after the end of the calendar and report them once")
  func outside() throws {
    let text = CalendarText.calendar(Self.event(1)) + Self.event(2) + Self.event(3)
    let schedule = try ImportedSchedule(text, zone: .utc)
    #expect(Self.titles(schedule) == ["T1", "T2", "T3"])
    #expect(
      schedule.issues == [
        "9:1: found \"BEGIN:VEVENT\"; expected components only between \"BEGIN:VCALENDAR\" and "
          + "\"END:VCALENDAR\"; the component is read anyway"
      ])
    #expect(schedule.report.issues.allSatisfy { $0.losesData })
  }

  @Test("lose no event after one without an end")
  func missingEnd() throws {
    let events = (1...6).map { Self.event($0) }
    let broken = events[1].replacing("END:VEVENT\n", with: "")
    let schedule = try ImportedSchedule(
      CalendarText.calendar(events[0] + broken + events[2...].joined()), zone: .utc)
    #expect(Self.titles(schedule) == ["T1", "T2", "T3", "T4", "T5", "T6"])
    #expect(
      schedule.issues == [
        "12:1: found \"BEGIN:VEVENT\"; expected the end of \"VEVENT\", which begins at 8:7; the "
          + "file is read up to this point"
      ])
  }

  @Test("are reported as incomplete where they are truncated", arguments: [0.3, 0.5, 0.8])
  func cut(part: Double) throws {
    let text = CalendarText.calendar((1...6).map { Self.event($0) }.joined())
    let bytes = Array(text.utf8)
    let schedule = try ImportedSchedule(
      Array(bytes[..<Int(Double(bytes.count) * part)]), zone: .utc)
    #expect(
      schedule.report.issues.contains {
        $0.losesData && $0.description.contains("the end of \"VCALENDAR\"")
      })
  }

  @Test("report events without a start or a title")
  func missingProperties() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        CalendarText.event("UID:1\nSUMMARY:A")
          + CalendarText.event("UID:2\nDTSTART:20250201T090000Z")
      ), zone: .utc)
    #expect(
      schedule.issues == [
        "3:1: item 2 (event 1): the field \"DTSTART\" is missing",
        "7:1: item 3 (event 2): the field \"SUMMARY\" is missing",
      ])
  }

  @Test(
    "lose one letter to an invalid UTF-8 byte, but not the surrounding text",
    arguments: ["SUMMARY:Caf", "SUMMARY;LANGUAGE=fr:Caf"])
  func oneBadByte(property: String) throws {
    let text = CalendarText.calendar(
      CalendarText.event("UID:1\n\(property)# au lait\nDTSTART:20250201T090000Z"))
    let bytes = text.utf8.map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 }
    let schedule = try ImportedSchedule(bytes, zone: .utc)
    #expect(schedule.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | Caf\u{fffd} au lait"])
    #expect(
      schedule.issues == [
        "5:\(property.utf8.count + 1): found the byte 0xe9, which is not valid UTF-8 here; expected UTF-8; "
          + "the byte is shown as \u{fffd}"
      ])
    #expect(schedule.report.issues.allSatisfy { $0.losesData })
  }

  @Test("are read with classic Mac OS line endings")
  func carriageReturns() throws {
    let text = CalendarText.calendar(
      CalendarText.event("UID:1\nSUMMARY:A\n B\nDTSTART:20250201T090000Z")
    ).replacing("\r\n", with: "\r")
    let schedule = try ImportedSchedule(text, zone: .utc)
    #expect(schedule.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | AB"])
    #expect(schedule.issues == [])
  }

  @Test("use the newest of several versions and report the skipped ones")
  func versions() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        CalendarText.event("UID:1\nSUMMARY:A1\nSEQUENCE:2\nDTSTART:20250201T090000Z")
          + CalendarText.event("UID:1\nSUMMARY:A0\nSEQUENCE: 1\nDTSTART:20250202T090000Z")
          + CalendarText.event(
            "UID:2\nSUMMARY:B\nDTSTART:20250201T090000Z\nRRULE:FREQ=DAILY;COUNT=3")
          + CalendarText.event(
            "UID:2\nSUMMARY:B0\nSEQUENCE:1\nRECURRENCE-ID:20250202T090000Z\nDTSTART:20250202T100000Z"
          )
          + CalendarText.event(
            "UID:2\nSUMMARY:B1\nSEQUENCE:2\nRECURRENCE-ID:20250202T090000Z\nDTSTART:20250202T110000Z"
          )
      ), zone: .utc)
    #expect(
      schedule.lines.sorted() == [
        "2025-02-01 09:00 – 2025-02-01 09:00 | A1", "2025-02-01 09:00 – 2025-02-01 09:00 | B",
        "2025-02-02 11:00 – 2025-02-02 11:00 | B1",
        "2025-02-03 09:00 – 2025-02-03 09:00 | B",
      ])
    #expect(
      schedule.issues == [
        "9:1: item 3 (event 1): the file has a newer version of this event; this version is left out",
        "21:1: item 6 (event 2/2025-02-02): the file has a newer version of this event; this version is left out",
      ])
  }

  @Test("yield two talks for a shared identifier without versions")
  func sharedIdentifier() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        CalendarText.event("UID:1\nSUMMARY:A\nSEQUENCE: 0\nDTSTART:20250201T090000Z")
          + CalendarText.event("UID:1\nSUMMARY:B\nSEQUENCE: 0\nDTSTART:20250202T090000Z")),
      zone: .utc)
    #expect(schedule.lines.count == 2)
    #expect(schedule.issues == [])
  }

  @Test("name speakers in titles, of up to six words, only if pretalx wrote them")
  func speakersInTitles() throws {
    func schedule(_ producer: String, _ title: String) throws -> ImportedSchedule {
      try ImportedSchedule(
        CalendarText.calendar(
          "PRODID:\(producer)\n"
            + CalendarText.event("UID:1\nSUMMARY:\(title)\nDTSTART:20250201T090000Z")), zone: .utc)
    }
    let pretalx = "-//pretalx//pretalx.com//demo"
    let split = try schedule(pretalx, "Ships - That Talk - Ines Holm\\, Bo Li")
    #expect(
      split.lines == [
        "2025-02-01 09:00 – 2025-02-01 09:00 | Ships - That Talk | Ines Holm | Bo Li"
      ])
    #expect(split.count(.people) == 2)
    let six = try schedule(pretalx, "Ships - A B C D E F")
    #expect(six.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | Ships | A B C D E F"])
    for (producer, title) in [
      (pretalx, "Ships - A B C D E F G"), ("-//x//EN", "Ships - Ines Holm"),
      (pretalx, "Ships - is this the end?"),
      (pretalx, "Ships - 2025"), (pretalx, "Ships"),
    ] {
      let whole = try schedule(producer, title)
      #expect(whole.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | \(title)"])
      #expect(whole.count(.people) == 0)
    }
  }

  @Test("split titles only if the whole calendar or the attendees confirm it")
  func provenSpeakers() throws {
    func lines(_ titles: [String], more: String = "") throws -> [String] {
      let events = titles.enumerated().map { number, title in
        CalendarText.event(
          "UID:\(number)\nSUMMARY:\(title)\nDTSTART:2025020\(number + 1)T090000Z\(more)")
      }
      return try ImportedSchedule(
        CalendarText.calendar(
          "PRODID:-//pretalx//pretalx.com//demo\n" + events.joined(separator: "\n")), zone: .utc
      ).lines.map { String($0.dropFirst("2025-02-01 09:00 – 2025-02-01 09:00 | ".count)) }
    }
    #expect(
      try lines(["Ships - Ines Holm", "Tools - User Guide - ", "Harbours (old - new) - Bo Li"])
        == ["Ships | Ines Holm", "Tools - User Guide", "Harbours (old - new) | Bo Li"])
    // A title without names shows that dashes may belong to titles.
    let mixed = ["Ships - Ines Holm", "Lunch"]
    #expect(try lines(mixed) == mixed)
    #expect(try lines(["Harbours (old - new)"]) == ["Harbours (old - new)"])
    let attendee = "\nATTENDEE;CN=Ines Holm:mailto:i@example.org"
    #expect(
      try lines(mixed, more: attendee) == ["Ships | Ines Holm", "Lunch | Ines Holm"])
  }
}
