// The undo steps of a log, derived from its entries and the marks of steps among them. Stores and
// `konf` read the steps. `ChangeLog` stores nothing else about steps. Marks apply only to entries
// of their own device, and the entries of an undo or redo directly precede its mark.

import Basics
package import ECSHistory
package import ECSKit

/// Changes in a log that are undone together.
package struct LogStep: UndoableStep {
  package struct Change {
    package let entry: LogEntry
    /// The entry of the previous value, or nil if the subject had no value.
    package let former: LogEntry?
    /// The entity of the entry, or nil if the entity does not exist.
    package let entity: Entity?
    /// True if the device had not written a value or a removal of the subject before this entry.
    let isFirst: Bool
  }

  /// The changes, in log order.
  ///
  /// The array is never empty.
  package private(set) var changes: [Change]
  /// The name of the step, or nil if the step has no name.
  package fileprivate(set) var label: String?
  package var isUndone = false

  /// The range of counters that the step's entries have in the log.
  package private(set) var counters: ClosedRange<UInt64>

  /// The number of the device that made the step.
  ///
  /// The device whose steps can be undone has the number 0.
  private let origin: Int

  /// The key of the step, which combines its device number and the counter of its first entry.
  package var number: UInt64? { Self.number(counters.lowerBound, origin) }

  /// Returns the key of a step, or nil if the device number is too great.
  ///
  /// `counter` is the counter of the step's first entry, and `origin` is the number of the device.
  static func number(_ counter: UInt64, _ origin: Int) -> UInt64? {
    origin < 2_047 ? UInt64(origin) << 53 | counter : nil
  }

  /// Returns the exclusive upper bound of a device's step keys, given one of the keys.
  static func endNumber(after number: UInt64) -> UInt64 { ((number >> 53) + 1) << 53 }

  /// Adds the hidden values of a destroyed entity, so that an undo restores them.
  ///
  /// The program that destroyed the entity may not have known the components of these values, so it
  /// wrote no entries for them.
  mutating func addHiddenValues(_ values: [LogEntry]) {
    guard let entry = changes.last?.entry else { return }
    for value in values {
      let change = LogChange(subject: value.change.subject, value: "")
      changes.append(
        Change(entry: entry.withChange(change), former: value, entity: nil, isFirst: false))
    }
  }

  package mutating func join(_ next: LogStep) {
    changes += next.changes
    counters =
      min(
        counters.lowerBound, next.counters.lowerBound)...max(
        counters.upperBound, next.counters.upperBound)
  }

  /// Extends the step backwards, so that it begins with a given counter.
  ///
  /// The entry with this counter may not have been read.
  fileprivate mutating func begin(at number: UInt64) {
    counters = min(number & LogEntry.greatestCounter, counters.lowerBound)...counters.upperBound
  }

  fileprivate init(_ change: Change, madeBy origin: Int) {
    self.origin = origin
    changes = [change]
    counters = change.entry.counter...change.entry.counter
  }
}

/// The undo steps of a log, in order.
///
/// Undo and redo only add entries to a log. A transaction with several changes appends a mark that
/// joins them into one step. An undo writes the previous values and a mark with the key of the
/// undone step. A redo writes the values of the step and a mark. Marks are entries of separate
/// kinds that only this type reads.
package typealias LogSteps = StepList<LogStep>

extension StepList<LogStep> {
  /// The kinds of marks, which are entries about preceding entries.
  package enum Mark: String {
    /// A mark that joins the preceding entries, starting at a counter, into one step.
    case step
    /// A mark of entries that undo a step.
    case undo
    /// A mark of entries that redo a step.
    case redo
  }

  /// The state of a subject before an entry changes it.
  package struct EntryContext {
    let former: LogEntry?
    let entity: Entity?
    let hiddenValues: [LogEntry]
    /// True if the device had not previously written a value or a removal of the subject.
    let isFirst: Bool

    /// Creates the state before an entry.
    ///
    /// - Parameters:
    ///   - former: The previous entry about the same subject.
    ///   - entity: The entity of the entry.
    ///   - hiddenValues: The values of an entity that the entry destroys.
    ///   - isFirst: True if the device had not previously written a value or a removal of the
    ///     subject.
    package init(
      _ former: LogEntry?, _ entity: Entity? = nil, hiddenValues: [LogEntry] = [],
      isFirst: Bool = false
    ) {
      self.isFirst = isFirst
      self.former = former
      self.entity = entity
      self.hiddenValues = hiddenValues
    }
  }

  /// An effect of an entry on the list of steps.
  package enum Event {
    case step(LogStep)
    /// The device's steps from a given key on become one step, with an optional name.
    case join(UInt64, label: String?)
    /// The step with the given key was undone or redone.
    case note(isUndone: Bool, UInt64)
  }

  /// Creates the steps of a log from its entries.
  ///
  /// - Parameters:
  ///   - entries: The entries, in log order.
  ///   - device: The device whose steps can be undone, or nil for the device of the first entry.
  ///   - known: Returns the state before an entry, or nil for an entry that is not a change. The
  ///     closure is called in order for each entry that is not a mark.
  /// - Complexity: O(*n*) in the number of entries, in addition to the calls.
  package init(
    _ entries: [LogEntry], of device: DeviceID? = nil, known: (LogEntry) -> EntryContext?
  ) {
    self.init()
    Self.forEachEvent(of: entries, by: device, known: known) { apply($0) }
  }

  /// Applies the effect of an entry to the steps.
  mutating func apply(_ event: Event) {
    switch event {
    case .step(let step): append(step)
    case .join(let number, let label):
      let numbers = number..<LogStep.endNumber(after: number)
      join(in: numbers)
      guard let last = last?.number, numbers.contains(last), let position = position(of: last)
      else { return }
      update(position) {
        $0.begin(at: number)
        $0.label = label
      }
    case .note(let isUndone, let number):
      if let position = position(of: number) { note(isUndone, at: position) }
    }
  }

  /// Returns the first position from which the previous value of each entry is known.
  ///
  /// The position is not inside a step.
  static func start(of entries: [LogEntry]) -> Int {
    let start = Compaction.start(of: entries)
    guard start > 0 else { return 0 }
    let first = entries[start].counter
    let last = entries[start...].lastIndex { StepMark($0).map { $0.first < first } ?? false }
    return last.map { $0 + 1 } ?? start
  }

  /// Returns the counter of the first entry in the step that a mark joins.
  ///
  /// - Parameter entry: Any entry.
  /// - Returns: The first counter of the step that the entry marks, or nil if the entry does not
  ///   mark a step.
  package static func firstCounter(joinedBy entry: LogEntry) -> UInt64? {
    StepMark(entry).flatMap { $0.mark == .step ? $0.first : nil }
  }

  /// Returns the counters of the entries that an undo or redo has written, including its mark.
  ///
  /// - Parameter entry: Any entry.
  /// - Returns: The counters, or nil if the entry is not the mark of an undo or redo.
  package static func counters(movedBy entry: LogEntry) -> ClosedRange<UInt64>? {
    StepMark(entry).flatMap { $0.mark == .step ? nil : $0.first...entry.counter }
  }

  /// Calls a closure with each effect of the entries on the list of steps.
  ///
  /// Marks refer to entries of their own device. Entries of other devices may have the same
  /// counters and may lie between the marked entries.
  ///
  /// - Parameters:
  ///   - entries: The entries, in log order.
  ///   - device: The device whose steps can be undone, or nil for the device of the first entry.
  ///   - known: Returns the state before an entry, or nil for an entry that is not a change.
  ///   - body: A closure that is called with each effect.
  /// - Complexity: O(*n*) in the number of entries, in addition to the calls, or O(*n* log *n*) for
  ///   several devices.
  package static func forEachEvent(
    of entries: [LogEntry], by device: DeviceID? = nil, known: (LogEntry) -> EntryContext?,
    _ body: (Event) -> Void
  ) {
    let marks = entries.compactMap(StepMark.init)
    var devices = DeviceNumbers(entries, marks, device)
    // The entries of an undo or redo directly precede its mark and form no steps.
    var movedRanges = Dictionary(grouping: marks.filter { $0.mark != .step }, by: \.device)
      .mapValues { $0.map { $0.first..<$0.counter }[...] }
    var events: [(entry: LogEntry, event: Event)] = []
    func add(_ event: Event, _ entry: LogEntry) {
      if devices.areSeveral { events.append((entry, event)) } else { body(event) }
    }
    for entry in entries {
      if let mark = StepMark(entry) {
        if let event = devices.event(of: mark) { add(event, entry) }
        continue
      }
      guard let known = known(entry) else { continue }
      while let range = movedRanges[entry.device]?.first, range.upperBound <= entry.counter {
        movedRanges[entry.device]?.removeFirst()
      }
      if movedRanges[entry.device]?.first?.contains(entry.counter) ?? false { continue }
      let former = known.former.flatMap { $0.change.isRemoval ? nil : $0 }
      var step = LogStep(
        LogStep.Change(
          entry: entry, former: former, entity: known.entity, isFirst: known.isFirst),
        madeBy: devices.noteStep(entry))
      step.addHiddenValues(known.hiddenValues)
      add(.step(step), entry)
    }
    if !devices.areSeveral { return }
    for event in Self.inStepOrder(events, marks) { body(event) }
  }

  /// Returns effects in an order that keeps the effects of each device's step together.
  private static func inStepOrder(
    _ events: [(entry: LogEntry, event: Event)], _ marks: [StepMark]
  ) -> [Event] {
    let steps = Dictionary(grouping: marks, by: \.device).mapValues(joinedRanges)
    func end(_ entry: LogEntry) -> UInt64 {
      let own = steps[entry.device] ?? []
      let position = own.partitioningIndex { $0.upperBound >= entry.counter }
      guard position < own.count, own[position].contains(entry.counter) else {
        return entry.counter
      }
      return own[position].upperBound
    }
    let keys = events.map { (end: end($0.entry), device: $0.entry.device) }
    return events.indices.sorted { first, second in
      (keys[first].end, keys[first].device, first) < (keys[second].end, keys[second].device, second)
    }.map { events[$0].event }
  }

  /// Returns the counter ranges of one device's marked steps, in order.
  ///
  /// Each range includes the last mark of its step.
  private static func joinedRanges(_ marks: [StepMark]) -> [ClosedRange<UInt64>] {
    var ranges: [ClosedRange<UInt64>] = []
    for mark in marks.sorted(by: { $0.counter < $1.counter }) {
      var first = mark.first
      while let last = ranges.last, last.upperBound >= first {
        first = min(first, last.lowerBound)
        ranges.removeLast()
      }
      ranges.append(first...mark.counter)
    }
    return ranges
  }
}

/// The device numbers in a log, and the keys of the devices' steps.
private struct DeviceNumbers {
  private let numbers: [DeviceID: Int]
  private var steps: Set<UInt64> = []
  /// The numbers of the devices that wrote marks, in ascending order.
  ///
  /// A device whose id has changed has one number for each of its ids.
  private let marking: [Int]
  let areSeveral: Bool

  init(_ entries: [LogEntry], _ marks: [StepMark], _ device: DeviceID?) {
    let first = device ?? entries.first?.device
    areSeveral = entries.contains { $0.device != first }
    var numbers: [DeviceID: Int] = [:]
    // Nearly all logs have a single device, with the number 0.
    if areSeveral {
      if let first { numbers[first] = 0 }
      var last = first
      for entry in entries where entry.device != last {
        last = entry.device
        if numbers[entry.device] == nil { numbers[entry.device] = numbers.count }
      }
    }
    self.numbers = numbers
    marking = Set(marks.compactMap { numbers[$0.device] }).sorted()
  }

  /// Records the first entry of a step, and returns the number of its device.
  mutating func noteStep(_ entry: LogEntry) -> Int {
    let origin = numbers[entry.device] ?? 0
    if areSeveral, let number = LogStep.number(entry.counter, origin) { steps.insert(number) }
    return origin
  }

  /// Returns the effect of a mark, or nil if its device number is too great for a step key.
  func event(of mark: StepMark) -> LogSteps.Event? {
    let origin = numbers[mark.device] ?? 0
    if mark.mark == .step {
      return LogStep.number(mark.first, origin).map { .join($0, label: mark.label) }
    }
    var number = LogStep.number(mark.step, origin)
    if areSeveral, !(number.map(steps.contains) ?? false) {
      // This device made the step under an earlier id.
      number =
        marking.lazy.compactMap { LogStep.number(mark.step, $0) }
        .first(where: steps.contains) ?? number
    }
    return number.map { .note(isUndone: mark.mark == .undo, $0) }
  }
}

/// The decoded mark of a step, an undo or a redo.
///
/// The value of the mark's entry is the counter of the first marked entry. In a mark of an undo or
/// redo, a space and the counter of the step's first entry follow.
struct StepMark {
  let mark: LogSteps.Mark
  let first: UInt64
  /// The counter of the step's first entry.
  ///
  /// For a mark of a new step, this counter equals ``first``.
  let step: UInt64
  let counter: UInt64
  let device: DeviceID
  let label: String?

  init?(_ entry: LogEntry) {
    guard let mark = LogSteps.Mark(rawValue: entry.change.kind) else { return nil }
    let numbers = entry.change.value.split(separator: " ").compactMap { UInt64($0) }
    guard let first = numbers.first, let step = numbers.last, first <= entry.counter else {
      return nil
    }
    self.mark = mark
    self.first = first
    self.step = step
    counter = entry.counter
    device = entry.device
    label = entry.change.comment.isEmpty ? nil : entry.change.comment
  }
}

extension StepList<LogStep>.Mark {
  static func isKind(_ kind: String) -> Bool { kind.utf8.count == 4 && Self(rawValue: kind) != nil }

  /// Returns a change that marks the preceding entries as a step, an undo or a redo.
  ///
  /// - Parameters:
  ///   - first: The counter of the first marked entry. The last marked entry directly precedes the
  ///     mark.
  ///   - step: The key of the step that the entries undo or redo, or nil for a new step.
  ///   - scope: The collection of the subjects.
  ///   - label: The name of the step.
  /// - Returns: The mark.
  package func change(
    from first: UInt64, of step: UInt64? = nil, in scope: String, label: String? = nil
  ) -> LogChange {
    let value = step.map { "\(first) \($0)" } ?? "\(first)"
    return LogChange(
      scope: scope, kind: rawValue, target: "", value: value, comment: label ?? "")
  }
}

extension LogStep {
  /// Returns the changes that undo or redo the step.
  ///
  /// - Parameter mark: The direction: undo or redo.
  /// - Returns: Each change with its state after the undo or redo, in the order of execution. The
  ///   state is the entry to restore, or nil if the value must be removed.
  package func states(after mark: LogSteps.Mark) -> [(change: Change, state: LogEntry?)] {
    mark == .undo
      ? changes.reversed().map { ($0, $0.former) } : changes.map { ($0, $0.entry) }
  }
}
