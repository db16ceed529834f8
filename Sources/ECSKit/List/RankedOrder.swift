/// Elements in an order, each with a number that it keeps and a rank that follows the others.
///
/// It is a treap: a search tree by the order that is a heap by priorities, which makes its depth
/// logarithmic, as expected, whatever the order of insertion. The priorities come from a fixed
/// sequence, so equal work makes equal trees. Each node counts its subtree, and that is where ranks
/// come from. Source: R. Seidel and C. Aragon, *Randomized Search Trees*, 1996.
///
/// The order is given at each insertion and search. If it contradicts itself, elements are anywhere,
/// and everything else still holds.
struct RankedOrder<Element> {
  /// The number of an element, from its insertion to its removal.
  typealias Number = Int32

  private struct Node {
    var element: Element?
    var priority: UInt32
    var parent: Int32 = -1
    var left: Int32 = -1
    var right: Int32 = -1
    /// The number of nodes in the subtree.
    var count: Int32 = 1
  }

  private var nodes: ContiguousArray<Node> = []
  private var root: Int32 = -1
  /// The first free node; its `left` is the next one.
  private var free: Int32 = -1
  private var seed: UInt32 = 0x9E37_79B9

  /// The number of elements.
  var count: Int { size(root) }

  /// The element of a number.
  subscript(_ number: Number) -> Element {
    get {
      guard let element = nodes[Int(number)].element else {
        preconditionFailure("the number of an element is used after its removal")
      }
      return element
    }
    set { nodes[Int(number)].element = newValue }
  }

  /// Changes an element where it is; its place in the order must stay the same.
  mutating func update<Result>(_ number: Number, _ body: (inout Element) -> Result) -> Result {
    // Moved out, not copied: a second reference would make the first change copy its contents.
    var element = self[number]
    nodes[Int(number)].element = nil
    defer { nodes[Int(number)].element = element }
    return body(&element)
  }

  /// Inserts an element before the first for which a condition holds.
  ///
  /// - Complexity: O(log *n*) expected.
  mutating func insert(_ element: Element, beforeFirstWhere isPast: (Element) -> Bool) -> Number {
    let number = node(of: element)
    var above: Int32 = -1
    var next = root
    var isLeft = false
    while next >= 0 {
      above = next
      isLeft = isPast(self[next])
      next = isLeft ? nodes[Int(next)].left : nodes[Int(next)].right
    }
    nodes[Int(number)].parent = above
    guard above >= 0 else {
      root = number
      return number
    }
    if isLeft { nodes[Int(above)].left = number } else { nodes[Int(above)].right = number }
    while above >= 0 {
      nodes[Int(above)].count += 1
      above = nodes[Int(above)].parent
    }
    while let parent = parent(of: number), priority(number) > priority(parent) { rotateUp(number) }
    return number
  }

  /// Removes an element and returns it.
  ///
  /// - Complexity: O(log *n*) expected.
  @discardableResult
  mutating func remove(_ number: Number) -> Element {
    let element = self[number]
    while true {
      let (left, right) = (nodes[Int(number)].left, nodes[Int(number)].right)
      if left < 0, right < 0 { break }
      rotateUp(right < 0 || left >= 0 && priority(left) > priority(right) ? left : right)
    }
    var above = nodes[Int(number)].parent
    replace(number, by: -1, in: above)
    while above >= 0 {
      nodes[Int(above)].count -= 1
      above = nodes[Int(above)].parent
    }
    nodes[Int(number)].element = nil
    nodes[Int(number)].left = free
    free = number
    return element
  }

  /// Returns how many elements are before one.
  ///
  /// - Complexity: O(log *n*) expected.
  func rank(of number: Number) -> Int {
    var rank = size(nodes[Int(number)].left)
    var child = number
    while let parent = parent(of: child) {
      if nodes[Int(parent)].right == child { rank += size(nodes[Int(parent)].left) + 1 }
      child = parent
    }
    return rank
  }

  /// Returns the number of the element at a rank; nil if there is none.
  ///
  /// - Complexity: O(log *n*) expected.
  func number(at rank: Int) -> Number? {
    guard rank >= 0, rank < count else { return nil }
    var rest = rank
    var number = root
    while true {
      let before = size(nodes[Int(number)].left)
      if rest == before { return number }
      if rest < before {
        number = nodes[Int(number)].left
      } else {
        rest -= before + 1
        number = nodes[Int(number)].right
      }
    }
  }

  /// Returns the number of the first element for which a condition holds; nil if there is none.
  ///
  /// - Complexity: O(log *n*) expected.
  func firstNumber(where isPast: (Element) -> Bool) -> Number? {
    var found: Number?
    var next = root
    while next >= 0 {
      if isPast(self[next]) {
        found = next
        next = nodes[Int(next)].left
      } else {
        next = nodes[Int(next)].right
      }
    }
    return found
  }

  /// Calls a closure with each element, in order.
  func visit(_ body: (Element) -> Void) {
    var ancestors: [Int32] = []
    var next = root
    while next >= 0 || !ancestors.isEmpty {
      while next >= 0 {
        ancestors.append(next)
        next = nodes[Int(next)].left
      }
      let number = ancestors.removeLast()
      body(self[number])
      next = nodes[Int(number)].right
    }
  }

  // MARK: The tree

  private func size(_ number: Int32) -> Int { number < 0 ? 0 : Int(nodes[Int(number)].count) }

  private func priority(_ number: Int32) -> UInt32 { nodes[Int(number)].priority }

  private func parent(of number: Int32) -> Int32? {
    let parent = nodes[Int(number)].parent
    return parent < 0 ? nil : parent
  }

  private mutating func node(of element: Element) -> Int32 {
    // Xorshift; source: G. Marsaglia, *Xorshift RNGs*, 2003.
    seed ^= seed << 13
    seed ^= seed >> 17
    seed ^= seed << 5
    let node = Node(element: element, priority: seed)
    guard free >= 0 else {
      nodes.append(node)
      return Int32(nodes.count - 1)
    }
    let number = free
    free = nodes[Int(number)].left
    nodes[Int(number)] = node
    return number
  }

  /// Puts a child in the place of its parent, which becomes its child.
  private mutating func rotateUp(_ child: Int32) {
    let parent = nodes[Int(child)].parent
    let isLeft = nodes[Int(parent)].left == child
    let inner = isLeft ? nodes[Int(child)].right : nodes[Int(child)].left
    replace(parent, by: child, in: nodes[Int(parent)].parent)
    if isLeft { nodes[Int(parent)].left = inner } else { nodes[Int(parent)].right = inner }
    if inner >= 0 { nodes[Int(inner)].parent = parent }
    if isLeft { nodes[Int(child)].right = parent } else { nodes[Int(child)].left = parent }
    nodes[Int(parent)].parent = child
    nodes[Int(child)].count = nodes[Int(parent)].count
    let count = size(nodes[Int(parent)].left) + size(nodes[Int(parent)].right) + 1
    nodes[Int(parent)].count = Int32(count)
  }

  private mutating func replace(_ number: Int32, by other: Int32, in parent: Int32) {
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
