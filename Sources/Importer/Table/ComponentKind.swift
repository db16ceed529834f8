import ECSKit

/// A type of component that an import knows at run time only.
struct ComponentKind: Sendable {
  let component: any Component.Type
  var type: ObjectIdentifier { ObjectIdentifier(component) }
  /// Takes the component away from an entity that has it; false if it had none.
  let clear: @Sendable (Entity) -> Bool
  /// Returns whether an entity has the component.
  let isHeld: @Sendable (Entity) -> Bool
  /// Returns the entity that holds the component, if it is a unique one.
  let holder: (@Sendable (Context) -> Entity?)?

  init<C: Component & Equatable>(_ type: C.Type) {
    component = type
    clear = { entity in
      guard entity.has(type) else { return false }
      entity.remove(type)
      return true
    }
    isHeld = { $0.has(type) }
    // Checking the conformance of a type is slow; most are not unique.
    holder =
      type.isUnique ? (type as? any UniqueComponent.Type).map { Self.holder(of: $0) } : nil
  }

  private static func holder<C: UniqueComponent>(
    of type: C.Type
  ) -> @Sendable (Context) -> Entity? {
    { $0.holder(of: type) }
  }
}

extension [ComponentKind] {
  /// The kinds, each type once.
  ///
  /// There are a few dozen, and to look through them takes less time than a set, whose own type is
  /// made at run time.
  var firstOfEachType: [ComponentKind] {
    var found: [ComponentKind] = []
    for kind in self where !found.contains(where: { $0.type == kind.type }) { found.append(kind) }
    return found
  }
}
