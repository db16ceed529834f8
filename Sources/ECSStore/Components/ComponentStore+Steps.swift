// The undo steps in the file of a store. `refresh` and `load` collect them for the stack of the
// store. Steps of other devices are never added, and no step is added twice.

public import ECSHistory
import ECSKit

extension UndoStack {
  /// Creates an undo stack for a store, including the steps in its file.
  ///
  /// Create the stack before ``ComponentStore/load()`` to include those steps of earlier runs that
  /// are among the last 1,000 changes in the file. Each ``ComponentStore/refresh(_:)`` adds the
  /// steps of other processes in the same folder. Changes that are written together are one step.
  /// Undoing a step of the file restores only stored components and applies no delete rules.
  ///
  ///     let steps = UndoStack(store)
  ///     try store.load()
  ///     steps.undoLabel   // "Delete Talk", from yesterday
  ///     try steps.undo()
  ///     try store.save()
  ///
  /// - Parameters:
  ///   - store: The store. The stack refers to the store weakly. A store uses the last stack
  ///     created for it.
  ///   - limit: The maximum number of undo steps. Above the limit, the oldest steps are dropped.
  ///   - coalescing: The labels of changes that form one step if they directly follow each other.
  /// - Complexity: O(1). With a stack, each change also copies its values.
  public convenience init(
    _ store: ComponentStore, limit: Int = .max, coalescing: Set<String> = []
  ) {
    self.init(store.context, limit: limit, coalescing: coalescing)
    store.steps.stack = self
    isStored = true
  }
}

extension ComponentStore {
  /// The entries of other devices that the last undo left in place.
  package var remainingEntries: [LogEntry] { steps.remainingEntries }

  /// Returns a function that adds the steps of new entries to the stack.
  func newSteps(of entries: [LogEntry]) throws(StoreError) -> () -> Void {
    // The steps that the first load reads are older than the steps of the stack.
    guard let stack = steps.stack, isLoaded || stack.isEmpty else { return {} }
    let device = try log?.device()
    let (list, moves) = readSteps(in: entries, device)
    noteOtherDevices(entries, device)
    let redoable = list.redoable.compactMap(\.number)
    let newSteps = list.all.filter {
      !$0.endsAsItBegan && (!$0.isUndone || $0.number.map(redoable.contains) ?? false)
    }.map(undoStep)
    return {
      for move in moves { stack.note(move.isUndo, number: move.number) }
      for step in newSteps { stack.add(logged: step) }
      for number in redoable { stack.note(true, number: number) }
    }
  }

  /// Returns the steps of new entries, and the undos and redos of steps that are already on the
  /// stack.
  ///
  /// Entries of other processes may be older than the last steps of the stack, so the steps of
  /// these entries are collected first.
  private func readSteps(
    in entries: [LogEntry], _ device: DeviceID?
  ) -> (list: LogSteps, moves: [(isUndo: Bool, number: UInt64)]) {
    func isNew(_ entry: LogEntry) -> Bool {
      entry.counter > steps.lastCounter && !steps.ownCounters.contains(entry.counter)
        && device.map { $0 == entry.device } ?? true
    }
    let start = isLoaded ? 0 : LogSteps.start(of: entries)
    var last = LastEntries(of: entries, device)
    for entry in entries[..<start] { last.note(entry) }
    let news = entries[start...].filter { entry in
      if LogSteps.Mark.isKind(entry.change.kind) { return isNew(entry) }
      return !LogKind.isOwn(entry.change.kind)
    }
    // Each list is read only once, for all of its links.
    var lists: [LogSubject: StoredLinks] = [:]
    let known = { (entry: LogEntry) -> LogSteps.EntryContext? in
      // After the destruction of an entity, the context no longer has the values.
      let isCurrent = self.isLoaded && !last.wasDestroyed(entry.change.target)
      let hiddenValues = last.values(destroyedBy: entry)
      let isFirst = last.isFirst(entry)
      let before = last.note(entry)
      guard isNew(entry) else { return nil }
      return LogSteps.EntryContext(
        before ?? (isCurrent ? self.savedValue(of: entry.change.subject, &lists) : nil),
        hiddenValues: hiddenValues + (isCurrent ? self.savedValues(destroyedBy: entry) : []),
        isFirst: isFirst)
    }
    var list = LogSteps()
    var moves: [(isUndo: Bool, number: UInt64)] = []
    LogSteps.forEachEvent(of: news, by: device, known: known) { event in
      guard case .note(let isUndo, let number) = event, list.position(of: number) == nil else {
        return list.apply(event)
      }
      moves.append((isUndo, number))
    }
    return (list, moves)
  }

  /// Records the entries of other devices.
  ///
  /// An undo on this device does not change these entries.
  private func noteOtherDevices(_ entries: [LogEntry], _ device: DeviceID?) {
    guard let device else { return }
    let own = LogKind.subject(of: device)
    for entry in entries where entry.device == device && entry.change.subject == own {
      steps.announced = max(steps.announced, entry.counter)
    }
    for entry in entries
    where entry.device != device || entry.counter <= steps.announced {
      steps.subjectsKnownElsewhere.insert(entry.change.subject)
    }
    guard entries.contains(where: { $0.device != device }) else { return }
    if naming != nil {
      steps.originalSubjects = Dictionary(
        reading.contents.entries.lazy.map { (StoreSteps.EntryNumber($0), $0.change.subject) }
      ) { $1 }
    }
    for entry in entries.latest(where: { $0.device != device })
    where !LogKind.isOwn(entry.change.kind) {
      let subject = entry.change.subject
      steps.entriesOfOthers[subject] = entry.change.isRemoval ? nil : entry
    }
  }

  /// Returns the saved values of the entity that an entry destroys, as entries.
  private func savedValues(destroyedBy entry: LogEntry) -> [LogEntry] {
    guard entry.change.kind == Existence.storedName, entry.change.isRemoval,
      let entity = context.entity(DurableID(entry.change.target))
    else { return [] }
    let unread = entity[UnreadValues.self].map { Array($0.values.keys) } ?? []
    let names = components.types.map { $0.storedName } + unread.sorted()
    return names.filter { $0 != Existence.storedName }.flatMap { name -> [LogEntry] in
      let subject = LogSubject(
        scope: entry.change.scope, kind: name, target: entry.change.target)
      guard let links = savedLinks(subject) else {
        var lists: [LogSubject: StoredLinks] = [:]
        return savedValue(of: subject, &lists).map { [$0] } ?? []
      }
      return links.changes(of: subject).map { LogEntry($0) }
    }
  }

  /// Returns an entry for the saved value of a subject, or nil if there is no value.
  ///
  /// `lists` caches the lists that have already been read.
  private func savedValue(
    of subject: LogSubject, _ lists: inout [LogSubject: StoredLinks]
  ) -> LogEntry? {
    guard let entity = context.entity(DurableID(subject.target)) else { return nil }
    if subject.isLink {
      let list = subject.list
      if lists[list] == nil { lists[list] = savedLinks(list) ?? StoredLinks() }
      return lists[list]?[subject.linkID].map {
        LogEntry(LogChange(subject: subject, value: $0.value))
      }
    }
    let value: StoredValue?
    if let unread = entity[UnreadValues.self]?.values[subject.kind] {
      value = unread.stored
    } else {
      value = components[subject.kind].flatMap { type in
        do { return try unsaved.savedValue(entity, type)?.stored } catch { return nil }
      }
    }
    return value.map {
      LogEntry(
        LogChange(
          subject: subject, version: $0.version, value: $0.text, comment: $0.comment))
    }
  }
}

extension LogStep {
  /// The first change and the last entry of the step for each subject.
  ///
  /// The first change contains the value before the step.
  var ends: [LogSubject: (first: Change, last: LogEntry)] {
    changes.reduce(into: [:]) { ends, change in
      ends[change.entry.change.subject, default: (change, change.entry)].last = change.entry
    }
  }

  /// True if the changes of the step cancel each other out, for example if typed letters were
  /// deleted again.
  fileprivate var endsAsItBegan: Bool {
    ends.values.allSatisfy { first, last in
      // The step made the value of this device equal to the value of another device.
      if first.isFirst, first.former != nil { return false }
      let (old, new) = (first.former?.change, last.change)
      return (old?.value ?? "", old?.remark ?? "") == (new.value, new.remark)
        && (new.isRemoval || old?.version == new.version)
    }
  }
}
