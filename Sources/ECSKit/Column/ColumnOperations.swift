/// What can be done with a column whose component type the caller does not know.
///
/// Functions without captures, made where the type is known, so that each is specialised there; an
/// overridden method of a generic class never is.
@usableFromInline
final class ColumnOperations {
  /// Moves the value of an entity into the history, and returns its place there.
  @usableFromInline let take: (AnyColumn, UInt32, inout ChangeLog) -> Int32
  /// Drops the value of an entity, which is dead and out of all groups; nobody follows.
  @usableFromInline let discard: (AnyColumn, UInt32) -> Void
  /// Tells followers of a value that was taken, which is in the history now.
  @usableFromInline let leave: (AnyColumn, UInt32, Int32, Core) -> Void
  /// Puts a value of the history into the column.
  @usableFromInline let restore: (AnyColumn, UInt32, Int32, Core) -> Void
  /// Tells followers of the value of an entity that came with it.
  let arrive: (AnyColumn, UInt32, Core) -> Void
  /// Copies the value of an entity into the history.
  @usableFromInline let log: (AnyColumn, UInt32, inout ChangeLog) -> Int32
  /// Drops the values of the history from a place on.
  @usableFromInline let forget: (AnyColumn, _ first: Int32) -> Void
  /// Moves the values of the history from a place on into a box, to be dropped later.
  let detachHistory: (AnyColumn, _ first: Int32) -> AnyObject?
  /// Drops the followers that are detached, which somebody keeps until all is whole.
  let dropDetached: (AnyColumn) -> Void
  /// Whether something follows the values of the column.
  let isFollowed: (AnyColumn) -> Bool

  @usableFromInline
  init(
    take: @escaping (AnyColumn, UInt32, inout ChangeLog) -> Int32,
    discard: @escaping (AnyColumn, UInt32) -> Void,
    leave: @escaping (AnyColumn, UInt32, Int32, Core) -> Void,
    restore: @escaping (AnyColumn, UInt32, Int32, Core) -> Void,
    arrive: @escaping (AnyColumn, UInt32, Core) -> Void,
    log: @escaping (AnyColumn, UInt32, inout ChangeLog) -> Int32,
    forget: @escaping (AnyColumn, Int32) -> Void,
    detachHistory: @escaping (AnyColumn, Int32) -> AnyObject?,
    dropDetached: @escaping (AnyColumn) -> Void,
    isFollowed: @escaping (AnyColumn) -> Bool
  ) {
    self.take = take
    self.discard = discard
    self.leave = leave
    self.restore = restore
    self.arrive = arrive
    self.log = log
    self.forget = forget
    self.detachHistory = detachHistory
    self.dropDetached = dropDetached
    self.isFollowed = isFollowed
  }
}

extension Column {
  /// Makes an empty column.
  ///
  /// - Parameters:
  ///   - number: Its place in the order of first use.
  ///   - type: The type of the component, which is `C`.
  ///   - isSpecialized: Whether the caller knows the component's type when it is compiled.
  /// - Returns: The column.
  @inlinable
  @inline(never)
  static func make(
    number: Int, type: any Component.Type, isSpecialized: Bool
  ) -> Column<C> {
    Column<C>(
      number: number, type: type, operations: makeOperations(), isSpecialized: isSpecialized)
  }

  /// Replaces operations that were made by a group, which knows the type at run time only.
  @inlinable
  @inline(never)
  func specialize() {
    adopt(Self.makeOperations())
  }

  @inlinable
  static func makeOperations() -> ColumnOperations {
    ColumnOperations(
      take: { column, index, log in
        let column = of(column)
        return column.log(column.take(index), &log)
      },
      discard: { column, index in
        let old = of(column).take(index)
        withExtendedLifetime(old) {}
      },
      leave: { column, index, logged, core in
        let column = of(column)
        guard !column.followers.isEmpty else { return }
        core.tellFollowers(of: column, index, old: column.history[Int(logged)], new: nil)
      },
      restore: { column, index, logged, core in
        let column = of(column)
        let value = column.history[Int(logged)]
        guard !isFlag, column.position(of: index) >= 0 else {
          return core.put(value, into: column, index)
        }
        let old = column.value(of: index)
        column.replace(value, index)
        guard !column.followers.isEmpty else { return }
        core.tellFollowers(of: column, index, old: old, new: value)
      },
      arrive: { column, index, core in
        let column = of(column)
        let value = column.value(of: index)
        column.reportDuplicate(value, index, core)
        column.tellFollowers(index, old: nil, new: value)
      },
      log: { column, index, log in
        let column = of(column)
        return column.log(column.value(of: index), &log)
      },
      forget: { column, first in
        of(column).forget(from: Int(first))
      },
      detachHistory: { column, first in
        let column = of(column)
        let box = Box<ContiguousArray<C>>([])
        while column.history.count > Int(first) { box.value.append(column.history.removeLast()) }
        return box
      },
      dropDetached: { column in
        of(column).followers.removeAll { $0.isDetached }
      },
      isFollowed: { column in
        !of(column).followers.isEmpty
      })
  }

  /// Returns the comparison of an `Equatable` type for values whose static type is the component.
  @inlinable
  static func equality<E: Equatable>(_ type: E.Type) -> (C, C) -> Bool {
    { first, second in
      guard let first = first as? E, let second = second as? E else { return false }
      return first == second
    }
  }
}

/// An object that holds a value.
@usableFromInline
final class Box<Value> {
  @usableFromInline var value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
  }
}

/// Something that follows each change of a column's values while it is settled.
@usableFromInline
class Follower<C> {
  @usableFromInline init() {}

  /// Whether it is to be dropped from the column.
  @usableFromInline final var isDetached = false

  /// Whether `refusal` may give a key.
  @usableFromInline final var mayRefuse = false

  final func detach() {
    isDetached = true
  }

  /// Learns of a change; it may read the column and must not change the context.
  @usableFromInline func changed(_ index: UInt32, old: C?, new: C?) {}

  /// Returns the key that keeps an entity from having a value; nil if nothing does.
  @usableFromInline func refusal(of value: C, for index: UInt32) -> TakenKey? { nil }
}

/// A key of a unique index that another entity has.
@usableFromInline
struct TakenKey {
  @usableFromInline let text: String
  /// The place of the entity that has it.
  @usableFromInline let holder: UInt32

  @usableFromInline
  init(_ text: String, holder: UInt32) {
    self.text = text
    self.holder = holder
  }
}
