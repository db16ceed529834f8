/// The key of a tree entry, ordered by the major and then the minor number.
package struct TreeKey: Comparable, Sendable {
  let major: UInt64
  package let minor: Int

  package init(major: UInt64 = 0, minor: Int) {
    self.major = major
    self.minor = minor
  }

  package init(_ minor: Int) { self.init(minor: minor) }

  package static func < (first: TreeKey, second: TreeKey) -> Bool {
    first.major == second.major ? first.minor < second.minor : first.major < second.major
  }
}

/// An ordered map whose copies share nodes.
///
/// A node is an array of at most ``width`` elements. An insertion or removal changes the O(log *n*)
/// nodes on its path: it copies the nodes that another map shares, and changes the other nodes in
/// place. The difference between a map and a changed copy is found without visiting shared nodes.
///
/// - SeeAlso: Comer, *The Ubiquitous B-Tree* (1979).
package struct OrderedMap<Value> {
  package struct Entry {
    package let key: TreeKey
    package let value: Value
  }

  /// A node with its elements in key order.
  ///
  /// Every node except the root is nonempty, and all leaves have the same depth.
  enum Node {
    case leaf([Entry])
    case branch([Child])
  }

  struct Child {
    var node: Node
    var count: Int
    var first: TreeKey
  }

  /// The maximum number of elements in a node.
  static var width: Int { 16 }

  private(set) var root = Node.leaf([])
  private(set) package var count = 0

  package init() {}

  // MARK: Reading

  /// Calls the body with each entry in key order.
  package func visit(_ body: (Entry) -> Void) { root.visit(body) }

  /// Calls the body with each entry that has a given major number, in key order.
  package func visit(under major: UInt64, _ body: (Entry) -> Void) {
    root.visit(under: major, body)
  }

  /// The value of a map with a single entry, or nil for other maps.
  var only: Value? {
    if case .leaf(let entries) = root, entries.count == 1 { entries[0].value } else { nil }
  }

  /// The entry at a position.
  ///
  /// The position must be below the count.
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

  /// Adds a value at an unused key.
  package mutating func insert(_ value: consuming Value, at key: TreeKey) {
    if let right = root.insert(Entry(key: key, value: value)) {
      root = .branch([Child(root), right])
    }
    count += 1
  }

  /// Removes the value at a key.
  ///
  /// If the key is unused, nothing happens.
  package mutating func remove(_ key: TreeKey) {
    guard root.has(key) else { return }
    root.remove(key)
    count -= 1
    while case .branch(let children) = root, children.count == 1 { root = children[0].node }
  }
}

extension OrderedMap: Sendable where Value: Sendable {}
extension OrderedMap.Entry: Sendable where Value: Sendable {}
extension OrderedMap.Node: Sendable where Value: Sendable {}
extension OrderedMap.Child: Sendable where Value: Sendable {}
