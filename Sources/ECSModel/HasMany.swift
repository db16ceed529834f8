public import ECSKit

/// The relation of an entity to several values of one type.
///
/// Each value is a component of an entity of its own, so it can be found, observed and changed like
/// any other:
///
///     let strength = context.add(Stat(name: "strength", points: 7), to: hero)
///     context.add(Stat(name: "wit", points: 9), to: hero)
///     hero.values(of: Stat.self).map(\.name)                    // ["strength", "wit"]
///     context.sources(of: HasMany<Stat>.self, to: strength)     // [hero]
///
/// Name the relation in the ``Relations`` of the context: `strength.destroy()` then takes the value
/// away from its owners, and a destroyed owner takes its values with it. `unlink(from:as:)` takes a
/// value away from one owner and keeps it.
public enum HasMany<Value: Component>: Relation {
  /// The values of a deleted entity are deleted with it.
  public static var deleteRule: DeleteRule { .cascade }
}

extension Entity {
  /// Returns the values of a type.
  ///
  /// - Parameter type: The type of the values, exactly.
  /// - Returns: The values, in the order of their links.
  /// - Complexity: O(*v*), where *v* is the number of values.
  public func values<Value: Component>(of type: Value.Type) -> [Value] {
    targets(of: HasMany<Value>.self).compactMap { $0[type] }
  }
}

extension Context {
  /// Gives an entity one more value of a type.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - owner: The entity that gets it.
  /// - Returns: The entity of the value, which can be linked to other owners, too.
  /// - Complexity: O(*v*), where *v* is the number of values that the owner has.
  @discardableResult
  public func add<Value: Component>(_ value: Value, to owner: Entity) -> Entity {
    transaction {
      let entity = createEntity(value)
      owner.link(to: entity, as: HasMany<Value>.self)
      return entity
    }
  }
}
