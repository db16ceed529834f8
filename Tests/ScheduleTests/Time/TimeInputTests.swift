import Schedule
import Testing

@Suite("TimeInput")
struct TimeInputTests {
  @Test("a time with an offset is an instant")
  func instants() {
    for (text, seconds) in [
      ("2015-05-18T10:00+02:00", 1_431_936_000), ("2015-05-18T08:00:00Z", 1_431_936_000),
      ("2015-05-18t08:00:00z", 1_431_936_000),
      ("2015-05-18 13:30:00.123456789+05:30", 1_431_936_000),
      ("2015-05-18T10:00:00,5+0200", 1_431_936_000), ("2015-05-18T06:00:01-02", 1_431_936_001),
      ("2015-05-18T08:00:00-00:00", 1_431_936_000), ("0001-01-01T00:00Z", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)] {
      #expect(TimeInput(text) == .instant(Instant(secondsSince1970: seconds)), "\(text)")
    }
  }

  @Test("a time without an offset is for the venue's zone to resolve")
  func civil() throws {
    for (text, iso8601) in [
      ("2015-05-18T11:00", "2015-05-18T11:00:00"), ("2015-05-18 11:00:30", "2015-05-18T11:00:30"),
      ("2015-05-18T11:00:30.999", "2015-05-18T11:00:30"), ("2015-05-18", "2015-05-18T00:00:00"),
    ] {
      guard case .civil(let civil) = TimeInput(text) else {
        Issue.record("\(text) has no offset")
        continue
      }
      #expect(civil.iso8601 == iso8601)
    }
    let berlin = try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    let seconds = try ["2015-05-18T10:00", "2015-05-18T08:00Z"].map {
      try #require(TimeInput($0)).instant(in: berlin).secondsSince1970
    }
    #expect(seconds == [1_431_936_000, 1_431_936_000])
  }

  @Test(
    "any other text is refused",
    arguments: [
      "", "18.5.", "2015", "2015-05", "2015-5-18", "15-05-18", "2015-02-29", "2015-05-18T",
      "2015-05-18T11", "2015-05-18T1100", "2015-05-18T24:01", "2015-05-18T11:60",
      "2015-05-18T11:00:61", "2015-05-18T11:00:00.", "2015-05-18T11:00+24:00",
      "2015-05-18T11:00+02:60", "2015-05-18T11:00+2", "2015-05-18T11:00+02:",
      "2015-05-18T11:00+02:0",
      "2015-05-18T11:00 +02:00", "2015-05-18T11:00Zulu", " 2015-05-18", "2015-05-18 ",
      "2015-05-18  11:00", "2015-05-18T11:00:", "2015-05-18T11:00.5", "2015-05-18Z", "0000-01-01",
      "+2015-05-18", "2015-05-18T-1:00", "２０１５-05-18", "2015-05-18T11:00+02:00Z", "now",
    ])
  func refused(text: String) {
    #expect(TimeInput(text) == nil)
    #expect(TimeInput("2015-05-18T11:00\u{0}") == nil)
  }

  @Test("a parsed time remembers which parts were given")
  func written() throws {
    let whole = try #require(WrittenTime("2015-05-18T10:00+02:00"))
    #expect(whole.offset == 7200)
    #expect(whole.time?.clock == "10:00")
    #expect(whole.date.iso8601 == "2015-05-18")
    #expect(whole.instant?.secondsSince1970 == 1_431_936_000)
    let date = try #require(WrittenTime("2015-05-18"))
    #expect(date.time == nil)
    #expect(date.offset == nil)
    #expect(date.instant == nil)
    #expect(WrittenTime("2015-05-18T10:00Z")?.offset == 0)
    #expect(WrittenTime("2015-05-18T10:00")?.offset == nil)
  }
}
