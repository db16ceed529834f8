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
  }
}

/// What a store knows of the steps of its file.
struct StoreSteps {
  weak var stack: UndoStack?
  /// The greatest number of the entries whose steps the stack has.
  var known: UInt64 = 0
  /// The numbers of entries that the store wrote since.
  var own: Set<UInt64> = []
  /// Whether the call that is under way changed something that is kept.
  var isTouched = false
  /// The labels of the calls that are not written, each once.
  private var labels: [String?] = []

  /// The mark after a number of lines that are appended now; nil if they need none.
  func mark(
    _ count: Int, in scope: String, after contents: LogContents, isUnderWay: Bool
  ) -> LogChange? {
    let first = contents.nextCounter
    let label = labels.count == 1 ? labels[0] : nil
    let unwritten = stack.map { isUnderWay ? $0.unwritten(after: label) : $0.unwritten }
    switch unwritten {
    case .move(let number?, let isUndo):
      return (isUndo ? LogSteps.Mark.undo : .redo).change(from: first, of: number, in: scope)
    case .step(let joined):
      // What others have written since is no part of the step.
      if let joined, contents.entries.isEmpty {
        return LogSteps.Mark.step.change(from: joined, in: scope, label: label)
      }
    default: break
    }
    if count == 1, label == nil { return nil }
    return LogSteps.Mark.step.change(from: first, in: scope, label: label)
  }

  /// Notes that a call ends which has a label.
  mutating func noteEnd(_ label: String?) {
    if isTouched, !labels.contains(label) { labels.append(label) }
    isTouched = false
  }

  /// Notes that everything is written that was unsaved.
  mutating func noteWritten(_ number: UInt64?, isUnderWay: Bool) {
    labels = []
    stack?.noteWritten(number, isUnderWay: isUnderWay)
  }

  /// Notes entries that the store appended.
  mutating func note(_ entries: [LogEntry]) { own.formUnion(entries.lazy.map(\.counter)) }

  /// Notes that the stack has all steps.
  mutating func noteAll(_ contents: LogContents) {
    known = contents.greatestCounter
    own = []
  }
}

extension ComponentStore {
  /// Gives the stack the steps of entries that were not taken yet.
  func takeSteps(_ entries: [LogEntry]) throws(StoreError) {
    // What a stack has already is later than what is read for the first time.
    guard let stack = steps.stack, isLoaded || stack.isEmpty else { return }
    let device = try log?.device()
    func isNew(_ entry: LogEntry) -> Bool {
      entry.counter > steps.known && !steps.own.contains(entry.counter)
        && device.map { $0 == entry.device } ?? true
    }
    let start = isLoaded ? 0 : LogSteps.start(of: entries)
    var last: [LogSubject: LogEntry] = [:]
    for entry in entries[..<start] { last[entry.change.subject] = entry }
    let news = entries[start...].filter { !LogSteps.Mark.isKind($0.change.kind) || isNew($0) }
    var list = LogSteps()
    let known = { (entry: LogEntry) -> LogSteps.Known? in
      let before = last.updateValue(entry, forKey: entry.change.subject)
      guard isNew(entry) else { return nil }
      return (before ?? (self.isLoaded ? self.kept(entry.change) : nil), nil)
    }
    if isLoaded {
      LogSteps.forEachEvent(of: news, known: known) { event in
        switch event {
        case .step(let step): stack.take(undoStep(step))
        case .join(let number, let label): stack.join(from: number, label: label)
        case .note(let isUndone, let number): stack.note(isUndone, number: number)
        }
      }
      return
    }
    list = LogSteps(news, known: known)
    let again = list.again.compactMap(\.number)
    for step in list.all where !step.isUndone || step.number.map(again.contains) ?? false {
      stack.take(undoStep(step))
    }
    for number in again { stack.note(true, number: number) }
  }

  /// What the file had of the thing of a change, as an entry.
  private func kept(_ change: LogChange) -> LogEntry? {
    guard let entity = context.entity(DurableID(change.target)) else { return nil }
    let value: StoredValue?
    if let unread = entity[UnreadValues.self]?.values[change.kind] {
      value = unread.stored
    } else {
      value = components[change.kind].flatMap { type in
        do { return try unsaved.kept(entity, type)?.stored } catch { return nil }
      }
    }
    return value.map {
      LogEntry(
        device: DeviceID(0), counter: 1, time: 0,
        change: LogChange(
          subject: change.subject, version: $0.version, value: $0.text, comment: $0.comment))
    }
  }

  private func undoStep(_ step: LogStep) -> UndoStep {
    var changes = step
    changes.isUndone = false
    return UndoStep(
      label: step.label, number: step.number,
      parts: [
        .stored { [weak self] (isUndo) throws(ChangeSetError) in
          try self?.move(changes, isUndo ? .undo : .redo)
        }
      ])
  }

  /// Takes a step of the file back, or makes it again, in the context.
  private func move(_ step: LogStep, _ mark: LogSteps.Mark) throws(ChangeSetError) {
    var touched: [Entity] = []
    for (change, state) in step.states(after: mark) {
      let expected = mark == .undo ? change.entry : change.former
      let id = DurableID(change.entry.change.target)
      let entity = context.entity(id)
      try require(expected, change.entry.change.kind, of: entity)
      let kind = change.entry.change.kind
      context.replaying {
        if let state, !state.change.value.isEmpty {
          if entity == nil { context.createEntity(id) }
          _ = context.restore(
            [StoredEntity(target: id.text, entries: [state])], components, haveIDs: true,
            references: references)
        } else if let entity {
          if let type = components[kind] { entity.removeStored(type) }
          if entity.has(UnreadValues.self) { entity.setUnread(nil, kind) }
          touched.append(entity)
        }
      }
    }
    context.replaying {
      for entity in touched where entity.isAlive && isEmpty(entity) { entity.destroy() }
    }
  }

  /// Whether an entity has no value that is kept.
  private func isEmpty(_ entity: Entity) -> Bool {
    !entity.has(UnreadValues.self) && components.types.allSatisfy { entity.component($0) == nil }
  }

  /// Refuses a step if a value is not as the step left it.
  private func require(
    _ entry: LogEntry?, _ kind: String, of entity: Entity?
  ) throws(ChangeSetError) {
    let type = components[kind]
    let expected = entry.flatMap { entry in type.flatMap { $0.init(entry) } }
    let found = type.flatMap { entity?.component($0) as? any StoredComponent }
    let unread = entity?[UnreadValues.self]?.values[kind]?.stored
    let text = entry.flatMap { expected == nil ? StoredValue($0) : nil }
    if isSame(expected, found), unread?.text == text?.text, unread?.version == text?.version {
      return
    }
    throw .conflict(
      entity: entity?.creationNumber ?? 0, component: type.map { "\($0)" } ?? kind,
      expected: expected.map { "\($0)" } ?? text?.text,
      found: found.map { "\($0)" } ?? unread?.text)
  }
}
