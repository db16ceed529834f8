import SourceText
import TextBasics

/// Writes what is `Encodable` as JSON on one line.
///
/// The full Foundation, which has such an encoder, takes longer to load than konf takes to answer.
/// The members of an object are sorted by name, so that equal values have equal texts even if a
/// dictionary is among them.
struct StoredEncoder: Encoder {
  /// What a container writes into.
  private final class Node {
    /// The JSON of a value that has no parts.
    var scalar: String?
    private(set) var elements: [Node]?
    private var members: [(key: String, node: Node)]?

    func becomeObject() { if members == nil { members = [] } }

    func becomeList() { if elements == nil { elements = [] } }

    func member(_ key: String) -> Node {
      let node = Node()
      becomeObject()
      members?.append((key, node))
      return node
    }

    func element() -> Node {
      let node = Node()
      becomeList()
      elements?.append(node)
      return node
    }

    func write(to bytes: inout [UInt8]) {
      if let members {
        bytes.append(UInt8(ascii: "{"))
        for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
          if place > 0 { bytes.append(UInt8(ascii: ",")) }
          JSONText.append(member.key, to: &bytes, escaping: .required)
          bytes.append(UInt8(ascii: ":"))
          member.node.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
      } else if let elements {
        bytes.append(UInt8(ascii: "["))
        for (place, element) in elements.enumerated() {
          if place > 0 { bytes.append(UInt8(ascii: ",")) }
          element.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
      } else {
        bytes += (scalar ?? "null").utf8
      }
    }
  }

  /// The most containers inside each other that are written, since no more are read.
  static let mostLevels = SourceLimits.standard.depth

  private let node: Node
  let codingPath: [any CodingKey]
  /// How many containers the value is in.
  private let level: Int
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// Returns the JSON of a value.
  static func text(of value: some Encodable) throws -> String {
    let node = Node()
    try StoredEncoder(node: node, codingPath: [], level: 0).write(value)
    var bytes: [UInt8] = []
    node.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ value: some Encodable) throws {
    switch value {
    case let value as String:
      var bytes: [UInt8] = []
      JSONText.append(value, to: &bytes, escaping: .required)
      node.scalar = String(decoding: bytes, as: UTF8.self)
    case let value as Bool: node.scalar = value ? "true" : "false"
    case let value as any BinaryInteger: node.scalar = "\(value)"
    // JSON has no words for what is not finite.
    case let value as Double: node.scalar = value.isFinite ? "\(value)" : "\"\(value)\""
    case let value as Float: node.scalar = value.isFinite ? "\(value)" : "\"\(value)\""
    default:
      guard level < Self.mostLevels else {
        throw StoredValueError.text(
          found: "more than \(Self.mostLevels) levels", expected: "at most \(Self.mostLevels)")
      }
      try value.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(Keyed<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return Unkeyed(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private func member(_ key: any CodingKey) -> StoredEncoder {
    StoredEncoder(
      node: node.member(key.stringValue), codingPath: codingPath + [key], level: level + 1)
  }

  private func element() -> StoredEncoder {
    StoredEncoder(node: node.element(), codingPath: codingPath, level: level + 1)
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: StoredEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { _ = encoder.member(key) }
    func encode(_ value: some Encodable, forKey key: Key) throws {
      try encoder.member(key).write(value)
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> { encoder.member(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder.member(SuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: StoredEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.elements?.count ?? 0 }

    func encodeNil() { _ = encoder.element() }
    func encode(_ value: some Encodable) throws { try encoder.element().write(value) }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type
    ) -> KeyedEncodingContainer<Inner> { encoder.element().container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.element().unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder.element() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: StoredEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {}
    func encode(_ value: some Encodable) throws { try encoder.write(value) }
  }
}

/// The member that holds what a superclass writes.
struct SuperKey: CodingKey {
  let stringValue = "super"
  let intValue: Int? = nil

  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
