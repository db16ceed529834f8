import Schedule
import TestSupport
import Testing

@Suite("Typed days and bounds")
struct DayInputTests {
  private let days = [17, 18, 19, 25].compactMap { CivilDate(year: 2015, month: 5, day: $0) }

  @Test(
    "a day is a date, a weekday, a number or a word",
    arguments: [
      ("2015-05-18", ["2015-05-18"]), ("2015-05-20", []), ("mon", ["2015-05-18", "2015-05-25"]),
      ("TUESDAY", ["2015-05-19"]), ("thurs", []), ("1", ["2015-05-17"]), ("4", ["2015-05-25"]),
      ("5", []), ("18", ["2015-05-18"]), ("today", ["2015-05-18"]), ("Tomorrow", ["2015-05-19"]),
      ("yesterday", ["2015-05-17"]), ("18 May 2015", ["2015-05-18"]),
      ("may 18, 2015", ["2015-05-18"]), ("18. may 2016", []),
    ])
  func found(text: String, expected: [String]) throws {
    let today = try #require(CivilDate(year: 2015, month: 5, day: 18))
    let day = try #require(DayInput(text))
    #expect(day.dates(among: days, today: today).map(\.iso8601) == expected)
  }

  @Test("a day counted from today applies even if the conference is on other days")
  func outside() throws {
    let today = try #require(CivilDate(year: 2015, month: 6, day: 1))
    let found = ["yesterday", "today"].flatMap { text in
      DayInput(text)?.dates(among: days, today: today) ?? []
    }
    #expect(found.map(\.iso8601) == ["2015-05-31", "2015-06-01"])
  }

  @Test(
    "any other text is refused",
    arguments: [
      "", "-1", "+1", "mo", "monn", "2015-05-18T10:00", "2015-5-18", "may", "１", "30 feb 2015",
      "18 may 15", "18 may +201", "18 may 2015 1",
    ])
  func others(text: String) {
    #expect(DayInput(text) == nil)
  }

  @Test(
    "a time after a weekday or a date is on that day of the calendar, others may be in the night",
    arguments: [
      ("sun", "00:40", "2026-06-07"), ("sun", "04:00", "2026-06-07"),
      ("7 jun", "00:40", "2026-06-07"), ("8 jun", "00:40", "2026-06-08"),
      ("sat", "00:40", "2026-06-06"), ("mon", "00:40", "2026-06-08"),
      ("7 june 2026", "00:40", "2026-06-07"), ("1 jan 2027", "00:40", "2027-01-01"),
      ("1", "00:40", "2026-06-07"), ("2", "00:40", "2026-06-08"), ("2", "04:00", "2026-06-07"),
      ("6", "00:40", "2026-06-07"), ("today", "00:40", "2026-06-07"),
      ("tomorrow", "00:40", "2026-06-08"), ("3", "00:40", nil),
    ])
  func moments(text: String, clock: String, expected: String?) throws {
    let days = [6, 7].compactMap { CivilDate(year: 2026, month: 6, day: $0) }
    let day = try #require(DayInput(text))
    let moment = day.moment(
      at: try #require(CivilTime(clock)), isOfCalendar: day.isOfCalendar, among: days,
      today: days[0], changingAt: try #require(CivilTime("04:00")))
    #expect(moment?.date.iso8601 == expected)
    #expect(moment.map { $0.time.clock } ?? clock == clock)
  }

  @Test("a printed day before a time means the day that was printed", arguments: UInt64(1)...200)
  func printed(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let first = CivilDate(daysSince1970: .random(in: 10_000...30_000, using: &random))
    let days = (0..<Int.random(in: 1...7, using: &random)).map { first.adding(days: $0) }
    let hour = Int.random(in: 0...9, using: &random)
    let change = try #require(CivilTime(hour: hour, minute: 0))
    let today = first.adding(days: .random(in: -9...0, using: &random))
    for listed in days {
      let minutes = Int.random(in: 0..<1440, using: &random)
      let clock = try #require(CivilTime(hour: minutes / 60, minute: minutes % 60))
      let date = clock < change ? listed.adding(days: 1) : listed
      let short = "\(date.day) \(date.monthName.prefix(3))"
      for text in [
        date.iso8601, "\(date.weekdayName.prefix(3))", date.weekdayName, short,
        "\(date.day) \(date.monthName)", "\(date.day) \(date.monthName) \(date.year)",
        "\(short) \(date.year)",
      ] {
        let day = try #require(DayInput(text), "\(text)")
        let moment = day.moment(
          at: clock, isOfCalendar: day.isOfCalendar, among: days, today: today, changingAt: change)
        #expect(moment == CivilDateTime(date: date, time: clock), "\(text) \(clock.clock)")
      }
    }
  }

  @Test("a bound is a clock time on every day, or an instant")
  func bounds() throws {
    let now = Instant(secondsSince1970: 1_431_936_000)
    let zone = Zone(offset: 7200)
    let date = try #require(CivilDate(year: 2015, month: 5, day: 18))
    for (text, isClock, moment) in [
      ("10:00", true, now), ("09:30", true, now.advanced(by: .seconds(-1800))),
      ("9:30", true, now.advanced(by: .seconds(-1800))), ("now", false, now),
      ("2015-05-18T10:00", false, now), ("2015-05-18T08:00Z", false, now),
    ] {
      let bound = try #require(TimeBound(text), "\(text)")
      #expect(bound.isClock == isClock, "\(text)")
      #expect(bound.instant(on: date, now: now, in: zone) == moment, "\(text)")
      #expect(bound.instant(on: nil, now: now, in: zone) == (isClock ? nil : moment), "\(text)")
    }
    let change = try #require(CivilTime(hour: 9, minute: 0))
    for (text, minutes) in [("03:30", 1050), ("05:59", 1199), ("06:00", -240), ("09:00", -60)] {
      // Before the change of day it is night up to six o'clock, and morning from then on.
      let bound = try #require(TimeBound(text))
      #expect(
        bound.instant(on: date, now: now, in: zone, changingAt: change)
          == now.advanced(by: .seconds(minutes * 60)), "\(text)")
    }
    for text in [
      "", "noon", "10", "24:00", "10:60", "10:0", "10:00 ", "0am", "13pm", "am", "-1:00",
    ] {
      #expect(TimeBound(text) == nil, "\(text)")
    }
  }
}
