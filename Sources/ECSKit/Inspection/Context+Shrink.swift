extension Context {
  /// Frees memory that is not currently needed.
  ///
  /// The method frees the spare capacity of components, groups and indices. It drops groups and
  /// indices that are neither referenced nor observed, and the next request creates them again.
  /// Other groups and indices remain up to date. A unique index is never dropped. Ordered indices
  /// are sorted again at the next read.
  ///
  ///     for tag in tags { print(context.group(tag.matcher).count) }
  ///     context.shrink()  // those groups no longer cost anything
  ///
  /// Call this method after many entities or components were removed, not after each change. Inside
  /// a transaction or an observer, the method does nothing.
  ///
  /// - Complexity: O(*n c* + *k*), where *n* is the largest number of entities that ever existed at
  ///   once, *c* the number of component types and groups, and *k* the number of keys in all
  ///   indices.
  public func shrink() {
    core.shrink()
  }
}

extension Core {
  fileprivate func shrink() {
    // A call in progress may still use memory that seems to be spare.
    guard !isBusy, journal.edits.isEmpty else { return }
    // The followers and groups are dropped at the end, because the deinit of a key or a value may
    // run code that makes changes.
    let dropped = (dropFollowers(), dropGroups())
    listGroups()
    updateWatching()
    for column in columns.all { trim(column) }
    for group in groups.values { group.members.trim() }
    let keys = followers.values.map { $0.contents.shrink() }
    sweepSeals()
    journal.trim()
    withExtendedLifetime((dropped, keys)) {}
  }

  /// A detached index or order.
  ///
  /// The index or order is reattached if it has an owner other than the core.
  private struct Held {
    let identity: FollowerKey
    weak let follower: AnyFollower?
    let contents: any FollowerContents
  }

  /// Drops the indices and orders that only the core owns.
  ///
  /// - Returns: The contents of all followers that were detached. The caller must not release the
  ///   contents before all data is consistent.
  private func dropFollowers() -> [any FollowerContents] {
    // Unique indices and counts of writes are kept. They are never restricted to a group.
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
    // Releasing a key function may run user code. This code must not change columns while their
    // followers are detached.
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
