import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// Zones that a calendar defines under names of its own, which may mean other zones elsewhere.
@Suite("Zones that a calendar defines")
struct DefinedZoneTests {
  private static let folders = ZoneFolders()

  private static func clock(_ seconds: Int) -> String {
    let size = abs(seconds)
    let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (seconds < 0 ? "-" : "+") + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }

  private static func basic(_ civil: CivilDateTime) -> String {
    civil.iso8601.filter { $0 != "-" && $0 != ":" }
  }

  /// A definition that lists each change of a zone from 2024 to 2028.
  private static func definition(
    of zone: Zone, as name: String, head: String = "", hasAbbreviations: Bool = true
  ) throws -> String {
    let first = Instant(secondsSince1970: 1_704_067_200)
    let changes = zone.changes(after: first.secondsSince1970, before: 1_830_297_600)
    var parts: [String] = []
    for moment in [first] + changes.map(Instant.init(secondsSince1970:)) {
      let before = zone.offset(at: moment.advanced(by: .seconds(-1)))
      let period = zone.period(at: moment)
      let kind = period.offset > before ? "DAYLIGHT" : "STANDARD"
      let start = CivilDateTime(moment, offset: before)
      parts.append(
        """
        BEGIN:\(kind)
        DTSTART:\(basic(start))
        TZOFFSETFROM:\(clock(before))
        TZOFFSETTO:\(clock(period.offset))
        \(hasAbbreviations ? "TZNAME:\(period.abbreviation)" : "X-NONE:1")
        END:\(kind)
        """)
    }
    return """
      BEGIN:VTIMEZONE
      TZID:\(name)
      \(head.isEmpty ? "X-NONE:1" : head)
      \(parts.joined(separator: "\n"))
      END:VTIMEZONE

      """
  }

  /// The starts of a file in its order, as JSON has them.
  private static func starts(_ text: String) throws -> (starts: [String], zone: Zone) {
    let fixture = try ScheduleFixture(text, options: ScheduleImport.Options())
    let zone = fixture.schedule.zone
    return (
      fixture.schedule.sessions.map { $0[Timing.self]?.start?.iso8601(in: zone) ?? "?" }, zone
    )
  }

  private static func calendar(
    _ definition: String, _ name: String, _ times: [CivilDateTime]
  ) -> String {
    let events = times.enumerated().map { place, time in
      CalendarText.event(
        "UID:\(place)\nSUMMARY:T\(place)\nDTSTART;TZID=\(name):\(basic(time))\nDURATION:PT1H")
    }
    return CalendarText.calendar(definition + events.joined())
  }

  /// The same sessions as konf exports them in JSON and as a calendar.
  private static func exports(_ starts: [String], in zone: Zone) throws -> [String] {
    let sessions = starts.enumerated().map { place, start in
      #"{"id": "\#(place)", "title": "T\#(place)", "start": "\#(start)", "talks": []}"#
    }
    let events = try starts.enumerated().map { place, start in
      let instant = try #require(WrittenTime(start)?.instant)
      return CalendarText.event(
        "UID:\(place)\nSUMMARY:T\(place)\nDTSTART:\(basic(CivilDateTime(instant, offset: 0)))Z")
    }
    return [
      """
      {"conference": {"title": "C", "zone": "\(zone.name)"},
      "sessions": [\(sessions.joined(separator: ", "))]}
      """,
      CalendarText.calendar("X-WR-TIMEZONE:\(zone.name)\n" + events.joined()),
    ]
  }

  /// Local times at nine in each month, or on two days of July.
  private static func times(ofYear: Bool) throws -> [CivilDateTime] {
    let days = ofYear ? (1...12).map { ($0, 15) } : [(7, 3), (7, 4)]
    return try days.map { month, day in
      CivilDateTime(
        date: try #require(CivilDate(year: 2026, month: month, day: day)),
        time: try #require(CivilTime(hour: 9, minute: 0)))
    }
  }

  @Test(
    "every zone is read under any name, and its exports have the same times",
    .enabled(if: !ZoneFolders().names().isEmpty, "this machine has no zone files"),
    arguments: [true, false])
  func everyZone(ofYear: Bool) throws {
    let names = Self.folders.names()
    let times = try Self.times(ofYear: ofYear)
    let step = Environment.number("KONF_LONG") == nil ? 29 : 1
    var count = 0
    var wrong: [String] = []
    for index in stride(from: ofYear ? 3 : 0, to: names.count, by: step) {
      let zone = try Zone(named: names[index], in: Self.folders)
      let expected = times.map { zone.instant(of: $0).iso8601(in: zone) }
      for name in [names[index], ["EST", "GMT", "IST", "Asia/Tokyo"][index % 4], "Zone \(index)"] {
        count += 1
        let definition = try Self.definition(
          of: zone, as: name, hasAbbreviations: index % 2 == 0)
        let read = try Self.starts(Self.calendar(definition, name, times))
        if read.starts != expected { wrong.append("\(name) of \(names[index]): \(read.starts)") }
        if Zone(exactly: read.zone.name, in: Self.folders) != read.zone {
          wrong.append("\(name) of \(names[index]): \(read.zone.name)")
        }
        if name == names[index], read.zone.name != name { wrong.append("\(name): another name") }
        for export in try Self.exports(read.starts, in: read.zone) {
          let again = try Self.starts(export)
          if again.starts != expected || again.zone.name != read.zone.name {
            wrong.append("\(name) of \(names[index]), again: \(again.starts)")
          }
        }
      }
    }
    #expect(count > 0)
    #expect(wrong.count == 0, "\(wrong.count) of \(count), such as \(wrong.prefix(3))")
  }

  @Test(
    "the zone is known by its offsets, its abbreviations and the place that the file names",
    .enabled(if: !ZoneFolders().names().isEmpty, "this machine has no zone files"),
    arguments: [
      ("EST", "America/New_York", "", "America/New_York"),
      ("GMT", "Europe/London", "", "Europe/London"),
      ("IST", "Europe/Dublin", "", "Europe/Dublin"),
      ("IST", "Asia/Kolkata", "", "Asia/Kolkata"),
      ("IST", "Asia/Jerusalem", "", "Asia/Jerusalem"),
      ("Eastern", "America/Toronto", "X-LIC-LOCATION:America/Toronto", "America/Toronto"),
      ("Eastern", "America/New_York", "X-LIC-LOCATION:Asia/Tokyo", "America/New_York"),
      ("W. Europe Standard Time", "Europe/Berlin", "", "Europe/Berlin"),
      ("/example.org/1/Europe/Paris", "Europe/Paris", "", "Europe/Paris"),
      ("/example.org/1/Europe/Paris", "Asia/Tokyo", "", "Asia/Tokyo"),
    ])
  func knownZones(name: String, zone: String, head: String, expected: String) throws {
    let zone = try Zone(named: zone, in: Self.folders)
    for ofYear in [true, false] {
      let times = try Self.times(ofYear: ofYear)
      let text = Self.calendar(
        try Self.definition(of: zone, as: name, head: head), name, times)
      let read = try Self.starts(text)
      #expect(read.zone.name == expected)
      #expect(read.starts == times.map { zone.instant(of: $0).iso8601(in: zone) })
    }
  }

  @Test(
    "a name of another place is contradicted, but not by missing rules for summer time",
    .enabled(if: !ZoneFolders().names().isEmpty, "this machine has no zone files"),
    arguments: [
      (
        "Asia/Tokyo", "2026-07-03T09:00:00+09:00",
        [.zoneContradicted("Europe/Berlin", used: "Asia/Tokyo")]
      ),
      ("Africa/Algiers", "2026-07-03T09:00:00+02:00", []),
    ] as [(String, String, [VenueNote])])
  func foreignRules(zone: String, start: String, notes: [VenueNote]) throws {
    let zone = try Zone(named: zone, in: Self.folders)
    let text = Self.calendar(
      try Self.definition(of: zone, as: "Europe/Berlin"), "Europe/Berlin",
      try Self.times(ofYear: false))
    let fixture = try ScheduleFixture(text, options: ScheduleImport.Options())
    #expect(try fixture.time("T0").hasPrefix(start))
    #expect(fixture.notes == notes)
  }

  @Test("a zone with offsets of no other zone is named after them")
  func ownOffsets() throws {
    let zone = try Zone(rule: "<+0537>-05:37<+0707>-07:07,M3.2.0,M11.1.0")
    let times = try Self.times(ofYear: true)
    let year = try Self.starts(
      Self.calendar(try Self.definition(of: zone, as: "EST"), "EST", times))
    #expect(year.zone.name == "+05:37/+07:07")
    #expect(year.starts == times.map { zone.instant(of: $0).iso8601(in: zone) })
    let july = try Self.times(ofYear: false)
    let summer = try Self.starts(
      Self.calendar(try Self.definition(of: zone, as: "EST"), "EST", july))
    #expect(summer.zone.name == "+07:07")
    #expect(summer.starts == ["2026-07-03T09:00:00+07:07", "2026-07-04T09:00:00+07:07"])
  }

  // MARK: Ends and exceptions

  @Test("an event without an end ends when it starts, but not if its end is unreadable")
  func noEnd() throws {
    func time(_ lines: String, by producer: String = "-//Fair//EN") throws -> String {
      let fixture = try ScheduleFixture(
        CalendarText.calendar(
          "PRODID:\(producer)\n"
            + CalendarText.event("UID:1\nSUMMARY:A\nDTSTART:20260518T100000Z\n\(lines)")))
      return try fixture.time("A")
    }
    let start = "2026-05-18T10:00:00+00:00"
    #expect(try time("STATUS:CONFIRMED") == "\(start) to \(start)")
    #expect(try time("RRULE:FREQ=DAILY;COUNT=2") == "\(start) to \(start)")
    #expect(try time("DTEND:20260518T110000Z") == "\(start) to 2026-05-18T11:00:00+00:00")
    #expect(try time("DURATION:PT30M") == "\(start) to 2026-05-18T10:30:00+00:00")
    #expect(try time("DTEND:noon") == "\(start) to ...")
    #expect(try time("DURATION:long") == "\(start) to ...")
    // konf omits unknown ends.
    #expect(try time("STATUS:CONFIRMED", by: "-//konf//konf 0.1.0//EN") == "\(start) to ...")
  }

  @Test(
    "a later version of an event removes the overrides that it excludes",
    arguments: [
      (1, "EXDATE:20240802T100000Z", ["0801", "0803"]),
      (2, "EXDATE:20240802T100000Z", ["0801", "0802x", "0803"]),
      (1, "EXDATE:20240803T100000Z", ["0801", "0802x"]),
      (1, "X-NONE:1", ["0801", "0802x", "0803"]),
    ])
  func excludedOverride(sequence: Int, exception: String, expected: [String]) throws {
    let fixture = try ScheduleFixture(
      CalendarText.calendar(
        CalendarText.event(
          "UID:1\nSUMMARY:O\nDTSTART:20240802T120000Z\nDURATION:PT1H\nSEQUENCE:\(sequence)\n"
            + "RECURRENCE-ID:20240802T100000Z")
          + CalendarText.event(
            "UID:1\nSUMMARY:A\nDTSTART:20240801T100000Z\nDURATION:PT1H\nSEQUENCE:2\n"
              + "RRULE:FREQ=DAILY;COUNT=3\n\(exception)")))
    let shown = fixture.schedule.sessions.compactMap { session in
      session[Timing.self]?.start.map { start in
        let date = fixture.schedule.zone.civil(at: start).date.iso8601.suffix(5)
        return date.filter { $0 != "-" } + (session[Title.self]?.text == "O" ? "x" : "")
      }
    }
    #expect(shown.sorted() == expected)
  }
}
