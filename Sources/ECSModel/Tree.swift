/// What a tree is ordered by: a number, and another one among equal ones.
package struct TreeKey: Comparable, Sendable {
  let major: UInt64
  package let minor: Int

  package init(major: UInt64 = 0, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Creates the key of a number.
  package init(_ minor: Int) { self.init(minor: minor) }

  package static func < (first: TreeKey, second: TreeKey) -> Bool {
    first.major == second.major ? first.minor < second.minor : first.major < second.major
  }
}

/// A map in the order of its keys, whose copies share what they have in common.
///
/// Its entries are in arrays of at most ``width`` of them, and these in arrays of arrays. Inserting and
/// removing copy one array of each level, O(log *n*) of them, but for those that no other map has: those
/// change. So the difference of a map and a changed copy is found without a look at what they share.
///
/// - SeeAlso: Comer, *The Ubiquitous B-Tree* (1979).
package struct Tree<Value> {
  package struct Entry {
    package let key: TreeKey
    package let value: Value
  }

  /// An array, whose elements are in the order of their keys.
  ///
  /// All but the root have an element at least, and all leaves of a tree are equally deep.
  enum Node {
    case leaf([Entry])
    case branch([Child])
  }

  struct Child {
    var node: Node
    /// The number of entries.
    var count: Int
    /// The key of the first one.
    var first: TreeKey
  }

  /// The most elements of a node.
  static var width: Int { 16 }

  private(set) var root = Node.leaf([])
  private(set) package var count = 0

  package init() {}

  // MARK: Reading

  /// Calls the body with each entry in the order of the keys.
  package func visit(_ body: (Entry) -> Void) { root.visit(body) }

  /// Calls the body with each entry whose key has a major number, in order.
  package func visit(under major: UInt64, _ body: (Entry) -> Void) {
    root.visit(under: major, body)
  }

  /// The value of a tree that has one.
  var only: Value? {
    if case .leaf(let entries) = root, entries.count == 1 { entries[0].value } else { nil }
  }

  /// Returns the entry at a position, which must be below the count.
  package subscript(position: Int) -> Entry {
    var position = position
    var node = root
    while true {
      switch node {
      case .leaf(let entries): return entries[position]
      case .branch(let children):
        var index = 0
        while position >= children[index].count {
          position -= children[index].count
          index += 1
        }
        node = children[index].node
      }
    }
  }

  // MARK: Changing

  /// Adds a value at a key that has none.
  package mutating func insert(_ value: consuming Value, at key: TreeKey) {
    if let right = root.insert(Entry(key: key, value: value)) {
      root = .branch([Child(root), right])
    }
    count += 1
  }

  /// Removes the value at a key, if there is one.
  package mutating func remove(_ key: TreeKey) {
    guard root.has(key) else { return }
    root.remove(key)
    count -= 1
    while case .branch(let children) = root, children.count == 1 { root = children[0].node }
  }
}

extension Tree: Sendable where Value: Sendable {}
extension Tree.Entry: Sendable where Value: Sendable {}
extension Tree.Node: Sendable where Value: Sendable {}
extension Tree.Child: Sendable where Value: Sendable {}
