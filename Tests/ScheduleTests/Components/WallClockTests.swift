import Schedule
import Testing

@Suite("WallClock")
struct WallClockTests {
  @Test(
    "consists of a day, an hour and a minute of two digits each",
    arguments: [
      ("18-09-30", [18, 9, 30]), ("01-00-00", [1, 0, 0]), ("31-23-59", [31, 23, 59]),
    ])
  func reads(text: String, numbers: [Int]) throws {
    let clock = try #require(WallClock(text))
    #expect([clock.day, clock.hour, clock.minute] == numbers)
    #expect(clock.text == text)
  }

  @Test(
    "refuses any other text",
    arguments: [
      "", "18-09", "18-09-3", "18-09-300", "00-09-30", "32-09-30", "18-24-00", "18-09-60",
      "18:09:30", "18-9-30-", " 8-09-30", "18-09-30 ", "+8-09-30", "1８-09-30", "１８-09-30",
      "18-09-3\u{0}", "-1-09-30", "ab-cd-ef", "18\u{2010}09-30",
    ])
  func refuses(text: String) {
    #expect(WallClock(text) == nil)
  }
}

@Suite("ConferenceMonth")
struct ConferenceMonthTests {
  @Test(
    "consists of a year and a month, in written form",
    arguments: [("2015-05", 2015, 5), ("0001-01", 1, 1), ("9999-12", 9999, 12)])
  func reads(text: String, year: Int, month: Int) {
    #expect(ConferenceMonth(text) == ConferenceMonth(year: year, month: month))
    #expect(ConferenceMonth(year: year, month: month).text == text)
  }

  @Test(
    "refuses any other text",
    arguments: [
      "", "2015", "2015-5", "2015-13", "2015-00", "0000-01", "15-05", "2015-05-01", "2015/05",
      " 2015-05", "2015-05 ", "+015-05", "-015-05", "2015--5", "２０15-05", "May 2015", "201505",
    ])
  func refuses(text: String) {
    #expect(ConferenceMonth(text) == nil)
  }
}
