/// The stored form of a component's value.
public struct StoredValue: Hashable, Sendable {
  /// The encoded value, never empty.
  public let text: String
  /// The version of the component that wrote the text, at least 1.
  public let version: Int
  /// A comment on the value, as free text.
  public let comment: String
  /// The time at which the value was stored, in seconds since 1970 in UTC, or nil if the value was
  /// not read from a file.
  public private(set) var time: Int64?
  /// The subject of the value in the log, or nil if the value was not read from a file.
  package var subject: LogSubject? { readSubject.map { reading?.subjectsInLog[$0] ?? $0 } }
  private var readSubject: LogSubject?
  /// The links if the value was read from separate links of a list, otherwise nil.
  private(set) var links: StoredLinks?
  /// The resolver for references in the text while the value is read.
  private var reading: StoredReading?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - text: The encoded value. An empty text is invalid, because the log uses it for removals.
  ///   - version: The version of the component that wrote the text.
  ///   - comment: A comment on the value, as free text.
  /// - Precondition: The text is not empty, and the version is at least 1.
  public init(_ text: String, version: Int = 1, comment: String = "") {
    precondition(!text.isEmpty, "the encoded value must not be empty")
    precondition(version >= 1, "the versions of a component begin with 1")
    self.text = text
    self.version = version
    self.comment = comment
  }

  /// Creates the value of a change that is not a removal.
  ///
  /// `reading` resolves the references in the text.
  init(_ change: consuming LogChange, _ time: Int64, _ reading: StoredReading? = nil) {
    text = change.value
    version = change.version
    comment = change.comment
    links = change.links
    self.time = time
    readSubject = change.subject
    self.reading = reading
  }

  /// Returns the value with a resolver for its references.
  func resolved(
    by resolver: EntityResolver, _ subjectsInLog: [LogSubject: LogSubject] = [:]
  ) -> StoredValue {
    var value = self
    value.reading = StoredReading(reading?.remapping ?? [:], resolver, subjectsInLog)
    return value
  }

  /// Decodes the text as JSON, for example as the type that an older version used.
  ///
  /// - Parameter type: The type of the encoded value.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError`.
  /// - Complexity: O(*n*) in the length of the text.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try StoredDecoder.value(type, in: text, reading)
  }
}

extension LogEntry {
  /// Returns the value of the entry, or nil for a removal.
  ///
  /// `reading` resolves the references in the text.
  func stored(_ reading: StoredReading? = nil) -> StoredValue? {
    change.isRemoval ? nil : StoredValue(change, time, reading)
  }
}

/// Data shared by values that are read together.
final class StoredReading: Hashable, Sendable {
  /// The new ids of entities, by the id in the text.
  let remapping: [DurableID: DurableID]
  let resolver: EntityResolver
  /// The subjects in the log, by the subjects with durable ids that replace them.
  ///
  /// Subjects that the ``EntityNaming`` does not provide are omitted.
  let subjectsInLog: [LogSubject: LogSubject]

  /// The user info of a decoder, in which ``of(_:)`` finds this data.
  var userInfo: [CodingUserInfoKey: Any] {
    Self.key.map { [$0: self] } ?? [:]
  }

  private static let key = CodingUserInfoKey(rawValue: "ECSStore.reading")

  init(
    _ remapping: [DurableID: DurableID], _ resolver: EntityResolver,
    _ subjectsInLog: [LogSubject: LogSubject]
  ) {
    self.remapping = remapping
    self.resolver = resolver
    self.subjectsInLog = subjectsInLog
  }

  /// Returns the shared data of a decoder of this module, or nil for another decoder.
  static func of(_ decoder: any Decoder) -> StoredReading? {
    key.flatMap { decoder.userInfo[$0] } as? StoredReading
  }

  static func == (first: StoredReading, second: StoredReading) -> Bool {
    first === second || first.remapping == second.remapping
  }
  func hash(into hasher: inout Hasher) { hasher.combine(remapping) }
}

/// An error that occurred while decoding a stored value.
public enum StoredValueError: Error, Equatable, CustomStringConvertible {
  /// The component cannot read this version.
  case version(found: Int, newest: Int)
  /// The text is not a value of the component.
  case text(found: String, expected: String)

  /// A description of the found and the expected value.
  public var description: String {
    switch self {
    case .version(let found, let newest):
      "found version \(found); expected \(newest), or an older version with a migration"
    case .text(let found, let expected):
      "found \(found.debugDescription); expected \(expected)"
    }
  }
}
