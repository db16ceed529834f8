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

  static let drawn: [SnapshotCase] = [
    SnapshotCase("grid-plain", "timeline --grid --data - --width 100").with {
      $0.input = ParallelSchedule.json
      $0.environment = [:]
    },
    SnapshotCase("grid-color", "timeline --grid --width 200 --color always"),
  ]
}
