/// The reason why a change set could not be applied.
///
/// Nothing was changed.
///
/// Entities are named by their creation numbers.
public enum ChangeSetError: Error, Equatable, CustomStringConvertible {
  /// A component is not what it was when the set was made; nil stands for no component.
  ///
  /// If another entity holds a unique component now, the error names that entity and its value.
  case conflict(entity: UInt64, component: String, expected: String?, found: String?)
  /// A value has a key that belongs to another entity in a unique index.
  case duplicateKey(entity: UInt64, component: String, key: String)
  /// An entity that the set changes or destroys is gone, or one that it brings back exists already
  /// or has lost its slot to another one.
  case existence(entity: UInt64, isExpected: Bool)
  /// The set belongs to another context.
  case otherContext
  /// A cascade is being rolled back, or a change set is being delivered to its readers.
  case frozen

  /// A sentence that says what is wrong.
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

  /// Returns a value with its control characters escaped, because a terminal could interpret them.
  private static func shown(_ value: String?) -> String? {
    value?.unicodeScalars.map { $0 == "\"" ? "\"" : $0.escaped(asASCII: true) }.joined()
  }
}
