import ECSKit
public import ECSModel

/// A relation whose links are kept.
///
///     enum Cards: StoredRelation { static let storedName = "cards" }
///     StoredComponents(Card.self, Links<Cards>.self)
///
/// Several values of a type are links, too: `Links<Several<Stat>>` beside the component `Stat`. What an
/// ``ECSModel/Alias`` points to is the component `Alias.Target`.
public protocol StoredRelation: Relation where Data: Codable {
  /// The name that the links are stored under, which no component has.
  static var storedName: String { get }
}

/// A link as it is written.
private struct LinkForm<Data: Codable>: Codable {
  let to: Entity
  let data: Data
}

extension Links: StoredComponent where R: StoredRelation {
  /// The name of the relation.
  public static var storedName: String { R.storedName }

  /// The ids of the targets in order, with what the links say.
  public var stored: StoredValue {
    get throws {
      // A target without a name is left out.
      let links = links.filter { $0.target.isAlive || $0.target.writtenName?.isEmpty == false }
      return R.Data.self == NoData.self
        ? try StoredValue(encoding: links.map(\.target))
        : try StoredValue(encoding: links.map { LinkForm(to: $0.target, data: $0.data) })
    }
  }

  /// Reads the links.
  ///
  /// - Parameter stored: The value.
  /// - Throws: `DecodingError`.
  public init(stored: StoredValue) throws {
    if let nothing = NoData() as? R.Data {
      self.init(try stored.decoded(as: [Entity].self).map { Link(to: $0, nothing) })
    } else {
      let links = try stored.decoded(as: [LinkForm<R.Data>].self)
      self.init(links.map { Link(to: $0.to, $0.data) })
    }
  }
}

extension Several: StoredRelation where Value: StoredComponent {
  /// The name of the component, and that it is one of several.
  public static var storedName: String { "several \(Value.storedName)" }
}

extension Alias.Target: StoredComponent {
  /// "alias".
  public static var storedName: String { "alias" }

  private struct Form: Codable {
    let name: String
    let to: Entity
  }

  /// The name and the id of the entity.
  public var stored: StoredValue {
    get throws { try StoredValue(encoding: Form(name: name, to: entity)) }
  }

  /// Reads the alias.
  ///
  /// - Parameter stored: The value.
  /// - Throws: `DecodingError`.
  public init(stored: StoredValue) throws {
    let form = try stored.decoded(as: Form.self)
    self.init(name: form.name, entity: form.to)
  }
}
