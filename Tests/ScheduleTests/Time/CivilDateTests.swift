import Schedule
import TestSupport
import Testing

@Suite("CivilDate")
struct CivilDateTests {
  @Test("days are counted without a gap over years 1 to 9999 and beyond")
  func roundTrip() throws {
    // From before year 1 to after year 9999, walked as a calendar does by hand.
    let first = try #require(CivilDate(year: 1, month: 1, day: 1)).daysSince1970
    #expect(first == -719_162)
    let last = try #require(CivilDate(year: 9999, month: 12, day: 31)).daysSince1970
    #expect(last == 2_932_896)
    var (year, month, day) = (1, 1, 1)
    var weekday = 1
    let isLong = BuiltProgram.isLong
    for count in first...last {
      // The others lie between two days that are counted right.
      if isLong || day == 1 || day > 27 {
        let date = CivilDate(daysSince1970: count)
        guard (date.year, date.month, date.day) == (year, month, day),
          date.daysSince1970 == count, date.weekday.rawValue == weekday
        else {
          Issue.record("day \(count) is \(date.words), not \(year)-\(month)-\(day)")
          return
        }
      }
      weekday = weekday % 7 + 1
      day += 1
      if day <= 28 { continue }
      let leap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      let length = month == 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      if day > length {
        day = 1
        month += 1
      }
      if month > 12 {
        month = 1
        year += 1
      }
    }
  }

  @Test("known days have their weekday")
  func weekdays() throws {
    for (year, month, day, name) in [
      (1970, 1, 1, "Thursday"), (2015, 5, 18, "Monday"), (2000, 2, 29, "Tuesday"),
      (1900, 1, 1, "Monday"), (1582, 10, 15, "Friday"), (2024, 12, 31, "Tuesday"),
      (1, 1, 1, "Monday"), (9999, 12, 31, "Friday"), (1969, 12, 31, "Wednesday"),
    ] {
      #expect(try #require(CivilDate(year: year, month: month, day: day)).weekdayName == name)
    }
  }

  @Test("dates that do not exist are refused")
  func invalid() {
    for (year, month, day) in [
      (2015, 2, 29), (1900, 2, 29), (2100, 2, 29), (2015, 4, 31), (2015, 13, 1), (2015, 0, 1),
      (2015, 1, 0), (2015, 1, 32), (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (2015, .max, .min),
    ] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 2024, month: 2, day: 29) != nil)
  }

  @Test("adding days continues into the next month and year")
  func adding() throws {
    let date = try #require(CivilDate(year: 2015, month: 5, day: 31))
    #expect(date.adding(days: 1).iso8601 == "2015-06-01")
    #expect(date.adding(days: -31).iso8601 == "2015-04-30")
    #expect(date.adding(days: 366).iso8601 == "2016-05-31")
    #expect(date.adding(days: 0) == date)
    let last = try #require(CivilDate(year: 9999, month: 12, day: 31))
    #expect(last.adding(days: 1).iso8601 == "+010000-01-01")
    let first = try #require(CivilDate(year: 1, month: 1, day: 1))
    #expect(first.adding(days: -1).iso8601 == "0000-12-31")
    #expect(first.adding(days: -367).iso8601 == "-000001-12-31")
    #expect(last.adding(days: .max) == CivilDate(daysSince1970: .max))
    #expect(last.adding(days: .min) == CivilDate(daysSince1970: .min))
  }

  @Test("dates are ordered in time")
  func order() {
    let dates = [-400_000, -1, 0, 1, 30, 31, 365, 400_000].map(CivilDate.init(daysSince1970:))
    for (earlier, later) in zip(dates, dates.dropFirst()) {
      #expect(earlier < later)
      #expect(!(later < earlier))
    }
  }

  @Test("a date is formatted in words and in numbers")
  func text() throws {
    let date = try #require(CivilDate(year: 2015, month: 5, day: 8))
    #expect(date.words == "Friday 8 May 2015")
    #expect(date.iso8601 == "2015-05-08")
    #expect(date.monthName == "May")
    let months = try (1...12).map {
      try #require(CivilDate(year: 2015, month: $0, day: 1)).monthName
    }
    #expect(
      months == [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
      ])
    #expect(
      Weekday.allCases.map(\.name) == [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
      ])
    #expect(try #require(CivilDate(year: 33, month: 4, day: 3)).iso8601 == "0033-04-03")
  }
}
