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
  private let order: KeyOrder
  private let storage: KeyStorage<Key>

  @usableFromInline
  init(_ core: Core, _ identity: FollowerKey, _ keys: () -> SortKeys) {
    (follower, order) = core.order(identity, keys)
    guard let storage = order.keys.storage as? KeyStorage<Key> else {
      preconditionFailure("the ordered index stored for this key path has another key type")
    }
    self.storage = storage
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
        order.handles.indices.filter { order.key(at: $0).map(range.contains) ?? false }
          .map { order.handles[$0] }
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
      guard let smallest = order.key(at: 0), let largest = order.key(at: order.handles.count - 1)
      else { return nil }
      return (smallest, largest)
    }
  }

  private func read<Result>(_ none: Result, _ body: (SortedEntities<Key>) -> Result) -> Result {
    guard let core = follower.reference.core(in: follower.epoch),
      let handles = order.current(in: core)
    else { return none }
    let found = body(SortedEntities(handles: handles, keys: storage.keys))
    return core.isIn(follower.epoch) ? found : none
  }
}

/// The entities of an ordered index and their keys.
///
/// Comparing keys is user code, so a copy is read.
private struct SortedEntities<Key: Comparable> {
  let handles: [Entity]
  let keys: ContiguousArray<Key?>

  /// Returns the key at a position, or nil if there are no entities.
  func key(at position: Int) -> Key? {
    handles.isEmpty ? nil : keys[Int(handles[position].index)]
  }

  /// Returns the first position whose key satisfies a condition, or the count if no key does.
  ///
  /// All keys after the first match must satisfy the condition as well.
  func position(where isPast: (Key) -> Bool) -> Int {
    var low = 0
    var high = handles.count
    while low < high {
      let middle = (low + high) / 2
      if key(at: middle).map(isPast) ?? true { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the entities whose keys are in a range.
  ///
  /// The range begins with the first key that satisfies `hasBegun`. It ends before the first key
  /// that satisfies `hasEnded`.
  func handles(from hasBegun: (Key) -> Bool, to hasEnded: (Key) -> Bool) -> [Entity] {
    let first = position(where: hasBegun)
    return Array(handles[first..<max(first, position(where: hasEnded))])
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
      while position < order.handles.count, let key = order.key(at: position) {
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
final class KeyOrder: FollowerContents {
  /// The keys, numbered by the indices of the entities.
  let keys: SortKeys
  private var order: MemberOrder
  private var isRepairing = false
  /// True if the context was deallocated during a repair.
  private var isEnded = false
  /// A function that returns true if an entity belongs to the order.
  private let isCandidate: (UInt32, Core) -> Bool
  /// A function that returns all entities that may belong to the order.
  private let candidates: (Core) -> ContiguousArray<UInt32>

  init(
    by keys: SortKeys, isCandidate: @escaping (UInt32, Core) -> Bool,
    candidates: @escaping (Core) -> ContiguousArray<UInt32>
  ) {
    self.keys = keys
    order = MemberOrder(by: keys)
    self.isCandidate = isCandidate
    self.candidates = candidates
  }

  var count: Int { keys.storage.count }

  /// Records that an entity joined, is leaving or got a new value.
  func touch(_ index: UInt32, in core: Core) {
    guard order.isKept else { return }
    order.touch(index, creation: core.entities.creation(of: index))
  }

  /// Brings the order up to date and returns its entities.
  ///
  /// - Returns: The entities, or nil if a comparison reads the order during a repair.
  func current(in core: Core) -> [Entity]? {
    if isRepairing { return nil }
    guard !order.isCurrent else { return order.handles }
    isRepairing = true
    // Comparisons are user code, so the order is moved out while they run.
    var repaired = order
    order.drop()
    if !repaired.isKept { keys.storage.removeAll() }
    core.withoutChanges {
      repaired.repair(
        members: self.candidates(core), count: { self.count },
        member: { self.member($0, in: core) })
    }
    order = repaired
    isRepairing = false
    if isEnded { clear() }
    keys.dropRemoved()
    return order.handles
  }

  private func member(_ index: UInt32, in core: Core) -> MemberOrder.Member? {
    guard isCandidate(index, core) else { return nil }
    return MemberOrder.Member(core.handle(index), creation: core.entities.creation(of: index))
  }

  func clear() {
    isEnded = true
    withExtendedLifetime(shrink()) {}
  }

  var callsForeignCode: Bool { false }

  func shrink() -> Any? {
    // A repair needs the keys until it ends.
    if isRepairing { return nil }
    let dropped = order
    order.drop()
    keys.storage.removeAll()
    return (dropped, keys.storage.removedKeys())
  }

  var bytes: Int {
    keys.storage.bytes + order.handles.capacity * (MemoryLayout<Entity>.stride + 8)
  }
}

extension Core {
  /// Returns the order with a given identity, and creates it if needed.
  func order<C: Component>(
    _ identity: FollowerKey, _ keys: () -> SortKeys
  ) -> (follower: Follower<C>, order: KeyOrder) {
    let reference = CoreReference(self)
    // The group is created first, so that the types of the rule precede the component in the order
    // of first use.
    let members = identity.matcher.map { group($0).members }
    let bit = column(C.self).bit
    let follower: Follower<C> = follower(identity) {
      let order = KeyOrder(
        by: keys(),
        isCandidate: { index, core in
          core.entities.generation(of: index) != 0 && core.entities.has(bit, index)
            && members?.contains(index) ?? true
        },
        candidates: { core in members?.snapshot ?? ContiguousArray(core.entities.living) })
      return (order, { index, _ in reference.withCore { order.touch(index, in: $0) } })
    }
    guard let order = follower.contents as? KeyOrder else {
      preconditionFailure("the order stored for this key path is an index")
    }
    return (follower, order)
  }
}
