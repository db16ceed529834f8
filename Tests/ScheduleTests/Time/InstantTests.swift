import Schedule
import Testing

@Suite("Instant")
struct InstantTests {
  @Test("an instant moves by whole seconds and stays in range")
  func moves() {
    let start = Instant(secondsSince1970: 1_431_936_000)
    let end = start.advanced(by: .seconds(4200))
    #expect(end.secondsSince1970 == 1_431_940_200)
    #expect(start.duration(to: end) == .seconds(4200))
    #expect(end.duration(to: start) == .seconds(-4200))
    #expect(start < end)
    let last = Instant(secondsSince1970: .max)
    #expect(last.advanced(by: .seconds(1)) == last)
    let first = Instant(secondsSince1970: .min)
    #expect(first.advanced(by: .seconds(-1)) == first)
    #expect(first.duration(to: last) > .zero)
  }

  @Test("an instant is written with its offset, in whole minutes")
  func iso8601() throws {
    let berlin = try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    let start = Instant(secondsSince1970: 1_431_936_000)
    #expect(start.iso8601(in: berlin) == "2015-05-18T10:00:00+02:00")
    #expect(start.iso8601(in: .utc) == "2015-05-18T08:00:00+00:00")
    #expect(start.iso8601(in: Zone(offset: -12_600)) == "2015-05-18T04:30:00-03:30")
    let winter = start.advanced(by: .seconds(-120 * 86_400))
    #expect(winter.iso8601(in: berlin) == "2015-01-18T09:00:00+01:00")
    for (rule, text) in [
      ("LMT-0:53:28", "2015-05-18T08:53:00+00:53"), ("LMT-0:53:30", "2015-05-18T08:54:00+00:54"),
      ("LMT0:00:40", "2015-05-18T07:59:00-00:01"), ("LMT0:00:20", "2015-05-18T08:00:00+00:00"),
    ] {
      #expect(start.iso8601(in: try Zone(rule: rule)) == text)
      #expect(WrittenTime(text)?.instant == start)
    }
  }

  @Test("a length in words omits zeros")
  func words() {
    for (seconds, words) in [
      (4200, "1 h 10 min"), (2700, "45 min"), (43_200, "12 h"), (183_600, "2 d 3 h"),
      (0, "0 min"), (59, "0 min"), (60, "1 min"), (3660, "1 h 1 min"), (86_400, "1 d"),
      (87_000, "1 d 10 min"), (600_003_600, "6944 d 11 h 40 min"), (-2700, "-45 min"),
      (-30, "0 min"), (Int64.min, "-106751991167300 d 15 h 30 min"),
    ] {
      #expect(Duration.seconds(seconds).words == words)
    }
    #expect(Duration.milliseconds(119_900).words == "1 min")
  }
}
