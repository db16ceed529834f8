import Schedule
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
      ("yesterday", ["2015-05-17"]),
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
    arguments: ["", "-1", "+1", "mo", "monn", "2015-05-18T10:00", "2015-5-18", "may", "１"])
  func others(text: String) {
    #expect(DayInput(text) == nil)
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
