import SourceText

/// A decoder for the JSON of stored values.
///
/// `StoredValue.decoded(as:)` creates a decoder. The decoder reads directly from the token list of
/// the parser, so Foundation is not needed.
struct StoredDecoder: Decoder {
  private let value: SourceValue
  private let reading: StoredReading?
  let codingPath: [any CodingKey]
  /// The user info, created on demand because most types do not use it.
  var userInfo: [CodingUserInfoKey: Any] { reading?.userInfo ?? [:] }

  /// Decodes a value from its JSON.
  ///
  /// `reading` is the shared data for resolving references.
  ///
  /// - Throws: `DecodingError`.
  static func value<Value: Decodable>(
    _ type: Value.Type, in text: String, _ reading: StoredReading? = nil
  ) throws -> Value {
    let document: SourceDocument
    do throws(SourceError) {
      document = try SourceDocument(json: Array(text.utf8))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: error.description))
    }
    return try StoredDecoder(value: document.root, reading: reading, codingPath: []).read(type)
  }

  private func error(_ expected: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "found \(value.found); expected \(expected)"))
  }

  private func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let scalar = value.scalar(type) { return scalar }
    switch type {
    case is String.Type: throw error("a string")
    case is Bool.Type: throw error("true or false")
    case is Double.Type, is Float.Type: throw error("a number")
    case let type as any FixedWidthInteger.Type:
      guard let number = value.wholeNumber(type) as? Value else {
        throw error("a whole number from \(type.least) to \(type.greatest)")
      }
      return number
    default: return try type.init(from: self)
    }
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
      value: value, reading: reading, codingPath: key.map { codingPath + [$0] } ?? codingPath)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: StoredDecoder
    /// A table of the members, or nil if there are only a few.
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
      try decoder.inside(found(key), key)
    }

    private func found(_ key: any CodingKey) throws -> SourceValue {
      if let value = value(key) { return value }
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "found no \(key.stringValue.debugDescription)"))
    }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try found(key).kind == .null }
    @inline(__always)
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let value = try found(key)
      return try value.scalar(type) ?? decoder.inside(value, key).read(type)
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

    private mutating func next() throws -> StoredDecoder { try decoder.inside(nextValue()) }

    private mutating func nextValue() throws -> SourceValue {
      if isAtEnd { throw decoder.error("more than \(elements.count) elements") }
      currentIndex += 1
      return elements[currentIndex - 1]
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex].kind == .null else { return false }
      currentIndex += 1
      return true
    }
    @inline(__always)
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value = try nextValue()
      return try value.scalar(type) ?? decoder.inside(value).read(type)
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

extension SourceValue {
  /// Returns a value of a basic JSON type, or nil if the type is not basic or does not match the
  /// JSON.
  ///
  /// Most members have a basic type and need no separate decoder. If the type is known at compile
  /// time, only its case remains in the code.
  @inline(__always)
  fileprivate func scalar<Value>(_ type: Value.Type) -> Value? {
    if type == String.self { return string.flatMap { $0 as? Value } }
    if type == Int.self { return wholeNumber(Int.self).flatMap { $0 as? Value } }
    if type == Bool.self { return bool.flatMap { $0 as? Value } }
    if type == Double.self { return floatingPoint(Double.self).flatMap { $0 as? Value } }
    if type == Float.self { return floatingPoint(Float.self).flatMap { $0 as? Value } }
    return nil
  }

  fileprivate func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    numberText.flatMap { Number($0) }
  }

  private func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Number.Type
  ) -> Number? {
    if let text = numberText { return Number(text).flatMap { $0.isFinite ? $0 : nil } }
    // Numbers that are not finite are encoded as strings.
    guard let text = string, ["nan", "inf", "-inf"].contains(text) else { return nil }
    return Number(text)
  }
}

extension FixedWidthInteger {
  fileprivate static var least: String { "\(min)" }
  fileprivate static var greatest: String { "\(max)" }
}
