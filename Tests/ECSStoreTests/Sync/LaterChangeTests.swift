import ECSDetached
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
}
