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

/// What a store knows of the steps of its file.
struct StoreSteps {
  weak var stack: UndoStack?
  /// The greatest number of the entries whose steps the stack has.
  var known: UInt64 = 0
  /// The numbers of entries that the store wrote since.
  var own: Set<UInt64> = []
  /// Whether the call that is under way changed something that is kept.
  var isTouched = false
  /// What other devices said last of each thing, where that is a value.
  var others: [LogSubject: OtherValue] = [:]
  /// The values of other devices that a step kept when it was undone.
  var staying: [LogEntry] = []
  /// The labels of the calls that are not written, each once.
  private var labels: [String?] = []

  /// The subjects in the log of entries that have another one here, if several devices made entries.
  var originals: [EntryNumber: LogSubject] = [:]

  /// A value of another device.
  struct OtherValue {
    let entry: LogEntry
    /// True if no later entry is about the same thing.
    let isLast: Bool
  }

  /// What an entry is found by.
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
  func other(than first: LogEntry) -> OtherValue? {
    func original(_ entry: LogEntry) -> LogSubject {
      originals[EntryNumber(entry)] ?? entry.change.subject
    }
    return others[first.change.subject].flatMap { other in
      other.entry.time != first.time || original(other.entry) == original(first) ? other : nil
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
      return !LogWord.isOwn(entry.change.kind)
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
    noteOthers(entries, device, last)
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
  private func noteOthers(_ entries: [LogEntry], _ device: DeviceID?, _ last: LastEntries) {
    guard let device, entries.contains(where: { $0.device != device }) else { return }
    if naming != nil {
      steps.originals = Dictionary(
        reading.contents.entries.lazy.map { (StoreSteps.EntryNumber($0), $0.change.subject) }
      ) { $1 }
    }
    for entry in entries.lastWords(where: { $0.device != device })
    where !LogWord.isOwn(entry.change.kind) {
      let subject = entry.change.subject
      steps.others[subject] =
        entry.change.isRemoval
        ? nil : StoreSteps.OtherValue(entry: entry, isLast: last[subject] == entry)
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

  private func undoStep(_ step: LogStep) -> UndoStep {
    var changes = step
    changes.isUndone = false
    return UndoStep(
      number: step.number,
      .stored(label: step.label) { [weak self] (isUndo) throws(ChangeSetError) in
        try self?.move(changes, isUndo ? .undo : .redo)
      })
  }

  /// Takes a step of the file back, or makes it again, in the context.
  ///
  /// All of it is done at once, since a value may refer to an entity that the same step brings back.
  private func move(_ step: LogStep, _ mark: LogSteps.Mark) throws(ChangeSetError) {
    let (states, withdrawn) = try states(of: step, after: mark)
    let ended = states.filter { $0.change.kind == Existence.storedName && $0.change.isRemoval }
      .compactMap { context.entity(DurableID($0.change.target)) }
    for entity in ended { try requireNoOther(than: states.map(\.change), of: entity) }
    let brought = StoredEntity.all(of: states).compactMap { stored -> StoredEntity? in
      if context.entity(DurableID(stored.target)) == nil { return references.whole(stored) }
      return stored.withoutExistence
    }
    // A value that the step changed is not as it left it if the entity was destroyed since.
    if brought.contains(where: { $0.order == nil && context.entity(DurableID($0.target)) == nil }) {
      throw .existence(entity: 0, isExpected: true)
    }
    // What has the same position in the order of creation is the same entity under another id.
    let renamed = Dictionary(
      ended.compactMap { entity in entity[Existence.self].map { ($0.order, entity) } }
    ) { $1 }
    references.ended.merge(renamed) { $1 }
    let noted = noteMoved(step)
    defer { noteRestored(states, withdrawn, noted) }
    var touched: [Entity] = []
    context.replaying {
      for stored in brought where context.entity(DurableID(stored.target)) == nil {
        let id = DurableID(stored.target)
        if let entity = stored.order.flatMap({ renamed[$0] }) {
          entity.set(id)
          continue
        }
        let former = references.former(id) ?? stored.order.flatMap { references.ended[$0] }
        context.createEntity(number: stored.order, reviving: former) { new in
          new.set(id)
          // Its position in the file stays, whatever number it gets here.
          if let order = stored.order { new.set(Existence(order: order)) }
        }
      }
      _ = context.restore(
        brought.map { $0.withoutExistence ?? $0 }, components, haveIDs: true,
        references: references)
      for change in states.lazy.map(\.change) where change.isRemoval {
        guard let entity = context.entity(DurableID(change.target)) else { continue }
        if let type = components[change.kind] { entity.remove(type) }
        if entity.has(UnreadValues.self) { entity.setUnread(nil, change.kind) }
        touched.append(entity)
      }
      for entity in touched where ownsEntities && entity.isAlive && isEmpty(entity) {
        entity.destroy()
      }
    }
  }

  /// Returns what holds of each thing after a step was taken back or made again.
  ///
  /// - Returns: The entries, and the things that this device takes back without a say about others.
  /// - Throws: `ChangeSetError` if a value is not as the step left it.
  private func states(
    of step: LogStep, after mark: LogSteps.Mark
  ) throws(ChangeSetError) -> (states: [LogEntry], withdrawn: Set<LogSubject>) {
    var positions: [LogSubject: Int] = [:]
    var states: [LogEntry] = []
    var first: [LogSubject: LogStep.Change] = [:]
    for (change, state) in step.states(after: mark) {
      let subject = change.entry.change.subject
      let present = state ?? LogEntry(LogChange(subject: subject, value: ""))
      let isOwn = change.isFirst && (state.map { $0.device != change.entry.device } ?? true)
      first[subject] = mark == .undo && isOwn ? change : nil
      if let position = positions[subject] {
        states[position] = present
        continue
      }
      try require(
        mark == .undo ? change.entry : change.former, subject.kind,
        of: context.entity(DurableID(subject.target)), or: mark == .redo ? change.entry : nil)
      positions[subject] = states.count
      states.append(present)
    }
    steps.staying = []
    var withdrawn = Set(first.keys)
    for position in states.indices {
      let subject = states[position].change.subject
      guard let change = first[subject] else { continue }
      guard let other = steps.other(than: change.entry) else {
        states[position] = LogEntry(LogChange(subject: subject, value: ""))
        continue
      }
      states[position] = other.entry
      steps.staying.append(other.entry)
      // This device may have said the same before.
      if other.isLast { withdrawn.remove(subject) }
    }
    return (states, withdrawn)
  }

  /// Notes what the file has of the things of a step, in their order.
  private func noteMoved(_ step: LogStep) -> [LogSubject: Entity] {
    var noted: [LogSubject: Entity] = [:]
    for subject in step.changes.lazy.map(\.entry.change.subject) where noted[subject] == nil {
      guard let type = components[subject.kind], type != Existence.self,
        let entity = context.entity(DurableID(subject.target))
      else { continue }
      noted[subject] = entity
      if !unsaved.has(entity, type) {
        note(entity, type, entity.component(type) as? any StoredComponent)
      }
    }
    return noted
  }

  /// Has the next write say when restored values were first said, and withdraw those that have none.
  private func noteRestored(
    _ states: [LogEntry], _ withdrawn: Set<LogSubject>, _ noted: [LogSubject: Entity]
  ) {
    for state in states {
      let subject = state.change.subject
      guard let type = components[subject.kind],
        let entity = noted[subject] ?? context.entity(DurableID(subject.target))
      else { continue }
      if withdrawn.contains(subject) {
        unsaved.noteRestored(entity, type, .withdrawn)
      } else if !state.change.isRemoval {
        unsaved.noteRestored(entity, type, .said(at: state.time))
      }
    }
  }

  /// Refuses a step that ends an entity which has got values that are not of the step.
  private func requireNoOther(
    than states: [LogChange], of entity: Entity
  ) throws(ChangeSetError) {
    let id = entity[DurableID.self]?.text
    let kinds = Set(states.lazy.filter { $0.target == id }.map(\.kind))
    for type in components.types where !kinds.contains(type.storedName) {
      guard let found = entity.component(type) else { continue }
      throw .conflict(
        entity: entity.creationNumber ?? 0, component: "\(type)", expected: nil, found: "\(found)")
    }
  }

  /// Whether an entity has no value that is kept.
  func isEmpty(_ entity: Entity) -> Bool {
    !entity.has(UnreadValues.self) && components.types.allSatisfy { entity.component($0) == nil }
  }

  /// Returns the value that an entry has, with the entities that it refers to.
  func value(
    of entry: LogEntry, _ type: any StoredComponent.Type
  ) -> (any StoredComponent)? {
    guard let stored = entry.stored() else { return nil }
    let resolver = EntityResolver { [context, references] name in
      if name.isEmpty { return context.unusedHandle() }
      let id = DurableID(name)
      return context.entity(id) ?? references.handle(of: id)
    }
    do { return try type.init(any: stored.resolved(by: resolver, references.originals)) } catch {
      return nil
    }
  }

  /// Refuses a step if a value is not as the step left it.
  private func require(
    _ entry: LogEntry?, _ kind: String, of entity: Entity?, or other: LogEntry?
  ) throws(ChangeSetError) {
    if let other {
      do throws(ChangeSetError) { return try require(other, kind, of: entity, or: nil) } catch {}
    }
    let type = components[kind]
    if type == Existence.self,
      (entry?.change.isRemoval ?? true) != (entity?.has(Existence.self) ?? false)
    {
      return
    }
    let expected = entry.flatMap { entry in type.flatMap { value(of: entry, $0) } }
    let found = type.flatMap { entity?.component($0) as? any StoredComponent }
    let unread = entity?[UnreadValues.self]?.values[kind]?.stored
    let text = expected == nil ? entry?.stored() : nil
    if isSame(expected, found), unread?.text == text?.text, unread?.version == text?.version {
      return
    }
    throw .conflict(
      entity: entity?.creationNumber ?? 0, component: type.map { "\($0)" } ?? kind,
      expected: expected.map { "\($0)" } ?? text?.text,
      found: found.map { "\($0)" } ?? unread?.text)
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
      return (old?.value ?? "", old?.comment ?? "") == (new.value, new.comment)
        && (new.isRemoval || old?.version == new.version)
    }
  }
}

/// The last entries about each thing, as a log is read from its beginning.
private struct LastEntries {
  private var entries: [LogSubject: LogEntry] = [:]
  /// The things of each target; empty if no entry destroys anything.
  private var subjects: [String: [LogSubject]] = [:]
  private let hasDestroyed: Bool
  /// The targets that were destroyed.
  private var destroyed: Set<String> = []
  /// The things of which the device said something that counts; nil if it made all entries.
  private var said: Set<LogSubject>?
  private let device: DeviceID?

  /// Prepares to read a log.
  init(of entries: [LogEntry], _ device: DeviceID?) {
    hasDestroyed = entries.contains(where: Self.destroys)
    self.device = device
    said = entries.contains { $0.device != (device ?? $0.device) } ? [] : nil
  }

  subscript(subject: LogSubject) -> LogEntry? { entries[subject] }

  /// Returns whether the device of the next entry has said nothing of its thing that counts.
  func isFirst(_ entry: LogEntry) -> Bool {
    said.map { !$0.contains(entry.change.subject) }
      ?? entries[entry.change.subject].map(\.change.isWithdrawal) ?? true
  }

  private static func destroys(_ entry: LogEntry) -> Bool {
    entry.change.kind == Existence.storedName && entry.change.isRemoval
  }

  /// Notes an entry.
  ///
  /// - Returns: The entry before about the same thing.
  @discardableResult
  mutating func note(_ entry: LogEntry) -> LogEntry? {
    let (subject, target) = (entry.change.subject, entry.change.target)
    let former = entries.updateValue(entry, forKey: subject)
    if said != nil, entry.device == device {
      if entry.change.isWithdrawal { said?.remove(subject) } else { said?.insert(subject) }
    }
    if !hasDestroyed { return former }
    if Self.destroys(entry) {
      // Nothing of it is left, also if no entry says so.
      for other in subjects[target] ?? [] where other != subject { entries[other] = nil }
      subjects[target] = [subject]
      destroyed.insert(target)
    } else if former == nil {
      subjects[target, default: []].append(subject)
    }
    return former
  }

  /// Whether an entry has destroyed a target, which may be there again.
  func hasDestroyed(_ target: String) -> Bool { destroyed.contains(target) }

  /// Returns the values of an entity that an entry destroys.
  func hidden(by entry: LogEntry) -> [LogEntry] {
    guard Self.destroys(entry) else { return [] }
    return (subjects[entry.change.target] ?? []).compactMap { entries[$0] }.filter {
      !$0.change.isRemoval && $0.change.kind != Existence.storedName
        && !LogWord.isOwn($0.change.kind)
    }
  }
}
