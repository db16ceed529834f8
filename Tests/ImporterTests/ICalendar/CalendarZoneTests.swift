import ECSKit
import Schedule
import Testing

@testable import Importer

@Suite("Zones of a calendar")
struct CalendarZoneTests {
  private static func schedule(
    _ definition: String, _ events: [(zone: String, time: String)]
  ) throws -> ImportedSchedule {
    let texts = events.enumerated().map { place, event in
      CalendarText.event(
        "UID:\(place)\nSUMMARY:T\(place)\nDTSTART;TZID=\"\(event.zone)\":\(event.time)\nDURATION:PT1H"
      )
    }
    return try ImportedSchedule(
      CalendarText.calendar("X-WR-TIMEZONE:UTC\n" + definition + "\n" + texts.joined()))
  }

  private static func starts(_ schedule: ImportedSchedule) -> [String] {
    schedule.lines.map { String($0.prefix(16)) }
  }

  @Test(
    "are recognized with a list's prefix, and reported where they are a guess",
    arguments: [
      ("/Europe/Stockholm", "2025-07-01 10:00", nil),
      ("/mozilla.org/20050126_1/Europe/Berlin", "2025-07-01 10:00", nil),
      ("/freeassociation.sourceforge.net/Tzfile/America/New_York", "2025-07-01 16:00", nil),
      ("/x/America/Argentina/Ushuaia", "2025-07-01 15:00", nil),
      ("W. Europe Standard Time", "2025-07-01 10:00", "Europe/Berlin"),
      ("Eastern Standard Time", "2025-07-01 16:00", "America/New_York"),
      ("america/new york", "2025-07-01 16:00", "America/New_York"),
      ("Berlin", "2025-07-01 10:00", "Europe/Berlin"),
      ("GMT+02:00", "2025-07-01 10:00", "+02:00"),
    ] as [(String, String, String?)])
  func names(name: String, start: String, guess: String?) throws {
    let schedule = try Self.schedule("", [(name, "20250701T120000"), (name, "20250701T120000")])
    #expect(Self.starts(schedule) == [start, start])
    // One remark for all events of the file.
    let remark = guess.map {
      "4:1: item 2 (event 0): the zone \"\(name)\" is unknown; it is read as \($0)"
    }
    #expect(schedule.issues == [remark].compactMap(\.self))
  }

  @Test("are reported once each if unknown, for starts, ends and all events")
  func unknown() throws {
    let event =
      "SUMMARY:A\nDTSTART;TZID=Nowhere:20250701T120000\nDTEND;TZID=Elsewhere:20250701T130000"
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        "X-WR-TIMEZONE:UTC\n"
          + (1...5).map { CalendarText.event("UID:\($0)\n\(event)") }.joined()))
    #expect(
      schedule.issues == [
        "4:1: item 2 (event 1): the zone \"Nowhere\" is unknown; the zone of the venue is used",
        "4:1: item 2 (event 1): the zone \"Elsewhere\" is unknown; the zone of the venue is used",
      ])
  }

  @Test(
    "are reported if another calendar of the file defines one with other offsets",
    arguments: [
      ("Venue", "+0900", true), ("Venue", "+0200", false), ("Asia/Tokyo", "+0900", false),
    ])
  func severalCalendars(name: String, offset: String, isReported: Bool) throws {
    func calendar(_ offset: String, _ uid: String) -> String {
      CalendarText.calendar(
        """
        BEGIN:VTIMEZONE
        TZID:\(name)
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:\(offset)
        TZOFFSETTO:\(offset)
        END:STANDARD
        END:VTIMEZONE

        """
          + CalendarText.event("UID:\(uid)\nSUMMARY:A\nDTSTART;TZID=\(name):20250701T120000"))
    }
    let schedule = try ImportedSchedule(calendar("+0200", "1") + calendar(offset, "2"))
    let found = schedule.issues.filter { $0.contains("TZID") }
    #expect(found.count == (isReported ? 1 : 0), "\(schedule.issues)")
    #expect(
      found.allSatisfy {
        $0.hasSuffix(
          """
          field "TZID": found "Venue" again, with other offsets; the schema of the format expects \
          one definition of each zone; the first definition is used
          """)
      }, "\(found)")
  }

  @Test("are recognized even if only an event's end names them")
  func zoneOfEnd() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        "X-WR-TIMEZONE:UTC\n"
          + CalendarText.event(
            "UID:1\nSUMMARY:A\nDTSTART:20250701T100000Z\nDTEND;TZID=Asia/Tokyo:20250701T200000")))
    #expect(schedule.issues == [])
    #expect(schedule.lines == ["2025-07-01 10:00 – 2025-07-01 11:00 | A"])
  }

  @Test("follow the definition in the file before any guess")
  func definedFirst() throws {
    let schedule = try Self.schedule(
      """
      BEGIN:VTIMEZONE
      TZID:Eastern
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+1000
      TZOFFSETTO:+1000
      END:STANDARD
      END:VTIMEZONE
      """, [("Eastern", "20250701T120000")])
    #expect(Self.starts(schedule) == ["2025-07-01 02:00"])
    #expect(schedule.issues == [])
  }

  @Test("follow the years of each part of their definition")
  func eras() throws {
    func part(_ kind: String, _ start: String, _ from: String, _ to: String, _ rest: String)
      -> String
    {
      """
      BEGIN:\(kind)
      DTSTART:\(start)
      TZOFFSETFROM:\(from)
      TZOFFSETTO:\(to)
      \(rest)
      END:\(kind)

      """
    }
    let schedule = try Self.schedule(
      "BEGIN:VTIMEZONE\nTZID:My Place\n"
        + part(
          "DAYLIGHT", "19870405T020000", "-0500", "-0400",
          "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z")
        + part(
          "STANDARD", "19671029T020000", "-0400", "-0500",
          "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z")
        + part(
          "DAYLIGHT", "20070311T020000", "-0500", "-0400",
          "RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU")
        + part(
          "STANDARD", "20071104T020000", "-0400", "-0500",
          "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU") + "END:VTIMEZONE",
      [
        ("My Place", "20050401T120000"), ("My Place", "20050404T120000"),
        ("My Place", "20061101T120000"), ("My Place", "20070315T120000"),
        ("My Place", "20250315T120000"), ("My Place", "20250305T120000"),
        ("My Place", "20251103T120000"),
      ])
    #expect(schedule.issues == [])
    #expect(
      Self.starts(schedule) == [
        "2005-04-01 17:00", "2005-04-04 16:00", "2006-11-01 17:00", "2007-03-15 16:00",
        "2025-03-15 16:00", "2025-03-05 17:00", "2025-11-03 17:00",
      ])
  }

  @Test("may list their changes by date alone")
  func dates() throws {
    let schedule = try Self.schedule(
      """
      BEGIN:VTIMEZONE
      TZID:Listed
      BEGIN:STANDARD
      DTSTART:19971026T020000
      RDATE:19971026T020000,19981025T020000
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:19980405T020000
      RDATE:19980405T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      END:DAYLIGHT
      END:VTIMEZONE
      """,
      [
        ("Listed", "19971001T120000"), ("Listed", "19971101T120000"), ("Listed", "19980501T120000"),
        ("Listed", "20250701T120000"),
      ])
    #expect(schedule.issues == [])
    #expect(
      Self.starts(schedule) == [
        "1997-10-01 16:00", "1997-11-01 17:00", "1998-05-01 16:00", "2025-07-01 17:00",
      ])
  }

  @Test(
    "begin their parts on days in any of several notations",
    arguments: [
      "BYMONTH=3;BYDAY=2SU", "BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU",
      "BYMONTH=3;BYDAY=SU;BYSETPOS=2", "BYMONTH=3;BYMONTHDAY=9,10,11,12,13,14,15;BYDAY=MO",
    ])
  func yearlyRules(rule: String) throws {
    let isMonday = rule.hasSuffix("MO")
    let definition = """
      BEGIN:VTIMEZONE
      TZID:Z
      BEGIN:DAYLIGHT
      DTSTART:\(isMonday ? "20070312" : "20070311")T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      RRULE:FREQ=YEARLY;\(rule)
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20071104T020000
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
      END:STANDARD
      END:VTIMEZONE
      """
    // The second Sunday of March, or the Monday after it, from its two o'clock on.
    let first = ["20250309", "20260308", "20270314", "20220313"]
    let next = ["20250310", "20260309", "20270315", "20220314"]
    for (day, monday) in zip(first, next) {
      let change = isMonday ? monday : day
      let schedule = try Self.schedule(
        definition, [("Z", "\(change)T015900"), ("Z", "\(change)T030000")])
      #expect(Self.starts(schedule).map { $0.suffix(5) } == ["06:59", "07:00"], "\(change)")
    }
  }

  @Test("of Windows all map to a zone of the database")
  func windows() {
    for (name, known) in WindowsZones.names {
      #expect(Zone(exactly: known, in: ZoneFolders()) != nil, "\(name)")
    }
  }
}
