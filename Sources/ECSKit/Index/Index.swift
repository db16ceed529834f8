/// A live map from a value of a component to the entities that hold it.
///
/// An index is made by ``Context/index(_:in:)`` and its kin, and is one object for each property and
/// rule. It is settled with every change, before anyone is told. Entities under one key come in
/// creation order; an entity whose key changes moves at once; a key that nobody has takes no room.
///
///     let slots = context.index(\SlotID.text)
///     slots.first("session1Day1")?[Start.self]
///
/// When its context goes away an index is empty and stays so.
public struct Index<C: Component, Key: Hashable> {
  @usableFromInline let follower: IndexFollower<C>
  @usableFromInline let table: Box<KeyTable<Key>>

  @inlinable
  init(_ follower: IndexFollower<C>, _ table: Box<KeyTable<Key>>) {
    self.follower = follower
    self.table = table
  }

  /// Reads the table, whose keys are hashed and compared by foreign code unless they are texts or
  /// integers.
  ///
  /// The epoch is looked at last, too, as by ``Group/count``.
  @inlinable
  @inline(__always)
  func read<Result>(_ none: Result, _ body: (Core) -> Result) -> Result {
    follower.reference.withCore { core in
      guard core.isIn(follower.epoch) else { return none }
      let isStandard = Key.self == String.self || Key.self == Int.self
      let found = isStandard ? body(core) : core.withoutChanges { body(core) }
      return core.isIn(follower.epoch) ? found : none
    }
  }

  /// The entities that hold the component with this key, in creation order.
  ///
  /// - Parameter key: A value of the key.
  /// - Complexity: O(*k*) expected, where *k* is the number of those entities.
  @inlinable
  public subscript(_ key: Key) -> [Entity] {
    read([]) { core in
      let number = table.value.find(key)
      guard number >= 0 else { return [] }
      let bucket = table.value.buckets[Int(number)]
      return [core.handle(bucket.first)] + bucket.others.map(core.handle)
    }
  }

  /// Returns the first entity, in creation order, that holds the component with this key.
  ///
  /// - Parameter key: A value of the key.
  /// - Returns: The entity, or nil if there is none.
  /// - Complexity: O(1) expected.
  @inlinable
  public func first(_ key: Key) -> Entity? {
    read(nil) { core in table.value.first(key).map(core.handle) }
  }

  /// Returns how many entities hold the component with this key.
  ///
  /// - Parameter key: A value of the key.
  /// - Returns: The number; 0 for a key that nobody has.
  /// - Complexity: O(1) expected.
  @inlinable
  public func count(_ key: Key) -> Int {
    read(0) { _ in table.value.count(key) }
  }

  /// Returns the place of an entity among those that hold the component with a key.
  ///
  ///     let lunches = context.index(\SlotID.text)
  ///     lunches.place(of: secondLunch, under: "lunch")  // 1
  ///
  /// - Parameters:
  ///   - entity: An entity.
  ///   - key: A value of the key.
  /// - Returns: How many of them were created before the entity; nil if it is none of them.
  /// - Complexity: O(log *k*) expected, where *k* is the number of those entities.
  public func place(of entity: Entity, under key: Key) -> Int? {
    read(nil) { core in
      guard entity.living === core else { return nil }
      return table.value.rank(of: entity.index, under: key, in: core)
    }
  }

  /// The number of different keys.
  ///
  /// - Complexity: O(1).
  public var keyCount: Int {
    let count = table.value.keyCount
    return follower.reference.unchecked.isIn(follower.epoch) ? count : 0
  }
}
