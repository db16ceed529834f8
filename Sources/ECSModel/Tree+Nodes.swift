extension Tree.Child {
  init(_ node: Tree.Node) {
    self.init(node: node, count: node.count, first: node.first)
  }
}

extension Tree.Node {
  /// The number of elements.
  private var size: Int {
    switch self {
    case .leaf(let entries): entries.count
    case .branch(let children): children.count
    }
  }

  /// The number of entries below the node.
  var count: Int {
    switch self {
    case .leaf(let entries): entries.count
    case .branch(let children): children.reduce(0) { $0 + $1.count }
    }
  }

  /// The key of the first entry.
  var first: TreeKey {
    switch self {
    case .leaf(let entries): entries[0].key
    case .branch(let children): children[0].first
    }
  }

  func visit(_ body: (Tree.Entry) -> Void) {
    switch self {
    case .leaf(let entries): for entry in entries { body(entry) }
    case .branch(let children): for child in children { child.node.visit(body) }
    }
  }

  func visit(under major: UInt64, _ body: (Tree.Entry) -> Void) {
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

  /// Adds an entry, and returns what is to follow the node if it became too wide.
  mutating func insert(_ entry: consuming Tree.Entry) -> Tree.Child? {
    switch self {
    case .leaf(var entries):
      // The node gives up the array meanwhile, which so changes where it is if no other map has it.
      self = .leaf([])
      let position = Self.position(of: entry.key, among: entries)
      let rest = Self.put(entry, at: position, into: &entries)
      self = .leaf(entries)
      return rest.map { Tree.Child(.leaf($0)) }
    case .branch(var children):
      self = .leaf([])
      let key = entry.key
      let index = Self.child(for: key, among: children)
      var rest: [Tree.Child]?
      let right = children[index].node.insert(entry)
      children[index].count += 1 - (right?.count ?? 0)
      if key < children[index].first { children[index].first = key }
      if let right { rest = Self.put(right, at: index + 1, into: &children) }
      self = .branch(children)
      return rest.map { Tree.Child(.branch($0)) }
    }
  }

  /// Removes the entry at a key, which has one.
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
        if children[index].node.size < Tree.width / 4, children.count > 1 {
          Self.join(max(index - 1, 0), of: &children)
        }
      }
      self = .branch(children)
    }
  }

  /// Makes one child of two neighbours, or two of about one size if they are too many for one.
  private static func join(_ index: Int, of children: inout [Tree.Child]) {
    let (left, right) = (children[index].node, children[index + 1].node)
    let joined = concatenated([left, right])
    let half = joined.size / 2
    let new: [Tree.Node] =
      switch joined {
      case _ where joined.size <= Tree.width: [joined]
      case .leaf(let all): [.leaf(Array(all[..<half])), .leaf(Array(all[half...]))]
      case .branch(let all): [.branch(Array(all[..<half])), .branch(Array(all[half...]))]
      }
    children.replaceSubrange(index...index + 1, with: new.map { Tree.Child($0) })
  }

  /// Returns the elements of nodes of one height as one node, which may be too wide for a tree.
  static func concatenated(_ nodes: [Tree.Node]) -> Tree.Node {
    var (entries, children): ([Tree.Entry], [Tree.Child]) = ([], [])
    for node in nodes {
      switch node {
      case .leaf(let more): entries += more
      case .branch(let more): children += more
      }
    }
    return children.isEmpty ? .leaf(entries) : .branch(children)
  }

  /// Puts an element among others, and returns those that are too many.
  private static func put<Element>(
    _ element: consuming Element, at position: Int, into elements: inout [Element]
  ) -> [Element]? {
    if elements.count < Tree.width {
      // An array that others have is copied once by `append`, and twice by `insert`.
      if position == elements.count {
        elements.append(element)
      } else {
        elements.insert(element, at: position)
      }
      return nil
    }
    // What is added at the end again and again fills one node after the other.
    if position == elements.count { return [element] }
    let half = Tree.width / 2
    var rest = Array(elements[half...])
    elements.removeSubrange(half...)
    if position <= half {
      elements.insert(element, at: position)
    } else {
      rest.insert(element, at: position - half)
    }
    return rest
  }

  /// Returns the position of the first entry whose key is not before another one.
  private static func position(of key: TreeKey, among entries: [Tree.Entry]) -> Int {
    // New links and lines mostly come last.
    var position = entries.count
    while position > 0, key <= entries[position - 1].key { position -= 1 }
    return position
  }

  /// Returns the index of the child that has a key, or that would get it.
  private static func child(for key: TreeKey, among children: [Tree.Child]) -> Int {
    var index = children.count - 1
    while index > 0, key < children[index].first { index -= 1 }
    return index
  }
}
