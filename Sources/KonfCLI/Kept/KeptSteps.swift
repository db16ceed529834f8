import ECSKit
import ECSStore
import Schedule

/// What one command changed of what is kept.
struct KeptStep {
  /// A change of one thing.
  struct Change {
    /// What the log says of it.
    let entry: LogEntry
    /// What the log said before; nil if it said nothing.
    let former: LogEntry?
    /// The talk or session that it is about; nil for an appointment, and for what has left the
    /// schedule.
    let entity: Entity?
  }

  /// The changes in their order, at least one.
  fileprivate(set) var changes: [Change]
  /// Whether it was taken back.
  fileprivate(set) var isUndone = false

  /// The numbers of its entries in the log, the first and the last.
  var counters: ClosedRange<UInt64> {
    let counters = changes.map(\.entry.counter)
    return (counters.min() ?? 0)...(counters.max() ?? 0)
  }
}

/// The steps of a log, from the first to the last.
///
/// Nothing is ever removed from a log. A command that changes several things marks them as one step;
/// `konf undo` writes what was there before, and a mark that says which step that takes back; `konf
/// redo` writes the step again. The marks are entries of kinds of their own, which nothing else reads.
struct KeptSteps {
  /// What a mark says of the entries before it.
  enum Mark: String {
    /// They are one step.
    case step
    /// They take a step back.
    case undo
    /// They are a step that was taken back.
    case redo
  }

  /// All steps.
  private(set) var all: [KeptStep] = []

  /// The step that is taken back next.
  var next: KeptStep? { all.last { !$0.isUndone } }

  /// The step that is made again next; none if something was changed since it was taken back.
  var nextAgain: KeptStep? { undone.last.map { all[$0] } }

  /// The positions of the steps that can be made again, the next one last.
  private var undone: [Int] = []

  /// Reads the steps of a conference.
  ///
  /// - Parameters:
  ///   - entries: The entries of the conference.
  ///   - schedule: Its schedule.
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  init(_ entries: [LogEntry], of schedule: ConferenceSchedule) {
    let marks = entries.compactMap(Marked.init)
    // What an undo or a redo wrote is no step; the entries stand right before their mark.
    var own = marks.filter { $0.mark != .step }.map { $0.first..<$0.counter }[...]
    var things: [String: KeptThings] = [:]
    var appointments: [String: LogEntry] = [:]
    var positions: [UInt64: Int] = [:]
    for entry in entries {
      let change = entry.change
      if let marked = Marked(entry) {
        apply(marked, &positions)
      } else if KeptHistory.isUnderstood(entry) {
        let known: (former: LogEntry?, entity: Entity?)
        if change.kind == Appointment.storedName {
          known = (appointments.updateValue(entry, forKey: change.target), nil)
        } else {
          known = things[change.kind, default: KeptThings(schedule)].add(entry)
        }
        while let range = own.first, range.upperBound <= entry.counter { own.removeFirst() }
        if own.first?.contains(entry.counter) ?? false { continue }
        let former = known.former.flatMap { $0.change.value.isEmpty ? nil : $0 }
        positions[entry.counter] = all.count
        undone = []
        all.append(
          KeptStep(changes: [KeptStep.Change(entry: entry, former: former, entity: known.entity)]))
      }
    }
  }

  private mutating func apply(_ marked: Marked, _ positions: inout [UInt64: Int]) {
    switch marked.mark {
    case .step:
      var changes: [KeptStep.Change] = []
      while let last = all.last, last.counters.lowerBound >= marked.first {
        changes = last.changes + changes
        all.removeLast()
      }
      if changes.isEmpty { return }
      positions[changes[0].entry.counter] = all.count
      all.append(KeptStep(changes: changes))
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
  let mark: KeptSteps.Mark
  let first: UInt64
  /// The first entry of the step; that of the mark's own entries, if they are the step.
  let step: UInt64
  /// The number of the mark itself.
  let counter: UInt64

  init?(_ entry: LogEntry) {
    guard let mark = KeptSteps.Mark(rawValue: entry.change.kind) else { return nil }
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

extension KeptSteps.Mark {
  /// The change of the log that marks entries.
  ///
  /// - Parameters:
  ///   - first: The number of the first of the entries, which end before the mark.
  ///   - step: The step that they take back or make again; nil if they are a step.
  ///   - scope: The conference.
  /// - Returns: The mark.
  func change(from first: UInt64, of step: KeptStep?, in scope: String) -> LogChange {
    let value = step.map { "\(first) \($0.counters.lowerBound)" } ?? "\(first)"
    return LogChange(scope: scope, kind: rawValue, target: "", name: "", value: value)
  }
}
