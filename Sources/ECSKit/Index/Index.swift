/// A live map from a value of a component to the entities that hold it.
///
/// An index is made by ``Context/index(_:in:)`` and its kin, and is one object for each property and
/// rule. It is settled with every change, before anyone is told. Entities under one key come in
/// creation order; an entity whose key changes moves at once; a key that nobody has takes no room.
///
///     let slots = context.index(\SlotID.text)
///     entities.first("session1Day1")?[Start.self]
///
/// When its context goes away an index is empty and stays so.
public struct Index<C: Component, Key: Hashable> {
  @usableFromInline let follower: Follower<C>
  @usableFromInline let table: KeyTable<Key>

  @inlinable
  init(_ follower: Follower<C>, _ table: KeyTable<Key>) {
    self.follower = follower
    self.table = table
  }

  /// Reads the table, whose keys are hashed and compared by foreign code unless they are texts or
  /// integers.
  ///
  /// The epoch is looked at last, too, as by ``Group/count``.
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
  /// - Parameter key: A value of the key.
  /// - Complexity: O(*k*) expected, where *k* is the number of those entities.
  @inlinable
  public subscript(_ key: Key) -> [Entity] {
    read([]) { core in
      table.all(key).map(core.handle)
    }
  }

  /// Returns the first entity, in creation order, that holds the component with this key.
  ///
  /// - Parameter key: A value of the key.
  /// - Returns: The entity, or nil if there is none.
  /// - Complexity: O(1) expected.
  @inlinable
  public func first(_ key: Key) -> Entity? {
    read(nil) { core in table.first(key).map(core.handle) }
  }

  /// Returns how many entities hold the component with this key.
  ///
  /// - Parameter key: A value of the key.
  /// - Returns: The number; 0 for a key that nobody has.
  /// - Complexity: O(1) expected.
  @inlinable
  public func count(_ key: Key) -> Int {
    read(0) { _ in table.count(key) }
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
      return table.rank(of: entity.index, under: key, in: core)
    }
  }

  /// The number of different keys.
  ///
  /// - Complexity: O(1).
  public var keyCount: Int {
    let count = table.keyCount
    return follower.reference.isIn(follower.epoch) ? count : 0
  }
}

extension Index where Key: Comparable {
  /// Returns the keys that somebody has and a rule accepts, in their order.
  ///
  ///     talksBySpeaker.keys { $0.hasPrefix("M") }  // ["Marcel Weiher", "Maxim Cramer", "Mike Lee"]
  ///
  /// - Parameter isIncluded: Tells of a key whether it is of interest; all are if it is left out.
  /// - Returns: The keys, each once and the smallest first.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of different keys the index ever had
  ///   at a time and *k* that of the ones returned.
  public func keys(where isIncluded: (Key) -> Bool = { _ in true }) -> [Key] {
    let keys = table.keys.filter(isIncluded)
    guard follower.reference.isIn(follower.epoch) else { return [] }
    return keys.sorted()
  }
}
