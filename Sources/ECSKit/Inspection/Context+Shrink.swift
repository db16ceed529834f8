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
    guard !isBusy, log.cells.isEmpty else { return }
    // Dropped at the end: the end of a key or a value may run code that makes changes.
    let dropped = (dropIndices(), dropGroups())
    listGroups()
    updateWatching()
    for column in types.columns { trim(column) }
    for group in groups.values { group.members.trim() }
    let keys = indices.values.map { $0.contents.shrink() }
    sweepSeals()
    slots.freed.trim()
    log.trim()
    withExtendedLifetime((dropped, keys)) {}
  }

  /// An index that may be held by somebody, or by nobody.
  private struct Held {
    let identity: IndexKey
    weak let follower: (any FollowerOfColumn)?
    let contents: any IndexContents
  }

  /// Takes out the indices that nobody but the context holds, and returns what was in them.
  private func dropIndices() -> [any IndexContents] {
    // No unique index is restricted to a group.
    var taken = indices.filter { !$1.isUnique }
    for (identity, index) in taken {
      index.detach()
      indices[identity] = nil
    }
    dropDetached()
    for column in types.columns { column.indexedGroups = 0 }
    for group in groups.values { group.detachIndices() }
    let held = taken.map { Held(identity: $0, follower: $1, contents: $1.contents) }
    // The end of a key function, which is foreign code, must not change what nobody follows now.
    withoutChanges { taken = [:] }
    for index in held {
      guard let follower = index.follower else { continue }
      follower.attach(to: self)
      indices[index.identity] = follower
    }
    return held.map(\.contents)
  }

  /// Takes out the groups that nobody but the context holds; an observer holds its group.
  private func dropGroups() -> [Group] {
    var dropped: [Group] = []
    for matcher in Array(groups.keys) {
      guard var group = groups.removeValue(forKey: matcher) else { continue }
      if isKnownUniquelyReferenced(&group) {
        group.detachFromColumns()
        dropped.append(group)
      } else {
        groups[matcher] = group
      }
    }
    dropDetached()
    return dropped
  }

  private func dropDetached() {
    for column in types.columns { column.with { $0.dropDetached(column) } }
  }

  private func trim(_ column: AnyColumn) {
    func trim<C: Component>(_ type: C.Type) {
      guard let column = found(type) else { return }
      column.closeGaps()
      let end = (0..<column.positions.count).last { column.positions[$0] >= 0 } ?? -1
      column.positions.truncate(to: end + 1)
      column.positions.trim()
      column.values.trim()
      column.forget(from: 0)
      column.history.trim()
    }
    trim(column.type)
  }
}

extension MemberSet {
  fileprivate func trim() {
    var end = 0
    for place in 0..<dense.count { end = max(end, Int(dense[place]) + 1) }
    positions.truncate(to: end)
    positions.trim()
    dense.trim()
  }
}

extension ChangeLog {
  /// Gives back the room of an empty log.
  fileprivate mutating func trim() {
    records.trim()
    cells.trim()
    deliveries.trim()
    staged.removeAll()
    staged.trim()
  }
}

extension Buffer {
  /// Gives back spare room.
  fileprivate mutating func trim() {
    guard capacity > count else { return }
    var tight = Buffer()
    if count > 0 {
      tight.fill(to: count, with: self[0])
      for place in 1..<count { tight[place] = self[place] }
    }
    self = tight
  }
}
