import Basics
import ECSDetached
import ECSKit
import ECSStore
import TestSupport
import Testing

private struct Note: StoredComponent, Codable, Equatable {
  static let storedName = "note"
  var text: String
}

/// A log that was replaced with an earlier copy, and so gives out counters again.
@Suite struct RestoredLogTests {
  private let folder = TemporaryFolder()
  private let shared: String

  init() { shared = folder.makeFolder("shared") }

  private final class Device {
    let name: String
    let folder: String
    let context = Context()
    let store: ComponentStore

    init(_ name: String, _ folder: TemporaryFolder, now: Int64 = 1) throws {
      self.name = name
      self.folder = "\(folder.path)/\(name)"
      store = ComponentStore(context, in: self.folder, StoredComponents(Note.self)) { now }
      try store.load()
    }

    var path: String { "\(folder)/store.log" }

    func note(_ id: String, _ text: String) throws {
      try store.transaction {
        let entity = context.entity(DurableID(id)) ?? context.createEntity(DurableID(id))
        entity.set(Note(text: text))
      }
    }

    var notes: [String] {
      context.group(.all(Note.self)).compactMap { entity in
        entity[DurableID.self].flatMap { id in entity[Note.self].map { "\(id.text) \($0.text)" } }
      }.sorted()
    }
  }

  @Test("values saved after the replacement hold, lost values return, and the sync reports it")
  func replaced() throws {
    let (phone, desk) = (try Device("phone", folder), try Device("desk", folder))
    try phone.note("a", "1")
    let copy = try #require(Repository.bytes(of: phone.path))
    try phone.note("a", "2")
    try phone.note("b", "2")
    for device in [phone, desk] {
      #expect(try device.store.sync(in: shared, as: device.name, .mine).restoredCount == 0)
    }
    #expect(desk.notes == ["a 2", "b 2"])
    Files.write(copy, to: phone.path)
    let again = try Device("phone", folder, now: 60)
    #expect(again.notes == ["a 1"])
    // This entry has the counter of a lost entry that the other device knows.
    try again.note("a", "3")
    #expect(try again.store.sync(in: shared, .mine).restoredCount > 0)
    for device in [desk, again, desk] {
      #expect(try device.store.sync(in: shared, .mine).restoredCount == 0)
    }
    for device in [again, desk, try Device("phone", folder), try Device("desk", folder)] {
      #expect(device.notes == ["a 3", "b 2"], "\(device.name)")
    }
  }
}
