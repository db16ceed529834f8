import ECSDetached
import ECSHistory
import ECSKit
import ECSStore
import TestSupport
import Testing

/// Undo of values that other devices have set, too.
@Suite("Undo beside other devices")
struct UndoBesideDevicesTests {
  /// A run of a program on one of the devices.
  private final class Device {
    let context = Context()
    let store: ComponentStore
    let steps: UndoStack
    private let shared: String

    init(_ name: String, in folder: TemporaryFolder, now: Int64) throws {
      shared = "\(folder.path)/shared"
      store = ComponentStore(
        context, in: "\(folder.path)/\(name)", StoredComponents(Nickname.self, Health.self)
      ) { now }
      steps = UndoStack(store)
      try store.load()
    }

    var hero: Entity? { context.entity(DurableID("hero")) }

    func name(_ text: String) throws { try store.transaction { hero?.set(Nickname(text)) } }

    func sync() throws { _ = try store.sync(in: shared, .mine) }
  }

  private let folder = TemporaryFolder()

  init() { _ = folder.makeFolder("shared") }

  /// Has two devices know an entity, and each name it without knowing of the other; the name of the
  /// later one, whose entry has the greater counter, holds.
  private func nameTwice(_ first: String, _ second: String, later: String) throws {
    let laptop = try Device("laptop", in: folder, now: 1)
    try laptop.store.transaction {
      _ = laptop.context.createEntity(DurableID("hero"), Health(points: 1))
    }
    try laptop.sync()
    let phone = try Device("phone", in: folder, now: 2)
    try phone.sync()
    for points in 2...9 {
      let device = later == "phone" ? phone : laptop
      try device.store.transaction { device.hero?.set(Health(points: points)) }
    }
    try phone.name(first)
    try laptop.name(second)
    try phone.sync()
    try laptop.sync()
  }

  @Test("an undo leaves the value of a device that has set it, too", arguments: [true, false])
  func bothSaid(isUndoneLater: Bool) throws {
    try nameTwice("Ada", "Ada", later: "phone")
    let laptop = try Device("laptop", in: folder, now: 3)
    try laptop.steps.undo()
    try laptop.store.save()
    #expect(laptop.hero?[Nickname.self] == Nickname("Ada"))
    #expect(try Device("laptop", in: folder, now: 3).steps.redoLabels.count == 1)
    if isUndoneLater { try laptop.sync() }
    let phone = try Device("phone", in: folder, now: 4)
    try phone.sync()
    #expect(phone.hero?[Nickname.self] == Nickname("Ada"))
    try phone.store.transaction { phone.hero?.remove(Nickname.self) }
    try phone.sync()
    try laptop.sync()
    #expect(laptop.hero?[Nickname.self] == nil)
  }

  @Test("after an undo, the next sync brings back the value of the other device")
  func otherValue() throws {
    try nameTwice("Ada", "Eve", later: "laptop")
    let laptop = try Device("laptop", in: folder, now: 3)
    #expect(laptop.hero?[Nickname.self] == Nickname("Eve"))
    try laptop.steps.undo()
    try laptop.store.save()
    try laptop.sync()
    #expect(laptop.hero?[Nickname.self] == Nickname("Ada"))
    let phone = try Device("phone", in: folder, now: 5)
    try phone.sync()
    #expect(phone.hero?[Nickname.self] == Nickname("Ada"))
  }

  @Test(
    "an undo leaves removed what the device had removed of another one", arguments: [true, false])
  func removedBefore(isSynced: Bool) throws {
    try nameTwice("Ada", "Ada", later: "laptop")
    let phone = try Device("phone", in: folder, now: 3)
    try phone.sync()
    try phone.store.transaction { phone.hero?.remove(Nickname.self) }
    try phone.name("Eve")
    if isSynced { try phone.sync() }
    let again = try Device("phone", in: folder, now: 4)
    try again.steps.undo()
    try again.store.save()
    #expect(again.hero?[Nickname.self] == nil)
    #expect(try Device("phone", in: folder, now: 5).hero?[Nickname.self] == nil)
    try again.sync()
    let laptop = try Device("laptop", in: folder, now: 6)
    try laptop.sync()
    #expect(laptop.hero?[Nickname.self] == nil)
  }

  @Test("a value that nobody else has set is gone after an undo, for all devices")
  func onlyOwn() throws {
    try nameTwice("Ada", "Eve", later: "phone")
    let laptop = try Device("laptop", in: folder, now: 3)
    try laptop.store.transaction {
      _ = laptop.context.createEntity(DurableID("dog"), Nickname("Rex"))
    }
    try laptop.sync()
    let again = try Device("laptop", in: folder, now: 4)
    try again.steps.undo()
    try again.store.save()
    try again.sync()
    let phone = try Device("phone", in: folder, now: 5)
    try phone.sync()
    #expect(again.context.entity(DurableID("dog")) == nil)
    #expect(phone.context.entity(DurableID("dog")) == nil)
  }
}
