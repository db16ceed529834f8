import ECSKit
import Schedule

/// What a newer version of a remembered schedule changed, and what of it somebody starred.
struct ScheduleNews {
  /// The most lines about what is starred.
  private static let mostLines = 5

  let view: DifferenceView
  /// What visitors have to know.
  let shown: Differences
  /// How many other differences there are.
  let otherCount: Int
  /// Those of `shown` that are about what is starred.
  let mine: Differences

  /// The differences as records.
  var records: [JSONOutput] { shown.map { DifferenceRecord($0, view).json } }

  /// What is different, mine first.
  var lines: [Line] {
    guard let counts = shown.counts else {
      return [
        otherCount == 0 ? "nothing changed" : "only texts changed; konf diff --all shows them"
      ]
    }
    guard let first = mine.first else { return ["\(counts); konf diff shows what"] }
    var lines: [Line] = [
      "\(counts), \("\(mine.count) of yours", .note): \(view.news(of: first))"
    ]
    lines += mine.dropFirst().prefix(Self.mostLines - 1).map(view.news(of:))
    if mine.count > Self.mostLines {
      lines.append("and \(mine.count - Self.mostLines) more of yours")
    }
    return lines
  }
}

extension Run {
  /// Returns what the schedule changed in the older version.
  ///
  /// The stars must be on the entities, which is done after the comparison: before it they would be
  /// changes, too.
  ///
  /// - Parameter comparison: The differences.
  /// - Returns: What visitors have to know, and which of it is starred.
  /// - Throws: `Failure` if the older version cannot be read again.
  func news(of comparison: Comparison) throws(Failure) -> ScheduleNews {
    let view = DifferenceView(isWhole: false, times: Times(self), schedule: schedule)
    let shown = view.shown(comparison.differences)
    var starred: Set<String> = []
    // What is gone has no entity any more, so its star is found in the older version.
    if let older, shown.contains(where: { !$0.isNew }) {
      var streams = OutputStreams(presentation)
      let inputs = RunInputs(source: older)
      let former = try Run(invocation, inputs, environment, &streams, log: log)
      let gone = shown.filter { !$0.isNew }.map(\.id)
      starred = Set(gone.filter { former.schedule.hasStar($0) })
    }
    let mine = shown.filter { $0.isNew ? schedule.hasStar($0.id) : starred.contains($0.id) }
    return ScheduleNews(
      view: view, shown: shown, otherCount: comparison.differences.count - shown.count, mine: mine)
  }
}

extension ConferenceSchedule {
  /// Whether a talk or a session is starred, or a talk in the session.
  fileprivate func hasStar(_ id: String) -> Bool {
    guard let entity = target(id) else { return false }
    return star(of: entity) != nil || talks(in: entity).contains { $0.has(Star.self) }
  }
}
