public import ECSKit

/// An ordered index whose reads are tracked by range.
///
/// ``ObservedContext/index(ordered:)`` returns such an index. A reader of a range is notified when
/// an entity gets or loses a key in this range. Changes to other keys do not notify the reader.
///
///     let starts = observed.index(ordered: \Start.minute)
///     starts[540..<720].count
public struct ObservedOrderedIndex<C: Component, Key: Comparable> {
  let reads: OrderedReads<C, Key>?

  /// The entities whose key is in a range, in the order of their keys.
  ///
  /// The read is tracked. A range type that is not from the standard library is tracked as a read
  /// of all keys.
  ///
  /// - Parameter range: A range of any kind.
  /// - Complexity: As for `OrderedIndex.subscript(_:)`.
  public subscript(_ range: some RangeExpression<Key>) -> [Entity] {
    let (bounds, isIncluded) = KeyBounds.of(range)
    return tracked(bounds, isIncluded)?[range] ?? []
  }

  /// All entities of the index, in the order of their keys.
  ///
  /// The read is tracked as a read of all keys.
  ///
  /// - Complexity: As for `OrderedIndex.entities`.
  public var entities: [Entity] { tracked(KeyBounds(), { _ in true })?.entities ?? [] }

  fileprivate func tracked(
    _ bounds: KeyBounds<Key>, _ isIncluded: @escaping (Key) -> Bool
  ) -> OrderedIndex<C, Key>? {
    reads?.access(bounds, isIncluded)
    return reads?.index
  }
}

extension ObservedOrderedIndex where Key == String {
  /// Returns the entities whose key begins with a prefix, in the order of their keys.
  ///
  /// The call is tracked as a read of the keys with this prefix.
  ///
  /// - Parameter prefix: The prefix to look up. Every key begins with an empty prefix.
  /// - Returns: The entities.
  /// - Complexity: As for `OrderedIndex.entities(withPrefix:)`.
  public func entities(withPrefix prefix: String) -> [Entity] {
    tracked(KeyBounds(prefix: prefix), { $0.hasPrefix(prefix) })?.entities(withPrefix: prefix) ?? []
  }
}

/// The bounds of the keys that a reader of an ordered index has read.
///
/// A read without bounds covers all keys.
struct KeyBounds<Key: Comparable>: Equatable {
  var lower: Key?
  var upper: Key?
  var isClosed = false
  var prefix: Key?

  static func of(_ range: some RangeExpression<Key>) -> (KeyBounds, (Key) -> Bool) {
    let bounds =
      switch range {
      case let range as Range<Key>: KeyBounds(lower: range.lowerBound, upper: range.upperBound)
      case let range as ClosedRange<Key>:
        KeyBounds(lower: range.lowerBound, upper: range.upperBound, isClosed: true)
      case let range as PartialRangeFrom<Key>: KeyBounds(lower: range.lowerBound)
      case let range as PartialRangeUpTo<Key>: KeyBounds(upper: range.upperBound)
      case let range as PartialRangeThrough<Key>:
        KeyBounds(upper: range.upperBound, isClosed: true)
      default: KeyBounds()
      }
    return bounds == KeyBounds() ? (bounds, { _ in true }) : (bounds, range.contains)
  }
}

/// The tracked reads of one ordered index, by range.
///
/// The holders of the component are observed after the first read.
final class OrderedReads<C: Component, Key: Comparable> {
  /// The maximum number of tracked ranges.
  ///
  /// While a user types, each prefix is another range. If another range would exceed the maximum,
  /// all readers are notified and all ranges are dropped.
  private static var mostRanges: Int { 64 }

  let index: OrderedIndex<C, Key>
  private let key: KeyPath<C, Key>
  private let holders: Group
  private var ranges: [(bounds: KeyBounds<Key>, contains: (Key) -> Bool, reads: Reads)] = []
  private var isFollowing = false

  init(_ key: KeyPath<C, Key>, _ context: Context) {
    self.key = key
    index = context.index(ordered: key)
    holders = context.group(.all(C.self))
  }

  func access(_ bounds: KeyBounds<Key>, _ contains: @escaping (Key) -> Bool) {
    if !isFollowing {
      isFollowing = true
      follow(self, observe: { holders.observe(body: $0) }, body: { $0.note($1) })
    }
    if let known = ranges.first(where: { $0.bounds == bounds }) { return known.reads.access() }
    if ranges.count == Self.mostRanges { notify { _ in true } }
    let reads = Reads()
    ranges.append((bounds, contains, reads))
    reads.access()
  }

  private func note(_ event: Event) {
    let (old, new) = (event.old(C.self)?[keyPath: key], event.new(C.self)?[keyPath: key])
    guard old != new else { return }
    notify { contains in old.map(contains) ?? false || new.map(contains) ?? false }
  }

  /// Notifies the readers of some ranges, and drops these ranges.
  ///
  /// A reader that reads again, even during its notification, is tracked again.
  private func notify(where isAffected: ((Key) -> Bool) -> Bool) {
    let affected = ranges.filter { isAffected($0.contains) }
    ranges.removeAll { range in affected.contains { $0.reads === range.reads } }
    for range in affected { range.reads.change() }
  }
}
