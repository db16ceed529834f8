package import ECSHistory
package import ECSKit
import TextBasics

/// Changes of a log that belong together, and are taken back together.
package struct LogStep: UndoableStep {
  /// A change of one thing.
  package struct Change {
    /// What the log says of it.
    package let entry: LogEntry
    /// What the log said before; nil if it said nothing.
    package let former: LogEntry?
    /// The entity that it is about; nil if there is none.
    package let entity: Entity?
    /// True if the device had said nothing of it before that still counts.
    let isFirst: Bool
  }

  /// The changes in their order, at least one.
  package private(set) var changes: [Change]
  /// What it is called; nil if it has no name.
  package fileprivate(set) var label: String?
  /// Whether it was taken back.
  package var isUndone = false

  /// The numbers of its entries in the log, the first and the last.
  package private(set) var counters: ClosedRange<UInt64>

  /// Which of the devices in its log made it; 0 for the first, whose steps are taken back here.
  private let origin: Int

  /// What the steps of its log are found by: the number of its first entry, and who made it.
  package var number: UInt64? { Self.number(counters.lowerBound, origin) }

  /// The number of the step that a device made whose first entry has a counter; nil for one of too many
  /// devices.
  static func number(_ counter: UInt64, _ origin: Int) -> UInt64? {
    origin < 2_047 ? UInt64(origin) << 53 | counter : nil
  }

  /// The number after those of all steps that one device made.
  static func endNumber(after number: UInt64) -> UInt64 { ((number >> 53) + 1) << 53 }

  /// Adds the values that a destroyed entity had of components which the program that destroyed it did not
  /// know: they are hidden with it, and back with it.
  mutating func hide(_ values: [LogEntry]) {
    guard let entry = changes.last?.entry else { return }
    for value in values {
      let change = LogChange(subject: value.change.subject, value: "")
      changes.append(
        Change(entry: entry.saying(change), former: value, entity: nil, isFirst: false))
    }
  }

  /// Adds the changes of the next step.
  package mutating func join(_ next: LogStep) {
    changes += next.changes
    counters =
      min(
        counters.lowerBound, next.counters.lowerBound)...max(
        counters.upperBound, next.counters.upperBound)
  }

  /// Notes the number of its first entry, of which nothing else may be known.
  fileprivate mutating func begin(at number: UInt64) {
    counters = min(number & LogEntry.greatestCounter, counters.lowerBound)...counters.upperBound
  }

  fileprivate init(_ change: Change, madeBy origin: Int) {
    self.origin = origin
    changes = [change]
    counters = change.entry.counter...change.entry.counter
  }
}

/// The steps of a log, from the first to the last.
///
/// Nothing is ever removed from a log. A transaction that changes several things marks them as one step.
/// To take a step back is to write what was there before, and a mark that says which step that takes
/// back; to make it again is to write the step again. The marks are entries of kinds of their own, which
/// nothing else reads.
package typealias LogSteps = StepList<LogStep>

extension StepList<LogStep> {
  /// What a mark says of the entries before it; its name is a kind.
  package enum Mark: String {
    /// They are one step, together with the steps before them from a number on.
    case step
    /// They take a step back.
    case undo
    /// They are a step that was taken back.
    case redo
  }

  /// What was known of a thing when an entry spoke about it.
  package struct Known {
    /// The entry before about the same thing.
    let former: LogEntry?
    /// The entity that it is about.
    let entity: Entity?
    /// The entries about a thing which the entry destroys with all that is known of it.
    let hidden: [LogEntry]
    /// True if the device had said nothing of it before that still counts.
    let isFirst: Bool

    /// Describes what was known.
    ///
    /// - Parameters:
    ///   - former: The entry before about the same thing.
    ///   - entity: The entity that it is about.
    ///   - hidden: The entries about a thing which the entry destroys with all that is known of it.
    ///   - isFirst: True if the device had said nothing of it before that still counts.
    package init(
      _ former: LogEntry?, _ entity: Entity? = nil, hidden: [LogEntry] = [], isFirst: Bool = false
    ) {
      self.isFirst = isFirst
      self.former = former
      self.entity = entity
      self.hidden = hidden
    }
  }

  /// What entries say of steps, in their order.
  package enum Event {
    case step(LogStep)
    /// The steps from a number on are one, with its name.
    case join(UInt64, label: String?)
    /// The step of a number was taken back, or made again.
    case note(isUndone: Bool, UInt64)
  }

  /// Reads the steps of a log.
  ///
  /// - Parameters:
  ///   - entries: The entries, in their order.
  ///   - device: The folder whose steps are taken back here; nil for the first that is found.
  ///   - known: Returns the entry before about the same thing, and the entity that it is about; nil for
  ///     an entry that is no change of anything. It is called with each entry that is no mark, in
  ///     order.
  /// - Complexity: O(*n*), where *n* is the number of entries, and that of the calls.
  package init(
    _ entries: [LogEntry], of device: DeviceID? = nil, known: (LogEntry) -> Known?
  ) {
    self.init()
    Self.forEachEvent(of: entries, by: device, known: known) { apply($0) }
  }

  /// Takes in what entries say of steps.
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

  /// Returns the position from which on the value before each entry is known, and which is not in
  /// the middle of a step.
  static func start(of entries: [LogEntry]) -> Int {
    let start = Compaction.start(of: entries)
    guard start > 0 else { return 0 }
    let first = entries[start].counter
    let last = entries[start...].lastIndex { Marked($0).map { $0.first < first } ?? false }
    return last.map { $0 + 1 } ?? start
  }

  /// Returns the number of the first entry that an entry joins with those after it to one step; nil
  /// if it is no such mark.
  package static func firstJoined(by entry: LogEntry) -> UInt64? {
    Marked(entry).flatMap { $0.mark == .step ? $0.first : nil }
  }

  /// Returns the numbers of the entries that an undo or a redo wrote, with its mark; nil if an entry is no
  /// such mark.
  package static func moved(by entry: LogEntry) -> ClosedRange<UInt64>? {
    Marked(entry).flatMap { $0.mark == .step ? nil : $0.first...entry.counter }
  }

  /// Reads what entries say of steps.
  ///
  /// Marks are about the entries of their own device. Those of other devices may have the same numbers
  /// and lie between them.
  ///
  /// - Parameters:
  ///   - entries: The entries, in their order.
  ///   - device: The folder whose steps are taken back here; nil for the first that is found.
  ///   - known: As for the steps of a log.
  ///   - body: Is called with each event.
  /// - Complexity: O(*n*), where *n* is the number of entries, and that of the calls; O(*n* log *n*) if
  ///   several devices have made them.
  package static func forEachEvent(
    of entries: [LogEntry], by device: DeviceID? = nil, known: (LogEntry) -> Known?,
    _ body: (Event) -> Void
  ) {
    let marks = entries.compactMap(Marked.init)
    var origins = Origins(entries, marks, device)
    // What an undo or a redo wrote is no step; the entries are right before their mark.
    var moved = Dictionary(grouping: marks.filter { $0.mark != .step }, by: \.device).mapValues {
      $0.map { $0.first..<$0.counter }[...]
    }
    var events: [(entry: LogEntry, event: Event)] = []
    func add(_ event: Event, _ entry: LogEntry) {
      if origins.areMany { events.append((entry, event)) } else { body(event) }
    }
    for entry in entries {
      if let marked = Marked(entry) {
        if let event = origins.event(of: marked) { add(event, entry) }
        continue
      }
      guard let known = known(entry) else { continue }
      while let range = moved[entry.device]?.first, range.upperBound <= entry.counter {
        moved[entry.device]?.removeFirst()
      }
      if moved[entry.device]?.first?.contains(entry.counter) ?? false { continue }
      let former = known.former.flatMap { $0.change.isRemoval ? nil : $0 }
      var step = LogStep(
        LogStep.Change(
          entry: entry, former: former, entity: known.entity, isFirst: known.isFirst),
        madeBy: origins.noteStep(entry))
      step.hide(known.hidden)
      add(.step(step), entry)
    }
    if !origins.areMany { return }
    for event in Self.groupedBySteps(events, marks) { body(event) }
  }

  /// Returns events in an order in which nothing of another device lies inside a step.
  private static func groupedBySteps(
    _ events: [(entry: LogEntry, event: Event)], _ marks: [Marked]
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

  /// The numbers of the entries of each step that marks of one device are about, with the last mark, in order.
  private static func joinedRanges(_ marks: [Marked]) -> [ClosedRange<UInt64>] {
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

/// Which devices made the entries of a log, and how their steps are numbered.
private struct Origins {
  private let numbers: [DeviceID: Int]
  private var steps: Set<UInt64> = []
  /// The numbers of the devices that made marks: the folder, under its name and former ones.
  private let marking: [Int]
  /// Whether several devices made entries.
  let areMany: Bool

  init(_ entries: [LogEntry], _ marks: [Marked], _ device: DeviceID?) {
    let first = device ?? entries.first?.device
    areMany = entries.contains { $0.device != first }
    var numbers: [DeviceID: Int] = [:]
    // Nearly always one device made all entries, and its number is 0.
    if areMany {
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

  /// Notes the first entry of a step, and returns the number of its device.
  mutating func noteStep(_ entry: LogEntry) -> Int {
    let origin = numbers[entry.device] ?? 0
    if areMany, let number = LogStep.number(entry.counter, origin) { steps.insert(number) }
    return origin
  }

  /// What a mark says; nil if it is about nothing that is known.
  func event(of mark: Marked) -> LogSteps.Event? {
    let origin = numbers[mark.device] ?? 0
    if mark.mark == .step {
      return LogStep.number(mark.first, origin).map { .join($0, label: mark.label) }
    }
    var number = LogStep.number(mark.step, origin)
    if areMany, !(number.map(steps.contains) ?? false) {
      // Under a former name the folder has made it.
      number =
        marking.lazy.compactMap { LogStep.number(mark.step, $0) }
        .first(where: steps.contains) ?? number
    }
    return number.map { .note(isUndone: mark.mark == .undo, $0) }
  }
}

/// A mark as the log has it: the value is the number of the first entry that it is about and, after
/// a blank, that of the first entry of the step that is undone or redone.
struct Marked {
  let mark: LogSteps.Mark
  let first: UInt64
  /// The first entry of the step; that of the mark's own entries, if they are the step.
  let step: UInt64
  /// The number of the mark itself, and the device that made it.
  let counter: UInt64
  let device: DeviceID
  /// What the step is called.
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
  /// Returns whether a kind is that of a mark.
  static func isKind(_ kind: String) -> Bool { kind.utf8.count == 4 && Self(rawValue: kind) != nil }

  /// The change of the log that marks entries.
  ///
  /// - Parameters:
  ///   - first: The number of the first of the entries, which end before the mark.
  ///   - step: The number of the step that they take back or make again; nil if they are a step.
  ///   - scope: The collection of the things.
  ///   - label: What the step is called.
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
  /// Returns what holds of each thing after the step was taken back or made again, in the order in which
  /// that is done; nil says that there is nothing.
  package func states(after mark: LogSteps.Mark) -> [(change: Change, state: LogEntry?)] {
    mark == .undo
      ? changes.reversed().map { ($0, $0.former) } : changes.map { ($0, $0.entry) }
  }
}
