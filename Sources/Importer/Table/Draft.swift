public import ECSKit

/// The components that a record was read into, before they are an entity's.
public struct Draft {
  /// A component that an import can compare with the one that is there.
  typealias Part = any Component & Equatable

  private(set) var parts: [Part] = []
  /// The types of the parts, which are looked through quicker than the parts.
  private var types: [ObjectIdentifier] = []

  /// Creates a draft without components.
  public init() {}

  /// The value of a component; nil if there is none, and setting nil takes it away.
  ///
  /// - Parameter type: The type of the component.
  public subscript<C: Component & Equatable>(_ type: C.Type) -> C? {
    get { types.firstIndex(of: ObjectIdentifier(type)).flatMap { parts[$0] as? C } }
    set {
      remove(ObjectIdentifier(type))
      if let newValue { append(newValue) }
    }
  }

  /// The parts as an entity is made of them.
  var components: [any Component] {
    // Element by element, because converting the whole array casts each of them at run time.
    var components: [any Component] = []
    components.reserveCapacity(parts.count)
    for part in parts { components.append(part) }
    return components
  }

  /// Adds what another draft has and this one has not.
  mutating func inherit(_ other: Draft) {
    for (part, type) in zip(other.parts, other.types) where !has(type) { append(part) }
  }

  func has(_ type: ObjectIdentifier) -> Bool { types.contains(type) }

  mutating func append(_ part: Part) {
    parts.append(part)
    types.append(ObjectIdentifier(Swift.type(of: part)))
  }

  mutating func remove(_ type: ObjectIdentifier) {
    guard let place = types.firstIndex(of: type) else { return }
    parts.remove(at: place)
    types.remove(at: place)
  }
}
