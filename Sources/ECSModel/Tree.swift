/// What a tree is ordered by: a number, and another one among equal ones.
package struct TreeKey: Comparable, Sendable {
  var major: UInt64 = 0
  package let minor: Int

  init(major: UInt64 = 0, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Creates the key of a number.
  package init(_ minor: Int) { self.init(minor: minor) }

  package static func < (first: TreeKey, second: TreeKey) -> Bool {
    first.major == second.major ? first.minor < second.minor : first.major < second.major
  }

  /// A number that is the same for equal keys and looks random.
  var priority: UInt64 {
    var bits = (UInt64(bitPattern: Int64(minor)) ^ major &* 0xD6E8_FEB8_6659_FD93)
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}

/// A map in the order of its keys, whose copies share what they have in common.
///
/// Inserting and removing make new nodes on the way to the root, O(log *n*) of them expected, but for nodes
/// that no other map has: those change. It is a treap, so a node has a greater priority than those below
/// it, and equal keys have one shape, however they came together. That makes the difference of a map and a
/// changed copy as cheap as the changes.
///
/// - SeeAlso: Seidel, Aragon, *Randomized search trees* (1996).
package struct Tree<Value> {
  package final class Node {
    package let key: TreeKey
    package let value: Value
    /// That of the key, which takes a dozen instructions to find.
    let priority: UInt64
    // A map changes these only while the one reference to the node, and the one to each above it, is its own.
    // So no other code, on whatever thread, can read them meanwhile.
    @exclusivity(unchecked) nonisolated(unsafe) fileprivate(set) var left: Node?
    @exclusivity(unchecked) nonisolated(unsafe) fileprivate(set) var right: Node?
    @exclusivity(unchecked) nonisolated(unsafe) fileprivate(set) var count: Int

    init(
      _ key: TreeKey, _ value: Value, _ priority: UInt64, _ left: Node? = nil, _ right: Node? = nil
    ) {
      self.key = key
      self.value = value
      self.priority = priority
      self.left = left
      self.right = right
      count = 1 + (left?.count ?? 0) + (right?.count ?? 0)
    }

    func with(_ left: Node?, _ right: Node?) -> Node {
      Node(key, value, priority, left, right)
    }
  }

  private var root: Node?

  package init() {}

  private init(_ root: Node?) {
    self.root = root
  }

  package var count: Int { root?.count ?? 0 }

  /// The node of a tree that has one.
  var only: Node? { count == 1 ? root : nil }

  // MARK: Reading

  /// Calls the body with each node in the order of the keys.
  package func visit(_ body: (Node) -> Void) {
    func go(_ node: Node) {
      if let left = node.left { go(left) }
      body(node)
      if let right = node.right { go(right) }
    }
    if let root { go(root) }
  }

  /// Calls the body with each node whose key has a major number, in order.
  func visit(under major: UInt64, _ body: (Node) -> Void) {
    func go(_ node: Node?) {
      guard let node else { return }
      if node.key.major >= major { go(node.left) }
      if node.key.major == major { body(node) }
      if node.key.major <= major { go(node.right) }
    }
    go(root)
  }

  /// Returns the node at a position, which must be below the count.
  subscript(position: Int) -> Node {
    var position = position
    var node = root
    while let current = node {
      let before = current.left?.count ?? 0
      if position == before { return current }
      node = position < before ? current.left : current.right
      if position > before { position -= before + 1 }
    }
    preconditionFailure("a position is below the count")
  }

  /// Returns whether two trees have the same values, as far as their shapes are the same.
  ///
  /// - Returns: Nil if the shapes differ, so that the values have to be compared one by one.
  func isEqual(to other: Tree, _ areEqual: (Value, Value) -> Bool) -> Bool? {
    func compare(_ first: Node?, _ second: Node?) -> Bool? {
      if first === second { return true }
      guard let first, let second, first.count == second.count,
        first.left?.count == second.left?.count
      else { return nil }
      guard areEqual(first.value, second.value) else { return false }
      guard let left = compare(first.left, second.left) else { return nil }
      return left ? compare(first.right, second.right) : false
    }
    return compare(root, other.root)
  }

  // MARK: Changing

  /// Adds a value at a key that has none.
  package mutating func insert(_ value: Value, at key: TreeKey) {
    Self.insert(value, at: key, key.priority, into: &root)
  }

  /// Changes the nodes above the new one as far as they are of this map alone.
  private static func insert(
    _ value: Value, at key: TreeKey, _ priority: UInt64, into node: inout Node?
  ) {
    guard isKnownUniquelyReferenced(&node), let own = node, priority <= own.priority else {
      node = inserted(value, at: key, priority, into: node)
      return
    }
    own.count &+= 1
    if key < own.key {
      insert(value, at: key, priority, into: &own.left)
    } else {
      insert(value, at: key, priority, into: &own.right)
    }
  }

  private static func inserted(
    _ value: Value, at key: TreeKey, _ priority: UInt64, into node: Node?
  ) -> Node {
    guard let node else { return Node(key, value, priority) }
    if priority > node.priority {
      let (left, right) = split(node, at: key)
      return Node(key, value, priority, left, right)
    }
    return key < node.key
      ? node.with(inserted(value, at: key, priority, into: node.left), node.right)
      : node.with(node.left, inserted(value, at: key, priority, into: node.right))
  }

  /// Removes the value at a key, if there is one.
  package mutating func remove(_ key: TreeKey) {
    if isKnownUniquelyReferenced(&root) {
      if has(key) { Self.remove(key, from: &root) }
    } else {
      root = Self.removed(key, from: root)
    }
  }

  /// Changes the nodes above the one that goes as far as they are of this map alone.
  private static func remove(_ key: TreeKey, from node: inout Node?) {
    guard isKnownUniquelyReferenced(&node), let own = node, own.key != key else {
      node = removed(key, from: node)
      return
    }
    own.count &-= 1
    if key < own.key { remove(key, from: &own.left) } else { remove(key, from: &own.right) }
  }

  private static func removed(_ key: TreeKey, from node: Node?) -> Node? {
    guard let node else { return nil }
    if node.key == key { return joined(node.left, node.right) }
    return key < node.key
      ? node.with(removed(key, from: node.left), node.right)
      : node.with(node.left, removed(key, from: node.right))
  }

  private func has(_ key: TreeKey) -> Bool {
    var node = root
    while let current = node {
      if current.key == key { return true }
      node = key < current.key ? current.left : current.right
    }
    return false
  }

  /// Parts the nodes before a key from those after it.
  private static func split(_ node: Node?, at key: TreeKey) -> (Node?, Node?) {
    guard let node else { return (nil, nil) }
    if node.key < key {
      let (before, after) = split(node.right, at: key)
      return (node.with(node.left, before), after)
    }
    let (before, after) = split(node.left, at: key)
    return (before, node.key == key ? node.right : node.with(after, node.right))
  }

  /// Joins two trees; all keys of the first are smaller than those of the second.
  private static func joined(_ first: Node?, _ second: Node?) -> Node? {
    guard let first else { return second }
    guard let second else { return first }
    return first.priority > second.priority
      ? first.with(first.left, joined(first.right, second))
      : second.with(joined(first, second.left), second.right)
  }

  // MARK: Comparing

  /// Calls the body with each node that is in one of two trees only, and whether it is in the second.
  ///
  /// A key with another value is in both.
  ///
  /// - Complexity: O(*d* log *n*) expected, where *d* is the number of differences, if one tree was
  ///   made from the other.
  static func difference(
    _ old: Tree, _ new: Tree, isSame: (Value, Value) -> Bool,
    each body: (_ node: Node, _ isInSecond: Bool) -> Void
  ) {
    func compare(_ old: Node?, _ new: Node?) {
      if old === new { return }
      guard let old else { return Tree(new).visit { body($0, true) } }
      guard let new else { return Tree(old).visit { body($0, false) } }
      if old.key == new.key {
        if !isSame(old.value, new.value) {
          body(old, false)
          body(new, true)
        }
        if old.left !== new.left { compare(old.left, new.left) }
        if old.right !== new.right { compare(old.right, new.right) }
      } else if old.priority > new.priority {
        body(old, false)
        let (left, right) = split(new, at: old.key)
        compare(old.left, left)
        compare(old.right, right)
      } else {
        body(new, true)
        let (left, right) = split(old, at: new.key)
        compare(left, new.left)
        compare(right, new.right)
      }
    }
    compare(old.root, new.root)
  }
}

extension Tree: Sendable where Value: Sendable {}
extension Tree.Node: Sendable where Value: Sendable {}
