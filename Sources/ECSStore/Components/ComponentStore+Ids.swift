import ECSKit
import ECSModel

/// The ids of what is kept, and of what kept values refer to.
extension ComponentStore {
  /// Gives an entity what the file has of each entity that is kept.
  func keep(_ entity: Entity) {
    if !entity.has(DurableID.self), let id = references.id(of: entity), context.entity(id) == nil {
      // It was undone that it got an id.
      entity.set(id)
    }
    entity.durableID()
    if ownsEntities, !entity.has(Existence.self) {
      entity.set(Existence(order: entity.creationNumber ?? 0))
    }
  }

  /// Returns what a value that is kept calls an entity; nil if it has no name.
  func name(_ entity: Entity) -> String? {
    if isPreparing, ownsEntities, entity.isAlive, !entity.has(Existence.self) { keep(entity) }
    let id = references.id(of: entity)
    if id == nil { references.nameless.insert(entity) }
    return id?.text
  }

  /// Keeps the entities that unsaved values refer to.
  func keepReferences() {
    isPreparing = true
    defer { isPreparing = false }
    for entity in unsaved.ended where isNeeded(entity) { keep(entity) }
    unsaved.visitReferences()
  }

  /// Notes that an entity has another id, or none.
  func noteID(_ event: Event) {
    let entity = event.entity
    // One that was lost by undo is replaced, too.
    guard let former = event.old(DurableID.self) ?? unsaved.formerID(entity) else { return }
    // An id that was rolled back before it was written means nothing to anybody.
    if entity.isAlive, event.new(DurableID.self) == nil,
      unsaved.kept(entity, Existence.self) == nil
    {
      return
    }
    unsaved.note(entity, former)
    references.note(entity, former)
    if entity.isAlive, event.new(DurableID.self) != former { changedIDs.append(entity) }
  }

  /// Whether an entity has a value that is kept, or one refers to it: it was undone that the entity is
  /// kept, and the value was not.
  private func isNeeded(_ entity: Entity) -> Bool {
    components.types.contains { entity.component($0) != nil }
      || references.id(of: entity).map { !context.values(components, referringTo: $0).isEmpty }
        ?? false
  }

  /// Notes what is written again when the call ends, since the ids of entities changed.
  ///
  /// All changes of the call are noted by then, so a value that is not noted is as in the file.
  func noteChangedIDs() {
    while let entity = changedIDs.popLast() {
      // A change of an id that was rolled back is none.
      guard unsaved.isRenamed(entity) else { continue }
      // Under its new id the entity is written whole, and under the former one nothing is left of it.
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
