public import ECSKit

/// The component types that a store or snapshot saves.
public struct StoredComponents: Sendable {
  /// The types, in the order in which they were passed to the initializer.
  public let types: [any StoredComponent.Type]
  private let byName: [String: any StoredComponent.Type]
  /// True if any of the components is unique in its context.
  let includeUnique: Bool

  /// Creates a list of components.
  ///
  /// - Parameter types: The component types.
  /// - Precondition: The stored names of the types are unique. No name is `step`, `undo` or `redo`,
  ///   or begins with a dot.
  public init(_ types: any StoredComponent.Type...) {
    self.init(types)
  }

  /// Creates a list of components.
  ///
  /// - Parameter types: The component types.
  /// - Precondition: The stored names of the types are unique. No name is `step`, `undo` or `redo`,
  ///   or begins with a dot.
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

  func with(_ type: any StoredComponent.Type) -> StoredComponents {
    StoredComponents(types + [type])
  }

  /// The component with a stored name, or nil if there is none.
  package subscript(name: String) -> (any StoredComponent.Type)? { byName[name] }
}

/// The values of an entity that the program cannot read.
///
/// A value is unreadable if its component is unknown or has a newer version, or if the value is
/// damaged. Loading sets this component, and snapshots include its values. So a program never loses
/// values that it cannot read.
public struct UnreadValues: Component, Equatable {
  /// An unread value, and the reason why it was not read.
  public struct Value: Equatable, Sendable {
    /// The stored value.
    public let stored: StoredValue
    /// A description of the found and the expected value.
    public let reason: String
  }

  /// The values by stored component name.
  public internal(set) var values: [String: Value]
}
