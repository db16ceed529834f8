extension Context {
  /// Gives back memory that is not needed now.
  ///
  /// Spare room of components, groups and indices is given back; so are the groups and indices that
  /// nobody holds and nobody observes, which come back when they are asked for again. What is held
  /// stays right and can be read as before, and a unique index is always kept. Sorted orders of
  /// indices are made again when they are read next.
  ///
  ///     for tag in tags { print(context.group(tag.matcher).count) }
  ///     context.shrink()  // those groups no longer cost anything
  ///
  /// Call it when much has gone, not after each change. Inside a transaction or an observer it does
  /// nothing.
  ///
  /// - Complexity: O(*n c* + *k*), where *n* is the number of places that entities ever filled at a
  ///   time, *c* that of component types and groups, and *k* that of keys in all indices.
  public func shrink() {
    core.shrink()
  }
}

extension Core {
  fileprivate func shrink() {
    // What is under way may still point at what looks spare.
    guard !isBusy, journal.cells.isEmpty else { return }
    // Dropped at the end: the end of a key or a value may run code that makes changes.
    let dropped = (dropFollowers(), dropGroups())
    listGroups()
    updateWatching()
    for column in columns.all { trim(column) }
    for group in groups.values { group.members.trim() }
    let keys = followers.values.map { $0.contents.shrink() }
    sweepSeals()
    entities.freeList.trim()
    journal.trim()
    withExtendedLifetime((dropped, keys)) {}
  }

  /// What is known of a follower that perhaps nobody holds.
  private struct Held {
    let identity: FollowerKey
    weak let follower: AnyFollower?
    let contents: any FollowerContents
  }

  /// Drops the indices and orders that nobody holds any more.
  private func dropFollowers() -> [any FollowerContents] {
    // No unique index is restricted to a group. Somebody elsewhere may have marks of writes.
    var taken = followers.filter { $0.source != .writes && !$1.isUnique }
    for (identity, follower) in taken {
      follower.isDetached = true
      followers[identity] = nil
    }
    for column in columns.all {
      _ = column.with { $0.editFollowers(column) { $0.isDetached } }
      column.indexedGroups = 0
    }
    for group in groups.values { group.dropFollowers() }
    let held = taken.map { Held(identity: $0, follower: $1, contents: $1.contents) }
    // The end of a key function, which is foreign code, must not change what nobody follows now.
    withoutChanges { taken = [:] }
    for each in held {
      guard let follower = each.follower else { continue }
      follower.attach(to: self)
      followers[each.identity] = follower
    }
    return held.map(\.contents)
  }

  private func dropGroups() -> [Group] {
    var dropped: [Group] = []
    for matcher in Array(groups.keys) {
      guard var group = groups.removeValue(forKey: matcher) else { continue }
      if isKnownUniquelyReferenced(&group), !group.hasFollowers {
        group.detachFromColumns()
        dropped.append(group)
      } else {
        groups[matcher] = group
      }
    }
    return dropped
  }

  private func trim(_ column: AnyColumn) {
    func trim<C: Component>(_ type: C.Type) {
      guard let column = found(type) else { return }
      column.store.trim()
      column.forget(from: 0)
      column.history.trim()
    }
    trim(column.type)
  }
}
