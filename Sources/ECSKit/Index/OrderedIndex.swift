/// A live order of entities by a value of a component, for looking up ranges.
///
/// An ordered index is made by ``Context/orderedIndex(_:in:)``. Entities with equal keys come in
/// creation order. A key that equals nothing, not even itself (a not-a-number), is not found.
///
///     let starts = context.orderedIndex(\Start.minute)
///     starts[540..<720]  // what starts in the morning, in the order of time
///     starts[720...].first
///
/// Changes are noted as they are made, and the order is repaired when it is read next: a few changes
/// cost O(log *n*) and a move in memory each, many are merged in one pass. When its context goes away
/// an index is empty and stays so. A comparison that reads the index whose order it is making finds nobody.
public struct OrderedIndex<C: Component, Key: Comparable> {
  private let follower: IndexFollower<C>

  init(_ follower: IndexFollower<C>) {
    self.follower = follower
  }

  /// The entities whose key lies in a range, in the order of their keys.
  ///
  /// - Parameter range: A range of any kind.
  /// - Complexity: O(log *n* + *k*), where *n* is the number of entities in the index and *k* that of
  ///   the ones found, after the repair. O(*n*) for kinds of ranges that are not the standard
  ///   library's.
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

  /// The smallest key, if there is any.
  ///
  /// - Complexity: O(1) after the repair.
  public var smallestKey: Key? { read(nil) { $0.keys.first } }

  /// The largest key, if there is any.
  ///
  /// - Complexity: O(1) after the repair.
  public var largestKey: Key? { read(nil) { $0.keys.last } }

  private func read<Result>(_ none: Result, _ body: (MemberOrder<Key>) -> Result) -> Result {
    guard let keys = follower.contents as? Box<SortedKeys<Key>>,
      let core = follower.reference.core(in: follower.epoch)
    else { return none }
    keys.repair(in: core)
    // Keys are compared by foreign code, so it is a copy that is read.
    let order = keys.value.order
    let found = body(order)
    return core.isIn(follower.epoch) ? found : none
  }
}

extension OrderedIndex where Key == String {
  /// Returns the entities whose key begins with a text, in the order of their keys.
  ///
  ///     context.orderedIndex(\Name.text).entities(withPrefix: "Di")  // Diana Arce, Dimitri
  ///
  /// - Parameter prefix: The text; every key begins with an empty one.
  /// - Returns: The entities.
  /// - Complexity: O(log *n* + *k*), where *n* is the number of entities in the index and *k* that of
  ///   the keys that have the Unicode scalars of the text before them, after the repair.
  public func entities(withPrefix prefix: String) -> [Entity] {
    read([]) { order in
      var found: [Entity] = []
      // What begins with the text comes in one run but for keys whose next scalar combines with it.
      let end = prefix + "\u{10FFFF}"
      var place = order.position { $0 >= prefix }
      while place < order.keys.count {
        let key = order.keys[place]
        if key.hasPrefix(prefix) {
          found.append(order.handles[place])
        } else if key >= end {
          break
        }
        place += 1
      }
      return found
    }
  }
}

/// The keys of an ordered index, by place and in order.
struct SortedKeys<Key: Comparable>: IndexStorage {
  /// The key that each place stands under.
  private var keys: ContiguousArray<Key?> = []
  private(set) var count = 0
  private(set) var order = MemberOrder<Key>(by: <)
  private var isRepairing = false

  init() {}

  var bytes: Int {
    keys.capacity * MemoryLayout<Key?>.stride
      + order.handles.capacity * (MemoryLayout<Key>.stride + MemoryLayout<Entity>.stride + 8)
  }

  /// The key that a place stands under, if it stands under one.
  func key(of place: UInt32) -> Key? {
    Int(place) < keys.count ? keys[Int(place)] : nil
  }

  /// Notes that a place has another key, or none.
  mutating func move(_ place: UInt32, from old: Key?, to new: Key?, in core: Core) {
    order.touch(place, creation: core.slots.creations[Int(place)], old: old)
    while keys.count <= Int(place) { keys.append(nil) }
    keys[Int(place)] = new
    count += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
  }

  /// Hands out the order for its repair; nil if it needs none or is being repaired.
  mutating func takeOrder() -> MemberOrder<Key>? {
    guard !isRepairing, !order.isCurrent else { return nil }
    isRepairing = true
    defer { order.drop() }
    return order
  }

  mutating func putBack(_ repaired: MemberOrder<Key>) {
    order = repaired
    isRepairing = false
  }

  /// Brings an order up to date, and returns what is to end when everything is whole.
  func repair(_ order: inout MemberOrder<Key>, in core: Core) -> MemberOrder<Key>.Ended {
    order.repair(
      members: ContiguousArray(keys.indices.lazy.filter { keys[$0] != nil }.map(UInt32.init)),
      count: count
    ) { place in
      guard let key = key(of: place) else { return nil }
      return MemberOrder<Key>.Place(
        key: key, creation: core.slots.creations[Int(place)], handle: core.handle(place))
    }
  }

  mutating func shrink() -> Any? {
    let ended = order
    keys = ContiguousArray(keys[..<((keys.lastIndex { $0 != nil } ?? -1) + 1)])
    order.drop()
    return ended
  }
}

extension Box {
  /// Notes that a place has another key, or none.
  ///
  /// Comparing keys and the end of one are foreign code, which may read the order.
  func move<Key>(_ place: UInt32, to key: Key?, in core: Core) where Value == SortedKeys<Key> {
    let old = value.key(of: place)
    let new = key == key ? key : nil
    if old != new { value.move(place, from: old, to: new, in: core) }
    withExtendedLifetime(old) {}
  }

  /// Brings the order up to date; what compares its keys finds it empty meanwhile.
  func repair<Key>(in core: Core) where Value == SortedKeys<Key> {
    guard var order = value.takeOrder() else { return }
    let keys = value
    let ended = core.withoutChanges { keys.repair(&order, in: core) }
    value.putBack(order)
    withExtendedLifetime(ended) {}
  }
}
