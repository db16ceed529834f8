package import ECSKit

/// Changes of a log that belong together, and are taken back together.
package struct LogStep {
  /// A change of one thing.
  package struct Change {
    /// What the log says of it.
    package let entry: LogEntry
    /// What the log said before; nil if it said nothing.
    package let former: LogEntry?
    /// The entity that it is about; nil if there is none.
    package let entity: Entity?
  }

  /// The changes in their order, at least one.
  package fileprivate(set) var changes: [Change]
  /// Whether it was taken back.
  package fileprivate(set) var isUndone = false

  /// The numbers of its entries in the log, the first and the last.
  package var counters: ClosedRange<UInt64> {
    let counters = changes.map(\.entry.counter)
    return (counters.min() ?? 0)...(counters.max() ?? 0)
  }
}

/// The steps of a log, from the first to the last.
///
/// Nothing is ever removed from a log. A transaction that changes several things marks them as one step.
/// To take a step back is to write what was there before, and a mark that says which step that takes
/// back; to make it again is to write the step again. The marks are entries of kinds of their own, which
/// nothing else reads.
package struct LogSteps {
  /// What a mark says of the entries before it; its name is a kind.
  package enum Mark: String {
    /// They are one step.
    case step
    /// They take a step back.
    case undo
    /// They are a step that was taken back.
    case redo
  }

  /// What was known of a thing when an entry spoke about it.
  package typealias Known = (former: LogEntry?, entity: Entity?)

  /// All steps.
  package private(set) var all: [LogStep] = []

  /// The step that is taken back next.
  package var next: LogStep? { all.last { !$0.isUndone } }

  /// The step that is made again next; none if something was changed since it was taken back.
  package var nextAgain: LogStep? { undone.last.map { all[$0] } }

  /// The positions of the steps that can be made again, the next one last.
  private var undone: [Int] = []

  /// Reads the steps of a log.
  ///
  /// - Parameters:
  ///   - entries: The entries, in their order.
  ///   - known: Returns the entry before about the same thing, and the entity that it is about; nil for
  ///     an entry that is no change of anything. It is called with each entry that is no mark, in
  ///     order.
  /// - Complexity: O(*n*), where *n* is the number of entries, and that of the calls.
  package init(_ entries: [LogEntry], known: (LogEntry) -> Known?) {
    let marks = entries.compactMap(Marked.init)
    // What an undo or a redo wrote is no step; the entries stand right before their mark.
    var own = marks.filter { $0.mark != .step }.map { $0.first..<$0.counter }[...]
    var positions: [UInt64: Int] = [:]
    for entry in entries {
      if let marked = Marked(entry) {
        apply(marked, &positions)
        continue
      }
      guard let known = known(entry) else { continue }
      while let range = own.first, range.upperBound <= entry.counter { own.removeFirst() }
      if own.first?.contains(entry.counter) ?? false { continue }
      let former = known.former.flatMap { $0.change.value.isEmpty ? nil : $0 }
      positions[entry.counter] = all.count
      undone = []
      all.append(
        LogStep(changes: [LogStep.Change(entry: entry, former: former, entity: known.entity)]))
    }
  }

  private mutating func apply(_ marked: Marked, _ positions: inout [UInt64: Int]) {
    switch marked.mark {
    case .step:
      var changes: [LogStep.Change] = []
      while let last = all.last, last.counters.lowerBound >= marked.first {
        changes = last.changes + changes
        all.removeLast()
      }
      if changes.isEmpty { return }
      positions[changes[0].entry.counter] = all.count
      all.append(LogStep(changes: changes))
    case .undo, .redo:
      guard let position = positions[marked.step], position < all.count else { return }
      all[position].isUndone = marked.mark == .undo
      if marked.mark == .undo {
        undone.append(position)
      } else if undone.last == position {
        undone.removeLast()
      }
    }
  }
}

/// A mark as the log has it: the value is the number of the first entry that it speaks of and, behind
/// a blank, that of the first entry of the step that is taken back or made again.
private struct Marked {
  let mark: LogSteps.Mark
  let first: UInt64
  /// The first entry of the step; that of the mark's own entries, if they are the step.
  let step: UInt64
  /// The number of the mark itself.
  let counter: UInt64

  init?(_ entry: LogEntry) {
    guard let mark = LogSteps.Mark(rawValue: entry.change.kind) else { return nil }
    let numbers = entry.change.value.split(separator: " ").compactMap { UInt64($0) }
    guard let first = numbers.first, let step = numbers.last, first < entry.counter else {
      return nil
    }
    self.mark = mark
    self.first = first
    self.step = step
    counter = entry.counter
  }
}

extension LogSteps.Mark {
  /// Returns whether a kind is that of a mark.
  static func isKind(_ kind: String) -> Bool { Self(rawValue: kind) != nil }

  /// The change of the log that marks entries.
  ///
  /// - Parameters:
  ///   - first: The number of the first of the entries, which end before the mark.
  ///   - step: The step that they take back or make again; nil if they are a step.
  ///   - scope: The collection of the things.
  /// - Returns: The mark.
  package func change(from first: UInt64, of step: LogStep? = nil, in scope: String) -> LogChange {
    let value = step.map { "\(first) \($0.counters.lowerBound)" } ?? "\(first)"
    return LogChange(scope: scope, kind: rawValue, target: "", value: value)
  }
}

extension LogStep {
  /// Returns what holds of each thing after the step was taken back or made again, in the order in which
  /// that is done; nil says that there is nothing.
  package func states(after mark: LogSteps.Mark) -> [(change: Change, state: LogEntry?)] {
    mark == .undo
      ? changes.reversed().map { ($0, $0.former) } : changes.map { ($0, $0.entry) }
  }
}

extension LogStep {
  /// Returns the changes that take the step back or make it again, with the mark that says so.
  ///
  /// - Parameters:
  ///   - mark: Which of the two.
  ///   - first: The number that the first of the entries will have.
  ///   - scope: The collection of the mark.
  /// - Returns: The changes, each of what the step changed in the same words.
  package func changes(
    as mark: LogSteps.Mark, from first: UInt64, in scope: String
  ) -> [LogChange] {
    states(after: mark).map { change, state in
      LogChange(
        subject: change.entry.change.subject, version: state?.change.version ?? 1,
        value: state?.change.value ?? "", comment: state?.change.comment ?? "",
        time: state?.time)
    } + [mark.change(from: first, of: self, in: scope)]
  }
}
