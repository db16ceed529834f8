import ECSHistory
import ECSKit
import ECSStore
import TestSupport

/// A component that writes its own text.
private struct Place: StoredComponent {
  static let storedName = "place"
  var row: Int
  var seat: String

  var stored: StoredValue { StoredValue("\(row) \(seat)") }

  init(row: Int, seat: String) {
    self.row = row
    self.seat = seat
  }

  init(stored: StoredValue) throws {
    let blank = stored.text.utf8.firstIndex(of: UInt8(ascii: " "))
    guard let blank, let row = Int(stored.text[..<blank]) else {
      throw StoredValueError.text(found: stored.text, expected: "a row and a seat")
    }
    self.init(row: row, seat: String(stored.text[stored.text.utf8.index(after: blank)...]))
  }
}

/// The same, which is only said to be Codable.
private struct CodablePlace: StoredComponent, Codable, Equatable {
  static let storedName = "place"
  var row: Int
  var seat: String
}

extension Workload {
  /// Snapshots; an operation is one byte of them.
  static let storing: [Workload] = [
    Workload("w10_snapshot_out", library: { write($0, Place.init) }),
    Workload("w10_snapshot_in", library: { read($0, Place.init) }),
    Workload("w10_codable_out", library: { write($0, CodablePlace.init) }),
    Workload("w10_codable_in", library: { read($0, CodablePlace.init) }),
  ]

  private static func context<C: StoredComponent>(
    _ count: Int, _ make: (Int, String) -> C
  ) -> Context {
    let context = Context()
    fill(context, count, make)
    return context
  }

  private static func fill<C: StoredComponent>(
    _ context: Context, _ count: Int, _ make: (Int, String) -> C
  ) {
    for number in 0..<count {
      context.createEntity(make(number, "seat \(number)"), DurableID("entity-\(number)"))
    }
  }

  /// A store whose file has as many values as its context.
  private static func store<C: StoredComponent>(
    _ count: Int, in folder: TemporaryFolder, _ make: (Int, String) -> C
  ) -> (context: Context, store: ComponentStore) {
    let context = Context()
    let store = ComponentStore(context, in: folder.path, StoredComponents(C.self)) { 0 }
    do { try store.transaction { fill(context, count, make) } } catch {
      Shell.fail("nothing can be kept: \(error)")
    }
    return (context, store)
  }

  private static func snapshot<C: StoredComponent>(
    of context: Context, _ type: C.Type
  ) -> StoredSnapshot {
    guard let snapshot = try? StoredSnapshot(of: context, StoredComponents(type)) else {
      Shell.fail("\(type) cannot be stored")
    }
    return snapshot
  }

  private static func write<C: StoredComponent>(
    _ count: Int, _ make: (Int, String) -> C
  ) -> Trial {
    let context = context(count, make)
    return Trial(operations: snapshot(of: context, C.self).bytes.count) {
      Double(snapshot(of: context, C.self).bytes.count)
    }
  }

  private static func read<C: StoredComponent>(_ count: Int, _ make: (Int, String) -> C) -> Trial {
    let bytes = snapshot(of: context(count, make), C.self).bytes
    var copy = Context()
    let prepare = { copy = Context() }
    return Trial(operations: bytes.count, prepare: prepare) {
      Double(StoredSnapshot(bytes).restore(into: copy, StoredComponents(C.self)).count)
    }
  }
}

extension Position: StoredComponent {
  static let storedName = "position"

  var stored: StoredValue { StoredValue("\(x) \(y)") }

  init(stored: StoredValue) throws {
    let numbers = stored.text.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2 else {
      throw StoredValueError.text(found: stored.text, expected: "two numbers")
    }
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension Workload {
  /// Changes beside the values that a file keeps already; each is on the medium before the next.
  static let keeping: [Workload] = [
    Workload("w11_change", sizes: [1_000, 100_000], library: change),
    // A step of one `set` is undone, in memory.
    Workload("w11_undo", library: undo),
    // A context gets what its file has.
    Workload("w11_load", library: load),
  ]

  private static func load(_ count: Int) -> Trial {
    let folder = TemporaryFolder()
    _ = store(count, in: folder, CodablePlace.init)
    var loaded = Context()
    let prepare = { loaded = Context() }
    return Trial(operations: count, prepare: prepare) {
      let store = ComponentStore(
        loaded, in: folder.path, StoredComponents(CodablePlace.self)
      ) { 0 }
      do { try store.load() } catch { Shell.fail("nothing can be loaded: \(error)") }
      return Double(loaded.count)
    }
  }

  private static func undo(_ count: Int) -> Trial {
    let context = Context()
    let entities = context.fill(count)
    let steps = UndoStack(context)
    var y = 0.0
    let prepare = {
      y += 1
      steps.removeAll()
      for entity in entities { entity.set(Position(x: 0, y: y)) }
    }
    return Trial(operations: count, prepare: prepare) {
      var undone = 0.0
      do {
        while try steps.undo() != nil { undone += 1 }
      } catch { Shell.fail("a step cannot be undone: \(error)") }
      // Neither the stack nor the handles keep the context alive.
      return withExtendedLifetime(context) { undone }
    }
  }

  private static func change(_ count: Int) -> Trial {
    let folder = TemporaryFolder()
    let (context, store) = store(count, in: folder, Place.init)
    let entities = context.entities.prefix(100)
    var row = count
    func move(_ entity: Entity) throws {
      row += 1
      try store.transaction { entity.set(Place(row: row, seat: "seat")) }
    }
    return Trial(operations: entities.count) {
      do {
        for entity in entities { try move(entity) }
      } catch { Shell.fail("a change cannot be kept: \(error)") }
      return withExtendedLifetime(folder) { Double(row) }
    }
  }
}

/// Stores that follow a context; nothing is written.
enum Stores {
  static func ofAnother(_ context: Context) -> AnyObject { store(context, Place.self) }

  static func ofPositions(_ context: Context) -> AnyObject { store(context, Position.self) }

  private static func store(_ context: Context, _ type: any StoredComponent.Type) -> ComponentStore
  {
    ComponentStore(context, in: "", StoredComponents(type)) { 0 }
  }
}
