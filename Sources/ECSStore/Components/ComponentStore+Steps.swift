public import ECSHistory
import ECSKit

extension UndoStack {
  /// Creates a stack of the steps of a store, those that its file has included.
  ///
  /// Made before ``ComponentStore/load()``, it has the steps of earlier runs of the program as well, as
  /// far as they are among the last 1,000 changes of the file, and what other processes wrote from this
  /// folder comes with each ``ComponentStore/refresh(_:)``. What is written together is one step there.
  /// A step of the file is undone by value, without the components that are not kept; delete rules do
  /// not run.
  ///
  ///     let steps = UndoStack(store)
  ///     try store.load()
  ///     steps.undoLabel   // "Delete Talk", from yesterday
  ///     try steps.undo()
  ///     try store.save()
  ///
  /// - Parameters:
  ///   - store: The store, which the stack does not keep alive. It has one stack, the
  ///     last that was made of it.
  ///   - limit: How many steps can be undone; the oldest one is dropped when there are more.
  ///   - coalescing: The labels of changes that are one step if they follow each other directly.
  /// - Complexity: O(1). While there is a stack, each change costs a copy of its values.
  public convenience init(
    _ store: ComponentStore, limit: Int = .max, coalescing: Set<String> = []
  ) {
    self.init(store.context, limit: limit, coalescing: coalescing)
    store.steps.stack = self
    isStored = true
  }
}

extension ComponentStore {
  /// The values of other devices that stayed when a step was undone last.
  package var staying: [LogEntry] { steps.staying }

  /// Returns a function that gives the stack the steps of entries which were not taken yet.
  func newSteps(of entries: [LogEntry]) throws(StoreError) -> () -> Void {
    // Steps that the stack already has are later than those that are read for the first time.
    guard let stack = steps.stack, isLoaded || stack.isEmpty else { return {} }
    let device = try log?.device()
    func isNew(_ entry: LogEntry) -> Bool {
      entry.counter > steps.known && !steps.own.contains(entry.counter)
        && device.map { $0 == entry.device } ?? true
    }
    let start = isLoaded ? 0 : LogSteps.start(of: entries)
    var last = LastEntries(of: entries, device)
    for entry in entries[..<start] { last.note(entry) }
    let news = entries[start...].filter { entry in
      if LogSteps.Mark.isKind(entry.change.kind) { return isNew(entry) }
      return !LogKind.isOwn(entry.change.kind)
    }
    let known = { (entry: LogEntry) -> LogSteps.Known? in
      // What was destroyed since is not as the context has it.
      let isKept = self.isLoaded && !last.hasDestroyed(entry.change.target)
      let hidden = last.hidden(by: entry)
      let isFirst = last.isFirst(entry)
      let before = last.note(entry)
      guard isNew(entry) else { return nil }
      return LogSteps.Known(
        before ?? (isKept ? self.kept(entry.change.subject) : nil),
        hidden: hidden + (isKept ? self.kept(hiddenBy: entry) : []), isFirst: isFirst)
    }
    // What others wrote may be older than the last steps of the stack, so its steps are put together first.
    var list = LogSteps()
    var notes: [(isUndone: Bool, number: UInt64)] = []
    LogSteps.forEachEvent(of: news, by: device, known: known) { event in
      guard case .note(let isUndone, let number) = event, list.position(of: number) == nil else {
        return list.apply(event)
      }
      notes.append((isUndone, number))
    }
    noteOthers(entries, device)
    let again = list.again.compactMap(\.number)
    let taken = list.all.filter {
      !$0.endsAsItBegan && (!$0.isUndone || $0.number.map(again.contains) ?? false)
    }.map(undoStep)
    return {
      for note in notes { stack.note(note.isUndone, number: note.number) }
      for step in taken { stack.add(logged: step) }
      for number in again { stack.note(true, number: number) }
    }
  }

  /// Notes what other devices said, which an undo on this one leaves as it is.
  private func noteOthers(_ entries: [LogEntry], _ device: DeviceID?) {
    guard let device else { return }
    let own = LogKind.subject(of: device)
    for entry in entries where entry.device == device && entry.change.subject == own {
      steps.announced = max(steps.announced, entry.counter)
    }
    for entry in entries
    where entry.device != device || entry.counter <= steps.announced {
      steps.knownElsewhere.insert(entry.change.subject)
    }
    guard entries.contains(where: { $0.device != device }) else { return }
    if naming != nil {
      steps.originals = Dictionary(
        reading.contents.entries.lazy.map { (StoreSteps.EntryNumber($0), $0.change.subject) }
      ) { $1 }
    }
    for entry in entries.latest(where: { $0.device != device })
    where !LogKind.isOwn(entry.change.kind) {
      let subject = entry.change.subject
      steps.others[subject] = entry.change.isRemoval ? nil : entry
    }
  }

  /// What the context has of an entity that an entry destroys, as entries.
  private func kept(hiddenBy entry: LogEntry) -> [LogEntry] {
    guard entry.change.kind == Existence.storedName, entry.change.isRemoval,
      let entity = context.entity(DurableID(entry.change.target))
    else { return [] }
    let unread = entity[UnreadValues.self].map { Array($0.values.keys) } ?? []
    let names = components.types.map { $0.storedName } + unread.sorted()
    return names.filter { $0 != Existence.storedName }.compactMap { name in
      kept(LogSubject(scope: entry.change.scope, kind: name, target: entry.change.target))
    }
  }

  /// What the file had of a thing, as an entry.
  private func kept(_ subject: LogSubject) -> LogEntry? {
    guard let entity = context.entity(DurableID(subject.target)) else { return nil }
    let value: StoredValue?
    if let unread = entity[UnreadValues.self]?.values[subject.kind] {
      value = unread.stored
    } else {
      value = components[subject.kind].flatMap { type in
        do { return try unsaved.kept(entity, type)?.stored } catch { return nil }
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
  /// True if its changes leave everything as it was, as letters that were deleted again.
  fileprivate var endsAsItBegan: Bool {
    var net: [LogSubject: (first: Change, last: LogEntry)] = [:]
    for change in changes {
      net[change.entry.change.subject, default: (change, change.entry)].last = change.entry
    }
    return net.values.allSatisfy { first, last in
      // The device agrees with another one.
      if first.isFirst, first.former != nil { return false }
      let (old, new) = (first.former?.change, last.change)
      return (old?.value ?? "", old?.remark ?? "") == (new.value, new.remark)
        && (new.isRemoval || old?.version == new.version)
    }
  }
}
