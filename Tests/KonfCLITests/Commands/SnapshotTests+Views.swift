/// What shows a schedule in other ways than as lists, with wide characters.
extension SnapshotTests {
  private static let pages: [(name: String, line: String)] = [
    ("entities", "entities"), ("entities-talks", "entities talkindex"),
    ("check", "check"), ("grid", "timeline --grid --at 2026-03-07T10:15"),
  ]

  /// A narrow grid is a list.
  static let views: [SnapshotCase] =
    (pages.map { ($0.name, $0.line, 80) } + [("grid", pages[3].line, 40)]).map {
      name, line, width in
      SnapshotCase("\(name)-\(width)", "\(line) --data - --width \(width)")
        .with { $0.input = ParallelSchedule.json }
    }

  /// Lists with a line for each talk, and the same at widths where there is none.
  static let lists: [SnapshotCase] =
    [40, 80, 120, 200].flatMap { width in
      [
        SnapshotCase("lines-talks-\(width)", "talks --oneline --data - --width \(width)"),
        SnapshotCase("lines-timeline-\(width)", "timeline --oneline --data - --width \(width)"),
      ].map { $0.with { $0.input = SampleConference.json } }
    }
    + [120, 200].flatMap { width in
      [
        SnapshotCase("talks-\(width)", "talks --width \(width)"),
        SnapshotCase(
          "timeline-\(width)", "star hofele --maybe", "rate session1Day1 5",
          "timeline --width \(width)"),
        SnapshotCase("location-\(width)", "location heimathafen --width \(width)"),
        SnapshotCase("now-\(width)", "now --width \(width)"),
        SnapshotCase("overview-\(width)", " --width \(width)"),
      ]
    } + [
      SnapshotCase("talks-long-120", "talks --long --width 120"),
      SnapshotCase("next-120", "next --in 4h --width 120"),
      SnapshotCase("lines-color", "talks --width 120 --day mon --color always"),
      SnapshotCase("lines-plain", "talks --width 100 --day mon").with { $0.environment = [:] },
      SnapshotCase("talks-location", "talks --location heimathafen --day mon"),
    ]

  static let drawn: [SnapshotCase] = [
    SnapshotCase("grid-plain", "timeline --grid --data - --width 100").with {
      $0.input = ParallelSchedule.json
      $0.environment = [:]
    },
    SnapshotCase("grid-color", "timeline --grid --width 200 --color always"),
    SnapshotCase("grid-20", "timeline --grid --data - --width 20").with {
      $0.input = ParallelSchedule.json
    },
  ]
}
