// Loads the file of a store, and merges the changes that other programs made. Apps call `load` and
// `refresh`, and a sync calls `refresh`. A merge is one transaction. After an error, the context is
// unchanged.

public import ECSDetached
import ECSHistory
import ECSKit
import ECSModel

extension ComponentStore {
  /// A conflict: a value that was changed both in the context and in the file.
  public struct Conflict {
    /// The id of the entity.
    public let entity: DurableID
    /// The stored name of the component.
    public let component: String
    /// The value before both changes, or nil if the entity had no value.
    public let base: (any StoredComponent)?
    /// The unsaved value in the context, or nil if the value was removed.
    public let mine: (any StoredComponent)?
    /// The value in the file, or nil if the value was removed.
    public let theirs: (any StoredComponent)?
  }

  /// Loads the values of the file into the context, and creates missing entities.
  ///
  /// The first call overwrites the values of the context. A value that exists only in the context
  /// becomes an unsaved change. A later call is equivalent to ``refresh(_:)`` with
  /// `SyncPolicy.mine`. Unreadable values remain in the file, and their entities get an
  /// ``UnreadValues`` component. Changes by observers are saved like any other change.
  ///
  /// - Returns: The number of damaged lines and of unreadable values of known components, including
  ///   values with missing references. See ``unread``.
  /// - Throws: ``StoreError`` if the file exists and cannot be read, or if another store follows
  ///   the context.
  /// - Complexity: O(*n*) expected in the number of bytes of the file.
  @discardableResult
  public func load() throws(StoreError) -> Int {
    try refresh(isLoaded ? .mine : .theirs)
    return reading.contents.damageCount + unread.count { $0.isKnown }
  }

  /// Merges changes that other programs made to the file, as one change set.
  ///
  /// Values are set and removed, and new entities are created. If another program destroyed an
  /// entity, the entity is destroyed here, too, unless it has unsaved values. Delete rules do not
  /// run. An unsaved value that also changed in the file is a conflict. Under `SyncPolicy.mine`,
  /// the value remains unsaved. Under `SyncPolicy.theirs`, the file wins. Under `SyncPolicy.fail`,
  /// any conflict defers the whole merge to a later call.
  ///
  ///     for conflict in try store.refresh(.mine) {
  ///       print(conflict.entity, conflict.mine as? Stats, conflict.theirs as? Stats)
  ///     }
  ///
  /// Inside a transaction or an observer, the call has no effect. Without a refresh, written values
  /// override the values of the file. If another program has written a value in a later version of
  /// the component, the value is never overwritten. Instead, the write fails, and after a refresh,
  /// ``unread`` contains the value.
  ///
  /// If a relation allows only one source per target but the file links two sources to the target,
  /// the earlier link is removed. The list that contained the link is a conflict under each policy,
  /// and the removal is an unsaved change.
  ///
  /// - Parameter policy: The policy for conflicts.
  /// - Returns: The conflicts, including the resolved ones.
  /// - Throws: ``StoreError`` as for ``load()``, or if observers trigger each other endlessly; the
  ///   context is then unchanged.
  /// - Complexity: O(*n* + *u*) expected, where *n* is the number of bytes to read and *u* the
  ///   number of unsaved values. Unless the file was replaced, the call reads only the bytes that
  ///   were appended since the last call.
  @discardableResult
  public func refresh(_ policy: SyncPolicy) throws(StoreError) -> [Conflict] {
    try refresh(policy, from: LogReading())
  }

  /// Merges changes that other programs made to the file, as ``refresh(_:)`` does.
  ///
  /// - Parameters:
  ///   - policy: The policy for conflicts.
  ///   - whole: An existing reading of the whole file, so that the file is not read again.
  /// - Returns: The conflicts.
  /// - Throws: ``StoreError``.
  func refresh(
    _ policy: SyncPolicy, from whole: LogReading
  ) throws(StoreError) -> [Conflict] {
    try requireFollowing()
    guard let log, context.isIdle else { return [] }
    if !isLoaded, !reading.isWhole { reading = LogReading() }
    try log.read(after: &reading)
    return try merge(policy, from: whole)
  }

  /// Loads a log that has already been read.
  ///
  /// - Parameter read: The reading, with all entries.
  /// - Throws: ``StoreError`` if another store follows the context.
  package func load(_ read: LogReading) throws(StoreError) {
    try requireFollowing()
    reading = read
    _ = try merge(.theirs, from: LogReading())
  }

  /// Performs the first load by calling a closure that sets the values of the file.
  package func load(_ setValues: () -> Void) {
    isReading = true
    defer { isReading = false }
    context.transaction { context.replaying(setValues) }
  }

  private func merge(
    _ policy: SyncPolicy, from whole: LogReading
  ) throws(StoreError) -> [Conflict] {
    guard let log else { return [] }
    let former = try readKnownSubjects(of: log, from: whole)
    giveIDsToTargetsOfLinks()
    try readPlaces()
    isReading = true
    steps.stack?.recording = .nothing
    defer {
      isReading = false
      steps.stack?.recording = .newSteps
    }
    let entries = readEntries
    let latestEntries = entries.latest()
    var latest = latestEntries.withLists { reading.isWhole ? nil : savedLinks($0) }
    let (removed, added) = reading.isWhole ? differences(from: latest) : ([], [])
    if reading.isWhole { reading.note(latestEntries: latestEntries) }
    // A damaged or empty file may lack entries, so a missing value is not treated as removed.
    if !removed.isEmpty, reading.contents.entryCount > 0, reading.contents.damageCount == 0 {
      latest += removed
    }
    let news = IncomingEntries(
      latest, of: self, policy, links: latestEntries, all: entries)
    var trees = LinkTrees(latestEntries, of: self, policy)
    let before = (former ?? reading, steps, unsaved)
    if policy == .fail {
      let conflicts = news.allConflicts(in: self) + trees.unsavedConflicts
      if !conflicts.isEmpty {
        reading = before.0
        return conflicts
      }
    }
    let addSteps = try newSteps(of: entries)
    reading.removeEntries()
    steps.noteAll(reading.contents)
    guard apply(news, &trees, adding: added) else {
      (reading, steps, unsaved) = before
      throw StoreError(path: log.path, reason: .endless)
    }
    skipPositions(in: entries)
    addSteps()
    isLoaded = true
    noteHeldKeys(latest, news.valuesWithKeysHeldHere)
    unsaved.removeUnchanged()
    // Conflicts can leave unsaved changes although nothing changed here.
    if unsaved.hasChanges { saveIfAlways() }
    return news.allConflicts(in: self) + trees.conflicts
  }

  /// Reads the whole log again if an earlier entry may win over a new entry.
  ///
  /// An earlier entry may win unless ``LogReading/isContinuation`` is true. Afterwards, the store's
  /// reading contains only the subjects of the new entries, or the whole log if values of one
  /// entity may affect another entity.
  ///
  /// - Returns: The new entries if the reading contains only their subjects, otherwise nil.
  private func readKnownSubjects(
    of log: ChangeLog, from whole: LogReading
  ) throws(StoreError) -> LogReading? {
    if reading.isContinuation, !hasValuesOfUnknownEntities { return nil }
    // The earlier entries are no longer in memory.
    let appended = reading
    reading = whole
    try log.read(after: &reading)
    return hasNoUniqueValues && reading.retainEntries(aboutSubjectsIn: appended) ? appended : nil
  }

  /// True if an entry refers to an entity that is not in the context, or perhaps not in the file.
  ///
  /// If the file contains an earlier destruction of the entity, values of other writers have no
  /// effect, even if the writers did not know of the destruction.
  private var hasValuesOfUnknownEntities: Bool {
    guard isLoaded, ownsEntities else { return false }
    var created: Set<String> = []
    var last = ""
    for change in reading.contents.entries.lazy.map(\.change) where !change.isRemoval {
      if change.kind == Existence.storedName {
        created.insert(change.target)
      } else if change.target != last, !LogKind.isOwn(change.kind) {
        last = change.target
        if !created.contains(last), !isKnown(DurableID(last)) { return true }
      }
    }
    return false
  }

  /// Returns true if an entity exists both in the context and in the file.
  private func isKnown(_ id: DurableID) -> Bool {
    if references.bareEntity(id) != nil { return true }
    guard let entity = unsaved.entitiesByFormerID[id] ?? context.entity(id) else { return false }
    return !unsaved.has(entity, Existence.self)
      || unsaved.savedValue(entity, Existence.self) != nil
  }

  /// Applies entries in one transaction, and records the values that exist only in the context.
  ///
  /// - Returns: False if the transaction was rolled back because observers triggered each other
  ///   endlessly.
  private func apply(
    _ news: IncomingEntries, _ trees: inout LinkTrees,
    adding added: [(Entity, any StoredComponent.Type)]
  ) -> Bool {
    hasDecided = false
    var isChanged = false
    context.transaction {
      context.replaying { news.apply(to: self) }
      settleReferences()
      trees.settle()
      if !isLoaded { for (entity, type) in added { note(entity, type, nil) } }
      isChanged = context.changeCount > 0
    }
    return !isChanged || hasDecided
  }

  /// Reserves the positions in the creation order that entries mention.
  ///
  /// Destroyed entities may later be restored at these positions.
  private func skipPositions(in entries: [LogEntry]) {
    let orders = entries.lazy.filter { $0.change.kind == Existence.storedName }
    if let last = orders.compactMap({ UInt64($0.change.value) }).max() {
      context.skipCreationNumbers(through: last)
    }
  }

  /// True if an entry about one entity cannot change the values of another entity.
  private var hasNoUniqueValues: Bool {
    naming == nil
      && !components.includeUnique
      && !components.types.contains { $0.hasOneSource || context.hasUniqueKeys($0) }
  }

  /// Assigns new durable ids to living entities to which the read values still refer by old ids.
  private func settleReferences() {
    for (owner, entity) in references.removeFormerReferences() where entity.isAlive {
      // An undo may have removed an id that is used in other values.
      makeDurable(entity)
      unsaved.note(owner.entity, owner.type, refersTo: entity)
    }
  }

  /// The entries that were read from the log.
  ///
  /// Lists that were written as one value are replaced with entries about their links.
  var readEntries: [LogEntry] {
    let isWhole = reading.isWhole
    return withDurableIDs(reading.contents.entries).withLinks { isWhole ? nil : savedLinks($0) }
  }

  /// Returns the links that the file contains for a list.
  func savedLinks(_ subject: LogSubject) -> StoredLinks? {
    let id = DurableID(subject.target)
    guard let entity = unsaved.entitiesByFormerID[id] ?? context.entity(id) else { return nil }
    if let unread = entity[UnreadValues.self]?.values[subject.kind]?.stored {
      return unread.links
        ?? StoredLinks(whole: LogChange(subject: subject, value: unread.text))
    }
    // Encoding cannot fail for values that were already read or written.
    do { return try components[subject.kind].flatMap { try unsaved.savedLinks(entity, $0) } } catch
    {
      return nil
    }
  }

  /// Records values that belong to one entity in the file and to another in the context.
  ///
  /// The component of these values is unique or has unique keys.
  private func noteHeldKeys(_ entries: [LogEntry], _ heldHere: Set<ValueName>) {
    if !components.includeUnique, heldHere.isEmpty { return }
    lazy var destroyed = StoredEntity.destroyed(by: entries)
    for entry in entries where !entry.change.isRemoval {
      guard let type = components[entry.change.kind],
        type.isUnique || heldHere.contains(ValueName(entry))
      else { continue }
      let id = DurableID(entry.change.target)
      let entity = context.entity(id) ?? references.handle(of: id)
      guard entity.component(type) == nil, !destroyed.contains(id.text),
        let value = value(of: entry, type)
      else { continue }
      unsaved.setSavedValue(entity, type, value)
      unsaved.note(entity, id)
    }
  }

  /// Compares the context with the latest entries of the whole file.
  ///
  /// - Returns: Removals of the values that the file no longer has, and the values that exist only
  ///   in the context.
  private func differences(
    from entries: [LogEntry]
  ) -> (removed: [LogEntry], added: [(Entity, any StoredComponent.Type)]) {
    if context.isEmpty { return ([], []) }
    lazy var valuesInFile = Set(
      entries.lazy.filter { !$0.change.isRemoval }.map { ValueName($0) })
    // The entries say which links of a removed list were removed. The unsaved links remain.
    lazy var valuesInEntries = Set(entries.lazy.map { ValueName($0) })
    var removed: [LogEntry] = []
    var added: [(Entity, any StoredComponent.Type)] = []
    for type in components.types {
      for entity in context.group(.all(type)) {
        let id = entity[DurableID.self]
        if let id, valuesInFile.contains(ValueName(id, type)) { continue }
        added.append((entity, type))
        guard isLoaded, let id, unsaved.savedValue(entity, type) != nil,
          !valuesInEntries.contains(ValueName(id, type))
        else { continue }
        removed.append(
          LogEntry(LogChange(scope: "", kind: type.storedName, target: id.text, value: "")))
      }
    }
    return (removed, added)
  }
}
