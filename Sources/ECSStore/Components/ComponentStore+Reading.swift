public import ECSDetached
import ECSHistory
import ECSKit
import ECSModel

extension ComponentStore {
  /// A value that was changed in the context and in the file since the context had what the file has.
  public struct Conflict {
    /// The entity.
    public let entity: DurableID
    /// The value that both had; nil for none.
    public let base: (any StoredComponent)?
    /// The value that the context has and that is not saved; nil for none.
    public let mine: (any StoredComponent)?
    /// The value that the file has; nil for none.
    public let theirs: (any StoredComponent)?
  }

  /// Sets what the file keeps on the entities of the context, and creates those that are missing.
  ///
  /// The first call sets it over the values that the context has; what only the context has is unsaved.
  /// Every other call is a ``refresh(_:)`` under `SyncPolicy.mine`. What cannot be read stays in the
  /// file, and is in the ``UnreadValues`` of its entity. What observers change in response is
  /// unsaved, or written at once, like any change.
  ///
  /// - Returns: The number of lines that are damaged, and of values of the components that are kept which
  ///   could not be read or refer to what is not there, see ``unread``.
  /// - Throws: ``StoreError`` if there is a file and it cannot be read, or if another store follows the
  ///   context.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes of the file.
  @discardableResult
  public func load() throws(StoreError) -> Int {
    try refresh(isLoaded ? .mine : .theirs)
    return reading.contents.damageCount + unread.count { $0.isKnown }
  }

  /// Takes in what others have written to the file, as one change set.
  ///
  /// Values are set and removed. An entity that others destroyed is destroyed, unless it has
  /// unsaved values; one that is new is created. Delete rules do not run. A value that is unsaved
  /// here and was changed there is a conflict, which the policy decides: under `SyncPolicy.mine` it
  /// stays, and stays unsaved; under `SyncPolicy.theirs` the file wins; under `SyncPolicy.fail` one
  /// conflict leaves everything as it is, for a later call.
  ///
  ///     for conflict in try store.refresh(.mine) {
  ///       print(conflict.entity, conflict.mine as? Stats, conflict.theirs as? Stats)
  ///     }
  ///
  /// Inside a transaction or an observer nothing is taken in. What is written without a refresh is a
  /// later word than all that the file has. Only a value that others wrote in a later version of its
  /// component is never written over: the write fails, and after a refresh the value is ``unread``.
  ///
  /// - Parameter policy: What to do about conflicts.
  /// - Returns: The conflicts, whatever the policy decided.
  /// - Throws: ``StoreError`` as for ``load()``, or if observers change each other without end in response;
  ///   nothing is then taken in.
  /// - Complexity: O(*n* + *u*) expected, where *n* is the number of bytes that were written since the
  ///   last call and *u* that of unsaved values; if the file was replaced, *n* is that of all its bytes.
  @discardableResult
  public func refresh(_ policy: SyncPolicy) throws(StoreError) -> [Conflict] {
    try refresh(policy, from: LogReading())
  }

  /// Takes in what others have written, as ``refresh(_:)`` does.
  ///
  /// - Parameters:
  ///   - policy: What to do about conflicts.
  ///   - whole: A reading of the file from its beginning, if there is one, which spares another.
  /// - Returns: The conflicts.
  /// - Throws: ``StoreError``.
  func refresh(
    _ policy: SyncPolicy, from whole: LogReading
  ) throws(StoreError) -> [Conflict] {
    try requireFollowing()
    guard let log, context.isIdle else { return [] }
    if !isLoaded, !reading.isWhole { reading = LogReading() }
    try log.read(after: &reading)
    return try take(policy, from: whole)
  }

  /// Loads a log that was read already.
  ///
  /// - Parameter read: The reading, which has all entries.
  /// - Throws: ``StoreError`` if another store follows the context.
  package func load(_ read: LogReading) throws(StoreError) {
    try requireFollowing()
    reading = read
    _ = try take(.theirs, from: LogReading())
  }

  /// Sets values that the file has and that were not loaded.
  package func load(_ setValues: () -> Void) {
    isReading = true
    defer { isReading = false }
    context.transaction { context.replaying(setValues) }
  }

  /// Takes in the entries that were read.
  private func take(
    _ policy: SyncPolicy, from whole: LogReading
  ) throws(StoreError) -> [Conflict] {
    guard let log else { return [] }
    let appended = reading
    var isPart = false
    if !reading.isContinuation {
      // About the same things later words may be known, and the entries that were taken are not kept.
      reading = whole
      try log.read(after: &reading)
      isPart = hasNoUniqueValues && reading.keepEntries(aboutThingsIn: appended)
    }
    isReading = true
    steps.stack?.recording = .nothing
    defer {
      isReading = false
      steps.stack?.recording = .newSteps
    }
    let entries = wholeEntries
    var latest = entries.latest()
    let (removed, added) = reading.isWhole ? differences(from: latest) : ([], [])
    if reading.isWhole { reading.note(latestEntries: latest) }
    // It is unknown what a damaged or missing file lacks.
    if !removed.isEmpty, reading.contents.entryCount > 0, reading.contents.damageCount == 0 {
      latest += removed
    }
    let news = IncomingEntries(latest, of: self, policy)
    let before = (isPart ? appended : reading, steps, unsaved)
    if policy == .fail, !news.conflicts.isEmpty {
      reading = before.0
      return news.conflicts
    }
    let taken = try newSteps(of: entries)
    reading.removeEntries()
    steps.noteAll(reading.contents)
    hasDecided = false
    var isChanged = false
    context.transaction {
      context.replaying { news.apply(to: self) }
      settleReferences()
      if !isLoaded { for (entity, type) in added { note(entity, type, nil) } }
      isChanged = context.changeCount > 0
    }
    if isChanged, !hasDecided {
      // Observers changed each other without end, and everything is as it was.
      (reading, steps, unsaved) = before
      throw StoreError(path: log.path, reason: .endless)
    }
    // An entity that was destroyed may come back, at its position in the order of creation.
    let orders = entries.lazy.filter { $0.change.kind == Existence.storedName }
    if let last = orders.compactMap({ UInt64($0.change.value) }).max() {
      context.skipCreationNumbers(through: last)
    }
    taken()
    isLoaded = true
    noteDisplaced(latest, news.displaced)
    unsaved.removeUnchanged()
    // What a word passes over is changed in the file although nothing changes here.
    if unsaved.hasChanges { saveIfAlways() }
    return news.conflicts
  }

  /// Whether what the file says of one entity decides nothing about another one.
  private var hasNoUniqueValues: Bool {
    naming == nil
      && !components.includeUnique && !components.types.contains { context.hasUniqueKeys($0) }
  }

  /// Has values that were read refer to what has another id here.
  private func settleReferences() {
    for (owner, entity) in references.removeReferences() where entity.isAlive {
      // It may have been undone that it got an id, and others referred to it before.
      keep(entity)
      unsaved.note(owner.entity, owner.type, refersTo: entity)
    }
  }

  /// What was read and not taken, with the whole values of lists that were written in parts.
  private var wholeEntries: [LogEntry] {
    withDurableIDs(reading.contents.entries).withWholeValues {
      [context, unsaved, components] subject in
      let id = DurableID(subject.target)
      guard let entity = unsaved.renamed[id] ?? context.entity(id) else { return nil }
      if let unread = entity[UnreadValues.self]?.values[subject.kind]?.stored {
        return unread.parts ?? StoredParts(whole: unread.text)
      }
      let kept = components[subject.kind].flatMap { unsaved.kept(entity, $0) }
      // What was read or written once can be written.
      do { return try (kept as? any StoredInParts)?.parts } catch { return nil }
    }
  }

  /// Notes values of unique components, or with unique keys, that the file has and another entity has
  /// here.
  private func noteDisplaced(_ entries: [LogEntry], _ displaced: Set<ValueName>) {
    if !components.includeUnique, displaced.isEmpty { return }
    lazy var destroyed = StoredEntity.destroyed(by: entries)
    for entry in entries where !entry.change.isRemoval {
      guard let type = components[entry.change.kind],
        type.isUnique || displaced.contains(ValueName(entry))
      else { continue }
      let id = DurableID(entry.change.target)
      let entity = context.entity(id) ?? references.handle(of: id)
      guard entity.component(type) == nil, !destroyed.contains(id.text),
        let value = value(of: entry, type)
      else { continue }
      unsaved.setKept(entity, type, value)
      unsaved.note(entity, id)
    }
  }

  /// Compares the context with the last words of the whole file.
  ///
  /// - Returns: Words that take back what the context has from the file and the file has no longer, and
  ///   what the context has and the file does not have.
  private func differences(
    from entries: [LogEntry]
  ) -> (removed: [LogEntry], added: [(Entity, any StoredComponent.Type)]) {
    if context.isEmpty { return ([], []) }
    lazy var known = Set(
      entries.lazy.filter { !$0.change.isRemoval }.map { ValueName($0) })
    var removed: [LogEntry] = []
    var added: [(Entity, any StoredComponent.Type)] = []
    for type in components.types {
      for entity in context.group(.all(type)) {
        let id = entity[DurableID.self]
        if let id, known.contains(ValueName(id, type)) { continue }
        added.append((entity, type))
        guard isLoaded, let id, unsaved.kept(entity, type) != nil else { continue }
        removed.append(
          LogEntry(LogChange(scope: "", kind: type.storedName, target: id.text, value: "")))
      }
    }
    return (removed, added)
  }
}
