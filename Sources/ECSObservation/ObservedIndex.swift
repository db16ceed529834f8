public import ECSKit

/// An index whose reads are tracked by key.
///
/// ``ObservedContext/index(_:)`` and ``ObservedContext/index(forEach:)`` return such an index. A
/// reader of a key is notified when an entity gets or loses the key. Changes to other keys do not
/// notify the reader.
///
///     let sessions = observed.index(\SessionID.text)
///     sessions["lunch"].count
public struct ObservedIndex<C: Component, Key: Hashable> {
  let reads: IndexReads<C, Key>?

  /// The entities that hold the component with this key, in creation order.
  ///
  /// The read is tracked.
  ///
  /// - Complexity: O(*k*) expected, where *k* is the number of returned entities.
  public subscript(_ key: Key) -> [Entity] { tracked(key)?[key] ?? [] }

  /// Returns the first entity, in creation order, that holds the component with this key.
  ///
  /// The call is tracked as a read of all entities with the key.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The entity, or nil if no entity has the key.
  /// - Complexity: O(1) expected.
  public func first(_ key: Key) -> Entity? { tracked(key)?.first(key) }

  /// Returns the number of entities that hold the component with this key.
  ///
  /// The call is tracked as a read of all entities with the key.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The number, or 0 if no entity has the key.
  /// - Complexity: O(1) expected.
  public func count(_ key: Key) -> Int { tracked(key)?.count(key) ?? 0 }

  private func tracked(_ key: Key) -> Index<C, Key>? {
    reads?.access(key)
    return reads?.index
  }
}

/// The tracked reads of one index, by key.
///
/// The holders of the component are observed after the first read.
final class IndexReads<C: Component, Key: Hashable> {
  let index: Index<C, Key>
  private let keysOfValue: (C) -> [Key]
  private let holders: Group
  private var keys: [Key: Reads] = [:]

  init(_ index: Index<C, Key>, in context: Context, keys: @escaping (C) -> [Key]) {
    self.index = index
    keysOfValue = keys
    holders = context.group(.all(C.self))
  }

  func access(_ key: Key) {
    if keys.isEmpty { follow(self, observe: { holders.observe(body: $0) }, body: { $0.note($1) }) }
    let reads = keys[key] ?? Reads()
    keys[key] = reads
    reads.access()
  }

  private func note(_ event: Event) {
    let old = event.old(C.self).map(keysOfValue) ?? []
    let new = event.new(C.self).map(keysOfValue) ?? []
    guard old != new else { return }
    for key in old where !new.contains(key) { keys[key]?.change() }
    for key in new where !old.contains(key) { keys[key]?.change() }
  }
}
