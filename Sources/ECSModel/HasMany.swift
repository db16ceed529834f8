public import ECSKit

/// A relation from an entity to several values of one type.
///
/// Each value is a component of a separate entity. So a value can be found, observed and changed
/// like any other component:
///
///     let strength = context.add(Stat(name: "strength", points: 7), to: hero)
///     context.add(Stat(name: "wit", points: 9), to: hero)
///     hero.values(of: Stat.self).map(\.name)                    // ["strength", "wit"]
///     context.sources(of: HasMany<Stat>.self, to: strength)     // [hero]
///
/// Add the relation to the ``RelationRules`` of the context. Then `strength.destroy()` removes the
/// value from its owners, and destroying an owner destroys its values. `unlink(from:as:)` removes a
/// value from one owner without destroying it.
public enum HasMany<Value: Component>: Relation {
  /// The rule `cascade`: deleting an owner deletes its values.
  public static var deleteRule: DeleteRule { .cascade }
}

extension Entity {
  /// Returns the values of a type.
  ///
  /// - Parameter type: The exact type of the values.
  /// - Returns: The values, in the order of their links.
  /// - Complexity: O(*v*), where *v* is the number of values.
  public func values<Value: Component>(of type: Value.Type) -> [Value] {
    targets(of: HasMany<Value>.self).compactMap { $0[type] }
  }
}

extension Context {
  /// Adds a value to an entity.
  ///
  /// - Parameters:
  ///   - value: The value to add.
  ///   - owner: The entity that gets the value.
  /// - Returns: The entity of the value. This entity can also be linked to other owners.
  /// - Complexity: O(log *v*), where *v* is the number of the owner's values.
  @discardableResult
  public func add<Value: Component>(_ value: Value, to owner: Entity) -> Entity {
    transaction {
      let entity = createEntity(value)
      owner.link(to: entity, as: HasMany<Value>.self)
      return entity
    }
  }
}
