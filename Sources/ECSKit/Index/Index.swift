/// A map from a value of a component to the entities that hold it, kept up to date with every
/// change.
///
/// ``Context/index(_:in:)`` and its variants return one index for each property and rule. It is
/// settled with every change, before any observer is notified. Entities with the same key are in
/// creation order. An entity whose key changes moves at once. A key that no entity has takes no
/// memory.
///
///     let slots = context.index(\SlotID.text)
///     entities.first("session1Day1")?[Start.self]
///
/// When its context ends, an index becomes empty and stays empty.
public struct Index<C: Component, Key: Hashable> {
  @usableFromInline let follower: Follower<C>
  @usableFromInline let table: HashIndex<Key>

  @inlinable
  init(_ follower: Follower<C>, _ table: HashIndex<Key>) {
    self.follower = follower
    self.table = table
  }

  /// Reads the table, or returns `none` if the context has ended.
  ///
  /// Hashing and comparing keys calls foreign code, except for `String` and `Int` keys. The epoch
  /// is checked again at the end for the same reason as in ``Group/count``.
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
  /// - Parameter key: The key.
  /// - Complexity: O(*k*) expected, where *k* is the number of those entities.
  @inlinable
  public subscript(_ key: Key) -> [Entity] {
    read([]) { core in
      table.all(key).map(core.handle)
    }
  }

  /// Returns the first entity, in creation order, that holds the component with this key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The entity, or nil if there is none.
  /// - Complexity: O(1) expected.
  @inlinable
  public func first(_ key: Key) -> Entity? {
    read(nil) { core in table.first(key).map(core.handle) }
  }

  /// Returns how many entities hold the component with this key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The number; 0 for a key that no entity has.
  /// - Complexity: O(1) expected.
  @_documentation(visibility: internal)
  @inlinable
  public func count(_ key: Key) -> Int {
    read(0) { _ in table.count(key) }
  }

  /// Returns the position of an entity among those that hold the component with a key.
  ///
  ///     let lunches = context.index(\SlotID.text)
  ///     lunches.position(of: secondLunch, under: "lunch")  // 1
  ///
  /// - Parameters:
  ///   - entity: An entity.
  ///   - key: The key.
  /// - Returns: How many of them were created before the entity; nil if the entity is not one of
  ///   them.
  /// - Complexity: O(log *k*) expected, where *k* is the number of those entities.
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
  /// Returns the sorted keys that entities have and a closure accepts.
  ///
  ///     talksBySpeaker.keys { $0.hasPrefix("M") }  // ["Marcel Weiher", "Maxim Cramer", "Mike Lee"]
  ///
  /// - Parameter isIncluded: Returns whether to include a key; by default all keys are included.
  /// - Returns: The keys, each once, smallest first.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the largest number of distinct keys the index
  ///   ever had at a time and *k* the number of keys returned.
  @inlinable
  public func keys(where isIncluded: (Key) -> Bool = { _ in true }) -> [Key] {
    let keys = table.keys.filter(isIncluded)
    guard follower.reference.isIn(follower.epoch) else { return [] }
    return keys.sorted()
  }
}
