import ECSHistory

struct StoreSteps {
  weak var stack: UndoStack?
  /// The greatest counter among the entries whose steps were already read.
  var lastCounter: UInt64 = 0
  /// The counters of entries that the store has written since the last read.
  var ownCounters: Set<UInt64> = []
  /// True if the current call changed a stored component.
  var hasStoredChanges = false
  /// The latest entry of another device for each subject.
  var entriesOfOthers: [LogSubject: LogEntry] = [:]
  /// The counter of the last entry in which a sync announced this device's entries to other
  /// devices.
  ///
  /// Other devices may already have the entries of this device up to this counter.
  var announced: UInt64 = 0
  var subjectsKnownElsewhere: Set<LogSubject> = []
  /// The entries of other devices that the last undo left in place.
  var remainingEntries: [LogEntry] = []
  /// The distinct labels of the unwritten calls.
  private var labels: [String?] = []

  /// The original subjects of the read entries, before durable ids replaced the names of entities.
  ///
  /// The dictionary is filled only if the log uses such names and has entries of several devices.
  var originalSubjects: [EntryNumber: LogSubject] = [:]

  struct EntryNumber: Hashable {
    let device: DeviceID
    let counter: UInt64

    init(_ entry: LogEntry) { (device, counter) = (entry.device, entry.counter) }
  }

  /// Returns another device's entry that takes effect if this device withdraws its first entry.
  ///
  /// The other device may have copied this first entry to another name of the subject. Such a copy
  /// has the same time and is ignored.
  ///
  /// - Returns: The entry, or nil if no such entry exists.
  func other(than first: LogEntry) -> LogEntry? {
    func original(_ entry: LogEntry) -> LogSubject {
      originalSubjects[EntryNumber(entry)] ?? entry.change.subject
    }
    return entriesOfOthers[first.change.subject].flatMap { other in
      other.time != first.time || original(other) == original(first) ? other : nil
    }
  }

  /// The lines to write, including the lines that mark undo steps.
  struct MarkedLines {
    var changes: [LogChange] = []
    /// The counters of the first entries of new steps, by the temporary numbers of the steps.
    var numbers: [UInt64: UInt64] = [:]
    /// The counter of the first entry of the last call, or nil if the call has no lines.
    var last: UInt64?
  }

  /// Returns the calls whose changes have not been written yet.
  ///
  /// The result is empty if the store has no undo stack.
  func calls(before label: String?, isInsideCall: Bool) -> [UnwrittenCall] {
    stack.map { isInsideCall ? $0.calls(before: label) : $0.calls } ?? []
  }

  /// Returns the log changes of all calls, with the changes that mark undo steps.
  ///
  /// - Parameters:
  ///   - groups: The lines of each call, or a single group of all lines that becomes one step.
  ///   - calls: The calls that made the changes.
  ///   - scope: The scope of the lines that mark undo steps.
  ///   - contents: The log, including entries that other programs have written since the last read.
  /// - Returns: The lines, and the counters of the new steps.
  func marked(
    _ groups: [[LogChange]], _ calls: [UnwrittenCall], in scope: String, after contents: LogContents
  ) -> MarkedLines {
    var all = MarkedLines()
    let areSeparate = groups.count == calls.count
    for (position, lines) in groups.enumerated() {
      let first = contents.nextCounter + UInt64(all.changes.count)
      all.last = lines.isEmpty ? nil : first
      if lines.isEmpty, !areSeparate || !calls[position].isMove { continue }
      all.changes += lines
      var label = labels.count == 1 ? labels[0] : nil
      var kind = UnwrittenCall.Kind.many
      if areSeparate { (label, kind) = (calls[position].label, calls[position].kind) }
      var start = first
      switch kind {
      case .move(let number?, let isUndo):
        let written = all.numbers[number] ?? number
        if written < UnwrittenCall.firstNumber {
          let mark = isUndo ? LogSteps.Mark.undo : .redo
          all.changes.append(mark.change(from: first, of: written, in: scope))
          continue
        }
      case .step(let number): all.numbers[number] = first
      // Entries that other programs have written since the last read must not be part of the step.
      case .part(let number): if contents.entries.isEmpty { start = number }
      case .move(nil, _), .many: break
      }
      if start == first, lines.count == 1, label == nil { continue }
      all.changes.append(LogSteps.Mark.step.change(from: start, in: scope, label: label))
    }
    return all
  }

  /// Records the label of a call that ends.
  mutating func noteEnd(_ label: String?) {
    if hasStoredChanges, !labels.contains(label) { labels.append(label) }
    hasStoredChanges = false
  }

  /// Records that all unsaved changes were written.
  mutating func noteWritten(_ marked: MarkedLines, isInsideCall: Bool, othersWrote: Bool) {
    labels = []
    stack?.noteWritten(
      marked.numbers, last: marked.last, isInsideCall: isInsideCall, othersWrote: othersWrote)
  }

  mutating func note(_ entries: [LogEntry]) { ownCounters.formUnion(entries.lazy.map(\.counter)) }

  mutating func noteAll(_ contents: LogContents) {
    lastCounter = contents.greatestCounter
    ownCounters = []
  }
}
