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
/// Destroying a value, as in `strength.destroy()`, removes the value from its owners. Destroying an
/// owner destroys its values. These rules apply as soon as `add(_:to:)` is called or a store with
/// the links is attached. List the relation in a ``RelationRules`` only to observe or delete along
/// it. `unlink(from:as:)` removes a value from one owner without destroying the value.
public enum HasMany<Value: Component>: OwningRelation {
  /// The rule `cascade`: deleting an owner deletes its values.
  public static var deleteRule: DeleteRule { .cascade }
}

/// A relation whose delete rule applies even if no ``RelationRules`` lists the relation.
package protocol OwningRelation: Relation {}

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
  /// Adds a value to an entity, which owns the value.
  ///
  /// - Parameters:
  ///   - value: The value to add.
  ///   - owner: The entity that gets the value.
  /// - Returns: The entity of the value. This entity can also be linked to other owners.
  /// - Complexity: O(log *v*), where *v* is the number of the owner's values.
  @discardableResult
  public func add<Value: Component>(_ value: Value, to owner: Entity) -> Entity {
    applyDeleteRule(of: HasMany<Value>.self)
    return transaction {
      let entity = createEntity(value)
      owner.link(to: entity, as: HasMany<Value>.self)
      return entity
    }
  }

  /// Applies the delete rule of a relation, unless a ``RelationRules`` already applies it.
  ///
  /// - Complexity: O(*n*) for the first call, where *n* is the number of entities. Later calls are
  ///   O(*r*), where *r* is the number of relations whose rules apply.
  package func applyDeleteRule<R: OwningRelation>(of relation: R.Type) {
    let graphs = companion(FollowedLinks.init).graphs
    if !graphs.contains(where: { $0.contains(relation) }) {
      _ = RelationRules(relation, in: self)
    }
  }
}
