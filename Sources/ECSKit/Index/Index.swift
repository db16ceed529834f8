/// A map from each key of a component to the entities that hold the component with that key.
///
/// ``Context/index(_:in:)`` and its variants return one index for each property and rule. The index
/// is always up to date, because every change takes effect before any observer is notified.
/// Entities with the same key are in creation order. An entity whose key changes is found under the
/// new key immediately. A key that no entity has occupies no memory.
///
///     let slots = context.index(\SlotID.text)
///     slots.first("session1Day1")?[Start.self]
///
/// When its context is deallocated, an index becomes permanently empty.
public struct Index<C: Component, Key: Hashable> {
  @usableFromInline let follower: Follower<C>
  @usableFromInline let table: HashIndex<Key>

  @inlinable
  init(_ follower: Follower<C>, _ table: HashIndex<Key>) {
    self.follower = follower
    self.table = table
  }

  /// Returns the result of a body that reads the table, or `none` if the context was deallocated.
  ///
  /// Hashing and comparing keys calls user code, except for `String` and `Int` keys. The epoch is
  /// checked again at the end. Without this use of the context, an optimized build may release the
  /// context too early.
  @inlinable @inline(__always)
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
  /// - Complexity: O(*k*) expected, where *k* is the number of returned entities.
  @inlinable
  public subscript(_ key: Key) -> [Entity] {
    read([]) { core in
      table.all(key).map(core.handle)
    }
  }

  /// Returns the first entity, in creation order, that holds the component with this key.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The entity, or nil if no entity has the key.
  /// - Complexity: O(1) expected.
  @inlinable
  public func first(_ key: Key) -> Entity? {
    read(nil) { core in table.first(key).map(core.handle) }
  }

  /// Returns the number of entities that hold the component with this key.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The number, or 0 if no entity has the key.
  /// - Complexity: O(1) expected.
  @inlinable
  public func count(_ key: Key) -> Int {
    read(0) { _ in table.count(key) }
  }

  /// Returns the position of an entity among the entities that hold the component with a key.
  ///
  ///     let lunches = context.index(\SlotID.text)
  ///     lunches.position(of: secondLunch, under: "lunch")  // 1
  ///
  /// - Parameters:
  ///   - entity: An entity.
  ///   - key: The key to look up.
  /// - Returns: The number of entities with the key that were created before the entity, or nil if
  ///   the entity does not have the key.
  /// - Complexity: O(log *k*) expected, where *k* is the number of entities with the key.
  public func position(of entity: Entity, under key: Key) -> Int? {
    read(nil) { core in
      guard entity.living === core else { return nil }
      return table.rank(of: entity.index, under: key, in: core)
    }
  }

  /// The number of distinct keys.
  ///
  /// - Complexity: O(1).
  public var keyCount: Int {
    let count = table.keyCount
    return follower.reference.isIn(follower.epoch) ? count : 0
  }
}

extension Index where Key: Comparable {
  /// Returns the sorted keys for which a closure returns true.
  ///
  ///     talksBySpeaker.keys { $0.hasPrefix("M") }
  ///     // ["Marcel Weiher", "Maxim Cramer", "Mike Lee"]
  ///
  /// - Parameter isIncluded: Returns true to include a key. By default, all keys are included.
  /// - Returns: The keys without duplicates, smallest first.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the largest number of distinct keys that the
  ///   index ever had at once and *k* the number of returned keys.
  @inlinable
  public func keys(where isIncluded: (Key) -> Bool = { _ in true }) -> [Key] {
    let keys = table.keys.filter(isIncluded)
    guard follower.reference.isIn(follower.epoch) else { return [] }
    return keys.sorted()
  }
}
