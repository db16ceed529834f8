// Type-erased operations on columns. The write path and rollback call them. `Column.make` and
// `Column.specialize` create the operations where the component type is known.

/// The operations on a column for callers that do not know its component type.
///
/// The operations are functions without captures. They are created where the type is known, so the
/// compiler can specialize them. It never specializes an overridden method of a generic class.
@usableFromInline
final class ColumnOperations {
  /// Moves the value of an entity into the history and returns its position there.
  @usableFromInline let moveToJournal: (AnyColumn, UInt32, inout Journal) -> Int32
  /// Drops the value of a destroyed entity that is in no group.
  ///
  /// The column must have no followers.
  @usableFromInline let discard: (AnyColumn, UInt32) -> Void
  @usableFromInline let leave: (AnyColumn, UInt32, Core) -> Void
  @usableFromInline let restore: (AnyColumn, UInt32, Int32, Core) -> Void
  let arrive: (AnyColumn, UInt32, Core) -> Void
  /// Copies the value of an entity into the history and returns its position there.
  @usableFromInline let log: (AnyColumn, UInt32, inout Journal) -> Int32
  @usableFromInline let forget: (AnyColumn, _ first: Int32) -> Void
  /// Removes the values of the history, starting at a position, and returns them in an object.
  ///
  /// The caller must not release the object before all data is consistent.
  let detachHistory: (AnyColumn, _ first: Int32) -> AnyObject
  /// Removes the followers that satisfy a predicate.
  ///
  /// The result is true if at least one follower remains.
  let editFollowers: (AnyColumn, (AnyFollower) -> Bool) -> Bool
  let read: (AnyColumn, Int32) -> any Component
  /// Returns the reason why a change cannot be applied, or nil if it can be applied.
  let mismatch: (AnyColumn, ChangeSet.Change, Core) -> Mismatch?
  /// Sets the value of an entity, or removes it if the value is nil.
  let write: (AnyColumn, UInt32, (any Component)?, Core) -> Void
  /// Puts a component of a new entity into the column before the entity joins its groups.
  let put: (AnyColumn, UInt32, any Component, Core) -> Void

  @usableFromInline
  init(
    moveToJournal: @escaping (AnyColumn, UInt32, inout Journal) -> Int32,
    discard: @escaping (AnyColumn, UInt32) -> Void,
    leave: @escaping (AnyColumn, UInt32, Core) -> Void,
    restore: @escaping (AnyColumn, UInt32, Int32, Core) -> Void,
    arrive: @escaping (AnyColumn, UInt32, Core) -> Void,
    log: @escaping (AnyColumn, UInt32, inout Journal) -> Int32,
    forget: @escaping (AnyColumn, Int32) -> Void,
    detachHistory: @escaping (AnyColumn, Int32) -> AnyObject,
    editFollowers: @escaping (AnyColumn, (AnyFollower) -> Bool) -> Bool,
    read: @escaping (AnyColumn, Int32) -> any Component,
    mismatch: @escaping (AnyColumn, ChangeSet.Change, Core) -> Mismatch?,
    write: @escaping (AnyColumn, UInt32, (any Component)?, Core) -> Void,
    put: @escaping (AnyColumn, UInt32, any Component, Core) -> Void
  ) {
    self.moveToJournal = moveToJournal
    self.discard = discard
    self.leave = leave
    self.restore = restore
    self.arrive = arrive
    self.log = log
    self.forget = forget
    self.detachHistory = detachHistory
    self.editFollowers = editFollowers
    self.read = read
    self.mismatch = mismatch
    self.write = write
    self.put = put
  }
}

extension Column where C: Component {
  /// Creates an empty column.
  ///
  /// - Parameters:
  ///   - number: The position of the column in the order of first use.
  ///   - type: The component type `C`.
  ///   - isSpecialized: True if the caller knows the component type at compile time.
  /// - Returns: The column.
  @inlinable @inline(never)
  static func make(number: Int, type: any Component.Type, isSpecialized: Bool) -> Column<C> {
    Column<C>(
      number: number, type: type, operations: makeOperations(), isSpecialized: isSpecialized)
  }

  /// Replaces the operations with operations that are specialized for the component type.
  ///
  /// The old operations were created without static knowledge of the type, for example by a group.
  @inlinable @inline(never)
  func specialize() {
    adopt(Self.makeOperations())
  }

  @inlinable
  static func makeOperations() -> ColumnOperations {
    ColumnOperations(
      moveToJournal: { column, index, journal in
        let column = of(column)
        return column.log(column.store.remove(index), &journal)
      },
      discard: { column, index in
        let old = of(column).store.remove(index)
        withExtendedLifetime(old) {}
      },
      leave: { column, index, core in
        let column = of(column)
        if !column.followers.isEmpty { core.settleFollowers(of: column, index, new: nil) }
      },
      restore: { column, index, logged, core in
        let column = of(column)
        let value = column.logged(logged)
        guard !isFlag, column.store.position(of: index) >= 0 else {
          return core.put(value, into: column, index)
        }
        let old = column.store.replace(value, index)
        if !column.followers.isEmpty { core.settleFollowers(of: column, index, new: value) }
        withExtendedLifetime(old) {}
      },
      arrive: { column, index, core in
        let column = of(column)
        let value = column.store.value(of: index)
        core.reportDuplicates(of: value, column, index)
        core.settleFollowers(of: column, index, new: value)
      },
      log: { column, index, journal in
        let column = of(column)
        return column.log(column.store.value(of: index), &journal)
      },
      forget: { column, first in
        of(column).forget(from: first)
      },
      detachHistory: { column, first in
        of(column).detachHistory(from: first)
      },
      editFollowers: { column, isGone in
        let column = of(column)
        column.followers.removeAll(where: isGone)
        return !column.followers.isEmpty
      },
      read: { column, logged in
        of(column).logged(logged)
      },
      mismatch: { column, change, core in
        core.mismatch(of(column), change)
      },
      write: { column, index, value, core in
        if let value = value.flatMap(own) {
          core.write(value, of(column), index)
        } else if core.has(of(column), index) {
          core.remove(column, index)
        }
      },
      put: { column, index, value, core in
        if let value = own(value) { core.put(value, of(column), index) }
      })
  }

  /// Returns a component as `C`, or nil if the component has a different type.
  @inlinable @inline(__always)
  static func own(_ component: any Component) -> C? {
    // A direct cast would look up the type at run time.
    func open<V: Component>(_ value: V) -> C? {
      V.self == C.self ? unsafe unsafeBitCast(value, to: C.self) : value as? C
    }
    return open(component)
  }
}
