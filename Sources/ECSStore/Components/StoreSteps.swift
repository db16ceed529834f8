import ECSHistory

/// What a store knows of the steps of its file.
struct StoreSteps {
  weak var stack: UndoStack?
  /// The greatest number of the entries whose steps the stack has.
  var known: UInt64 = 0
  /// The numbers of entries that the store wrote since.
  var own: Set<UInt64> = []
  /// Whether the call that is under way changed something that is kept.
  var isTouched = false
  /// The value of other devices that holds among them for each thing.
  var others: [LogSubject: LogEntry] = [:]
  /// The counter of the last entry in which this device says what it has seen: files may have the entries
  /// before it.
  var announced: UInt64 = 0
  /// The things that other devices know of.
  var knownElsewhere: Set<LogSubject> = []
  /// The values of other devices that a step kept when it was undone.
  var staying: [LogEntry] = []
  /// The labels of the calls that are not written, each once.
  private var labels: [String?] = []

  /// The subjects in the log of entries that have another one here, if several devices made entries.
  var originals: [EntryNumber: LogSubject] = [:]

  /// The identity of an entry.
  struct EntryNumber: Hashable {
    let device: DeviceID
    let counter: UInt64

    init(_ entry: LogEntry) { (device, counter) = (entry.device, entry.counter) }
  }

  /// Returns the value of another device that holds when the first thing which this device said of a
  /// subject is undone; nil if there is none.
  ///
  /// What another device said in other words at the time of the first is not its own: it carried the
  /// value over to another name.
  func other(than first: LogEntry) -> LogEntry? {
    func original(_ entry: LogEntry) -> LogSubject {
      originals[EntryNumber(entry)] ?? entry.change.subject
    }
    return others[first.change.subject].flatMap { other in
      other.time != first.time || original(other) == original(first) ? other : nil
    }
  }

  /// Lines with their marks.
  struct MarkedLines {
    var changes: [LogChange] = []
    /// The numbers of the first entries of new steps, by those that they had.
    var numbers: [UInt64: UInt64] = [:]
    /// The number of the first entry of the last call.
    var last: UInt64?
  }

  /// The calls that are not written; none without a stack.
  func calls(before label: String?, isUnderWay: Bool) -> [UnwrittenCall] {
    stack.map { isUnderWay ? $0.calls(before: label) : $0.calls } ?? []
  }

  /// Returns the lines of each call with their marks.
  ///
  /// - Parameters:
  ///   - groups: The lines of each call, or those of all together, which are then one step.
  ///   - calls: The calls.
  ///   - scope: The collection of the marks.
  ///   - contents: The log, with what others have written since.
  /// - Returns: The lines, and the numbers that steps get.
  func marked(
    _ groups: [[LogChange]], _ calls: [UnwrittenCall], in scope: String, after contents: LogContents
  ) -> MarkedLines {
    var all = MarkedLines()
    let areApart = groups.count == calls.count
    for (position, lines) in groups.enumerated() {
      let first = contents.nextCounter + UInt64(all.changes.count)
      all.last = lines.isEmpty ? nil : first
      if lines.isEmpty, !areApart || !calls[position].isMove { continue }
      all.changes += lines
      var label = labels.count == 1 ? labels[0] : nil
      var kind = UnwrittenCall.Kind.many
      if areApart { (label, kind) = (calls[position].label, calls[position].kind) }
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
      // What others have written since is no part of the step.
      case .part(let number): if contents.entries.isEmpty { start = number }
      case .move(nil, _), .many: break
      }
      if start == first, lines.count == 1, label == nil { continue }
      all.changes.append(LogSteps.Mark.step.change(from: start, in: scope, label: label))
    }
    return all
  }

  /// Notes that a call ends which has a label.
  mutating func noteEnd(_ label: String?) {
    if isTouched, !labels.contains(label) { labels.append(label) }
    isTouched = false
  }

  /// Notes that everything is written that was unsaved.
  mutating func noteWritten(_ marked: MarkedLines, isUnderWay: Bool, isApart: Bool) {
    labels = []
    stack?.noteWritten(
      marked.numbers, last: marked.last, isUnderWay: isUnderWay, isApart: isApart)
  }

  /// Notes entries that the store appended.
  mutating func note(_ entries: [LogEntry]) { own.formUnion(entries.lazy.map(\.counter)) }

  /// Notes that the stack has all steps.
  mutating func noteAll(_ contents: LogContents) {
    known = contents.greatestCounter
    own = []
  }
}
