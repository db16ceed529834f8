import Schedule
import Testing

@Suite("Times in files")
struct WrittenTimeTests {
  @Test(
    "are read in the basic and the extended format, including end-of-day and leap seconds",
    arguments: [
      ("20150518", "2015-05-18T00:00:00", nil),
      ("20150518T110000Z", "2015-05-18T11:00:00", 0),
      ("20150518T1100", "2015-05-18T11:00:00", nil),
      ("20150518T110000+0200", "2015-05-18T11:00:00", 7200),
      ("2015-05-18T11:00:30.5+02:00", "2015-05-18T11:00:30", 7200),
      ("20161231T235960Z", "2016-12-31T23:59:59", 0),
      ("2016-12-31T23:59:60", "2016-12-31T23:59:59", nil),
      ("20161231T240000Z", "2017-01-01T00:00:00", 0),
      ("2016-12-31T24:00", "2017-01-01T00:00:00", nil),
    ] as [(String, String, Int?)])
  func forms(text: String, civil: String, offset: Int?) throws {
    let time = try #require(WrittenTime(text))
    #expect(time.civil.iso8601 == civil)
    #expect(time.offset == offset)
  }

  @Test(
    "are in a single format, and name an existing time",
    arguments: [
      "2015-05-18T1100", "20150518T11:00", "2015-0518", "201505-18", "20150518T11", "20150518T",
      "2015051", "20150532", "20150518T240001", "20150518T250000", "20150518T110061",
      "99991231T240000", "20150518T110000ZZ", String(repeating: "1", count: 20_000),
    ])
  func refused(text: String) {
    #expect(WrittenTime(text) == nil)
  }
}

@Suite("Lengths of time in calendars")
struct CalendarLengthTests {
  @Test(
    "have calendar days and exact hours",
    arguments: [
      ("PT1H", 0, 3600), ("+PT1H", 0, 3600), ("P1D", 1, 0), ("P2W", 14, 0), ("P1DT2H3M4S", 1, 7384),
      ("PT90M", 0, 5400), ("PT0S", 0, 0),
    ])
  func read(text: String, days: Int, seconds: Int) {
    #expect(WrittenLength(calendar: text) == WrittenLength(days: days, duration: .seconds(seconds)))
  }

  @Test(
    "refuse any other text",
    arguments: [
      "", "P", "PT", "1H", "-PT1H", "P1", "PT1", "PT1M1H", "P1H", "PT1D", "P1D ", "P12345678D",
    ])
  func refused(text: String) {
    #expect(WrittenLength(calendar: text) == nil)
  }
}
