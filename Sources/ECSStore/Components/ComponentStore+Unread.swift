import ECSKit
import ECSModel

extension ComponentStore {
  /// Something that the file has and the context does not show.
  public struct Unread: CustomStringConvertible {
    /// The entity.
    public let entity: DurableID
    /// The name that the value is stored under.
    public let component: String
    /// What was found and what was expected.
    public let reason: String
    /// Whether the store keeps components of the name.
    let isKnown: Bool

    /// The entity, the name and the reason.
    public var description: String { "\(entity) \(component): \(reason)" }
  }

  /// What the file has and the context does not show: values of unknown components and of later
  /// versions, values that failed to migrate or lack a field, and references to what is not there.
  ///
  ///     try store.load()
  ///     for unread in store.unread { print(unread) }
  ///     // 7f…01 stats: found version 3; expected one up to 2 that has a migration
  ///
  /// All of it stays in the file. A component whose value was not read is not written over: to set it
  /// is refused when it is saved, until ``UnreadValues`` are removed from the entity.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entities with such values.
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
          // An alias of a destroyed entity is empty, as it was before.
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
