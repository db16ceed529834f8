import ECSKit
import ECSModel

extension ComponentStore {
  /// A value in the file that the store could not read into the context.
  public struct Unread: CustomStringConvertible {
    /// The id of the entity.
    public let entity: DurableID
    /// The stored name of the component.
    public let component: String
    /// A description of the found and the expected value.
    public let reason: String
    /// True if the stored name is the name of one of the store's components.
    let isKnown: Bool

    /// The entity, the name and the reason.
    public var description: String { "\(entity) \(component): \(reason)" }
  }

  /// The values in the file that the store could not read into the context.
  ///
  /// Unread values belong to unknown components, have later versions, cannot be decoded or
  /// migrated, or refer to missing entities.
  ///
  ///     try store.load()
  ///     for unread in store.unread { print(unread) }
  ///     // 7f…01 stats: found version 3; expected 2, or an older version with a migration
  ///
  /// All of these values remain in the file. The store never overwrites an unread value: saving a
  /// new value of the component fails until you remove the ``UnreadValues`` from the entity.
  ///
  /// - Complexity: O(*n*) in the number of entities with such values.
  public var unread: [Unread] {
    let values = context.group(.all(UnreadValues.self)).flatMap { entity in
      (entity[UnreadValues.self]?.values ?? [:]).sorted { $0.key < $1.key }.map { name, value in
        Unread(
          entity: entity[DurableID.self] ?? DurableID(""), component: name, reason: value.reason,
          isKnown: components[name] != nil)
      }
    }
    let owners = references.owners.filter { context.entity($0.key) == nil }
    let missing = owners.sorted { $0.key.text < $1.key.text }.flatMap { id, owners in
      owners.filter { owner in
        owner.entity.isAlive && owner.entity.component(owner.type) != nil
          // An alias of a destroyed entity is not reported, because the alias no longer has a
          // target.
          && !(owner.type == Alias.Target.self && references.isDestroyed(id))
      }.map { owner in
        Unread(
          entity: owner.entity[DurableID.self] ?? DurableID(""), component: owner.type.storedName,
          reason: StoredValueError.text(
            found: id.text, expected: "the id of an existing entity"
          ).description, isKnown: true)
      }
    }
    return values + missing
  }
}
