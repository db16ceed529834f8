/// The value of a component as a store keeps it.
public struct StoredValue: Hashable, Sendable {
  /// The value, in the words of its component; not empty.
  public let text: String
  /// The version of the component that the text is written in, from 1.
  public let version: Int
  /// Free text beside the value.
  public let comment: String
  /// When the value was stored, in seconds since 1970 in UTC; nil if it was not read from a file.
  public private(set) var time: Int64?
  /// What the entity was called when the value was stored; nil if it was not read from a file.
  package var subject: LogSubject? { found.map { reading?.originals[$0] ?? $0 } }
  private var found: LogSubject?
  /// The elements of a list that was written in parts.
  private(set) var parts: StoredParts?
  /// What finds the things that the text refers to, while the value is read.
  private var reading: StoredReading?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - text: The value. An empty text is how a store says that there is none.
  ///   - version: The version of the component that the text is written in.
  ///   - comment: Free text beside the value.
  /// - Precondition: The text is not empty, and the version is at least 1.
  public init(_ text: String, version: Int = 1, comment: String = "") {
    precondition(!text.isEmpty, "a stored value must have a text")
    precondition(version >= 1, "the versions of a component begin with 1")
    self.text = text
    self.version = version
    self.comment = comment
  }

  /// Creates the value of a change, which does not take the former value back.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - time: When it was made.
  ///   - reading: What finds the things that the text refers to.
  init(_ change: consuming LogChange, _ time: Int64, _ reading: StoredReading? = nil) {
    text = change.value
    version = change.version
    comment = change.comment
    parts = change.parts
    self.time = time
    found = change.subject
    self.reading = reading
  }

  /// The same value, for a reader that finds the entities it refers to.
  func resolved(
    by resolver: EntityResolver, _ originals: [LogSubject: LogSubject] = [:]
  ) -> StoredValue {
    var value = self
    value.reading = StoredReading(reading?.remapping ?? [:], resolver, originals)
    return value
  }

  /// Reads the JSON of the text, such as that of a type which an older version had.
  ///
  /// - Parameter type: The type of what was written.
  /// - Returns: What was written.
  /// - Throws: `DecodingError`.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try StoredDecoder.value(type, in: text, reading)
  }
}

extension LogEntry {
  /// Returns the value of the entry; nil if it takes the former value back.
  ///
  /// - Parameter reading: What finds the things that the text refers to.
  /// - Returns: The value.
  func stored(_ reading: StoredReading? = nil) -> StoredValue? {
    change.isRemoval ? nil : StoredValue(change, time, reading)
  }
}

/// What all values that are read together have in common.
final class StoredReading: Hashable, Sendable {
  /// The ids that entities have here instead of those in the texts.
  let remapping: [DurableID: DurableID]
  /// Finds the entities that the texts refer to.
  let resolver: EntityResolver
  /// The subjects in the log by those with durable IDs, where these differ.
  let originals: [LogSubject: LogSubject]

  /// What a decoder says beside the value, which ``of(_:)`` finds.
  var userInfo: [CodingUserInfoKey: Any] {
    Self.key.map { [$0: self] } ?? [:]
  }

  private static let key = CodingUserInfoKey(rawValue: "ECSStore.reading")

  init(
    _ remapping: [DurableID: DurableID], _ resolver: EntityResolver,
    _ originals: [LogSubject: LogSubject]
  ) {
    self.remapping = remapping
    self.resolver = resolver
    self.originals = originals
  }

  /// Returns what a decoder of this module says beside a value; nil if it is another decoder.
  static func of(_ decoder: any Decoder) -> StoredReading? {
    key.flatMap { decoder.userInfo[$0] } as? StoredReading
  }

  static func == (first: StoredReading, second: StoredReading) -> Bool {
    first === second || first.remapping == second.remapping
  }
  func hash(into hasher: inout Hasher) { hasher.combine(remapping) }
}

/// Why a stored value is no component.
public enum StoredValueError: Error, Equatable, CustomStringConvertible {
  /// The version of the value is one that the component does not read.
  case version(found: Int, newest: Int)
  /// The text is not what the component writes.
  case text(found: String, expected: String)

  /// What was found and what was expected.
  public var description: String {
    switch self {
    case .version(let found, let newest):
      "found version \(found); expected a version up to \(newest) that has a migration"
    case .text(let found, let expected):
      "found \(found.debugDescription); expected \(expected)"
    }
  }
}
