import Schedule
import Testing

@Suite("Lengths and clock times in files")
struct DurationWrittenTests {
  @Test(
    "lengths are read in the formats of schedules",
    arguments: [
      ("00:45", 45), ("0:45", 45), ("1:30", 90), ("24:00", 1440), ("55:23", 3323),
      ("1:02:30", 1590), ("6944:11:40", 10_000_060), ("0:00", 0), ("PT45M", 45), ("PT1H30M", 90),
      ("P1D", 1440), ("P1DT2H30M", 1590), ("P1W", 10_080), ("PT3600S", 60), ("PT0S", 0),
      ("45", 45), ("45.0", 45), ("0:90", 90), ("0:1440", 1440), ("1:60", 120), ("135.0:00", 135),
      ("00:45:00", 45), ("01:00:00", 60), ("1:30:00", 90), ("1:24:00", 84), ("1:12:00", 2160),
      ("1 day, 2:00", 1560), ("2 days, 0:30:00", 2910), ("1 day, 2:00:00", 1560),
    ])
  func lengths(text: String, minutes: Int) {
    #expect(WrittenLength(written: text)?.duration == .seconds(minutes * 60))
  }

  @Test(
    "invalid lengths are refused",
    arguments: [
      "", ":45", "1:", "1:2:60", "1:60:00", "1:2:3:4", "45 ", "4.5", "45.", "1.5:00", "1.0:60",
      "1 day", "1 day, 24:00", "1 dag, 2:00", "1:12345", "00:00:0", "-1:00", "1:00 ", "+1:00",
      "99999999:00", "P", "PT", "P1", "PT1H1H", "PT1M1H", "P1H", "PT1D", "p1d", "P1DT", "PT1.5H",
      "P-1D", "12345678901234567890:00",
    ])
  func noLengths(text: String) {
    #expect(WrittenLength(written: text) == nil)
  }

  @Test(
    "three numbers have two meanings only if days may be meant",
    arguments: [
      ("1:12:00", true), ("10:00:00", true), ("01:00:00", false), ("0:20:00", false),
      ("1:24:00", false), ("1:02:30", false), ("1:30", false), ("PT1H", false),
    ])
  func ambiguousLengths(text: String, isAmbiguous: Bool) {
    #expect(WrittenLength(written: text)?.isAmbiguous == isAmbiguous)
  }

  @Test("clock times are read with and without seconds")
  func clocks() {
    #expect(CivilTime("9:05")?.clock == "09:05")
    #expect(CivilTime("09:05:59")?.secondOfDay == 9 * 3600 + 5 * 60 + 59)
    #expect(CivilTime("00:00") == .midnight)
    for text in ["", "9", "9:5", "24:00", "09:60", "09:05:60", "09:05 ", "0905", "-1:00"] {
      #expect(CivilTime(text) == nil, "\(text)")
    }
  }
}
