import CommandLine
import KonfCLI

extension SnapshotTests {
  /// What `now` and `next` say before, between, during and after the days of the conference.
  static let times: [SnapshotCase] = [
    ("now-before", "now --at 2015-05-01T10:00"), ("now-night", "now --at 2015-05-17T23:00"),
    ("now-past-midnight", "now --at 2015-05-20T00:30"),
    ("now-open-end", "now --at 2015-05-20T20:30"), ("now-after", "now --at 2026-05-01"),
    ("now-after-json", "now --at 2026-05-01 --json"),
    ("next-later", "next --at 2015-05-18T18:30"), ("next-later-json", "next --in 20m --json"),
    ("next-last", "next --at 2015-05-20T20:30"), ("next-after", "next --at 2015-06-01"),
    ("next-before", "next --at 2015-05-17T10:00 --in 3h"),
    ("now-tz", "now --tz +05:30"), ("now-color", "now --color always"),
    ("overview-before", "--at 2015-05-16"), ("overview-after", "--at 2026-05-01"),
  ].map { SnapshotCase($0.0, $0.1) }

  /// Filters, each for itself and several together.
  static let filtered: [SnapshotCase] = [
    ("track", "timeline --track security"), ("room", "timeline --room blau --width 40"),
    ("speaker", "talks --speaker zoe"), ("lang", "talks --lang en"),
    ("day", "timeline --day sun"), ("day-number", "timeline --day 2 --json=id,title,day,start"),
    ("today", "locations --day today"), ("tomorrow", "talks --day tomorrow --room mensa"),
    ("clock", "timeline --after 13:00 --before 15:30"), ("after-now", "talks --after now"),
    ("speakers", "speakers --room blau --day 1"),
    ("people-json", "speakers --track lang --json=name,organizer"),
    ("now", "now --track embedded"), ("now-json", "now --lang de --json=id,title,minutesLeft"),
    ("now-none", "now --speaker zak"), ("next", "next --lang ko"),
    ("all", "timeline --day sat --room saal --lang en --after 12:00 --track sec --speaker ang"),
    ("tz", "timeline --day 1 --before 05:00 --tz -07:00"),
    ("nothing", "timeline --room hof --lang de"),
    ("unknown", "talks --track cookery"), ("nearest", "talks --room mansa"),
    ("no-day", "talks --day 2016-03-30"), ("no-time", "talks --after noon"),
  ].map { name, line in onSample("filter-\(name)", line) }

  /// Searches in texts of all scripts, with and without a match.
  static let searches: [SnapshotCase] =
    [
      ("word", "search swift"), ("folded", "search ZOLC"), ("spelled", "search mueller"),
      ("unspaced", "search システム"), ("hangul", "search 분석"), ("emoji", "search 🚀"),
      ("two-words", "search angstrom orbit"), ("inside", "search sicherheit"),
      ("track", "search security"), ("place", "search blau"), ("address", "search berlin"),
      ("json", "search swift --json"), ("color", "search swift teaches --color always"),
      ("filtered", "search saal --day sun"), ("none", "search swft"),
      ("none-json", "search xyzzy --json"), ("none-filtered", "search consensus --speaker zoe"),
    ].map { ("search-\($0.0)", $0.1) }.map(onSample)
    + [onSample("search-consensus-40", "search consensus --width 40")]
    + [
      SnapshotCase("hostile-search", "search session --data -"),
      SnapshotCase("hostile-search-title", "search title --data -"),
    ].map { $0.with { $0.input = HostileSchedule.json } }

  /// Two hours of a large conference at the widths of phones, terminals and wide screens.
  static let devrooms: [SnapshotCase] = [40, 80, 100, 120, 160].map { width in
    SnapshotCase(
      "devrooms-\(width)", "timeline --after 10:00 --before 11:30 --width \(width) --data -"
    ).with { $0.input = DevroomSchedule.json }
  }

  private static func onSample(_ name: String, _ line: String) -> SnapshotCase {
    SnapshotCase(name, "\(line) --at 2016-03-26T10:45 --data -")
      .with { $0.input = SampleConference.json }
  }

  /// An invented conference with several locations and titles of all scripts.
  ///
  /// Narrow lists are laid out in another way.
  static let sample: [SnapshotCase] = [
    ("overview", "", 80), ("now", "now", 80), ("next", "next --in 3h", 80),
    ("timeline", "timeline", 80), ("timeline", "timeline", 40), ("talks", "talks", 80),
    ("talks", "talks", 40), ("session", "session d1-blau-1", 80),
  ].map { name, line, width in
    onSample("sample-\(name)-\(width)", "\(line) --width \(width)")
  }
}
