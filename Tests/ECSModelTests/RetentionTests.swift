import ECSHistory
import ECSKit
import ECSModel
import TestSupport
import Testing

private struct Photo: Component, Equatable {}

private enum Contains: Relation {}

/// Entities that are destroyed when they are no longer needed.
@Suite struct RetentionTests {
  private let context = Context()
  private let relations: RelationRules

  init() {
    relations = RelationRules(Contains.self, in: context)
  }

  @Test("nothing is destroyed automatically without a retention or outside of it")
  func off() {
    let photo = context.createEntity(Photo())
    let album = context.createEntity()
    album.link(to: photo, as: Contains.self)
    album.destroy()
    #expect(photo.isAlive)
    let retention = Retention(of: .all(Photo.self), along: relations)
    let other = context.createEntity()
    retention.lease(other).cancel()
    #expect(other.isAlive && photo.isAlive)
  }

  @Test("an entity is destroyed with its last lease, with its events")
  func leases() throws {
    let retention = Retention(of: .all(Photo.self), along: relations)
    let photo = context.createEntity(Photo())
    let undo = UndoStack(context)
    var destroyed = 0
    photo.observe(.destroyed) { _ in destroyed += 1 }
    let (first, second) = (retention.lease(photo), retention.lease(photo))
    first.cancel()
    first.cancel()
    #expect(photo.isAlive, "ending a lease twice ends no other one")
    second.cancel()
    #expect(!photo.isAlive && destroyed == 1)
    _ = try undo.undo()
    #expect(photo.isAlive)
    second.cancel()
    #expect(photo.isAlive)
  }

  @Test("an alias retains its target until it changes")
  func aliases() {
    let retention = Retention(of: .all(Photo.self), along: relations)
    let photos = [context.createEntity(Photo()), context.createEntity(Photo())]
    let cover = context.alias("cover")
    cover.point(to: photos[0])
    retention.lease(photos[0]).cancel()
    #expect(photos[0].isAlive)
    cover.point(to: photos[1])
    #expect(!photos[0].isAlive && photos[1].isAlive)
    cover.clear()
    #expect(!photos[1].isAlive && context.isEmpty)
  }

  @Test("a whole retains its parts, and a cycle does not retain itself")
  func wholes() {
    let retention = Retention(of: .all(Photo.self), along: relations)
    let photos = (0..<4).map { _ in context.createEntity(Photo()) }
    let album = context.createEntity()
    album.link(to: photos[0], as: Contains.self)
    photos[0].link(to: photos[1], as: Contains.self)
    photos[1].link(to: photos[2], as: Contains.self)
    photos[2].link(to: photos[0], as: Contains.self)
    photos[2].link(to: photos[3], as: Contains.self)
    retention.lease(photos[2]).cancel()
    #expect(photos.allSatisfy { $0.isAlive })
    let lease = retention.lease(photos[3])
    album.unlink(from: photos[0], as: Contains.self)
    #expect(photos.map(\.isAlive) == [false, false, false, true])
    lease.cancel()
    #expect(context.entities == [album])
  }

  @Test("a long chain is destroyed completely")
  func chain() {
    let misuses = context.collectMisuses()
    let retention = Retention(of: .all(Photo.self), along: relations)
    let photos = (0..<300).map { _ in context.createEntity(Photo()) }
    for (whole, part) in zip(photos, photos.dropFirst()) {
      whole.link(to: part, as: Contains.self)
    }
    retention.lease(photos[0]).cancel()
    #expect(context.isEmpty && misuses.items.isEmpty)
  }
}
