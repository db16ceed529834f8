/// Why a change set could not be applied; nothing was changed.
///
/// Entities are named by their creation numbers.
public enum ChangeSetError: Error, Equatable, CustomStringConvertible {
  /// A component is not what it was when the set was made; nil stands for no component.
  ///
  /// A unique component that another entity holds now is told as a value of that entity.
  case conflict(entity: UInt64, component: String, expected: String?, found: String?)
  /// A value has a key that is another entity's in a unique index.
  case duplicateKey(entity: UInt64, component: String, key: String)
  /// An entity that is to be changed or destroyed is gone.
  case dead(entity: UInt64)
  /// An entity that is to come back is there, or another one has its place.
  case occupied(entity: UInt64)
  /// The set is of another context.
  case otherContext
  /// A cascade is being taken back, or a change set is being told.
  case frozen

  /// What is the matter, in a sentence.
  public var description: String {
    switch self {
    case .conflict(let entity, let component, let expected, let found):
      "entity \(entity): found \(Self.shown(found) ?? "no \(component)"); "
        + "expected \(Self.shown(expected) ?? "no \(component)")"
    case .duplicateKey(let entity, let component, let key):
      "entity \(entity): the key \"\(Misuse.escaped(key))\" of \(component) is another entity's; "
        + "expected one that is free"
    case .dead(let entity): "entity \(entity) is gone; expected one that exists"
    case .occupied(let entity):
      "entity \(entity) is there or its place is another's; expected it to be gone"
    case .otherContext: "the change set is of another context; expected one of this context"
    case .frozen: "the context can not be changed now; expected to be called later"
    }
  }

  /// A value as it is written, but for what could command the terminal it is reported to.
  private static func shown(_ value: String?) -> String? {
    value?.unicodeScalars.map { $0 == "\"" ? "\"" : $0.escaped(asASCII: true) }.joined()
  }
}
