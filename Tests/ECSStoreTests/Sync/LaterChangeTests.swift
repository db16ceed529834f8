import ECSDetached
import ECSHistory
import ECSKit
import ECSStore
import TestSupport
import Testing

/// Changes that a store makes after it has read the entries of other devices.
@Suite("Changes after a sync")
struct LaterChangeTests {
  private let folder = TemporaryFolder()
  private let shared: String

  init() { shared = folder.makeFolder("shared") }

  private func store(_ name: String) throws -> (store: ComponentStore, context: Context) {
    let context = Context()
    let store = ComponentStore(
      context, in: "\(folder.path)/\(name)", SyncModel.componentsOfMany, clock: { 1 })
    try store.load()
    return (store, context)
  }

  @Test("a change covers a value of another device that an earlier sync has read")
  func covered() throws {
    let (phone, phoneContext) = try store("phone")
    let talk = phoneContext.createEntity(DurableID("talk"), Health(points: 1))
    let other = phoneContext.createEntity(DurableID("other"), Health(points: 1))
    try phone.save()
    _ = try phone.sync(in: shared, .mine)
    let (desk, deskContext) = try store("desk")
    _ = try desk.sync(in: shared, .mine)
    other.set(Health(points: 2))
    try phone.save()
    _ = try phone.sync(in: shared, .mine)
    // This sync reads only an entry about another entity.
    _ = try desk.sync(in: shared, .mine)
    try #require(deskContext.entity(DurableID("talk"))).remove(Health.self)
    try desk.save()
    _ = try desk.sync(in: shared, .mine)
    _ = try phone.sync(in: shared, .mine)
    #expect(talk[Health.self] == nil)
    let (third, thirdContext) = try store("third")
    _ = try third.sync(in: shared, .mine)
    #expect(thirdContext.entity(DurableID("talk"))?[Health.self] == nil)
  }

  @Test("an undo restores the former value although another process has synced the undone one")
  func undo() throws {
    let (phone, context) = try store("phone")
    let talk = context.createEntity(DurableID("talk"), Health(points: 1))
    try phone.save()
    _ = try phone.sync(in: shared, .mine)
    try phone.transaction { talk.set(Health(points: 2)) }
    // The next run of the program undoes the step.
    let nextContext = Context()
    let next = ComponentStore(
      nextContext, in: "\(folder.path)/phone", SyncModel.componentsOfMany, clock: { 1 })
    let undo = UndoStack(next)
    try next.load()
    // Another process of the same folder publishes the second value.
    let (window, windowContext) = try store("phone")
    _ = try window.sync(in: shared, .mine)
    try undo.undo()
    try next.save()
    let (desk, deskContext) = try store("desk")
    for store in [window, desk, next] { _ = try store.sync(in: shared, .mine) }
    for context in [nextContext, windowContext, deskContext] {
      #expect(context.entity(DurableID("talk"))?[Health.self] == Health(points: 1))
    }
  }
}
