import Schedule
import Testing

@Suite("CivilDateTime")
struct CivilDateTimeTests {
  @Test("invalid clock times are refused")
  func invalidTimes() {
    for (hour, minute, second) in [
      (24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1), (.max, .max, .max),
    ] {
      #expect(CivilTime(hour: hour, minute: minute, second: second) == nil)
    }
  }

  @Test("a time returns its parts and its clock time")
  func parts() throws {
    let time = try #require(CivilTime(hour: 9, minute: 5, second: 59))
    #expect([time.hour, time.minute, time.second] == [9, 5, 59])
    #expect(time.clock == "09:05")
    #expect(try #require(CivilTime(hour: 23, minute: 59)).clock == "23:59")
    #expect(CivilTime.midnight.clock == "00:00")
    #expect(.midnight < time)
  }

  @Test("an offset converts it to an instant and back")
  func offset() throws {
    let civil = try #require(WrittenTime("2015-05-18T10:00")).civil
    let instant = civil.instant(offset: 7200)
    #expect(instant.secondsSince1970 == 1_431_936_000)
    #expect(CivilDateTime(instant, offset: 7200) == civil)
    #expect(CivilDateTime(instant, offset: -36_000).iso8601 == "2015-05-17T22:00:00")
    #expect(
      CivilDateTime(Instant(secondsSince1970: -1), offset: 0).iso8601 == "1969-12-31T23:59:59")
  }

  @Test("they are ordered by date, then by time")
  func order() throws {
    let texts = ["2014-12-31T23:59:59", "2015-01-01T00:00", "2015-01-01T00:01", "2015-01-02T00:00"]
    let times = try texts.map { try #require(WrittenTime($0)).civil }
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect(earlier < later)
      #expect(!(later < earlier))
    }
  }
}
