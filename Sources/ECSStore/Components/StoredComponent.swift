public import ECSKit

/// A component that outlives the process.
///
/// A component that is `Codable` needs a name only:
///
///     struct Stats: StoredComponent, Codable, Equatable {
///       static let storedName = "stats"
///       var strength: Int
///     }
///     try Stats(strength: 7).stored.text  // {"strength":7}
///
/// The name is a promise: values that were stored under it are read under it, whatever the type is
/// called by then. When the values get another form, ``storedVersion`` rises, and
/// ``migrated(from:)`` reads those of the versions before.
public protocol StoredComponent: Component, Equatable {
  /// The name that the values are stored under, which no other component has.
  static var storedName: String { get }
  /// The version of the values that are written, from 1.
  static var storedVersion: Int { get }

  /// The value to store.
  var stored: StoredValue { get throws }

  /// Reads a stored value.
  ///
  /// - Parameter stored: The value, in the version ``storedVersion``.
  /// - Throws: An error that says what was found and what was expected.
  init(stored: StoredValue) throws

  /// Reads a value of an older version.
  ///
  /// Without an implementation no older version is read.
  ///
  /// - Parameter old: The value, in a version below ``storedVersion``.
  /// - Returns: The component as it is now.
  /// - Throws: An error that says what was found and what was expected.
  static func migrated(from old: StoredValue) throws -> Self

  /// Writes a value in the oldest version, for programs that know no other.
  ///
  /// - Parameter value: A value of any version.
  /// - Returns: The value in version 1; nil if that cannot say it.
  /// - Throws: An error that says what was found and what was expected.
  static func original(of value: StoredValue) throws -> StoredValue?

  /// True if a removal holds beside a value that was set without knowing of it.
  ///
  /// Between devices a value otherwise wins over a removal that did not know of it. A component that hides
  /// its entity is an example: what one device shows again stays visible.
  static var removalPrevails: Bool { get }

  /// True if a value is written in parts; you never need to implement it.
  ///
  /// A requirement is read without a search for conformances at run time.
  static var isWrittenInParts: Bool { get }

  /// Makes a context ready for values of the component; you never need to implement it.
  ///
  /// It is compiled where the type is known, so that the context gets operations for just this type.
  ///
  /// - Parameter context: The context.
  @_documentation(visibility: internal)
  static func prepareColumn(in context: Context)

  /// Returns the value to store of an entity; you never need to implement it.
  ///
  /// It is compiled where the type is known, so that the value is found without looking for its type.
  ///
  /// - Parameter entity: The entity.
  /// - Returns: The value; nil if the entity does not have the component.
  /// - Throws: What ``stored`` throws.
  @_documentation(visibility: internal)
  static func stored(of entity: Entity) throws -> StoredValue?
}

extension StoredComponent {
  /// Version 1.
  public static var storedVersion: Int { 1 }

  /// Refuses all older versions.
  ///
  /// - Parameter old: The value.
  /// - Returns: Nothing.
  /// - Throws: ``StoredValueError`` always.
  public static func migrated(from old: StoredValue) throws -> Self {
    throw StoredValueError.version(found: old.version, newest: storedVersion)
  }

  /// Returns a value of version 1 as it is, and no other.
  ///
  /// - Parameter value: The value.
  /// - Returns: The value; nil if it has a later version.
  /// - Throws: Nothing.
  public static func original(of value: StoredValue) throws -> StoredValue? {
    value.version == 1 ? value : nil
  }

  /// False: a value is not lost by a removal that did not know of it.
  public static var removalPrevails: Bool { false }

  /// False, as for every component that is no list of links.
  public static var isWrittenInParts: Bool { false }

  /// Makes a context ready for values of the component.
  ///
  /// - Parameter context: The context.
  @_documentation(visibility: internal)
  @inlinable
  public static func prepareColumn(in context: Context) { context.prepareColumn(of: Self.self) }

  /// Returns the value to store of an entity.
  ///
  /// - Parameter entity: The entity.
  /// - Returns: The value; nil if the entity does not have the component.
  /// - Throws: What ``stored`` throws.
  @_documentation(visibility: internal)
  @inlinable
  public static func stored(of entity: Entity) throws -> StoredValue? {
    try entity[Self.self]?.stored
  }

  /// Reads a value of any version: the one way from a stored value to a component.
  init(any stored: consuming StoredValue) throws {
    if stored.version == Self.storedVersion {
      try self.init(stored: stored)
    } else if stored.version < Self.storedVersion {
      self = try Self.migrated(from: stored)
    } else {
      throw StoredValueError.version(found: stored.version, newest: Self.storedVersion)
    }
  }

  /// Reads an entry of a log; nil if it takes the component back, or has a value that is not understood.
  package init?(_ entry: LogEntry) {
    guard let value = entry.stored() else { return nil }
    do { try self.init(any: value) } catch { return nil }
  }

  /// Returns the error for the value of an entry; nil if the value can be read, or if it has none.
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
  /// Returns whether it has a value of a component in a later version than this program reads.
  package func isLater(than type: any StoredComponent.Type) -> Bool {
    // Nearly all values are of the first version, which every component reads.
    version > 1 && !isRemoval && type.storedVersion < version
  }
}

extension StoredComponent where Self: Codable {
  /// The value as JSON on one line, with the members in the order of their names.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of members.
  public var stored: StoredValue {
    get throws { StoredValue(try StoredEncoder.text(of: self), version: Self.storedVersion) }
  }

  /// Reads the JSON of a value.
  ///
  /// - Parameter stored: The value.
  /// - Throws: `DecodingError`.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(stored: StoredValue) throws { self = try stored.decoded(as: Self.self) }
}

extension StoredValue {
  /// Creates the value of something that is `Codable`, as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - version: The version of the component that it is written in.
  /// - Throws: What the value throws.
  public init(encoding value: some Encodable, version: Int = 1) throws {
    self.init(try StoredEncoder.text(of: value), version: version)
  }
}
