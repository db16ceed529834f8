import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

@Suite("iCalendar")
struct ICalendarImportTests {
  @Test("is read with its events, locations and people")
  func whole() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        """
        X-WR-CALNAME:Testival
        X-WR-TIMEZONE:Europe/Berlin
        \(CalendarText.event("""
          UID:1@x
          DTSTAMP:20250101T000000Z
          DTSTART:20250201T090000Z
          DTEND:20250201T094500Z
          SUMMARY: Fish\\, chips
          LOCATION: Saal
          CATEGORIES:Food,Fun\\, games
          ATTENDEE;CN="Ada";ROLE=CHAIR:mailto:a@b
          ATTENDEE;CN=Bob:mailto:b@b
          DESCRIPTION:<p>Long <a href="https://a.b">talk</a></p>
          STATUS:CONFIRMED
          """))
        """))
    #expect(schedule.format == "iCalendar")
    #expect(schedule.issues == [])
    #expect(schedule.notes == [])
    #expect(
      schedule.lines == [
        "2025-02-01 10:00 – 2025-02-01 10:45 | Fish, chips | Saal | Ada | Bob | Food, Fun, games"
      ])
    let talk = try #require(schedule.context.group(.talks).entities.first)
    #expect(talk[Abstract.self]?.text == "Long talk (https://a.b)")
    #expect(talk[SessionID.self]?.text == "1@x")
    #expect(schedule.count(.people) == 2)
    #expect(schedule.count(.locations) == 1)
    #expect(schedule.context[Conference.self]?.title == "Testival")
  }

  @Test("has all categories of an event except empty ones")
  func categories() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        CalendarText.event(
          """
          UID:1@x
          DTSTART:20250201T090000Z
          SUMMARY:A
          CATEGORIES:,
          CATEGORIES;LANGUAGE=en:Food,, Fun ,
          CATEGORIES;LANGUAGE=en:More
          CATEGORIES:
          CATEGORIES:Last
          """)))
    let talk = try #require(schedule.context.group(.talks).entities.first)
    #expect(talk[Track.self]?.name == "Food, Fun, More, Last")
  }

  @Test(
    "reads every notation for times",
    arguments: [
      ("DTSTART:20250201T090000Z\nDTEND:20250201T100000Z", "2025-02-01 10:00 – 2025-02-01 11:00"),
      ("DTSTART:20250201T090000\nDURATION:PT1H30M", "2025-02-01 09:00 – 2025-02-01 10:30"),
      ("DTSTART;TZID=Europe/Berlin:20250201T090000", "2025-02-01 09:00 – 2025-02-01 09:00"),
      (
        "DTSTART;TZID=\"Europe/London\":20250701T090000\nDTEND;TZID=Europe/Berlin:20250701T110000",
        "2025-07-01 10:00 – 2025-07-01 11:00"
      ),
      ("DTSTART;VALUE=DATE:20250201", "2025-02-01 00:00 – 2025-02-02 00:00"),
      (
        "DTSTART;VALUE=DATE:20250201\nDTEND;VALUE=DATE:20250203",
        "2025-02-01 00:00 – 2025-02-03 00:00"
      ),
      ("DTSTART:2025-02-01T09:00:00Z", "2025-02-01 10:00 – 2025-02-01 10:00"),
      ("DTSTART:20250201T090000Z\nDTEND:20250201T080000Z", "2025-02-01 10:00 – ?"),
      ("DTEND:20250201T080000Z", "? – 2025-02-01 09:00"),
      ("DTSTART:soon", "? – ?"),
    ])
  func times(lines: String, times: String) throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        "X-WR-TIMEZONE:Europe/Berlin\n" + CalendarText.event("UID:1\nSUMMARY:A\n\(lines)")))
    #expect(schedule.lines == ["\(times) | A"])
  }

  @Test("uses a zone that the calendar itself defines")
  func definedZones() throws {
    let definition = """
      BEGIN:VTIMEZONE
      TZID:W. Europe Standard Time
      BEGIN:STANDARD
      DTSTART:16011028T030000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:16010325T020000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      END:VTIMEZONE
      BEGIN:VTIMEZONE
      TZID:Half past
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETTO:-0330
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTIMEZONE
      TZID:/x/Europe/Berlin
      X-LIC-LOCATION:Europe/Berlin
      END:VTIMEZONE

      """
    func event(_ id: Int, _ zone: String, _ date: String) -> String {
      CalendarText.event("UID:\(id)\nSUMMARY:T\(id)\nDTSTART;TZID=\(zone):\(date)T120000")
    }
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        "X-WR-TIMEZONE:UTC\n" + definition + event(1, "W. Europe Standard Time", "20250201")
          + event(2, "W. Europe Standard Time", "20250701") + event(3, "Half past", "20250701")
          + event(4, "/x/Europe/Berlin", "20250701") + event(5, "Nowhere", "20250701")))
    #expect(
      schedule.lines == [
        "2025-02-01 11:00 – 2025-02-01 11:00 | T1", "2025-07-01 10:00 – 2025-07-01 10:00 | T2",
        "2025-07-01 15:30 – 2025-07-01 15:30 | T3", "2025-07-01 10:00 – 2025-07-01 10:00 | T4",
        "2025-07-01 12:00 – 2025-07-01 12:00 | T5",
      ])
    #expect(schedule.issues.count == 1)
    #expect(schedule.issues.first?.contains("the zone \"Nowhere\" is unknown") == true)
  }

  @Test("gives a zone that the calendar defines a name that others know")
  func nameOfDefinedZone() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        """
        BEGIN:VTIMEZONE
        TZID:Half past
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETTO:-0330
        END:STANDARD
        END:VTIMEZONE
        \(CalendarText.event("UID:1\nSUMMARY:A\nDTSTART;TZID=Half past:20250201T090000"))
        """))
    #expect(schedule.zone?.name == "America/St_Johns")
    #expect(schedule.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | A"])
    #expect(
      schedule.context.group(.sessions).entities.first?[Timing.self]?.start
        == WrittenTime("2025-02-01T12:30:00Z")?.instant)
  }

  @Test("reports the skipped parts")
  func issues() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(
        CalendarText.event("UID:1\nDTSTART:20250201T090000Z\nSUMMARY:A")
          + CalendarText.event("UID:2\nDTSTART:20250201T090000Z\nSUMMARY:B\nSTATUS:CANCELLED")
          + "no property\n"
          + CalendarText.event("UID:3\nDTSTART:20250201T090000Z\nSUMMARY:C\nFOO:1")))
    #expect(schedule.lines.map { $0.suffix(1) } == ["A", "C"])
    #expect(
      schedule.issues == [
        "8:1: item 3 (event 2): the cancelled item is left out",
        "14:1: found \"no property\"; expected \":\" or \";\" after the name of a property; skipped",
        "19:1: item 4 (event 3): unknown field \"FOO\"",
      ])
  }

  @Test("imports organizers as speakers if they differ between events")
  func organizers() throws {
    let one = CalendarText.event("UID:1\nSUMMARY:A\nDTSTART:20250201T090000Z\nORGANIZER;CN=Ada:x")
    let same = CalendarText.event("UID:2\nSUMMARY:B\nDTSTART:20250201T090000Z\nORGANIZER;CN=Ada:x")
    let other = CalendarText.event("UID:3\nSUMMARY:C\nDTSTART:20250201T090000Z\nORGANIZER;CN=Bob:x")
    #expect(try ImportedSchedule(CalendarText.calendar(one + same)).count(.people) == 0)
    #expect(try ImportedSchedule(CalendarText.calendar(one + same + other)).count(.people) == 2)
  }

  @Test("shows times without any zone as they are written")
  func floating() throws {
    let schedule = try ImportedSchedule(
      CalendarText.calendar(CalendarText.event("UID:1\nSUMMARY:A\nDTSTART:20250201T090000")))
    #expect(schedule.lines == ["2025-02-01 09:00 – 2025-02-01 09:00 | A"])
    #expect(schedule.notes.count == 1)
    #expect(schedule.zone?.isFloating == true)
  }
}

@Suite(
  "Real iCalendar files",
  .enabled("the shared sample files are not at hand") {
    Repository.sharedData("ical/moca24.ics") != nil
  })
struct ICalendarFactsTests {
  @Test("kielux has 24 talks with speakers in four rooms")
  func kielux() throws {
    let schedule = try ImportedSchedule(shared: "ical/kielux_2020.ics")
    #expect(schedule.issues == [])
    #expect(schedule.count(.sessions) == 24)
    #expect(schedule.count(.locations) == 4)
    #expect(schedule.context.group(.sessions).allSatisfy { $0.has(SpeakerNames.self) })
    #expect(
      schedule.lines(titled: "Xen - ist das nicht tot?") == [
        "2020-09-18 12:00 – 2020-09-18 13:00 | Xen - ist das nicht tot? | Ravensberg | Jürgen Groß"
      ])
  }

  @Test("moca24 has 88 talks under five identifiers, and its zone in a property")
  func moca() throws {
    let schedule = try ImportedSchedule(shared: "ical/moca24.ics")
    #expect(schedule.zone?.name == "Europe/Rome")
    #expect(schedule.count(.sessions) == 88)
    let ids = schedule.context.group(.sessions).compactMap { $0[SessionID.self]?.text }
    #expect(Set(ids).count == 88)
    #expect(schedule.issues == [])
    #expect(
      schedule.lines(titled: "Closing ceremony") == [
        "2024-09-15 15:00 – 2024-09-15 16:00 | Closing ceremony | XOR | Metro Olografix"
      ])
  }
}
