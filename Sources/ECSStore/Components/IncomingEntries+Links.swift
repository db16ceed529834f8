import ECSDetached
import ECSKit
import ECSModel

/// The links of a list that are lost because their source or target was destroyed.
struct LostLinks {
  let type: any StoredComponent.Type
  /// The links that this store wrote.
  var mine: [LogEntry] = []
  var theirs: [LogEntry] = []
}

/// Functions that merge links with unsaved changes.
///
/// They also detect links to entities that other programs have destroyed.
extension IncomingEntries {
  /// Merges the links of a list in the file with unsaved changes to the list.
  ///
  /// A link that was changed both in the file and in the context is a conflict, unless only its
  /// positions differ.
  ///
  /// - Returns: False if the list cannot be merged.
  mutating func merge(
    _ entry: LogEntry, _ entity: Entity, _ type: any StoredComponent.Type, _ store: ComponentStore,
    _ policy: SyncPolicy
  ) -> Bool {
    if entry.change.isRemoval, entry.change.links == nil { return false }
    let theirs = StoredLinks(whole: entry.change)
    let changes: [ListComparison.Change]
    // A list that cannot be encoded remains unsaved.
    do { changes = try store.unsaved.changedLinks(entity, type) } catch { return false }
    var merged = theirs
    var isConflict = false
    for change in changes {
      let (old, mine, other) = (change.old, change.new, theirs[change.id])
      // Another writer moved the target back to this list.
      if mine == nil, let other, other != old, type.hasOneSource { continue }
      let isOther = other?.text != old?.text
      if isOther, other?.text != mine?.text, mine?.text != old?.text || mine == nil || other == nil
      {
        isConflict = true
        if policy == .theirs { continue }
      }
      // If this writer only moved the link, the data of the file is used.
      merged[change.id] = mine.map { mine in
        let isMoved = mine.text == old?.text
        return StoredLinks.Link(
          position: mine.position, text: isMoved ? other?.text ?? mine.text : mine.text)
      }
    }
    let list = LogChange(subject: entry.change.subject, links: merged)
    if isConflict {
      entriesOfConflicts[conflicts.count] = (entry, type)
      conflicts.append(
        ComponentStore.Conflict(
          entity: DurableID(entry.change.target), component: type.storedName,
          base: store.unsaved.savedValue(entity, type),
          mine: entity.component(type) as? any StoredComponent,
          theirs: store.value(of: entry, type)))
    }
    add(entry.withChange(list))
    mergedLists.append(
      (entity, type, entry.withChange(LogChange(subject: entry.change.subject, links: theirs))))
    return true
  }

  /// Adds a conflict for each link that is lost because its source or target was destroyed.
  ///
  /// The programs that destroyed the source or target did not know about the link. `entries`
  /// contains the latest of all read entries.
  mutating func noteLinks(
    toDestroyedBy entries: [LogEntry], _ all: [LogEntry], _ store: ComponentStore
  ) {
    var destroyed: [String: Bool] = [:]
    var created: Set<String> = []
    lazy var device = store.device
    func isOwn(_ entry: LogEntry) -> Bool {
      store.steps.ownCounters.contains(entry.counter) && entry.device == device
    }
    for entry in entries where entry.change.kind == Existence.storedName {
      if entry.change.isRemoval {
        destroyed[entry.change.target] = isOwn(entry)
      } else {
        created.insert(entry.change.target)
      }
    }
    if !destroyed.isEmpty {
      let unsaved = store.unsaved.values.filter(\.isChanged)
      for value in unsaved { noteLinks(of: value, destroyed, store) }
    }
    if !store.steps.ownCounters.isEmpty {
      for entry in unknownLinks(removedBy: entries, all, isOwn) {
        guard let type = linkType(of: entry, store) else { continue }
        lostLinks[entry.change.subject.list, default: LostLinks(type: type)].theirs.append(entry)
      }
    }
    let destroyedHere = entitiesDestroyedHere(store)
    if destroyed.isEmpty, destroyedHere.isEmpty, !store.references.areSomeDestroyed { return }
    for entry in entries where !entry.change.isRemoval {
      guard let type = linkType(of: entry, store) else { continue }
      let isMine = isOwn(entry)
      let isLost = ends(of: entry, type, store).contains { id in
        destroyed[id].map { $0 != isMine }
          ?? (store.references.isDestroyed(DurableID(id)) && !created.contains(id)
            && store.context.entity(DurableID(id)) == nil)
      }
      let isLostHere = !isMine && isNewLink(entry, type, to: destroyedHere, store)
      if !isLost && !isLostHere || hasConflict(DurableID(entry.change.target), type) { continue }
      var lost = lostLinks[entry.change.subject.list] ?? LostLinks(type: type)
      if isMine { lost.mine.append(entry) } else { lost.theirs.append(entry) }
      lostLinks[entry.change.subject.list] = lost
    }
  }

  /// Returns the entities whose destruction is not yet saved, by their ids in the file.
  private func entitiesDestroyedHere(_ store: ComponentStore) -> [String: Entity] {
    let destroyed = store.unsaved.values.lazy.filter {
      $0.type == Existence.self && $0.base != nil && !$0.entity.isAlive
    }
    return Dictionary(
      destroyed.compactMap { value in fileID(of: value.entity).map { ($0.text, value.entity) } }
    ) { $1 }
  }

  /// Returns true if a link leads to one of the given entities and was not in its list before.
  private func isNewLink(
    _ entry: LogEntry, _ type: any StoredComponent.Type, to targets: [String: Entity],
    _ store: ComponentStore
  ) -> Bool {
    guard entry.change.subject.isLink, let target = targets[entry.change.name],
      let source = entity(DurableID(entry.change.target), store.context)
    else { return false }
    let saved = store.unsaved.savedValue(source, type) as? any StoredLinkList
    return !(saved?.targets(changedSince: nil).contains(target) ?? false)
  }

  /// Returns the links of other programs that this store removed without having read them.
  ///
  /// A store that destroys an entity and creates it again removes all former links of the entity.
  private func unknownLinks(
    removedBy entries: [LogEntry], _ all: [LogEntry], _ isOwn: (LogEntry) -> Bool
  ) -> [LogEntry] {
    let ended = Set(
      all.filter { $0.change.kind == Existence.storedName && $0.change.isRemoval && isOwn($0) }
        .map(\.change.target))
    if ended.isEmpty { return [] }
    let removed = Set(
      entries.filter { $0.change.subject.isLink && $0.change.isRemoval && isOwn($0) }
        .map(\.change.subject))
    return all.latest { entry in
      removed.contains(entry.change.subject) && !entry.change.isRemoval && !isOwn(entry)
        && !ended.isDisjoint(with: [entry.change.target, entry.change.name])
    }
  }

  /// Returns all conflicts.
  ///
  /// Call this method after the entries are applied, so that the values in the conflicts refer to
  /// entities that the merge created.
  func allConflicts(in store: ComponentStore) -> [ComponentStore.Conflict] {
    let lists = lostLinks.sorted { ($0.key.target, $0.key.kind) < ($1.key.target, $1.key.kind) }
    let conflicts = conflicts.enumerated().map { place, conflict in
      guard let (entry, type) = entriesOfConflicts[place] else { return conflict }
      return ComponentStore.Conflict(
        entity: conflict.entity, component: conflict.component, base: conflict.base,
        mine: conflict.mine, theirs: store.value(of: entry, type))
    }
    return conflicts
      + lists.map { list, lost in
        let mine = store.links(of: lost.mine, list, lost.type)
        let theirs = store.links(of: lost.theirs, list, lost.type)
        let nothing = (mine ?? theirs).map { $0.removing(Set($0.targets(changedSince: nil))) }
        return ComponentStore.Conflict(
          entity: DurableID(list.target), component: lost.type.storedName, base: nothing,
          mine: mine ?? nothing,
          theirs: theirs ?? nothing)
      }
  }

  private func hasConflict(_ id: DurableID, _ type: any StoredComponent.Type) -> Bool {
    conflicts.contains { conflict in
      conflict.entity == id && conflict.component == type.storedName
    }
  }

  /// Returns the list type of an entry about a link, or nil for another entry.
  private func linkType(
    of entry: LogEntry, _ store: ComponentStore
  ) -> (any StoredComponent.Type)? {
    guard let type = store.components[entry.change.kind], type is any StoredLinkList.Type,
      entry.change.subject.isLink || !type.isWrittenInParts
    else { return nil }
    return type
  }

  /// Returns the ids of the source and the targets in an entry.
  private func ends(
    of entry: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) -> [String] {
    if entry.change.subject.isLink { return [entry.change.target, entry.change.name] }
    let link = store.value(of: entry, type) as? any StoredLinkList
    let targets = link?.targets(changedSince: nil) ?? []
    return [entry.change.target] + targets.compactMap { store.references.id(of: $0)?.text }
  }

  /// Adds a conflict for unsaved links to entities that other programs have destroyed.
  private mutating func noteLinks(
    of value: UnsavedChanges.Value, _ destroyed: [String: Bool], _ store: ComponentStore
  ) {
    guard let mine = value.present as? any StoredLinkList, let id = fileID(of: value.entity),
      destroyed[id.text] == nil, !hasConflict(id, value.type)
    else { return }
    let lost = mine.targets(changedSince: value.base).filter { target in
      fileID(of: target).map { destroyed[$0.text] != nil } ?? false && !store.hasUnsaved(target)
    }
    if lost.isEmpty { return }
    conflicts.append(
      ComponentStore.Conflict(
        entity: id, component: value.type.storedName, base: value.base, mine: mine,
        theirs: mine.removing(Set(lost))))
  }
}

extension ComponentStore {
  /// The device of the log, or nil if the log has none yet.
  fileprivate var device: DeviceID? {
    do { return try log?.device() } catch { return nil }
  }

  /// Returns a list that contains only the links of some entries.
  func links(
    of entries: [LogEntry], _ list: LogSubject, _ type: any StoredComponent.Type
  ) -> (any StoredLinkList)? {
    guard let first = entries.first, !first.change.isRemoval else { return nil }
    if !first.change.subject.isLink { return value(of: first, type) as? any StoredLinkList }
    var links = StoredLinks()
    for entry in entries {
      links[entry.change.subject.linkID] = StoredLinks.Link(entry.change.value)
    }
    let whole = first.withChange(LogChange(subject: list, links: links))
    return value(of: whole, type) as? any StoredLinkList
  }
}
