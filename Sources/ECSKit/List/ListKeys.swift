/// The keys of a list's items, by item number, for any type of key.
@usableFromInline
protocol ListKeys: AnyObject {
  func read(_ entity: Entity, for item: Int32)
  /// Compares the keys of two items.
  ///
  /// The result is negative if the key of the first item precedes the key of the other item, and
  /// positive if it follows. Otherwise it is 0.
  func compare(_ item: Int32, _ other: Int32) -> Int
  func forget(_ item: Int32)
}

/// The keys of a list's items, for one type of key.
///
/// An instance is created where the types are known, so that the compiler specializes it.
@usableFromInline
final class KeysOfItems<Key: Comparable>: ListKeys {
  /// The keys of the items.
  ///
  /// A key is nil if the item has no key, or if its key is not equal to itself, such as NaN.
  @usableFromInline var keys: ContiguousArray<Key?> = []
  /// The rank of each item, to order the items without a usable key.
  ///
  /// The rank is 0 for a usable key, 1 for a key that is not equal to itself, and 2 for a missing
  /// key.
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
