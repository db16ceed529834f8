// The requirements of components in stores and snapshots. Components of apps and of `konf` conform
// to `StoredComponent`. Stores, snapshots and `konf` decode all values through `init(any:)`. Stored
// names never change.

public import ECSKit

/// A component that a store or snapshot can save.
///
/// A `Codable` component only needs a name:
///
///     struct Stats: StoredComponent, Codable, Equatable {
///       static let storedName = "stats"
///       var strength: Int
///     }
///     try Stats(strength: 7).stored.text  // {"strength":7}
///
/// The name is permanent: values are read by their stored name, even if the type is renamed. When
/// the form of the values changes, increment ``storedVersion``, and read values of earlier versions
/// in ``migrated(from:)``.
public protocol StoredComponent: Component, Equatable {
  /// The unique name under which values are stored.
  static var storedName: String { get }
  /// The version of new values, at least 1.
  static var storedVersion: Int { get }

  /// The value to store.
  var stored: StoredValue { get throws }

  /// Creates a component by decoding a stored value.
  ///
  /// - Parameter stored: The value, in the version ``storedVersion``.
  /// - Throws: An error that describes the found and the expected value.
  init(stored: StoredValue) throws

  /// Decodes a value of an older version.
  ///
  /// By default, older versions cannot be read.
  ///
  /// - Parameter old: The value, in a version below ``storedVersion``.
  /// - Returns: The component in its current form.
  /// - Throws: An error that describes the found and the expected value.
  static func migrated(from old: StoredValue) throws -> Self

  /// Converts a value to version 1, for programs that cannot read later versions.
  ///
  /// - Parameter value: A value of any version.
  /// - Returns: The value in version 1, or nil if version 1 cannot represent the value.
  /// - Throws: An error that describes the found and the expected value.
  static func original(of value: StoredValue) throws -> StoredValue?

  /// True if a removal wins over a value that another device has set independently.
  ///
  /// The default is false. Return true, for example, for a component that hides its entity: if one
  /// device shows the entity again while another device hides it anew, the entity then remains
  /// visible.
  static var removalPrevails: Bool { get }

  /// True if values are written in parts; do not implement this requirement.
  ///
  /// A requirement is faster than a check for a conformance at run time.
  static var isWrittenInParts: Bool { get }

  /// Prepares a context for values of the component; do not implement this requirement.
  ///
  /// The default implementation is compiled for the concrete type, so the context gets specialized
  /// operations.
  static func prepareColumn(in context: Context)

  /// Returns the value of an entity to store; do not implement this requirement.
  ///
  /// The default implementation is compiled for the concrete type, so the value is found without a
  /// lookup of its type.
  ///
  /// - Parameter entity: The entity to read.
  /// - Returns: The value, or nil if the entity does not have the component.
  /// - Throws: The error that ``stored`` throws.
  static func stored(of entity: Entity) throws -> StoredValue?
}

extension StoredComponent {
  /// The default version, 1.
  public static var storedVersion: Int { 1 }

  /// Throws an error for every older version.
  ///
  /// - Parameter old: A value of an older version.
  /// - Returns: Never, because the function always throws.
  /// - Throws: ``StoredValueError`` always.
  public static func migrated(from old: StoredValue) throws -> Self {
    throw StoredValueError.version(found: old.version, newest: storedVersion)
  }

  /// Returns values of version 1 unchanged.
  ///
  /// - Parameter value: A value of any version.
  /// - Returns: The value, or nil if the value has a later version.
  /// - Throws: Never.
  public static func original(of value: StoredValue) throws -> StoredValue? {
    value.version == 1 ? value : nil
  }

  /// False, so a value wins over a removal that another device has made independently.
  public static var removalPrevails: Bool { false }

  /// False, because only lists of links are written in parts.
  public static var isWrittenInParts: Bool { false }

  /// Prepares a context for values of the component.
  @inlinable
  public static func prepareColumn(in context: Context) { context.prepareColumn(of: Self.self) }

  /// Returns the value of an entity to store.
  ///
  /// - Parameter entity: The entity to read.
  /// - Returns: The value, or nil if the entity does not have the component.
  /// - Throws: The error that ``stored`` throws.
  @inlinable
  public static func stored(of entity: Entity) throws -> StoredValue? {
    try entity[Self.self]?.stored
  }

  /// Creates a component by decoding a value of the current version or an earlier version.
  ///
  /// All values are decoded through this initializer. It throws an error for a later version.
  init(any stored: consuming StoredValue) throws {
    if stored.version == Self.storedVersion {
      try self.init(stored: stored)
    } else if stored.version < Self.storedVersion {
      self = try Self.migrated(from: stored)
    } else {
      throw StoredValueError.version(found: stored.version, newest: Self.storedVersion)
    }
  }

  /// Creates a component by decoding a log entry, or returns nil for a removal or an unreadable
  /// value.
  package init?(_ entry: LogEntry) {
    guard let value = entry.stored() else { return nil }
    do { try self.init(any: value) } catch { return nil }
  }

  /// Returns the error that decoding an entry throws, or nil for a readable value or a removal.
  package static func refusal(of entry: LogEntry) -> StoredValueError? {
    guard let value = entry.stored() else { return nil }
    do {
      _ = try Self(any: value)
      return nil
    } catch {
      return error as? StoredValueError ?? .text(found: value.text, expected: "\(error)")
    }
  }
}

extension LogChange {
  /// Returns true if the value of the change has a later version than the component can read.
  package func isLater(than type: any StoredComponent.Type) -> Bool {
    // Every component reads version 1, and nearly all values have this version.
    version > 1 && !isRemoval && type.storedVersion < version
  }
}

extension StoredComponent where Self: Codable {
  /// The value as JSON on one line, with sorted members.
  ///
  /// - Complexity: O(*n* log *n*) in the number of members.
  public var stored: StoredValue {
    get throws { StoredValue(try StoredEncoder.text(of: self), version: Self.storedVersion) }
  }

  /// Creates a component by decoding the JSON of a stored value.
  ///
  /// - Parameter stored: The stored value.
  /// - Throws: `DecodingError`.
  /// - Complexity: O(*n*) in the length of the JSON.
  public init(stored: StoredValue) throws { self = try stored.decoded(as: Self.self) }
}

extension StoredValue {
  /// Creates a stored value by encoding a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - version: The version of the component.
  /// - Throws: The error that the value throws.
  public init(encoding value: some Encodable, version: Int = 1) throws {
    self.init(try StoredEncoder.text(of: value), version: version)
  }
}
