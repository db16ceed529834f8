/// The net change of an entity in a group since the collector last removed the entity's item.
struct NetChange {
  struct Key: Hashable {
    let entity: Entity
    let source: UInt64
  }

  /// The values of a component before the first and after the last delivered change.
  private struct Value {
    let column: Int
    let old: (any Component)?
    var new: (any Component)?

    var isChanged: Bool {
      !NetChange.isEqual(old, new)
    }
  }

  private let wasMember: Bool
  private var isMember: Bool
  private var values: [Value] = []

  init(wasMember: Bool) {
    self.wasMember = wasMember
    isMember = wasMember
  }

  /// The kind of the net change, or nil if all changes cancel each other out.
  var kind: Event.Kind? {
    switch (wasMember, isMember) {
    case (false, false): nil
    case (false, true): .added
    case (true, false): .removed
    case (true, true): values.contains { $0.isChanged } ? .updated : nil
    }
  }

  mutating func add(_ event: Event, columns: [Int], later: inout LaterChanges) {
    isMember = event.kind != .removed
    let core = event.entity.reference.unchecked
    for number in columns {
      let column = core.columns[number]
      if let edit = core.journal.edit(of: number, in: Int(event.record)) {
        note(column, old: column.loggedComponent(edit.old), new: column.loggedComponent(edit.new))
      } else if wasMember, event.kind != .updated {
        // While an entity is outside the group, the group has no events for it. So the value may
        // have changed without an event.
        let value = later.value(of: column, after: event, in: core)
        note(column, old: value, new: value)
      }
    }
  }

  private mutating func note(
    _ column: AnyColumn, old: (any Component)?, new: (any Component)?
  ) {
    if let known = values.firstIndex(where: { $0.column == column.number }) {
      values[known].new = new
    } else {
      values.append(Value(column: column.number, old: old, new: new))
    }
  }

  /// Returns true if two values of a component are known to be equal.
  fileprivate static func isEqual(_ old: (any Component)?, _ new: (any Component)?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    func compare<E: Equatable>(_ old: E) -> Bool { new as? E == old }
    func isFlag<C: Component>(_ old: C) -> Bool { MemoryLayout<C>.size == 0 }
    if let old = old as? any Equatable { return compare(old) }
    return isFlag(old)
  }
}

/// The key for a component of an entity, or for the entity's existence if `component` is nil.
private struct ChangeKey: Hashable {
  let entity: Entity
  let component: ObjectIdentifier?

  init(_ change: ChangeSet.Change) {
    entity = change.entity
    component = change.component.map { ObjectIdentifier($0) }
  }
}

extension BidirectionalCollection<ChangeSet> {
  /// True if all changes cancel each other out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  package var endAsTheyBegan: Bool {
    func isUndone(by last: ChangeSet.Change, _ first: ChangeSet.Change) -> Bool {
      first.component == nil
        ? first.kind != last.kind : NetChange.isEqual(first.old, last.new)
    }
    // The last change alone usually proves that a difference remains.
    let changes = lazy.flatMap(\.changes)
    guard let last = self.last?.changes.last,
      let first = changes.first(where: { ChangeKey($0) == ChangeKey(last) }),
      isUndone(by: last, first)
    else { return false }
    var net: [ChangeKey: (first: ChangeSet.Change, last: ChangeSet.Change)] = [:]
    for change in changes { net[ChangeKey(change), default: (change, change)].last = change }
    return net.values.allSatisfy { isUndone(by: $0.last, $0.first) }
  }
}

/// The recorded changes that follow the delivered change, by entity index.
///
/// A column may already contain a newer value than an event describes. The value directly after an
/// event is therefore the old value in the component's next recorded change.
struct LaterChanges {
  private var records: [UInt32: ArraySlice<Int32>] = [:]
  private var end = 0
  private var delivery: UInt32 = 0
  private var isOfRollback = false

  /// Returns the value that a component had directly after an event.
  mutating func value(
    of column: AnyColumn, after event: Event, in core: Core
  ) -> (any Component)? {
    read(core, from: Int(event.record) + 1)
    let entity = event.entity
    while let first = records[entity.index]?.first, first <= event.record {
      records[entity.index]?.removeFirst()
    }
    for number in records[entity.index] ?? [] {
      guard core.journal[record: Int(number)].generation == entity.generation else { continue }
      if let edit = core.journal.edit(of: column.number, in: Int(number)) {
        return column.loggedComponent(edit.old)
      }
    }
    return entity.component(column.type)
  }

  /// Reads the records that were added since the last call.
  ///
  /// All records from `start` on are read again if a new delivery has begun, or if the rollback of
  /// a cascade has begun or ended.
  private mutating func read(_ core: Core, from start: Int) {
    if delivery != core.journal.delivery || isOfRollback != core.isFrozen {
      (records, end) = ([:], start)
      (delivery, isOfRollback) = (core.journal.delivery, core.isFrozen)
    }
    while end < core.journal.records.count {
      records[core.journal[record: end].index, default: []].append(Int32(truncatingIfNeeded: end))
      end += 1
    }
  }
}
