/// What an encoder writes and a decoder reads, as a value that a test can damage.
indirect enum Tree: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([Tree])
  case object([String: Tree])
}

/// Where the parts of an encoder write.
private final class Node {
  var value: Tree = .null
  var list: [Node]?
  var object: [String: Node]?

  var tree: Tree {
    if let list { return .list(list.map(\.tree)) }
    if let object { return .object(object.mapValues(\.tree)) }
    return value
  }

  func child(_ key: any CodingKey) -> Node {
    let node = Node()
    object = object ?? [:]
    object?[key.stringValue] = node
    return node
  }

  func append() -> Node {
    let node = Node()
    list = (list ?? []) + [node]
    return node
  }
}

/// Writes values as trees.
struct TreeEncoder: Encoder {
  private let node: Node
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private init(_ node: Node) {
    self.node = node
  }

  static func tree(of value: some Encodable) throws -> Tree {
    let node = Node()
    try value.encode(to: TreeEncoder(node))
    return node.tree
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.object = node.object ?? [:]
    return KeyedEncodingContainer(Keyed<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.list = node.list ?? []
    return Unkeyed(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }

  private static func write(_ value: some Encodable, to node: Node) throws {
    switch value {
    case let value as Bool: node.value = .bool(value)
    case let value as String: node.value = .text(value)
    case let value as any BinaryInteger: node.value = .number(Double(value))
    case let value as Double: node.value = .number(value)
    default: try value.encode(to: TreeEncoder(node))
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    let codingPath: [any CodingKey] = []
    func encodeNil(forKey key: Key) { _ = node.child(key) }
    func encode(_ value: some Encodable, forKey key: Key) throws {
      try TreeEncoder.write(value, to: node.child(key))
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
      TreeEncoder(node.child(key)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      TreeEncoder(node.child(key)).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { TreeEncoder(Node()) }
    func superEncoder(forKey key: Key) -> any Encoder { TreeEncoder(node.child(key)) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let node: Node
    let codingPath: [any CodingKey] = []
    var count: Int { node.list?.count ?? 0 }
    func encodeNil() { _ = node.append() }
    func encode(_ value: some Encodable) throws { try TreeEncoder.write(value, to: node.append()) }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type
    ) -> KeyedEncodingContainer<Inner> {
      TreeEncoder(node.append()).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      TreeEncoder(node.append()).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { TreeEncoder(node.append()) }
  }

  private struct Single: SingleValueEncodingContainer {
    let node: Node
    let codingPath: [any CodingKey] = []
    func encodeNil() {}
    func encode(_ value: some Encodable) throws { try TreeEncoder.write(value, to: node) }
  }
}

/// Reads values from trees.
struct TreeDecoder: Decoder {
  private let tree: Tree
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any]

  init(_ tree: Tree, userInfo: [CodingUserInfoKey: Any] = [:]) {
    self.tree = tree
    self.userInfo = userInfo
  }

  static func error(_ tree: Tree) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "found \(tree)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = tree else { throw Self.error(tree) }
    return KeyedDecodingContainer(Keyed<Key>(members: members, userInfo: userInfo))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let list) = tree else { throw Self.error(tree) }
    return Unkeyed(list: list, userInfo: userInfo)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    Single(tree: tree, userInfo: userInfo)
  }

  fileprivate func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    func number<Number: BinaryInteger>(_ type: Number.Type) throws -> Number {
      guard case .number(let value) = tree, let number = Number(exactly: value) else {
        throw Self.error(tree)
      }
      return number
    }
    if let type = type as? any BinaryInteger.Type, let value = try number(type) as? Value {
      return value
    }
    switch (tree, type) {
    case (.bool(let value as Value), _): return value
    case (.text(let value as Value), _): return value
    case (.number(let value as Value), _): return value
    default:
      if type == Bool.self || type == String.self || type == Double.self { throw Self.error(tree) }
      return try type.init(from: self)
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: Tree]
    let userInfo: [CodingUserInfoKey: Any]
    let codingPath: [any CodingKey] = []
    var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    private func decoder(_ key: Key) throws -> TreeDecoder {
      guard let tree = members[key.stringValue] else { throw TreeDecoder.error(.null) }
      return TreeDecoder(tree, userInfo: userInfo)
    }
    func decodeNil(forKey key: Key) throws -> Bool { members[key.stringValue] == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder(key).read(type)
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> { try decoder(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { TreeDecoder(.null, userInfo: userInfo) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let list: [Tree]
    let userInfo: [CodingUserInfoKey: Any]
    let codingPath: [any CodingKey] = []
    var currentIndex = 0
    var count: Int? { list.count }
    var isAtEnd: Bool { currentIndex == list.count }
    private mutating func next() throws -> TreeDecoder {
      guard !isAtEnd else { throw TreeDecoder.error(.null) }
      currentIndex += 1
      return TreeDecoder(list[currentIndex - 1], userInfo: userInfo)
    }
    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, list[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next().read(type)
    }
    mutating func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type
    ) throws -> KeyedDecodingContainer<Inner> { try next().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  private struct Single: SingleValueDecodingContainer {
    let tree: Tree
    let userInfo: [CodingUserInfoKey: Any]
    let codingPath: [any CodingKey] = []
    func decodeNil() -> Bool { tree == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try TreeDecoder(tree, userInfo: userInfo).read(type)
    }
  }
}
