// The sort keys of orders and lists. Group, OrderedIndex and EntityList create them where the types
// are known. Reading and comparing keys is user code, so the owner must make sure that this code
// does not use the keys.

/// The sort keys of numbered elements, for any type of key.
///
/// An order numbers its elements by the index of the entity, and a list numbers its items. The
/// frequently called functions are closures. They are created where the types are known, so that
/// the compiler specializes them. The compiler does not specialize methods that are called through
/// a protocol. The type is a class, because a copy would retain all closures.
@usableFromInline
final class SortKeys {
  let storage: any AnyKeyStorage
  /// A function that stores the current key of an entity under a number.
  ///
  /// The result is true if the key can be compared.
  let read: (Entity, Int) -> Bool
  /// A function that removes the key of a number.
  let forget: (Int) -> Void
  /// A function that gives the key of one number to another number that has no key.
  let move: (Int, Int) -> Void
  /// A function that drops the removed keys.
  ///
  /// The deinit of a key may run user code, so keys are dropped only when all data is consistent.
  let dropRemoved: () -> Void
  /// A function that returns true if the key of the first number precedes the key of the other.
  let precedes: (Int, Int) -> Bool
  /// A function that returns the position of a number in sorted entities.
  ///
  /// If the entities do not contain the number, the result is the position at which to insert it.
  /// The arguments are the number, its creation number, the first position to search, the entities,
  /// and their creation numbers. The number of an entity is its index.
  let position: (Int, UInt64, Int, [Entity], [UInt64]) -> Int

  @usableFromInline
  init(
    _ storage: any AnyKeyStorage, read: @escaping (Entity, Int) -> Bool,
    forget: @escaping (Int) -> Void, move: @escaping (Int, Int) -> Void,
    dropRemoved: @escaping () -> Void,
    precedes: @escaping (Int, Int) -> Bool,
    position: @escaping (Int, UInt64, Int, [Entity], [UInt64]) -> Int
  ) {
    self.storage = storage
    self.read = read
    self.forget = forget
    self.move = move
    self.dropRemoved = dropRemoved
    self.precedes = precedes
    self.position = position
  }

  @inlinable
  convenience init<Key: Comparable>(
    _ key: @escaping (Entity) -> Key?, by precedes: @escaping (Key, Key) -> Bool
  ) {
    let storage = KeyStorage<Key>()
    self.init(
      storage, read: { storage.store(key($0), $1) }, forget: { storage.forget($0) },
      move: { storage.move($0, to: $1) },
      dropRemoved: { withExtendedLifetime(storage.takeRemoved()) {} },
      precedes: { storage.precedes($0, $1, precedes) },
      position: { storage.position($0, $1, from: $2, in: $3, $4, precedes) })
  }

  /// Compares the keys of two numbers.
  ///
  /// The result is negative if the key of the first number precedes the key of the other number,
  /// and positive if it follows. Otherwise it is 0.
  func compare(_ number: Int32, _ other: Int32) -> Int {
    if precedes(Int(number), Int(other)) { return -1 }
    return precedes(Int(other), Int(number)) ? 1 : 0
  }
}

@usableFromInline
protocol AnyKeyStorage: AnyObject {
  /// The number of keys that can be compared.
  var count: Int { get }
  var bytes: Int { get }
  func removeAll()
  /// Returns the removed keys, and no longer retains them.
  ///
  /// The caller must not drop the keys before all data is consistent.
  func removedKeys() -> Any
}

@usableFromInline
final class KeyStorage<Key: Comparable>: AnyKeyStorage {
  /// The key of each number.
  ///
  /// An element is nil if the number has no key, or if its key is not equal to itself, such as NaN.
  @safe @exclusivity(unchecked) @usableFromInline var keys: ContiguousArray<Key?> = []
  /// A rank for each number, which orders numbers whose keys cannot be compared.
  ///
  /// The rank is 0 for a key, 1 for a key that is not equal to itself, and 2 for a missing key.
  @safe @exclusivity(unchecked) @usableFromInline var ranks: ContiguousArray<UInt8> = []
  @safe @exclusivity(unchecked) @usableFromInline var removed: [Key] = []
  @safe @exclusivity(unchecked) @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable
  func store(_ key: Key?, _ number: Int) -> Bool {
    let rank: UInt8 = key.map { $0 == $0 ? 0 : 1 } ?? 2
    while keys.count <= number {
      keys.append(nil)
      ranks.append(2)
    }
    forget(number)
    ranks[number] = rank
    guard rank == 0 else { return false }
    keys[number] = key
    count += 1
    return true
  }

  @inlinable
  func forget(_ number: Int) {
    guard number < keys.count else { return }
    ranks[number] = 2
    guard let old = keys[number] else { return }
    removed.append(old)
    keys[number] = nil
    count -= 1
  }

  @inlinable
  func precedes(_ number: Int, _ other: Int, _ precedes: (Key, Key) -> Bool) -> Bool {
    guard let key = keys[number], let second = keys[other] else {
      return ranks[number] < ranks[other]
    }
    return precedes(key, second)
  }

  @inlinable
  func position(
    _ number: Int, _ creation: UInt64, from start: Int, in entities: [Entity],
    _ creations: [UInt64], _ precedes: (Key, Key) -> Bool
  ) -> Int {
    guard number < keys.count, let key = keys[number] else { return entities.count }
    /// Returns the first position that does not satisfy a condition.
    func first(from start: Int, without isBefore: (Int, Key) -> Bool) -> Int {
      var (low, high) = (start, entities.count)
      while low < high {
        let middle = (low + high) / 2
        guard let other = keys[Int(entities[middle].index)] else { return entities.count }
        if isBefore(middle, other) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    // Comparing keys is the expensive part, so the first search compares each key only once.
    let found = first(from: start) { precedes($1, key) }
    // Entities with equal keys are in creation order.
    guard found < entities.count, creations[found] < creation else { return found }
    guard let equal = keys[Int(entities[found].index)], !precedes(key, equal) else { return found }
    return first(from: found) { !precedes(key, $1) && creations[$0] < creation }
  }

  @inlinable
  func move(_ number: Int, to other: Int) {
    (keys[other], ranks[other]) = (keys[number], ranks[number])
    (keys[number], ranks[number]) = (nil, 2)
  }

  @usableFromInline
  func removeAll() {
    removed += keys.compactMap(\.self)
    (keys, ranks, count) = ([], [], 0)
  }

  @inlinable
  func takeRemoved() -> [Key] {
    let taken = removed
    removed = []
    return taken
  }

  @usableFromInline
  func removedKeys() -> Any { takeRemoved() }

  @usableFromInline var bytes: Int { keys.capacity * (MemoryLayout<Key?>.stride + 1) }
}
