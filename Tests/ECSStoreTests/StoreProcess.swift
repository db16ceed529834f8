import ECSHistory
import ECSKit
import ECSStore

/// A process with the store of a folder and an undo stack.
final class StoreProcess {
  let context = Context()
  let store: ComponentStore
  let undo: UndoStack

  init(_ path: String, _ components: StoredComponents) throws {
    store = ComponentStore(context, in: path, components) { 7 }
    undo = UndoStack(store)
    try store.load()
  }

  /// Returns the entity with an id, and creates it if it does not exist.
  func find(_ id: String, creating create: (Entity) -> Void = { _ in }) -> Entity {
    if let entity = context.entity(DurableID(id)) { return entity }
    return context.transaction {
      let entity = context.createEntity(DurableID(id))
      create(entity)
      return entity
    }
  }
}
