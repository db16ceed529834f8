import SourceText

/// Reads what is `Decodable` from the JSON of a stored value.
struct StoredDecoder: Decoder {
  private let value: SourceValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - text: The JSON.
  ///   - userInfo: What the types find beside it.
  /// - Returns: The value.
  /// - Throws: `DecodingError`.
  static func value<Value: Decodable>(
    _ type: Value.Type, in text: String, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    let document: SourceDocument
    do throws(SourceError) {
      document = try SourceDocument(json: Array(text.utf8))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: error.description))
    }
    return try StoredDecoder(value: document.root, codingPath: [], userInfo: userInfo).read(type)
  }

  private func error(_ expected: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "found \(value.found); expected \(expected)"))
  }

  private func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    func result(_ value: (some Any)?, _ expected: String) throws -> Value {
      guard let value = value as? Value else { throw error(expected) }
      return value
    }
    switch type {
    case is String.Type: return try result(value.string, "a text")
    case is Bool.Type: return try result(value.bool, "true or false")
    case is Double.Type: return try result(floatingPoint(Double.self), "a number")
    case is Float.Type: return try result(floatingPoint(Float.self), "a number")
    case let type as any FixedWidthInteger.Type:
      return try result(integer(type), "a whole number from \(type.least) to \(type.greatest)")
    default: return try type.init(from: self)
    }
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    value.numberText.flatMap { Number($0) }
  }

  private func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Number.Type
  ) -> Number? {
    if let text = value.numberText { return Number(text).flatMap { $0.isFinite ? $0 : nil } }
    // A number that is not finite is written as a text.
    guard let text = value.string, ["nan", "inf", "-inf"].contains(text) else { return nil }
    return Number(text)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value.kind == .object else { throw error("an object") }
    return KeyedDecodingContainer(Keyed<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array else { throw error("a list") }
    return Unkeyed(decoder: self, elements: Array(value.elements))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  private func inside(_ value: SourceValue, _ key: (any CodingKey)? = nil) -> StoredDecoder {
    StoredDecoder(
      value: value, codingPath: key.map { codingPath + [$0] } ?? codingPath, userInfo: userInfo)
  }

  private func member(_ key: any CodingKey, _ found: SourceValue?) throws -> StoredDecoder {
    guard let member = found else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "found no \(key.stringValue.debugDescription)"))
    }
    return inside(member, key)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: StoredDecoder
    /// The members, if there are so many that a search for each would take long.
    private let table: SourceMemberTable?
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.value.members.compactMap { Key(stringValue: $0.key) } }

    init(decoder: StoredDecoder) {
      self.decoder = decoder
      table = decoder.value.sizeOfInsides > 32 ? SourceMemberTable(of: decoder.value) : nil
    }

    private func value(_ key: any CodingKey) -> SourceValue? {
      table.map { $0[key.stringValue] } ?? decoder.value[key.stringValue]
    }

    private func member(_ key: any CodingKey) throws -> StoredDecoder {
      try decoder.member(key, value(key))
    }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.kind == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try member(key).read(type)
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> { try member(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try member(SuperKey()) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: StoredDecoder
    let elements: [SourceValue]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func next() throws -> StoredDecoder {
      if isAtEnd { throw decoder.error("more than \(elements.count) elements") }
      currentIndex += 1
      return decoder.inside(elements[currentIndex - 1])
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex].kind == .null else { return false }
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
    let decoder: StoredDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.kind == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
  }
}

extension FixedWidthInteger {
  fileprivate static var least: String { "\(min)" }
  fileprivate static var greatest: String { "\(max)" }
}
