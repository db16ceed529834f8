import ECSDetached
import ECSKit
import ECSStore
import TestSupport

/// A value of any size.
private struct StoredContents: StoredComponent, Codable, Equatable {
  static let storedName = "contents"
  var numbers: [Int] = []
  var counts: [String: Int] = [:]
}

// What is written and read, by the number of entities and by the size of one value.
extension ComplexityCase {
  static let ofStores = [
    snapshots("StoredSnapshot, out and in", .linear) { context, size in
      for number in 0..<size { context.createEntity(StoredContents(numbers: [number])) }
    },
    snapshots("StoredSnapshot, a long list in a value", .linear) { context, size in
      context.createEntity(StoredContents(numbers: Array(0..<size)))
    },
    snapshots("StoredSnapshot, many members of a value", .linearithmic) { context, size in
      let members = (0..<size).map { ("member \($0)", $0) }
      context.createEntity(StoredContents(counts: Dictionary(uniqueKeysWithValues: members)))
    },
    ComplexityCase("ComponentStore.load", .linear, in: "n", from: 500) { size in
      let folder = TemporaryFolder()
      _ = store(size, in: folder.path)
      return Trial(operations: 1) {
        Double(store(0, in: folder.path).context.count)
      }
    },
    ComplexityCase("ComponentStore.meet, nothing new", .linear, in: "n", from: 500) { size in
      let devices = ComplexityCase.devices(size)
      return Trial(operations: 1) { devices.first.sync() + devices.second.sync() }
    },
    ComplexityCase("ComponentStore.meet, one of n changed", .linear, in: "n", from: 500) { size in
      let devices = ComplexityCase.devices(size)
      return Trial(operations: 1) {
        devices.first.change()
        return devices.first.sync() + devices.second.sync()
      }
    },
  ]

  private static func snapshots(
    _ operation: String, _ growth: Growth, _ fill: @escaping @Sendable (Context, Int) -> Void
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 1_000) { size in
      let components = StoredComponents(StoredContents.self)
      let context = Context()
      fill(context, size)
      var copy = Context()
      let prepare = { copy = Context() }
      return Trial(operations: 1, prepare: prepare) {
        guard let snapshot = try? StoredSnapshot(of: context, components) else { return 0 }
        return Double(
          StoredSnapshot(snapshot.bytes).restore(into: copy, components).count)
      }
    }
  }

  /// A device with entities, and where it meets others.
  private struct Device {
    let context: Context
    let store: ComponentStore
    let shared: TemporaryFolder

    func sync() -> Double {
      do { return Double(try store.sync(in: shared.path, .mine).takenCount) } catch {
        Shell.fail("devices cannot meet: \(error)")
      }
    }

    func change() {
      guard let entity = context.group(.all(StoredContents.self)).first(where: { _ in true }) else {
        return
      }
      let number = (entity[StoredContents.self]?.numbers.first ?? 0) + 1
      do { try store.transaction { entity.set(StoredContents(numbers: [number])) } } catch {
        Shell.fail("nothing can be kept: \(error)")
      }
    }
  }

  private static func store(
    _ count: Int, in folder: String
  ) -> (context: Context, store: ComponentStore) {
    let context = Context()
    let store = ComponentStore(context, in: folder, StoredComponents(StoredContents.self)) { 0 }
    do {
      try store.load()
      if count > 0 {
        try store.transaction {
          for number in 0..<count { context.createEntity(StoredContents(numbers: [number])) }
        }
      }
    } catch { Shell.fail("nothing can be kept: \(error)") }
    return (context, store)
  }

  /// Two devices that have met.
  private static func devices(_ count: Int) -> (first: Device, second: Device) {
    let shared = TemporaryFolder()
    func device(_ name: String, _ count: Int) -> Device {
      let (context, store) = store(count, in: "\(shared.path)/.\(name)")
      return Device(context: context, store: store, shared: shared)
    }
    let (first, second) = (device("first", count), device("second", 0))
    for device in [first, second, first, second] { _ = device.sync() }
    return (first, second)
  }
}
