/// The reason why a change set could not be applied.
///
/// If an error is thrown, the context has not changed.
///
/// The errors identify entities by their creation numbers.
public enum ChangeSetError: Error, Equatable, CustomStringConvertible {
  /// A component does not have the value that the set expects.
  ///
  /// A value of nil stands for a missing component. If the component is unique and another entity
  /// now holds it, the error names that entity and its value.
  case conflict(entity: UInt64, component: String, expected: String?, found: String?)
  /// A value has a key that another entity already has in a unique index.
  case duplicateKey(entity: UInt64, component: String, key: String)
  /// An entity that should exist is missing, or an entity that should be created cannot be created.
  ///
  /// An entity cannot be created if it exists already or if another entity occupies its slot.
  case existence(entity: UInt64, isExpected: Bool)
  /// The set belongs to another context.
  case otherContext
  /// The context currently refuses changes.
  ///
  /// For example, the context is rolling back a cascade or delivering a change set to its readers.
  case frozen

  /// A sentence that describes the error.
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
      "entity \(entity) exists, or another entity uses its index; expected a destroyed entity"
    case .otherContext:
      "the change set belongs to another context; expected a change set of this context"
    case .frozen: "the context cannot be changed while changes are delivered; try again afterwards"
    }
  }

  /// Returns a value with its control characters escaped.
  ///
  /// A terminal could otherwise interpret these characters.
  private static func shown(_ value: String?) -> String? {
    value?.unicodeScalars.map { $0 == "\"" ? "\"" : $0.escaped(asASCII: true) }.joined()
  }
}
