import Basics
import SourceText

/// An encoder that writes stored values as JSON on one line.
///
/// Foundation's encoder takes longer to load than konf takes to run. Members are sorted by name, so
/// that equal values have the same text, even if they contain dictionaries.
struct StoredEncoder: Encoder {
  private final class Node {
    /// The scalar value, or nil for a container.
    var scalar: Scalar?
    private(set) var elements: [Part]?
    private var members: [(key: String, part: Part)]?

    func becomeObject() {
      guard members == nil else { return }
      members = []
      members?.reserveCapacity(4)
    }

    func becomeList() { if elements == nil { elements = [] } }

    func add(_ part: Part, _ key: String) {
      becomeObject()
      members?.append((key, part))
    }

    func add(_ part: Part) {
      becomeList()
      elements?.append(part)
    }

    func write(to bytes: inout [UInt8]) {
      members?.sort { $0.key < $1.key }
      if let members {
        bytes.append(UInt8(ascii: "{"))
        for (place, member) in members.enumerated() {
          if place > 0 { bytes.append(UInt8(ascii: ",")) }
          JSONText.append(member.key, to: &bytes, escaping: .required)
          bytes.append(UInt8(ascii: ":"))
          member.part.write(to: &bytes)
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
        (scalar ?? .null).write(to: &bytes)
      }
    }
  }

  /// A member of an object, or an element of a list.
  private enum Part {
    case scalar(Scalar)
    case node(Node)

    func write(to bytes: inout [UInt8]) {
      switch self {
      case .scalar(let scalar): scalar.write(to: &bytes)
      case .node(let node): node.write(to: &bytes)
      }
    }
  }

  /// A value that is not a container.
  private enum Scalar {
    case text(String)
    /// A number, `true`, `false` or `null`.
    case literal(String)

    static let null = literal("null")

    /// Creates a scalar from a value of a basic JSON type, or returns nil for another type.
    ///
    /// Most members have a basic type and need no separate encoder. If the type is known at compile
    /// time, only its case remains in the code.
    @inline(__always)
    init?<Value>(_ value: Value) {
      if Value.self == String.self, let text = value as? String {
        self = .text(text)
      } else if Value.self == Int.self, let number = value as? Int {
        self = .literal(number.description)
      } else if Value.self == Bool.self, let isTrue = value as? Bool {
        self = .literal(isTrue ? "true" : "false")
      } else if Value.self == Double.self, let number = value as? Double {
        self.init(number)
      } else if Value.self == Float.self, let number = value as? Float {
        self.init(number)
      } else {
        return nil
      }
    }

    private init(_ number: some BinaryFloatingPoint & LosslessStringConvertible) {
      // JSON has no literals for numbers that are not finite.
      self = number.isFinite ? .literal(number.description) : .text(number.description)
    }

    func write(to bytes: inout [UInt8]) {
      switch self {
      case .text(let text): JSONText.append(text, to: &bytes, escaping: .required)
      case .literal(let text): bytes += text.utf8
      }
    }
  }

  /// The maximum nesting depth.
  ///
  /// Values with a greater depth could be written but not read.
  static let mostLevels = SourceLimits.standard.depth

  private let node: Node
  let codingPath: [any CodingKey]
  private let level: Int
  let userInfo: [CodingUserInfoKey: Any] = [:]

  static func text(of value: some Encodable) throws -> String {
    let node = Node()
    try StoredEncoder(node: node, codingPath: [], level: 0).write(value)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64)
    node.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ value: some Encodable) throws {
    if let scalar = Scalar(value) {
      node.scalar = scalar
    } else if let number = value as? any BinaryInteger {
      node.scalar = .literal("\(number)")
    } else {
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
    let inside = Node()
    node.add(.node(inside), key.stringValue)
    return StoredEncoder(node: inside, codingPath: codingPath + [key], level: level + 1)
  }

  private func element() -> StoredEncoder {
    let inside = Node()
    node.add(.node(inside))
    return StoredEncoder(node: inside, codingPath: codingPath, level: level + 1)
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: StoredEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.node.add(.scalar(.null), key.stringValue) }
    @inline(__always)
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      if let scalar = Scalar(value) {
        encoder.node.add(.scalar(scalar), key.stringValue)
      } else {
        try encoder.member(key).write(value)
      }
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

    func encodeNil() { encoder.node.add(.scalar(.null)) }
    @inline(__always)
    func encode<Value: Encodable>(_ value: Value) throws {
      if let scalar = Scalar(value) {
        encoder.node.add(.scalar(scalar))
      } else {
        try encoder.element().write(value)
      }
    }
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

/// The key of the value that a superclass encodes.
struct SuperKey: CodingKey {
  let stringValue = "super"
  let intValue: Int? = nil

  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
