// Order-statistic trees for the sections and items of an EntityList. Only ListContents uses them. A
// node belongs to at most one tree, and its number is reused after `remove` or `drop`.

/// A forest of search trees over numbered nodes.
///
/// Nodes can also be found by rank.
///
/// Each tree is a treap: a search tree with respect to an order, and a heap with respect to
/// priorities. So its expected depth is logarithmic for any order of insertion. The priorities form
/// a fixed sequence, so the same operations create the same trees. Each node stores the size of its
/// subtree, and ranks are computed from the sizes. Source: R. Seidel and C. Aragon, *Randomized
/// Search Trees*, 1996.
///
/// The caller passes the order to each insertion and search. If the order is inconsistent, the
/// positions of nodes in their tree are undefined, but all other guarantees hold. The owner of a
/// tree stores its root. The root of an empty tree is -1.
struct RankForest {
  private struct Node {
    var priority: UInt32
    var parent: Int32 = -1
    var left: Int32 = -1
    var right: Int32 = -1
    /// The number of nodes in the subtree.
    var count: Int32 = 1
  }

  private var nodes: ContiguousArray<Node> = []
  /// The first free node.
  ///
  /// The `left` of a free node is the next free node.
  private var free: Int32 = -1
  private var seed: UInt32 = 0x9E37_79B9

  /// Creates a tree with a single node, and returns the number of the node.
  ///
  /// The numbers of removed nodes are reused.
  mutating func make() -> Int32 {
    // This is xorshift. Source: G. Marsaglia, *Xorshift RNGs*, 2003.
    seed ^= seed << 13
    seed ^= seed >> 17
    seed ^= seed << 5
    guard free >= 0 else {
      nodes.append(Node(priority: seed))
      return Int32(nodes.count - 1)
    }
    let number = free
    free = nodes[Int(number)].left
    nodes[Int(number)] = Node(priority: seed)
    return number
  }

  /// Frees the number of a node that is in no tree.
  mutating func drop(_ number: Int32) {
    nodes[Int(number)].left = free
    free = number
  }

  /// Inserts a node before the first node that satisfies a condition.
  ///
  /// If no node satisfies it, the new node is inserted at the end.
  ///
  /// - Complexity: O(log *n*) expected.
  mutating func insert(
    _ number: Int32, in root: inout Int32, beforeFirstWhere isPast: (Int32) -> Bool
  ) {
    var above: Int32 = -1
    var next = root
    var isLeft = false
    while next >= 0 {
      above = next
      isLeft = isPast(next)
      next = isLeft ? nodes[Int(next)].left : nodes[Int(next)].right
    }
    nodes[Int(number)].parent = above
    guard above >= 0 else {
      root = number
      return
    }
    if isLeft { nodes[Int(above)].left = number } else { nodes[Int(above)].right = number }
    while above >= 0 {
      nodes[Int(above)].count += 1
      above = nodes[Int(above)].parent
    }
    while let parent = parent(of: number), priority(number) > priority(parent) {
      rotateUp(number, &root)
    }
  }

  /// Removes a node from its tree and frees its number.
  ///
  /// - Complexity: O(log *n*) expected.
  mutating func remove(_ number: Int32, from root: inout Int32) {
    while true {
      let (left, right) = (nodes[Int(number)].left, nodes[Int(number)].right)
      if left < 0, right < 0 { break }
      rotateUp(right < 0 || left >= 0 && priority(left) > priority(right) ? left : right, &root)
    }
    var above = nodes[Int(number)].parent
    replace(number, by: -1, in: above, &root)
    while above >= 0 {
      nodes[Int(above)].count -= 1
      above = nodes[Int(above)].parent
    }
    drop(number)
  }

  func count(_ root: Int32) -> Int { root < 0 ? 0 : Int(nodes[Int(root)].count) }

  /// Returns the number of nodes before a node in its tree.
  ///
  /// - Complexity: O(log *n*) expected.
  func rank(of number: Int32) -> Int {
    var rank = count(nodes[Int(number)].left)
    var child = number
    while let parent = parent(of: child) {
      if nodes[Int(parent)].right == child { rank += count(nodes[Int(parent)].left) + 1 }
      child = parent
    }
    return rank
  }

  /// Returns the node at a rank, or nil if the tree has no such rank.
  ///
  /// - Complexity: O(log *n*) expected.
  func node(at rank: Int, in root: Int32) -> Int32? {
    guard rank >= 0, rank < count(root) else { return nil }
    var rest = rank
    var number = root
    while true {
      let before = count(nodes[Int(number)].left)
      if rest == before { return number }
      if rest < before {
        number = nodes[Int(number)].left
      } else {
        rest -= before + 1
        number = nodes[Int(number)].right
      }
    }
  }

  /// Returns the first node that satisfies a condition, or nil if no node satisfies it.
  ///
  /// - Complexity: O(log *n*) expected.
  func first(in root: Int32, where isPast: (Int32) -> Bool) -> Int32? {
    var found: Int32?
    var next = root
    while next >= 0 {
      if isPast(next) {
        found = next
        next = nodes[Int(next)].left
      } else {
        next = nodes[Int(next)].right
      }
    }
    return found
  }

  func visit(_ root: Int32, _ body: (Int32) -> Void) {
    var ancestors: [Int32] = []
    var next = root
    while next >= 0 || !ancestors.isEmpty {
      while next >= 0 {
        ancestors.append(next)
        next = nodes[Int(next)].left
      }
      let number = ancestors.removeLast()
      body(number)
      next = nodes[Int(number)].right
    }
  }

  private func priority(_ number: Int32) -> UInt32 { nodes[Int(number)].priority }

  private func parent(of number: Int32) -> Int32? {
    let parent = nodes[Int(number)].parent
    return parent < 0 ? nil : parent
  }

  private mutating func rotateUp(_ child: Int32, _ root: inout Int32) {
    let parent = nodes[Int(child)].parent
    let isLeft = nodes[Int(parent)].left == child
    let inner = isLeft ? nodes[Int(child)].right : nodes[Int(child)].left
    replace(parent, by: child, in: nodes[Int(parent)].parent, &root)
    if isLeft { nodes[Int(parent)].left = inner } else { nodes[Int(parent)].right = inner }
    if inner >= 0 { nodes[Int(inner)].parent = parent }
    if isLeft { nodes[Int(child)].right = parent } else { nodes[Int(child)].left = parent }
    nodes[Int(parent)].parent = child
    nodes[Int(child)].count = nodes[Int(parent)].count
    let count = count(nodes[Int(parent)].left) + count(nodes[Int(parent)].right) + 1
    nodes[Int(parent)].count = Int32(count)
  }

  private mutating func replace(
    _ number: Int32, by other: Int32, in parent: Int32, _ root: inout Int32
  ) {
    if parent < 0 {
      root = other
    } else if nodes[Int(parent)].left == number {
      nodes[Int(parent)].left = other
    } else {
      nodes[Int(parent)].right = other
    }
    if other >= 0 { nodes[Int(other)].parent = parent }
  }
}
