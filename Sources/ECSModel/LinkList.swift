// The ordered links of an entity, and the index from the targets of a relation to their sources.
// `Links` stores a list. `LinkGraph` and the functions in Relation.swift use the index. Labels
// determine the order of the links in a list, so the labels in a list are unique.

public import ECSKit

/// A link without the type of its relation.
@usableFromInline
struct LinkEnd {
  @usableFromInline let target: Entity
  /// The ``LinkData`` of the link, or nil if the relation has no data.
  @usableFromInline let data: AnyObject?

  @usableFromInline
  init(_ target: Entity, data: AnyObject?) {
    self.target = target
    self.data = data
  }
}

/// Constants for the labels that order the links of a list.
package enum LinkLabels {
  /// The distance between the labels of neighboring links when a link is added at either end.
  ///
  /// A new list has the labels 0, `step` and so on.
  package static let step = 1 << 32
}

/// An object that contains the data of a link.
///
/// All copies of a link list share this object.
@usableFromInline
final class LinkData<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

/// The ordered links of an entity.
///
/// Each link has a label as its key, and the labels determine the order. A link keeps its label
/// when other links are inserted or removed, as long as free labels remain. So a label identifies a
/// link independently of its position.
@usableFromInline
struct LinkList {
  private(set) var tree = OrderedMap<LinkEnd>()
  /// The label of the last link, or 0 if the list is empty.
  private var last = 0

  @usableFromInline
  init() {}

  private mutating func findLast() { last = count == 0 ? 0 : label(count - 1) }

  @usableFromInline var count: Int { tree.count }

  @usableFromInline var all: [LinkEnd] {
    var all: [LinkEnd] = []
    all.reserveCapacity(count)
    tree.visit { all.append($0.value) }
    return all
  }

  /// Returns the links whose targets exist in the context of the source.
  @usableFromInline
  func existing(from source: Entity) -> [LinkEnd] { all.filter { $0.target.isTarget(of: source) } }

  @usableFromInline
  func livingTargets(from source: Entity) -> [Entity] {
    if let only = tree.only?.target { return only.isTarget(of: source) ? [only] : [] }
    var targets: [Entity] = []
    targets.reserveCapacity(count)
    tree.visit { if $0.value.target.isTarget(of: source) { targets.append($0.value.target) } }
    return targets
  }

  /// Inserts a link at a position.
  ///
  /// If the position is nil or beyond the end, the link is appended.
  @usableFromInline
  mutating func insert(_ end: LinkEnd, at position: Int?) {
    let position = min(max(position ?? count, 0), count)
    let isLast = position == count
    let label = label(at: position)
    tree.insert(end, at: TreeKey(label))
    if isLast { last = label }
  }

  private func label(_ position: Int) -> Int { tree[position].key.minor }

  /// Returns a free label for a position.
  ///
  /// If no label is free, nearby links get new labels first.
  private mutating func label(at position: Int) -> Int {
    if count == 0 { return 0 }
    let before = position == count ? last : position > 0 ? label(position - 1) : nil
    let after = position < count ? label(position) : nil
    if let before, let after {
      if after - before > 1 { return before + (after - before) / 2 }
    } else if let end = before ?? after, abs(end) < Int.max / 4 {
      return before == nil ? end - LinkLabels.step : end + LinkLabels.step
    }
    spread(around: position)
    return label(at: position)
  }

  /// Gives new labels to the links around a position.
  ///
  /// The range of links is wide enough to leave gaps between the labels.
  private mutating func spread(around position: Int) {
    // At either end, labels run out only if the range of integers is exhausted. Then all links get
    // new labels.
    var width = position == 0 || position == count ? count : 16
    while true {
      let range = max(0, position - width)..<min(count, position + width)
      var (first, gap) = (0, LinkLabels.step)
      if range.count < count {
        first =
          range.lowerBound > 0
          ? label(range.lowerBound - 1) : label(0) - LinkLabels.step * range.count
        let end =
          range.upperBound < count
          ? label(range.upperBound) : label(count - 1) + LinkLabels.step * range.count
        gap = (end - first) / (range.count + 1)
      }
      // A wider range gives larger gaps. Larger gaps last for more insertions.
      if gap < 1024 {
        width *= 4
        continue
      }
      let links = range.map { tree[$0] }
      for link in links { tree.remove(link.key) }
      for (number, link) in links.enumerated() {
        tree.insert(link.value, at: TreeKey(first + gap * (number + 1)))
      }
      return findLast()
    }
  }

  /// Removes all links to a target.
  ///
  /// In a long list, the function finds the labels of the links in the table of the relation. In a
  /// short list or without a table, it searches all links.
  ///
  /// - Returns: True if any link existed.
  mutating func remove(
    _ target: Entity, of source: Entity, _ table: @autoclosure () -> SourceTable?
  ) -> Bool {
    var keys: [TreeKey] = []
    if count > 32, let table = table() {
      keys = table.labels(of: target, from: source).map { TreeKey($0) }
    } else {
      tree.visit { if $0.value.target == target { keys.append($0.key) } }
    }
    remove(keys)
    return !keys.isEmpty
  }

  /// Removes all links to the given entities.
  mutating func remove(_ targets: Set<Entity>) {
    var keys: [TreeKey] = []
    tree.visit { if targets.contains($0.value.target) { keys.append($0.key) } }
    remove(keys)
  }

  private mutating func remove(_ keys: [TreeKey]) {
    for key in keys { tree.remove(key) }
    if keys.contains(where: { $0.minor == last }) { findLast() }
  }

  func targets(missingIn other: LinkList) -> [Entity] {
    var targets: [Entity] = []
    OrderedMap.difference(
      tree, other.tree, isSame: { $0.target == $1.target },
      each: { link, isThere in if !isThere { targets.append(link.value.target) } })
    return targets
  }

  /// Returns true if two lists have equal links in the same order.
  @usableFromInline
  func isEqual(to other: LinkList, _ areEqual: (LinkEnd, LinkEnd) -> Bool) -> Bool {
    func isSame(_ first: LinkEnd, _ second: LinkEnd) -> Bool {
      first.target == second.target && (first.data === second.data || areEqual(first, second))
    }
    if count != other.count { return false }
    return tree.isEqual(to: other.tree, isSame) ?? zip(all, other.all).allSatisfy(isSame)
  }
}

/// An index from the targets of a relation to their sources, updated with each change to links.
///
/// The cost of an update is proportional to the size of the change, because the new list of an
/// entity shares most of its nodes with the indexed list.
final class SourceTable: FollowerContents {
  private typealias IndexedList = (creation: UInt64, list: LinkList)

  /// The indexed list of each entity, by slot.
  private var indexedLists = SlotMap<IndexedList>()
  // `trees` holds no references to objects of clients, so no user code runs during an access.
  @exclusivity(unchecked) private var trees = TargetTrees()
  private let handle: (UInt32) -> Entity

  init(_ handle: @escaping (UInt32) -> Entity) {
    self.handle = handle
  }

  /// Updates the index for the current list of an entity.
  func file(_ index: UInt32, _ creation: UInt64, _ list: LinkList?) {
    let old =
      list.map { indexedLists.update((creation, $0), for: index) }
      ?? indexedLists.position(of: index).map { indexedLists.remove(at: $0) }
    OrderedMap.difference(
      old?.list.tree ?? OrderedMap(), list?.tree ?? OrderedMap(),
      isSame: { $0.target == $1.target },
      each: { link, isThere in
        let key = TreeKey(major: isThere ? creation : old?.creation ?? 0, minor: link.key.minor)
        if isThere {
          trees.insert(index, at: key, for: link.value.target)
        } else {
          trees.remove(key, for: link.value.target)
        }
      })
  }

  func hasSources(of target: Entity) -> Bool { trees.has(target) }

  func sources(of target: Entity) -> [Entity] {
    guard let tree = trees[target] else { return [] }
    var sources: [Entity] = []
    var last: UInt64?
    tree.visit { entry in
      if last != entry.key.major { sources.append(handle(entry.value)) }
      last = entry.key.major
    }
    return sources
  }

  /// Returns true if an entity equals another entity or is one of its direct or indirect targets.
  ///
  /// Only the first source of each entity is followed.
  func isBelow(_ entity: Entity, _ other: Entity) -> Bool {
    var seen: Set<Entity> = []
    var next: Entity? = entity
    while let source = next, seen.insert(source).inserted {
      if source == other { return true }
      next = sources(of: source).first
    }
    return false
  }

  /// Returns true if the entity in a slot has a link to a target.
  ///
  /// - Complexity: O(log *s* + *k*), where *s* is the number of links to the target and *k* the
  ///   number of these links that have the same source.
  func has(_ slot: UInt32, linkedTo target: Entity) -> Bool {
    guard let position = indexedLists.position(of: slot), let tree = trees[target] else {
      return false
    }
    var isLinked = false
    tree.visit(under: indexedLists.entries[position].value.creation) { _ in isLinked = true }
    return isLinked
  }

  func labels(of target: Entity, from source: Entity) -> [Int] {
    guard let creation = source.creationNumber else { return [] }
    var labels: [Int] = []
    trees[target]?.visit(under: creation) { labels.append($0.key.minor) }
    return labels
  }

  func clear() {
    let dropped = (indexedLists, trees)
    (indexedLists, trees) = (SlotMap(), TargetTrees())
    withExtendedLifetime(dropped) {}
  }

  func shrink() -> Any? { nil }
  var count: Int { indexedLists.entries.count }
  var callsForeignCode: Bool { false }
  /// The approximate memory in bytes.
  ///
  /// The indexed lists are not included, because they share memory with the components.
  var bytes: Int { indexedLists.bytes + trees.bytes }
}

/// The slots of the sources, by target.
///
/// The slots are ordered by the creation numbers of the sources and then by the labels of the
/// links.
private struct TargetTrees {
  private typealias TargetTree = (target: Entity, tree: OrderedMap<UInt32>)

  private var trees = SlotMap<TargetTree>()
  /// The trees of targets whose slot in `trees` belongs to another target.
  ///
  /// At least one of the two targets is dead or belongs to another context.
  private var treesOfSharedSlots: [Entity: OrderedMap<UInt32>] = [:]

  private func position(of target: Entity) -> Int? {
    guard let position = trees.position(of: target.slot) else { return nil }
    return trees.entries[position].value.target == target ? position : nil
  }

  func has(_ target: Entity) -> Bool {
    position(of: target) != nil || !treesOfSharedSlots.isEmpty && treesOfSharedSlots[target] != nil
  }

  subscript(target: Entity) -> OrderedMap<UInt32>? {
    if let position = position(of: target) { return trees.entries[position].value.tree }
    return treesOfSharedSlots.isEmpty ? nil : treesOfSharedSlots[target]
  }

  mutating func insert(_ source: UInt32, at key: TreeKey, for target: Entity) {
    if let position = position(of: target) {
      trees.entries[position].value.tree.insert(source, at: key)
    } else if trees.position(of: target.slot) != nil
      || !treesOfSharedSlots.isEmpty && treesOfSharedSlots[target] != nil
    {
      treesOfSharedSlots[target, default: OrderedMap()].insert(source, at: key)
    } else {
      var tree = OrderedMap<UInt32>()
      tree.insert(source, at: key)
      trees.insert((target, tree), for: target.slot)
    }
  }

  mutating func remove(_ key: TreeKey, for target: Entity) {
    if let position = position(of: target) {
      if trees.entries[position].value.tree.count == 1 {
        trees.remove(at: position)
      } else {
        trees.entries[position].value.tree.remove(key)
      }
    } else if treesOfSharedSlots[target]?.count == 1 {
      treesOfSharedSlots[target] = nil
    } else {
      treesOfSharedSlots[target]?.remove(key)
    }
  }

  var bytes: Int {
    // Each tree allocates an array with a header of 32 bytes.
    func bytes(_ tree: OrderedMap<UInt32>) -> Int {
      32 + tree.count * MemoryLayout<OrderedMap<UInt32>.Entry>.stride
    }
    return trees.bytes + treesOfSharedSlots.capacity * MemoryLayout<TargetTree>.stride
      + trees.entries.reduce(0) { $0 + bytes($1.value.tree) }
      + treesOfSharedSlots.values.reduce(0) { $0 + bytes($1) }
  }
}
