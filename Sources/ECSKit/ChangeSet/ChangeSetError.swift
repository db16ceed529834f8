/// The reason why a change set could not be applied.
///
/// After such an error, nothing was changed.
///
/// Entities are identified by their creation numbers.
public enum ChangeSetError: Error, Equatable, CustomStringConvertible {
  /// A component does not have the value that the set expects. The value nil stands for a missing
  /// component.
  ///
  /// If another entity now holds a unique component, the error names this other entity and its
  /// value.
  case conflict(entity: UInt64, component: String, expected: String?, found: String?)
  /// A value has a key that belongs to another entity in a unique index.
  case duplicateKey(entity: UInt64, component: String, key: String)
  /// An entity that the set changes or destroys is missing, or an entity that the set creates
  /// cannot be created. In the second case, the entity exists already, or another entity has its
  /// slot.
  case existence(entity: UInt64, isExpected: Bool)
  /// The set belongs to another context.
  case otherContext
  /// The context refuses changes now. A cascade is being rolled back, or a change set is being
  /// delivered to its readers.
  case frozen

  /// A sentence that describes the error.
  @_documentation(visibility: internal)
  public var description: String {
    switch self {
    case .conflict(let entity, let component, let expected, let found):
      "entity \(entity): found \(Self.shown(found) ?? "no \(component)"); "
        + "expected \(Self.shown(expected) ?? "no \(component)")"
    case .duplicateKey(let entity, let component, let key):
      "entity \(entity): the key \"\(Misuse.escaped(key))\" of \(component) is already used "
        + "by another entity"
    case .existence(let entity, isExpected: true):
      "entity \(entity) does not exist; expected an existing entity"
    case .existence(let entity, isExpected: false):
      "entity \(entity) exists, or another entity has its index; expected a destroyed entity"
    case .otherContext:
      "the change set belongs to another context; expected a change set of this context"
    case .frozen: "the context cannot be changed while changes are delivered; try again afterwards"
    }
  }

  /// Returns a value with its control characters escaped.
  ///
  /// A terminal could otherwise interpret them.
  private static func shown(_ value: String?) -> String? {
    value?.unicodeScalars.map { $0 == "\"" ? "\"" : $0.escaped(asASCII: true) }.joined()
  }
}
