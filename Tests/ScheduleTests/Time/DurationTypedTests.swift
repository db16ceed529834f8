import Schedule
import Testing

@Suite("Typed durations")
struct DurationTypedTests {
  @Test(
    "days, hours and minutes are read",
    arguments: [
      ("90m", 90), ("90min", 90), ("2h", 120), ("1h30m", 90), ("1h 30m", 90), ("1d", 1440),
      ("1d12h", 2160), ("1d2h3m", 1563), ("3660d", 5_270_400), ("007m", 7),
    ])
  func lengths(text: String, minutes: Int) {
    #expect(Duration(typed: text) == .seconds(minutes * 60))
  }

  @Test(
    "any other text is refused",
    arguments: [
      "", "90", "m", "0m", "0h0m", "-5m", "1.5h", "1h30", "30m1h", "1h1h", "2 d", " 2d", "5mi",
      "3661d", "9999999m", "1w", "1H", "2h!", "２h",
    ])
  func others(text: String) {
    #expect(Duration(typed: text) == nil)
  }

  @Test("the longer a wait is, the coarser it is shown")
  func rough() {
    let minute = 60
    let day = 86_400
    for (seconds, words) in [
      (0, "0 min"), (59 * minute, "59 min"), (90 * minute, "1 h 30 min"),
      (day - 60, "23 h 59 min"), (day, "1 d"), (2 * day - 60, "1 d 23 h"), (2 * day, "2 days"),
      (99 * day, "99 days"),
      (100 * day, "3 months"), (729 * day, "23 months"),
      (731 * day, "2 years"), (4020 * day, "11 years"),
    ] {
      #expect(Duration.seconds(seconds).roughWords == words, "\(seconds)")
    }
  }

  @Test("a minute that has begun counts")
  func roundedUp() {
    for (seconds, minutes) in [(0, 0), (1, 1), (60, 1), (61, 2), (-1, 0), (-60, -1)] {
      #expect(Duration.seconds(seconds).minutesRoundedUp == minutes, "\(seconds)")
    }
  }
}
