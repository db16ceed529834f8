// Insertion and removal in the nodes of a tree, with splitting and merging. `OrderedMap` calls
// these functions. All leaves have the same depth, and every node except the root is nonempty.

extension OrderedMap.Child {
  init(_ node: OrderedMap.Node) {
    self.init(node: node, count: node.count, first: node.first)
  }
}

extension OrderedMap.Node {
  /// The number of elements of the node itself, without its descendants.
  private var size: Int {
    switch self {
    case .leaf(let entries): entries.count
    case .branch(let children): children.count
    }
  }

  var count: Int {
    switch self {
    case .leaf(let entries): entries.count
    case .branch(let children): children.reduce(0) { $0 + $1.count }
    }
  }

  var first: TreeKey {
    switch self {
    case .leaf(let entries): entries[0].key
    case .branch(let children): children[0].first
    }
  }

  func visit(_ body: (OrderedMap.Entry) -> Void) {
    switch self {
    case .leaf(let entries): for entry in entries { body(entry) }
    case .branch(let children): for child in children { child.node.visit(body) }
    }
  }

  func visit(under major: UInt64, _ body: (OrderedMap.Entry) -> Void) {
    switch self {
    case .leaf(let entries):
      for entry in entries where entry.key.major == major { body(entry) }
    case .branch(let children):
      for (index, child) in children.enumerated() where child.first.major <= major {
        let isBefore = index + 1 < children.count && children[index + 1].first.major < major
        if !isBefore { child.node.visit(under: major, body) }
      }
    }
  }

  func has(_ key: TreeKey) -> Bool {
    switch self {
    case .leaf(let entries):
      let position = Self.position(of: key, among: entries)
      return position < entries.count && entries[position].key == key
    case .branch(let children): return children[Self.child(for: key, among: children)].node.has(key)
    }
  }

  /// Adds an entry.
  ///
  /// - Returns: The new right sibling if the node was split, otherwise nil.
  mutating func insert(_ entry: consuming OrderedMap.Entry) -> OrderedMap.Child? {
    switch self {
    case .leaf(var entries):
      // The node drops its reference to the array. So the array changes in place if no other map
      // shares it.
      self = .leaf([])
      let position = Self.position(of: entry.key, among: entries)
      let rest = Self.insert(entry, at: position, into: &entries)
      self = .leaf(entries)
      return rest.map { OrderedMap.Child(.leaf($0)) }
    case .branch(var children):
      self = .leaf([])
      let key = entry.key
      let index = Self.child(for: key, among: children)
      var rest: [OrderedMap.Child]?
      let right = children[index].node.insert(entry)
      children[index].count += 1 - (right?.count ?? 0)
      if key < children[index].first { children[index].first = key }
      if let right { rest = Self.insert(right, at: index + 1, into: &children) }
      self = .branch(children)
      return rest.map { OrderedMap.Child(.branch($0)) }
    }
  }

  /// Removes the existing entry at a key.
  mutating func remove(_ key: TreeKey) {
    switch self {
    case .leaf(var entries):
      self = .leaf([])
      entries.remove(at: Self.position(of: key, among: entries))
      self = .leaf(entries)
    case .branch(var children):
      self = .leaf([])
      let index = Self.child(for: key, among: children)
      children[index].node.remove(key)
      children[index].count -= 1
      if children[index].count == 0 {
        children.remove(at: index)
      } else {
        if children[index].first == key { children[index].first = children[index].node.first }
        if children[index].node.size < OrderedMap.width / 4, children.count > 1 {
          Self.join(max(index - 1, 0), of: &children)
        }
      }
      self = .branch(children)
    }
  }

  /// Merges two neighboring children, or balances them if one node cannot hold both.
  private static func join(_ index: Int, of children: inout [OrderedMap.Child]) {
    let (left, right) = (children[index].node, children[index + 1].node)
    let joined = concatenated([left, right])
    let half = joined.size / 2
    let new: [OrderedMap.Node] =
      switch joined {
      case _ where joined.size <= OrderedMap.width: [joined]
      case .leaf(let all): [.leaf(Array(all[..<half])), .leaf(Array(all[half...]))]
      case .branch(let all): [.branch(Array(all[..<half])), .branch(Array(all[half...]))]
      }
    children.replaceSubrange(index...index + 1, with: new.map { OrderedMap.Child($0) })
  }

  /// Merges nodes of equal height into one node.
  ///
  /// The node may be wider than the maximum.
  static func concatenated(_ nodes: [OrderedMap.Node]) -> OrderedMap.Node {
    var (entries, children): ([OrderedMap.Entry], [OrderedMap.Child]) = ([], [])
    for node in nodes {
      switch node {
      case .leaf(let more): entries += more
      case .branch(let more): children += more
      }
    }
    return children.isEmpty ? .leaf(entries) : .branch(children)
  }

  /// Inserts an element.
  ///
  /// - Returns: The elements of a new sibling if the array is full, otherwise nil.
  private static func insert<Element>(
    _ element: consuming Element, at position: Int, into elements: inout [Element]
  ) -> [Element]? {
    if elements.count < OrderedMap.width {
      // For a shared array, `append` makes one copy, and `insert` makes two.
      if position == elements.count {
        elements.append(element)
      } else {
        elements.insert(element, at: position)
      }
      return nil
    }
    // At the end, a new node is started instead of splitting the full node, so that repeated
    // insertion at the end fills nodes.
    if position == elements.count { return [element] }
    let half = OrderedMap.width / 2
    var rest = Array(elements[half...])
    elements.removeSubrange(half...)
    if position <= half {
      elements.insert(element, at: position)
    } else {
      rest.insert(element, at: position - half)
    }
    return rest
  }

  /// Returns the position of the first entry whose key is not less than a given key.
  private static func position(of key: TreeKey, among entries: [OrderedMap.Entry]) -> Int {
    // The search starts at the end, where most new entries are added.
    var position = entries.count
    while position > 0, key <= entries[position - 1].key { position -= 1 }
    return position
  }

  /// Returns the index of the child whose range of keys contains a key.
  private static func child(for key: TreeKey, among children: [OrderedMap.Child]) -> Int {
    var index = children.count - 1
    while index > 0, key < children[index].first { index -= 1 }
    return index
  }
}
