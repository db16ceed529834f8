// Finds the differences between two trees, and tests if they are equal. `LinkList` and `Links`
// compare versions of a link list in this way. The functions skip nodes that both trees share. They
// recognize a shared node by the address of its elements.

extension OrderedMap {
  /// Calls the body with each entry that is in only one of two trees.
  ///
  /// A key with different values is reported for both trees. The entries are reported in key order.
  /// For equal keys, the entry of the first tree is reported first.
  ///
  /// - Complexity: O(*d* log *n*), where *d* is the number of differences, if one tree is derived
  ///   from the other.
  package static func difference(
    _ old: OrderedMap, _ new: OrderedMap, isSame: (borrowing Value, borrowing Value) -> Bool,
    each body: (_ entry: Entry, _ isInSecond: Bool) -> Void
  ) {
    if old.count == 0 { return new.visit { body($0, true) } }
    if new.count == 0 { return old.visit { body($0, false) } }
    var (first, second) = (old.root, new.root)
    if !first.isAsHigh(as: second) {
      let (height, otherHeight) = (first.height, second.height)
      for _ in 0..<max(otherHeight - height, 0) { first = .branch([Child(first)]) }
      for _ in 0..<max(height - otherHeight, 0) { second = .branch([Child(second)]) }
    }
    first.compare(with: second, isSame, body)
  }

  /// Compares the values of two trees if the trees have the same shape.
  ///
  /// - Returns: True if all values are equal. Nil if the shapes differ; the caller must then
  ///   compare the values one by one.
  func isEqual(to other: OrderedMap, _ areEqual: (Value, Value) -> Bool) -> Bool? {
    root.isEqual(to: other.root, areEqual)
  }
}

extension OrderedMap.Node {
  fileprivate var height: Int {
    if case .branch(let children) = self { 1 + children[0].node.height } else { 0 }
  }

  /// Returns true if two nodes have equal heights.
  ///
  /// The descent ends at the first shared node.
  fileprivate func isAsHigh(as other: OrderedMap.Node) -> Bool {
    switch (self, other) {
    case (.leaf, .leaf): true
    case (.branch(let children), .branch(let others)):
      children[0].node.address == others[0].node.address
        || children[0].node.isAsHigh(as: others[0].node)
    default: false
    }
  }

  /// The address of the elements.
  ///
  /// The address cannot change while two nodes share the elements. So two nonempty nodes with equal
  /// addresses are identical.
  private var address: UInt {
    switch self {
    case .leaf(let entries): entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    case .branch(let children):
      children.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  fileprivate func compare(
    with other: OrderedMap.Node, _ isSame: Comparison, _ body: (OrderedMap.Entry, Bool) -> Void
  ) {
    switch (self, other) {
    case (.leaf(let old), .leaf(let new)): Self.compare(old, new, isSame, body)
    case (.branch(let old), .branch(let new)): Self.compare(old, new, isSame, body)
    default: preconditionFailure("the two nodes must have the same height")
    }
  }

  fileprivate typealias Comparison = (borrowing Value, borrowing Value) -> Bool

  /// Returns the length of the common prefix of two arrays.
  ///
  /// The function reads the buffers in place, because copying an element from an array would retain
  /// it.
  @inline(__always)
  private static func commonStart<Element>(
    _ first: [Element], _ second: [Element],
    _ areEqual: (borrowing Element, borrowing Element) -> Bool
  ) -> Int {
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        let end = min(first.count, second.count)
        var position = 0
        while position < end, areEqual(first[position], second[position]) { position += 1 }
        return position
      }
    }
  }

  private static func compare(
    _ old: [OrderedMap.Entry], _ new: [OrderedMap.Entry], _ isSame: Comparison,
    _ body: (OrderedMap.Entry, Bool) -> Void
  ) {
    let start = commonStart(old, new) { $0.key == $1.key && isSame($0.value, $1.value) }
    var (position, place) = (start, start)
    while position < old.count, place < new.count {
      let (key, other) = (old[position].key, new[place].key)
      if key == other {
        if !isSame(old[position].value, new[place].value) {
          body(old[position], false)
          body(new[place], true)
        }
        position += 1
        place += 1
      } else if key < other {
        body(old[position], false)
        position += 1
      } else {
        body(new[place], true)
        place += 1
      }
    }
    for entry in old[position...] { body(entry, false) }
    for entry in new[place...] { body(entry, true) }
  }

  private static func compare(
    _ old: [OrderedMap.Child], _ new: [OrderedMap.Child], _ isSame: Comparison,
    _ body: (OrderedMap.Entry, Bool) -> Void
  ) {
    let start = commonStart(old, new) { $0.node.address == $1.node.address }
    var (position, place) = (start, start)
    while position < old.count, place < new.count {
      if old[position].node.address == new[place].node.address {
        position += 1
        place += 1
        continue
      }
      // The loop finds the next children that begin with the same key. The old and new children
      // before them cover the same interval of keys.
      let (start, begin) = (position, place)
      repeat {
        let (key, other) = (old[position].first, new[place].first)
        if key <= other { position += 1 }
        if other <= key { place += 1 }
      } while position < old.count && place < new.count && old[position].first != new[place].first
      if position == old.count || place == new.count { (position, place) = (old.count, new.count) }
      switch (position - start, place - begin) {
      case (1, 1): old[start].node.compare(with: new[begin].node, isSame, body)
      case (_, 0): for child in old[start..<position] { child.node.visit { body($0, false) } }
      case (0, _): for child in new[begin..<place] { child.node.visit { body($0, true) } }
      default:
        concatenated(old[start..<position].map(\.node))
          .compare(with: concatenated(new[begin..<place].map(\.node)), isSame, body)
      }
    }
    for child in old[position...] { child.node.visit { body($0, false) } }
    for child in new[place...] { child.node.visit { body($0, true) } }
  }

  fileprivate func isEqual(
    to other: OrderedMap.Node, _ areEqual: (Value, Value) -> Bool
  ) -> Bool? {
    if address == other.address { return true }
    switch (self, other) {
    case (.leaf(let first), .leaf(let second)) where first.count == second.count:
      return zip(first, second).allSatisfy { areEqual($0.value, $1.value) }
    case (.branch(let first), .branch(let second)) where first.count == second.count:
      for (child, other) in zip(first, second) {
        guard child.count == other.count, let isEqual = child.node.isEqual(to: other.node, areEqual)
        else { return nil }
        if !isEqual { return false }
      }
      return true
    default: return nil
    }
  }
}
