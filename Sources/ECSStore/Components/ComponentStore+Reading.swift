public import ECSDetached
import ECSHistory
import ECSKit

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
  /// later word than all that the file has.
  ///
  /// - Parameter policy: What to do about conflicts.
  /// - Returns: The conflicts, whatever the policy decided.
  /// - Throws: ``StoreError`` as for ``load()``, or if observers change each other without end in response;
  ///   nothing is then taken in.
  /// - Complexity: O(*n* + *u*) expected, where *n* is the number of bytes that were written since the
  ///   last call and *u* that of unsaved values; if the file was replaced, *n* is that of all its bytes.
  @discardableResult
  public func refresh(_ policy: SyncPolicy) throws(StoreError) -> [Conflict] {
    try requireFollowing()
    guard let log, context.isIdle else { return [] }
    if !isLoaded { reading = LogReading() }
    try log.read(after: &reading)
    if !reading.isInOrder {
      reading = LogReading()
      try log.read(after: &reading)
    }
    let entries = wholeEntries
    var words = entries.lastWords()
    let (removed, added) = reading.isWhole ? differences(from: words) : ([], [])
    if reading.isWhole { reading.note(lastWords: words) }
    // It is unknown what a damaged or missing file lacks.
    if reading.contents.entryCount > 0, reading.contents.damageCount == 0 { words += removed }
    let news = NewWords(words, of: self, policy)
    if policy == .fail, !news.conflicts.isEmpty { return news.conflicts }
    let taken = try newSteps(of: entries)
    let before = (reading, steps, unsaved)
    reading.takeEntries()
    steps.noteAll(reading.contents)
    isReading = true
    defer { isReading = false }
    steps.stack?.recording = .nothing
    defer { steps.stack?.recording = .newSteps }
    hasDecided = false
    var isChanged = false
    context.transaction {
      context.replaying { news.apply(to: self) }
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
    if naming == nil, let last = orders.compactMap({ UInt64($0.change.value) }).max() {
      context.skipCreationNumbers(through: last)
    }
    taken()
    isLoaded = true
    noteDisplaced(words)
    unsaved.removeUnchanged()
    // What a word passes over is changed in the file although nothing changes here.
    if unsaved.hasChanges { saveIfAlways() }
    return news.conflicts
  }

  /// What was read and not taken, with the whole values of lists that were written in parts.
  private var wholeEntries: [LogEntry] {
    if naming != nil { return reading.contents.entries }
    return reading.contents.entries.withWholeValues { [context, unsaved, components] subject in
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

  /// Notes values of unique components that the file has and another entity has taken over here.
  private func noteDisplaced(_ words: [LogEntry]) {
    for word in words where !word.change.isRemoval {
      guard let type = components[word.change.kind], type is any UniqueComponent.Type else {
        continue
      }
      let id = DurableID(word.change.target)
      let entity = context.entity(id) ?? references.handle(of: id)
      guard entity.component(type) == nil, let value = type.init(word) else { continue }
      unsaved.setKept(entity, type, value)
      unsaved.note(entity, id)
    }
  }

  /// Compares the context with the last words of the whole file.
  ///
  /// - Returns: Words that take back what the context has from the file and the file has no longer, and
  ///   what the context has and the file does not have.
  private func differences(
    from words: [LogEntry]
  ) -> (removed: [LogEntry], added: [(Entity, any StoredComponent.Type)]) {
    struct Name: Hashable {
      let target: String
      let kind: String
    }
    if context.isEmpty { return ([], []) }
    let known = Set(
      words.lazy.filter { !$0.change.isRemoval }.map {
        Name(target: $0.change.target, kind: $0.change.kind)
      })
    var removed: [LogEntry] = []
    var added: [(Entity, any StoredComponent.Type)] = []
    for type in components.types {
      for entity in context.group(.all(type)) {
        let id = entity[DurableID.self]
        if let id, known.contains(Name(target: id.text, kind: type.storedName)) { continue }
        added.append((entity, type))
        guard isLoaded, let id, unsaved.kept(entity, type) != nil else { continue }
        removed.append(
          LogEntry(
            device: DeviceID(0), counter: 1, time: 0,
            change: LogChange(scope: "", kind: type.storedName, target: id.text, value: "")))
      }
    }
    return (removed, added)
  }
}

/// What the words of a file change in a context that has unsaved changes.
private struct NewWords {
  /// The values to set, and what is to be removed.
  private var values: [LogEntry] = []
  private var removals: [LogEntry] = []
  /// What the file has by now of values that the context does not take over.
  private var kept: [(Entity, any StoredComponent.Type, (any StoredComponent)?)] = []
  private(set) var conflicts: [ComponentStore.Conflict] = []
  /// The entities that the file calls by ids which they do not have any more.
  private let renamed: [DurableID: Entity]
  private let hasIDs: Bool

  init(_ words: [LogEntry], of store: ComponentStore, _ policy: SyncPolicy) {
    renamed = store.unsaved.renamed
    hasIDs = !store.context.group(.all(DurableID.self)).isEmpty
    let words = Self.withDestroyed(
      words.filter { !LogSteps.Mark.isKind($0.change.kind) }, of: store)
    // For a unique component the last word counts, whichever entity it is about.
    var holders: [String: String] = [:]
    for word in words where !word.change.isRemoval {
      if store.components[word.change.kind]?.isUnique ?? false {
        holders[word.change.kind] = word.change.target
      }
    }
    for word in words {
      guard let type = store.components[word.change.kind], hasIDs || !renamed.isEmpty else {
        add(word)
        continue
      }
      let holder = word.change.isRemoval ? nil : holders[type.storedName]
      if let holder, holder != word.change.target {
        pass(word, type, store)
      } else {
        weigh(word, type, store, policy)
      }
    }
  }

  /// Returns words in which nothing is left of what others destroyed.
  private static func withDestroyed(
    _ words: [LogEntry], of store: ComponentStore
  ) -> [LogEntry] {
    let destroyed = StoredEntity.destroyed(by: words)
    if destroyed.isEmpty { return words }
    func removal(_ target: String, _ kind: String) -> LogEntry {
      LogEntry(
        device: DeviceID(0), counter: 1, time: 0,
        change: LogChange(scope: "", kind: kind, target: target, value: ""))
    }
    let others = words.filter { !destroyed.contains($0.change.target) }
    let types = store.components.types
    return others
      + destroyed.sorted().flatMap { target in types.map { removal(target, $0.storedName) } }
  }

  private mutating func add(_ word: LogEntry) {
    if word.change.isRemoval { removals.append(word) } else { values.append(word) }
  }

  /// The entity that the file calls by an id.
  private func entity(_ id: DurableID, _ context: Context) -> Entity? {
    if !hasIDs { return nil }
    return renamed[id].flatMap { $0.isAlive ? $0 : nil } ?? context.entity(id)
  }

  /// The entity, dead or alive, that is noted for an id of the file.
  private func noted(
    _ id: DurableID, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) -> Entity? {
    if let entity = renamed[id] {
      if store.unsaved.isChanged(entity, type) { return entity }
      let isDestroyed = !entity.isAlive && store.unsaved.isChanged(entity, Existence.self)
      if isDestroyed, store.context.entity(id) == nil { return entity }
    }
    return entity(id, store.context)
  }

  /// Notes a value that another entity has by now.
  private mutating func pass(
    _ word: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) {
    if let entity = noted(DurableID(word.change.target), type, store) {
      kept.append((entity, type, type.init(word)))
    }
  }

  /// Decides whether the context takes over a word.
  private mutating func weigh(
    _ word: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore,
    _ policy: SyncPolicy
  ) {
    let id = DurableID(word.change.target)
    let living = entity(id, store.context)
    let noted = noted(id, type, store)
    if type == Existence.self {
      // That an entity exists is no value that two sides could disagree on.
      if let noted, !noted.isAlive {
        kept.append((noted, type, type.init(word)))
      } else {
        add(word)
      }
      return
    }
    var (owner, mine) = (id, living?.component(type) as? any StoredComponent)
    if noted.map({ !$0.isAlive || store.unsaved.isChanged($0, type) }) ?? false {
    } else if type.isUnique, !word.change.isRemoval,
      let holder = store.context.group(.all(type)).first(where: { _ in true }), holder != living,
      store.unsaved.isChanged(holder, type), let holderID = holder[DurableID.self]
    {
      // In the context another entity has it by now.
      (owner, mine) = (holderID, holder.component(type) as? any StoredComponent)
    } else {
      return add(word)
    }
    let base = noted.flatMap { store.unsaved.kept($0, type) }
    let theirs = type.init(word)
    if owner == id, isSame(base, theirs) { return }
    if owner != id || !isSame(mine, theirs) {
      conflicts.append(
        ComponentStore.Conflict(entity: owner, base: base, mine: mine, theirs: theirs))
      if policy == .theirs {
        if let noted, !noted.isAlive {
          // What is here again is not destroyed.
          kept += [(noted, type, nil), (noted, Existence.self, nil)]
        }
        return add(word)
      }
    }
    if let noted { kept.append((noted, type, theirs)) }
  }

  /// Makes the changes.
  func apply(to store: ComponentStore) {
    let context = store.context
    for (entity, type, value) in kept { store.unsaved.setKept(entity, type, value) }
    var stored = StoredEntity.all(of: values)
    if !renamed.isEmpty {
      stored = stored.map { stored in
        let id = entity(DurableID(stored.target), context)?[DurableID.self]
        return StoredEntity(target: id?.text ?? stored.target, entries: stored.entries)
      }
    }
    let entities = context.restore(
      stored, store.components, haveIDs: true, references: store.references)
    for (stored, entity) in zip(stored, entities) {
      guard let entity else { continue }
      let unread = entity[UnreadValues.self]?.values
      for entry in stored.entries {
        guard let type = store.components[entry.change.kind] else { continue }
        if unread?[type.storedName] != nil { entity.removeStored(type) }
        // A value whose key another entity has is not set, and stays in the file.
        store.unsaved.setKept(entity, type, entity.component(type) as? any StoredComponent)
      }
    }
    var touched: [Entity] = []
    let existence = removals.filter { $0.change.kind == Existence.storedName }
    for word in removals.filter({ $0.change.kind != Existence.storedName }) + existence {
      guard let entity = entity(DurableID(word.change.target), context) else { continue }
      if word.change.kind == Existence.storedName {
        entity.remove(UnreadValues.self)
        if store.hasUnsaved(entity) {
          // What is unsaved of it makes it exist again.
          store.unsaved.setKept(entity, Existence.self, nil)
          continue
        }
      }
      var hadValue = entity[UnreadValues.self]?.values[word.change.kind] != nil
      if hadValue { entity.setUnread(nil, word.change.kind) }
      if let type = store.components[word.change.kind] {
        hadValue = hadValue || store.unsaved.kept(entity, type) != nil
        entity.removeStored(type)
        store.unsaved.setKept(entity, type, nil)
      }
      if hadValue, touched.last != entity { touched.append(entity) }
    }
    for entity in touched where entity.isAlive && store.hasNothing(of: entity) { entity.destroy() }
  }
}

extension ComponentStore {
  /// Whether an entity has values that are not saved.
  fileprivate func hasUnsaved(_ entity: Entity) -> Bool {
    components.types.contains {
      $0 != Existence.self && entity.component($0) != nil && unsaved.isChanged(entity, $0)
    }
  }

  /// Whether neither the file nor the context has a value of an entity.
  fileprivate func hasNothing(of entity: Entity) -> Bool {
    !entity.has(UnreadValues.self)
      && components.types.allSatisfy {
        entity.component($0) == nil && unsaved.kept(entity, $0) == nil
      }
  }
}

extension Entity {
  func removeStored(_ type: any StoredComponent.Type) {
    func remove<C: StoredComponent>(_ type: C.Type) { self.remove(type) }
    remove(type)
  }
}
