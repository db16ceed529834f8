// Ordered indices, and the sorted orders that groups also use. Clients and Group use them. A change
// only marks the order as touched. The next read repairs the order. The comparisons of a repair are
// user code.

/// An index that sorts entities by a property of a component, to look up ranges.
///
/// ``Context/index(ordered:in:)`` returns an ordered index. The index is always up to date.
/// Entities with equal keys are in creation order. An entity whose key is not equal to itself, such
/// as NaN, is not found.
///
///     let starts = context.index(ordered: \Start.minute)
///     starts[540..<720]  // the entities that start in the morning, sorted by time
///     starts[720...].first
///
/// Changes are only recorded, and the next read repairs the order. A few changes cost O(log *n*)
/// and a move in memory each. Many changes are merged in one pass. When its context is deallocated,
/// an index becomes permanently empty. If a comparison reads the index while the order is being
/// computed, the index is empty.
public struct OrderedIndex<C: Component, Key: Comparable> {
  private let follower: Follower<C>
  private let order: KeyOrder<Key>

  init(_ kept: (follower: Follower<C>, order: KeyOrder<Key>)) {
    (follower, order) = kept
  }

  /// The entities whose key is in a range, in the order of their keys.
  ///
  /// - Parameter range: A range of any kind.
  /// - Complexity: O(log *n* + *k*) after the repair, where *n* is the number of entities in the
  ///   index and *k* the number of found entities. O(*n*) for a range type that is not from the
  ///   standard library.
  public subscript(_ range: some RangeExpression<Key>) -> [Entity] {
    read([]) { order in
      switch range {
      case let range as Range<Key>:
        order.handles(from: { $0 >= range.lowerBound }, to: { $0 >= range.upperBound })
      case let range as ClosedRange<Key>:
        order.handles(from: { $0 >= range.lowerBound }, to: { $0 > range.upperBound })
      case let range as PartialRangeFrom<Key>:
        order.handles(from: { $0 >= range.lowerBound }, to: { _ in false })
      case let range as PartialRangeUpTo<Key>:
        order.handles(from: { _ in true }, to: { $0 >= range.upperBound })
      case let range as PartialRangeThrough<Key>:
        order.handles(from: { _ in true }, to: { $0 > range.upperBound })
      default:
        zip(order.keys, order.handles).compactMap { range.contains($0) ? $1 : nil }
      }
    }
  }

  /// All entities of the index, in the order of their keys.
  ///
  /// - Complexity: O(1) after the repair.
  public var entities: [Entity] { read([]) { $0.handles } }

  /// The smallest and the largest key, or nil if the index is empty.
  ///
  /// - Complexity: O(1) after the repair.
  public var keyBounds: (smallest: Key, largest: Key)? {
    read(nil) { order in
      guard let smallest = order.keys.first, let largest = order.keys.last else { return nil }
      return (smallest, largest)
    }
  }

  private func read<Result>(_ none: Result, _ body: (MemberOrder<Key>) -> Result) -> Result {
    // Comparing keys is user code, so a copy is read.
    guard let core = follower.reference.core(in: follower.epoch),
      let order = order.current(in: core)
    else { return none }
    let found = body(order)
    return core.isIn(follower.epoch) ? found : none
  }
}

extension OrderedIndex where Key == String {
  /// Returns the entities whose key begins with a prefix, in the order of their keys.
  ///
  ///     context.index(ordered: \Name.text).entities(withPrefix: "Di")  // Diana Arce, Dimitri
  ///
  /// - Parameter prefix: The prefix to look up. Every key begins with an empty prefix.
  /// - Returns: The entities.
  /// - Complexity: O(log *n* + *k*) after the repair, where *n* is the number of entities in the
  ///   index and *k* the number of keys that begin with the Unicode scalars of the prefix.
  public func entities(withPrefix prefix: String) -> [Entity] {
    read([]) { order in
      var found: [Entity] = []
      // Keys with the prefix are consecutive, except keys whose next scalar combines with the last
      // scalar of the prefix.
      let end = prefix + "\u{10FFFF}"
      var position = order.position { $0 >= prefix }
      while position < order.keys.count {
        let key = order.keys[position]
        if key.hasPrefix(prefix) {
          found.append(order.handles[position])
        } else if key >= end {
          break
        }
        position += 1
      }
      return found
    }
  }
}

/// The entities of a follower, sorted by a key that is computed from their values.
///
/// A change only marks its entity as touched and calls no user code. The next read computes and
/// compares the keys.
final class KeyOrder<Key: Comparable>: FollowerContents {
  /// The key of each entity in the order, by the index of the entity.
  private var keys: ContiguousArray<Key?> = []
  private(set) var count = 0
  private(set) var order: MemberOrder<Key>
  private var isRepairing = false
  /// A function that returns the current key of an entity, or nil if the entity is not in the
  /// order.
  private let key: (UInt32) -> Key?
  /// A function that returns all entities that may have a key.
  private let candidates: (Core) -> ContiguousArray<UInt32>

  init(
    by precedes: @escaping (Key, Key) -> Bool, key: @escaping (UInt32) -> Key?,
    candidates: @escaping (Core) -> ContiguousArray<UInt32>
  ) {
    order = MemberOrder(by: precedes)
    self.key = key
    self.candidates = candidates
  }

  /// Records that an entity joined, is leaving or got a new value.
  func touch(_ index: UInt32, in core: Core) {
    guard order.isKept else { return }
    order.touch(index, creation: core.entities.creation(of: index), old: filed(index))
  }

  private func filed(_ index: UInt32) -> Key? {
    Int(index) < keys.count ? keys[Int(index)] : nil
  }

  /// Brings the order up to date and returns it.
  ///
  /// - Returns: The order, or nil if a comparison reads it during a repair.
  func current(in core: Core) -> MemberOrder<Key>? {
    if isRepairing { return nil }
    guard !order.isCurrent else { return order }
    isRepairing = true
    // Comparisons are user code, so the order is moved out while they run.
    var repaired = order
    order.drop()
    // The keys are moved instead of copied. With a second reference, the first change would copy
    // all keys.
    var former: ContiguousArray<Key?> = []
    if !repaired.isKept {
      swap(&former, &keys)
      count = 0
    }
    let ended = core.withoutChanges {
      repaired.repair(
        members: self.candidates(core), count: { self.count },
        position: { self.position(of: $0, in: core) })
    }
    order = repaired
    isRepairing = false
    withExtendedLifetime((former, ended)) {}
    return order
  }

  /// Stores the current key of an entity and returns its position.
  ///
  /// The result is nil if the entity does not belong to the order.
  private func position(of index: UInt32, in core: Core) -> MemberOrder<Key>.Position? {
    var key = key(index)
    // A key that is not equal to itself, such as NaN, cannot be found, so it is not stored.
    if let found = key, found != found { key = nil }
    while keys.count <= Int(index) { keys.append(nil) }
    let old = keys[Int(index)]
    keys[Int(index)] = key
    count += (key == nil ? 0 : 1) - (old == nil ? 0 : 1)
    return key.map {
      MemberOrder.Position(
        key: $0, creation: core.entities.creation(of: index), handle: core.handle(index))
    }
  }

  func clear() {
    withExtendedLifetime(shrink()) {}
  }

  var callsForeignCode: Bool { false }

  func shrink() -> Any? {
    let dropped = (order, keys)
    order.drop()
    (keys, count) = ([], 0)
    return dropped
  }

  var bytes: Int {
    keys.capacity * MemoryLayout<Key?>.stride
      + order.handles.capacity * (MemoryLayout<Key>.stride + MemoryLayout<Entity>.stride + 8)
  }
}

extension Core {
  /// Returns the order with a given identity, and creates it if needed.
  func order<C: Component, Key: Comparable>(
    _ identity: FollowerKey, by precedes: @escaping (Key, Key) -> Bool,
    _ key: @escaping (C) -> Key
  ) -> (follower: Follower<C>, order: KeyOrder<Key>) {
    let reference = CoreReference(self)
    // The group is created first, so that the types of the rule precede the component in the order
    // of first use.
    let members = identity.matcher.map { group($0).members }
    let column: Column<C> = column(C.self)
    let follower: Follower<C> = follower(identity) {
      let order = KeyOrder<Key>(
        by: precedes,
        key: { [unowned column] index in
          reference.withCore { core in
            guard core.entities.generation(of: index) != 0,
              core.entities.has(column.bit, index), members?.contains(index) ?? true
            else { return nil }
            return key(column.store.value(of: index))
          }
        },
        candidates: { core in members?.snapshot ?? ContiguousArray(core.entities.living) })
      return (order, { index, _ in reference.withCore { order.touch(index, in: $0) } })
    }
    guard let order = follower.contents as? KeyOrder<Key> else {
      preconditionFailure("the ordered index stored for this key path has another key type")
    }
    return (follower, order)
  }
}
