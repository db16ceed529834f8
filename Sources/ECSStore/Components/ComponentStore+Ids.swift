import ECSKit
import ECSModel

/// Functions for the ids of stored entities, and of entities to which stored values refer.
extension ComponentStore {
  /// Assigns a durable id to an entity and, if the log determines which entities exist, an
  /// ``Existence``.
  func makeDurable(_ entity: Entity) {
    if !entity.has(DurableID.self), let id = references.id(of: entity), context.entity(id) == nil {
      // Restores an id that an undo removed.
      entity.set(id)
    }
    entity.durableID()
    if ownsEntities, !entity.has(Existence.self) {
      entity.set(Existence(order: entity.creationNumber ?? 0))
    }
  }

  /// Returns the name of an entity in stored values, or nil if the entity has no name.
  func name(_ entity: Entity) -> String? {
    if isPreparing, ownsEntities, entity.isAlive, !entity.has(Existence.self) {
      makeDurable(entity)
    }
    let id = references.id(of: entity)
    if id == nil { references.entitiesWithoutID.insert(entity) }
    return id?.text
  }

  /// Assigns durable ids to the entities to which unsaved values refer.
  func makeTargetsDurable() {
    isPreparing = true
    defer { isPreparing = false }
    for entity in unsaved.entitiesWithoutExistence where isNeeded(entity) { makeDurable(entity) }
    unsaved.visitReferences()
  }

  /// Records that the id of an entity was changed or removed.
  func noteID(_ event: Event) {
    let entity = event.entity
    // If an undo removed the id, the event contains no old id.
    guard let former = event.old(DurableID.self) ?? unsaved.formerID(entity) else { return }
    // An id that was rolled back before it was written is unknown to other programs.
    if entity.isAlive, event.new(DurableID.self) == nil,
      unsaved.savedValue(entity, Existence.self) == nil
    {
      return
    }
    unsaved.note(entity, former)
    references.note(entity, former)
    if entity.isAlive, event.new(DurableID.self) != former { changedIDs.append(entity) }
  }

  /// Returns true if an entity has stored values, or if stored values refer to it.
  ///
  /// An undo may have removed the ``Existence`` of the entity but not its values.
  private func isNeeded(_ entity: Entity) -> Bool {
    components.types.contains { entity.component($0) != nil }
      || references.id(of: entity).map { !context.values(components, referringTo: $0).isEmpty }
        ?? false
  }

  /// Records the values that must be written again because entity ids changed.
  ///
  /// Call this method only after all changes of the current call are recorded. A value without a
  /// record then equals the value in the file.
  func noteChangedIDs() {
    while let entity = changedIDs.popLast() {
      // The change to the id may have been rolled back.
      guard unsaved.isRenamed(entity) else { continue }
      // All values are written under the new id and removed under the old id.
      for type in components.types {
        if let value = entity.component(type) as? any StoredComponent { note(entity, type, value) }
      }
      guard let id = entity[DurableID.self] else { continue }
      for (owner, value) in context.values(components, referringTo: id) {
        note(owner, type(of: value), value)
        unsaved.note(owner, type(of: value), refersTo: entity)
      }
    }
  }
}

/// The key of a value in the file: its entity and component.
struct ValueName: Hashable {
  let target: String
  let kind: String

  init(_ entry: LogEntry) { (target, kind) = (entry.change.target, entry.change.kind) }

  init(_ id: DurableID, _ type: any StoredComponent.Type) {
    (target, kind) = (id.text, type.storedName)
  }
}

extension ComponentStore {
  func hasUnsaved(_ entity: Entity) -> Bool {
    components.types.contains {
      $0 != Existence.self && entity.component($0) != nil && unsaved.isChanged(entity, $0)
    }
  }

  /// Returns true if an entity has no value in the file and none in the context.
  func hasNothing(of entity: Entity) -> Bool {
    ownsEntities && isEmpty(entity)
      && components.types.allSatisfy { unsaved.savedValue(entity, $0) == nil }
  }
}
