import Schedule
import Testing

@Suite("Versions of a schedule")
struct ScheduleVersionTests {
  @Test(
    "are ordered by their last dates, or by their numbers",
    arguments: [
      ("Mildenberg 2018-01-16 16:50", "Mildenberg 2018-01-17 09:00"),
      ("a 1.0; wiki 2019-12-22 12:50", "b 0.5; wiki 2019-12-27 10:10; c"),
      ("2018-01-16 16:50", "2018-01-16 16:51"), ("2018-01-16", "2018-01-17 00:00"),
      ("2018-01-16T16:50:00+01:00", "2018-01-16T16:50:01+01:00"), ("20180116", "20180117"),
      ("1999-12-31, of 2018-01-16", "2017-01-01, of 2018-01-17"),
      ("v1.1", "v1.2"), ("0.9", "0.10"), ("1", "1.0.1"), ("Version 2", "version 3.0"), ("V1", "2"),
      ("v 1", "v 2"),
    ])
  func order(older: String, newer: String) {
    let (older, newer) = (ScheduleVersion(text: older), ScheduleVersion(text: newer))
    #expect(older.isOlder(than: newer))
    #expect(!newer.isOlder(than: older))
    #expect(!older.isOlder(than: older) && !newer.isOlder(than: newer))
  }

  @Test(
    "have no order if it is unknown",
    arguments: [
      ("1.0", "1"), ("latest", "latest"), ("Mildenberg", "Nordhausen"), ("0.21a", "0.22a"),
      ("1.0", "2018-01-16"), ("2018-01-16", "2018-01-16 10:00"), ("-1", "-2"), ("1..2", "1..3"),
      ("2018-01-16T16:50:00+01:00", "2018-01-16T17:50:00Z"), ("", "1"), ("v", "v1"), ("1.", "2."),
      ("99999999999999999999", "100000000000000000000"), ("2018-13-40", "2018-13-41"),
    ])
  func none(one: String, other: String) {
    #expect(!ScheduleVersion(text: one).isOlder(than: ScheduleVersion(text: other)))
    #expect(!ScheduleVersion(text: other).isOlder(than: ScheduleVersion(text: one)))
  }

  @Test("report the compared parts")
  func stamp() {
    #expect(ScheduleVersion(text: "wiki 2019-12-22 12:50 b").stamp?.text == "2019-12-22 12:50")
    #expect(ScheduleVersion(text: "of 2019-12-22").stamp?.text == "2019-12-22")
    #expect(ScheduleVersion(text: "v1.1").stamp?.text == "v1.1")
    #expect(ScheduleVersion(text: "latest").stamp == nil)
  }
}
