public import ECSKit

/// The components that a store or a snapshot keeps.
public struct StoredComponents: Sendable {
  /// The types in the order in which they were given.
  public let types: [any StoredComponent.Type]
  private let byName: [String: any StoredComponent.Type]
  /// Whether only one entity at a time has one of them.
  let includeUnique: Bool

  /// Creates a list of components.
  ///
  /// - Parameter types: The components.
  /// - Precondition: No two of them have one name, and none is called `step`, `undo` or `redo`, or
  ///   begins with a full stop.
  public init(_ types: any StoredComponent.Type...) {
    self.init(types)
  }

  /// Creates a list of components.
  ///
  /// - Parameter types: The components.
  /// - Precondition: No two of them have one name, and none is called `step`, `undo` or `redo`, or
  ///   begins with a full stop.
  public init(_ types: [any StoredComponent.Type]) {
    self.types = types
    includeUnique = types.contains { $0.isUnique }
    for type in types {
      precondition(
        !LogKind.isOwn(type.storedName), "\(type.storedName) is a name that the log reserves")
    }
    byName = Dictionary(
      types.map { ($0.storedName, $0) },
      uniquingKeysWith: { first, second in
        preconditionFailure("\(first) and \(second) are both stored as \(first.storedName)")
      })
  }

  /// Returns the same list with one more component.
  func with(_ type: any StoredComponent.Type) -> StoredComponents {
    StoredComponents(types + [type])
  }

  /// The component that is stored under a name; nil if there is none.
  package subscript(name: String) -> (any StoredComponent.Type)? { byName[name] }
}

/// Values of an entity that its program does not know: of a component that is not among those that are
/// kept, of a newer version, or damaged.
///
/// Restoring sets it, and a snapshot writes its values again, so that nothing is lost by a program
/// which knows less than the one that wrote them.
public struct UnreadValues: Component, Equatable {
  /// A value and why it was not read.
  public struct Value: Equatable, Sendable {
    /// The value as it is stored.
    public let stored: StoredValue
    /// What was found and what was expected.
    public let reason: String
  }

  /// The values by the names that they are stored under.
  public internal(set) var values: [String: Value]
}
