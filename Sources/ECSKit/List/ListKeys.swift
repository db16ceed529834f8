/// The keys of the items of a list by the number of the item, whatever their type.
@usableFromInline
protocol ListKeys: AnyObject {
  /// Reads the key that an entity has now, for an item.
  func read(_ entity: Entity, for item: Int32)
  /// Returns a negative number if the key of an item is before that of another, 0 if neither is
  /// before the other, and a positive number otherwise.
  func compare(_ item: Int32, _ other: Int32) -> Int
  /// Drops the key of an item.
  func forget(_ item: Int32)
}

/// Keys of one type.
///
/// It is made where the types are known, so that it is specialized there.
@usableFromInline
final class KeysOfItems<Key: Comparable>: ListKeys {
  /// Nil for an item without a key, and for one whose key does not equal itself (a not-a-number).
  @usableFromInline var keys: ContiguousArray<Key?> = []
  /// Where items without a key are: 0 for an item with one, 1 if its key does not equal itself, 2
  /// if it has none.
  @usableFromInline var ranks: ContiguousArray<Int> = []
  @usableFromInline let key: (Entity) -> Key?
  @usableFromInline let precedes: (Key, Key) -> Bool

  @inlinable
  init(_ key: @escaping (Entity) -> Key?, by precedes: @escaping (Key, Key) -> Bool) {
    self.key = key
    self.precedes = precedes
  }

  @inlinable
  func read(_ entity: Entity, for item: Int32) {
    let key = key(entity)
    let rank = key.map { $0 == $0 ? 0 : 1 } ?? 2
    while keys.count <= Int(item) {
      keys.append(nil)
      ranks.append(2)
    }
    keys[Int(item)] = rank == 0 ? key : nil
    ranks[Int(item)] = rank
  }

  @inlinable
  func compare(_ item: Int32, _ other: Int32) -> Int {
    guard let key = keys[Int(item)], let second = keys[Int(other)] else {
      return ranks[Int(item)] - ranks[Int(other)]
    }
    return precedes(key, second) ? -1 : precedes(second, key) ? 1 : 0
  }

  @inlinable
  func forget(_ item: Int32) {
    keys[Int(item)] = nil
  }
}
