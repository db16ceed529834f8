import Basics
package import CommandLine
package import ECSStore
package import Schedule

extension LogStep {
  /// A description of the step: the kinds of marks, and the title of the talk or the number of
  /// talks.
  var words: String {
    let names = Set(changes.map(\.entry.change.subject.name)).sorted()
    let kinds = Set(changes.compactMap { MarkKinds[$0.entry.change.kind]?.words.one.string })
    let what = kinds.sorted().joined(separator: " and ")
    return names.count == 1
      ? "\(what) of \(names[0])" : "\(what) of \(names.count) talks"
  }

  /// True for a step of `konf use`; undo skips such steps.
  package var isOfUse: Bool {
    changes.contains { SavedSchedules.isKind($0.entry.change.kind) }
  }

  /// The positions of the changes to show.
  ///
  /// For a step that saves a version of a schedule, only the version is shown, because it causes
  /// all other changes of the step.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  package var shownPositions: [Int] {
    let kinds = changes.map(\.entry.change.kind)
    guard let kind = kinds.first(where: SavedSchedules.isShownKind) else {
      return Array(kinds.indices)
    }
    return kinds.indices.filter { kinds[$0] == kind }
  }

  /// A message with the number of marks that the saved version took over, or nil if there are none.
  package var carriedWords: SafeText? {
    guard changes.contains(where: { $0.entry.change.kind == SavedSchedule.storedName }) else {
      return nil
    }
    let count = changes.count {
      MarkKinds.components[$0.entry.change.kind] != nil && !$0.entry.change.value.isEmpty
    }
    return count == 0 ? nil : "\(SafeText.counted(count, "mark", "marks")) carried over"
  }
}

extension LogStep.Change {
  package var moment: Instant { Instant(secondsSince1970: entry.time) }

  package func texts(_ times: Times, _ glyphs: Glyphs) -> (old: SafeText, new: SafeText) {
    func text(_ entry: LogEntry?) -> SafeText {
      guard let entry, !entry.change.value.isEmpty else { return "none" }
      if SavedSchedules.isUnknownDefault(entry) { return "unknown" }
      let reading = MarkReading(
        time: Instant(secondsSince1970: entry.time), times: times, glyphs: glyphs)
      return MarkKinds[entry.change.kind]?.value(in: entry)?.text(reading)
        ?? "\(entry.change.value)"
    }
    return (text(former), text(entry))
  }
}
