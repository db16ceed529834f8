import ECSKit

struct ComponentKind: Sendable {
  let component: any Component.Type
  var type: ObjectIdentifier { ObjectIdentifier(component) }
  /// Removes the component from an entity, and returns false if the entity lacks the component.
  let clear: @Sendable (Entity) -> Bool
  let isHeld: @Sendable (Entity) -> Bool
  /// A closure that returns the entity with the component.
  ///
  /// The closure is nil if the component type is not unique.
  let holder: (@Sendable (Context) -> Entity?)?

  init<C: Component & Equatable>(_ type: C.Type) {
    component = type
    clear = { entity in
      guard entity.has(type) else { return false }
      entity.remove(type)
      return true
    }
    isHeld = { $0.has(type) }
    // Checking `isUnique` first avoids a slow conformance check for most types.
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
  /// The kinds without duplicates.
  ///
  /// For a few dozen types, a linear search is faster than a set. A set would also require the
  /// runtime to instantiate a generic type.
  var firstOfEachType: [ComponentKind] {
    var found: [ComponentKind] = []
    for kind in self where !found.contains(where: { $0.type == kind.type }) { found.append(kind) }
    return found
  }
}
