import ECSKit
public import ECSModel

/// A relation with stored links.
///
///     enum Cards: StoredRelation { static let storedName = "cards" }
///     StoredComponents(Card.self, Links<Cards>.self)
///
/// If entities have several values of a component `Stat`, also store `Links<HasMany<Stat>>`. To
/// store an ``ECSModel/Alias``, store the component `Alias.Target`.
public protocol StoredRelation: Relation where Data: Codable {
  /// The unique name under which links are stored.
  static var storedName: String { get }
}

extension HasMany: StoredRelation where Value: StoredComponent {
  /// The word `several`, followed by the name of the component.
  public static var storedName: String { "several \(Value.storedName)" }
}

extension Alias.Target: StoredComponent {
  /// The name `alias`.
  public static var storedName: String { "alias" }

  private struct Form: Codable {
    let name: String
    let to: Entity
  }

  /// The name of the alias, and the id of its target.
  public var stored: StoredValue {
    get throws { try StoredValue(encoding: Form(name: name, to: entity)) }
  }

  /// Creates an alias target by decoding a stored value.
  ///
  /// - Parameter stored: The stored value.
  /// - Throws: `DecodingError`.
  public init(stored: StoredValue) throws {
    let form = try stored.decoded(as: Form.self)
    self.init(name: form.name, entity: form.to)
  }
}
