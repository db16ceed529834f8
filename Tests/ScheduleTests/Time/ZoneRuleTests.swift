import Schedule
import Testing

@Suite("Zone rules")
struct ZoneRuleTests {
  private func instant(_ text: String) throws -> Instant {
    try #require(WrittenTime(text)?.instant)
  }

  /// The offsets just before a moment and at it.
  private func offsets(_ rule: String, around text: String) throws -> [Int] {
    let zone = try Zone(rule: rule)
    let instant = try instant(text)
    return [zone.offset(at: instant.advanced(by: .seconds(-1))), zone.offset(at: instant)]
  }

  @Test("a rule without daylight saving time never changes")
  func fixed() throws {
    for (rule, offset, abbreviation) in [
      ("UTC0", 0, "UTC"), ("<+03>-3", 10_800, "+03"), ("<-0330>3:30", -12_600, "-0330"),
      ("LMT-0:53:28", 3208, "LMT"), ("AAA+24:59:59", -89_999, "AAA"), ("JST-9", 32_400, "JST"),
    ] {
      let zone = try Zone(rule: rule)
      for text in ["1900-01-01T00:00Z", "2015-07-01T00:00Z", "9999-12-31T00:00Z"] {
        let period = zone.period(at: try instant(text))
        #expect(period.offset == offset)
        #expect(period.abbreviation == abbreviation)
      }
      #expect(zone.name == rule)
    }
  }

  @Test("weekdays of a month: Mm.w.d, where week 5 is the last")
  func weekdays() throws {
    let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
    #expect(try offsets(berlin, around: "2015-03-29T01:00Z") == [3600, 7200])
    #expect(try offsets(berlin, around: "2015-10-25T01:00Z") == [7200, 3600])
    #expect(try offsets(berlin, around: "2050-03-27T01:00Z") == [3600, 7200])
    let newYork = "EST5EDT,M3.2.0,M11.1.0"
    #expect(try offsets(newYork, around: "2015-03-08T07:00Z") == [-18_000, -14_400])
    #expect(try offsets(newYork, around: "2015-11-01T06:00Z") == [-14_400, -18_000])
    let thursday = "AAA0BBB,M2.5.4/0,M12.1.0"
    #expect(try offsets(thursday, around: "2024-02-29T00:00Z") == [0, 3600])
    #expect(try offsets(thursday, around: "2023-02-23T00:00Z") == [0, 3600])
  }

  @Test("the days Jn never count February 29, and the days n do")
  func countedDays() throws {
    let julian = "AAA0BBB,J60/0,J300/0"
    #expect(try offsets(julian, around: "2023-03-01T00:00Z") == [0, 3600])
    #expect(try offsets(julian, around: "2024-03-01T00:00Z") == [0, 3600])
    let early = "AAA0BBB,J59/0,J300/0"
    #expect(try offsets(early, around: "2024-02-28T00:00Z") == [0, 3600])
    let counted = "AAA0BBB,59/0,300/0"
    #expect(try offsets(counted, around: "2023-03-01T00:00Z") == [0, 3600])
    #expect(try offsets(counted, around: "2024-02-29T00:00Z") == [0, 3600])
  }

  @Test("in the southern hemisphere, daylight saving time spans the new year")
  func southern() throws {
    let sydney = "AEST-10AEDT,M10.1.0,M4.1.0/3"
    #expect(try offsets(sydney, around: "2015-04-04T16:00Z") == [39_600, 36_000])
    #expect(try offsets(sydney, around: "2015-10-03T16:00Z") == [36_000, 39_600])
    #expect(try offsets(sydney, around: "2016-01-01T00:00Z") == [39_600, 39_600])
  }

  @Test("daylight saving time may be earlier than standard time")
  func negative() throws {
    let dublin = "IST-1GMT0,M10.5.0,M3.5.0/1"
    #expect(try offsets(dublin, around: "2015-03-29T01:00Z") == [0, 3600])
    #expect(try offsets(dublin, around: "2015-10-25T01:00Z") == [3600, 0])
  }

  @Test("transition times range from -167 to 167 hours")
  func longTimes() throws {
    // The day before the last Sunday of March at 22:00, as Nuuk writes it.
    let nuuk = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
    #expect(try offsets(nuuk, around: "2025-03-30T01:00Z") == [-7200, -3600])
    #expect(try offsets("AAA0BBB,1/-167,180/0", around: "2014-12-26T01:00Z") == [0, 3600])
    #expect(try offsets("AAA0BBB,M3.4.4/50,M10.4.4/50", around: "2015-03-28T02:00Z") == [0, 3600])
    #expect(try offsets("AAA0BBB,100/0,J365/167", around: "2016-01-06T22:00Z") == [3600, 0])
  }

  @Test("daylight saving time that ends when it begins is in force all year")
  func allYear() throws {
    let zone = try Zone(rule: "XXX3EDT4,0/0,J365/23")
    for text in [
      "2015-01-01T00:00Z", "2015-01-01T03:00Z", "2015-07-01T00:00Z", "2016-12-31T23:59Z",
    ] {
      #expect(zone.period(at: try instant(text)).abbreviation == "EDT")
    }
  }

  @Test("daylight saving time without dates uses the dates of the C libraries")
  func assumedDates() throws {
    let zone = try Zone(rule: "EST5EDT")
    let written = try Zone(rule: "EST5EDT,M3.2.0/2,M11.1.0/2")
    for text in ["2015-03-08T06:59:59Z", "2015-03-08T07:00Z", "2015-11-01T06:00Z"] {
      #expect(zone.period(at: try instant(text)) == written.period(at: try instant(text)))
    }
  }

  @Test(
    "an invalid rule is an error",
    arguments: [
      "", "CET", "CE-1", "-1", "CET-25", "CET-1:60", "CET-1:5", "CET-1CEST,", "CET-1CEST,M3.5.0",
      "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
      "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1",
      "CET-1CEST,J366,J1",
      "CET-1CEST,366,1", "CET-1CEST,M3.5.0,M10.5.0/3 ", "<+03-3", "<+0>-3", "+03-3",
      "CET-1CEST;1,2",
      "<[1m>-3", "Köln-1", "CET-1CEST-2,M3.5.0,M10.5.0,", "AAAAAAAAAAAAAAAAA0",
    ])
  func invalid(text: String) {
    #expect(throws: ZoneError.invalidRule(text)) { try Zone(rule: text) }
  }

  @Test("any prefix of a rule results in a zone or an error")
  func truncated() {
    let rule = "<-02>2:30:15<-01>1,M3.5.0/-167:59:59,J300/3"
    var read = 0
    for count in 0...rule.count {
      guard let zone = try? Zone(rule: String(rule.prefix(count))) else { continue }
      read += 1
      _ = zone.tryEverything()
    }
    #expect(read >= 5)
  }
}
