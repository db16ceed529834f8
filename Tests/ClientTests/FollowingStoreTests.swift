import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A text that is kept.
private struct Words: StoredComponent, DetachableComponent, Codable, Equatable {
  static let storedName = "words"
  var text: String
}

/// A number that is kept, from which an observer makes another one.
private struct Number: StoredComponent, Codable, Equatable {
  static let storedName = "number"
  var value: Int
}

/// What an observer derives from a number; kept as well.
private struct Double: StoredComponent, Codable, Equatable {
  static let storedName = "double"
  var value: Int
}

/// The one of its kind.
private struct Focus: StoredComponent, UniqueComponent, Codable, Equatable {
  static let storedName = "focus"
  var value: Int
}

/// A component that is not stored.
private struct Selected: Component, Equatable { var value: Int }

/// What an upsert finds an entity by.
private struct Key: StoredComponent, Codable, Hashable {
  static let storedName = "key"
  var value: Int
}

private enum Contains: Relation {
  static var deleteRule: DeleteRule { .cascade }
}

/// After any change of a context, a second reader of the file sees the same content.
@Suite("A store that follows its context")
struct FollowingStoreTests {
  private struct Stop: Error {}

  /// Which scripts of 100 steps there are of either kind: 3,000 steps in all, or `KONF_LONG` many.
  private static let seeds = 1...UInt64(max(15, (Environment.number("KONF_LONG") ?? 0) / 200))

  @Test("has in its file what the context shows after every call", arguments: seeds)
  func always(seed: UInt64) throws {
    try Script(seed: seed, isAlways: true).run(steps: 100)
  }

  @Test("has in its file what the context showed when it was saved", arguments: seeds)
  func onRequest(seed: UInt64) throws {
    try Script(seed: seed, isAlways: false).run(steps: 100)
  }

  /// A random script over everything that changes a context.
  private final class Script {
    let folder = TemporaryFolder()
    var path: String { folder.path }
    var random: SplitMix64
    private(set) var context = Context()
    var store: ComponentStore?
    var undo: UndoStack?
    var relations: Relations?
    let isAlways: Bool
    var mirror: [Entity: [String: String]] = [:]
    /// How often something could not be written.
    var failures = 0
    /// Whether others wrote what the context does not have yet.
    var isBehind = false
    var tokens: [ObserverToken] = []

    init(seed: UInt64, isAlways: Bool) throws {
      random = SplitMix64(seed: seed)
      self.isAlways = isAlways
      try open()
    }

    /// Whether the stack has every step that the file has.
    var knowsSteps = true
    var labels = 0

    /// Opens the file in a context of its own, as the next run of the program does.
    func open() throws {
      tokens = []
      store = nil
      mirror = [:]
      context = Context()
      relations = Relations(Contains.self, in: context)
      // Cascades without end are part of the script.
      context.misuseHandler = { _ in }
      tokens.append(
        context.group(.all(Number.self)).observe { event in
          guard event.entity.isAlive, let number = event.entity[Number.self] else { return }
          event.entity.set(Double(value: number.value * 2))
          if number.value == 13 { event.entity.set(Number(value: 14)) }
          if number.value == 14 { event.entity.set(Number(value: 13)) }
        })
      tokens.append(context.observeChanges { [unowned self] in mirror($0) })
      store = newStore()
      undo = store.map { UndoStack($0, coalescing: ["Typing"]) }
      try store?.load()
      knowsSteps = true
    }

    /// Closes the file and opens it; what was not undone is not undone by the file either.
    func reopen() throws {
      let before = undo?.undoLabels ?? []
      let knewSteps = knowsSteps
      try open()
      if isAlways, knewSteps {
        for label in undo?.undoLabels ?? [] where label != nil {
          #expect(before.contains(label), "\(label ?? "")")
        }
      }
    }

    static let components = StoredComponents(
      Words.self, Number.self, Double.self, Focus.self, Key.self)

    func newStore() -> ComponentStore {
      ComponentStore(
        context, in: path, Self.components,
        saving: isAlways ? .always { [unowned self] _ in failures += 1 } : .onRequest
      ) { 7 }
    }

    /// The state that a reader of change sets knows.
    func mirror(_ changes: ChangeSet) {
      for change in changes.changes {
        switch (change.kind, change.component) {
        case (.destroyed, _): mirror[change.entity] = nil
        case (_, let component?):
          mirror[change.entity, default: [:]]["\(component)"] = change.new.map(text(of:))
        default: mirror[change.entity] = mirror[change.entity] ?? [:]
        }
      }
    }

    /// The text of a component; the target of a link is described by its present components.
    func text(of component: any Component) -> String {
      (component as? Links<Contains>).map { "\($0.targets.map(\.creationNumber))" }
        ?? "\(component)"
    }

    func shown(_ context: Context) -> [String] {
      context.group(.any(Words.self, Number.self, Double.self, Focus.self, Key.self)).map {
        text(of: $0)
      }.sorted()
    }

    func text(of entity: Entity) -> String {
      let parts: [String?] = [
        entity[DurableID.self]?.text ?? "no id", entity[Words.self]?.text,
        entity[Number.self].map { "\($0.value)" }, entity[Double.self].map { "\($0.value)" },
        entity[Focus.self].map { "\($0.value)" }, entity[Key.self].map { "\($0.value)" },
      ]
      return parts.map { $0 ?? "-" }.joined(separator: " ")
    }

    func written() throws -> [String] {
      let reader = Context()
      let store = ComponentStore(reader, in: path, Self.components) { 0 }
      #expect(try store.load() == 0)
      return shown(reader)
    }

    /// Another process changes the file.
    func other() throws {
      let others = Context()
      let store = ComponentStore(others, in: path, Self.components) { 8 }
      try store.load()
      for _ in 0..<1 + number(4) {
        let entity = others.entities.randomElement(using: &random)
        switch number(8) {
        case 0: others.createEntity(Words(text: "o\(number(5))"))
        case 1: entity?.set(Words(text: "o\(number(5))"))
        case 2: entity?.set(Number(value: number(12)))
        case 3: entity?.set(Double(value: number(12)))
        case 4: entity?.remove(Number.self)
        case 5: entity?.remove(Words.self)
        case 6: others.setUnique(Focus(value: number(9)))
        default: entity?.destroy()
        }
      }
      try store.save()
      isBehind = true
    }

    /// Takes in what others wrote.
    func refresh() throws {
      let policy = [SyncPolicy.fail, .mine, .theirs][number(3)]
      let (before, wasUnsaved) = (all(), store?.hasUnsavedChanges ?? false)
      let conflicts = try store?.refresh(policy) ?? []
      if !conflicts.isEmpty { #expect(wasUnsaved) }
      if policy == .fail, !conflicts.isEmpty {
        #expect(all() == before)
      } else {
        isBehind = false
      }
    }

    func all() -> [String] {
      context.entities.map { entity in
        "\(entity.creationNumber ?? 0) "
          + entity.components.map { "\(type(of: $0)) \($0)" }.sorted().joined(separator: ", ")
      }
    }

    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    var anybody: Entity? { context.entities.randomElement(using: &random) }

    /// One change, as a program makes it.
    func change() {
      switch number(13) {
      case 0: context.createEntity(Number(value: number(20)))
      case 1: context.createEntity(Words(text: "w\(number(5))"), Selected(value: number(3)))
      case 2: anybody?.set(Number(value: number(16)))
      case 3: anybody?.set(Words(text: "v\(number(5))"))
      case 4: anybody?.set(Selected(value: number(3)))
      case 5: anybody?.remove(Number.self)
      case 6: anybody?.destroy()
      case 7: context.setUnique(Focus(value: number(9)))
      case 8: _ = anybody?.clone()
      case 9:
        if let one = anybody, let other = anybody, one != other {
          one.link(to: other, as: Contains.self)
        }
      case 10:
        let value = number(6)
        _ = context.identity(Key.self).upsert(Key(value: value)) { $0.set(Words(text: "u")) }
      case 11: anybody?.remove(Words.self)
      default: context.createEntity(Selected(value: 0))
      }
    }

    func changes() { for _ in 0..<1 + number(5) { change() } }

    /// Makes what is written fail while the body runs.
    func failing(_ body: () -> Void) {
      rename("\(path)/store.log", "\(path)/store.away")
      mkdir("\(path)/store.log", 0o700)
      body()
      rmdir("\(path)/store.log")
      rename("\(path)/store.away", "\(path)/store.log")
    }

    func step(_ kind: Int) {
      switch kind {
      case 0...3: change()
      case 4:
        labels += 1
        context.transaction(label: "Step \(labels)") { changes() }
      case 5:
        context.transaction {
          changes()
          try? context.transaction {
            changes()
            throw Stop()
          }
          context.transaction { changes() }
        }
      case 6:
        try? context.transaction {
          changes()
          _ = try store?.transaction { changes() }
          throw Stop()
        }
      case 7: _ = context.record { changes() }
      case 8: _ = try? undo?.undo()
      case 9: _ = try? undo?.redo()
      case 10:
        let set = context.changes { changes() }
        try? context.apply(set.inverse)
      case 11: _ = try? store?.transaction { changes() }
      case 12:
        _ = try? store?.transaction {
          changes()
          throw Stop()
        }
      case 13:
        _ = try? context.transaction(keeping: [.requires(Number.self, Words.self)]) { changes() }
      case 14:
        if let entity = anybody {
          var detached = entity.detach()
          detached.set(Words(text: "d\(number(4))"))
          _ = context.sync(detached, policy: .mine)
        }
      case 15: _ = try? store?.transaction { _ = try? undo?.undo() }
      default:
        let (before, sets, failed) = (all(), mirror, failures)
        failing {
          if isAlways, number(2) == 0 { return change() }
          do { try store?.transaction { changes() } } catch { failures += 1 }
        }
        // What is not kept needs no file; what could not be written is as it was, for everybody.
        if failures > failed { #expect(all() == before && mirror == sets) }
      }
    }

    func run(steps: Int) throws {
      for number in 0..<steps {
        let kind = self.number(20)
        switch kind {
        case 19: context.transaction(label: "Typing") { change() }
        case 17: try other()
        case 18: try refresh()
        default: step(kind)
        }
        let place = "step \(number) of kind \(kind)"
        if isBehind {
          if self.number(3) > 0 { continue }
          try refresh()
          if isBehind { continue }
        }
        if !isAlways {
          if self.number(3) > 0 { continue }
          try store?.save()
        }
        try #require(store?.hasUnsavedChanges == false, "\(place)")
        let (file, memory) = (try written(), shown(context))
        let difference = file.difference(from: memory).map { "\($0)" }
        try #require(file == memory, "\(place): \(difference)")
        var read: [Entity: [String: String]] = [:]
        for entity in context.entities {
          read[entity] = Dictionary(
            uniqueKeysWithValues: entity.components.map { ("\(type(of: $0))", text(of: $0)) })
        }
        try #require(mirror == read, "\(place)")
        switch self.number(20) {
        case 0: try reopen()
        case 1:
          // Another store takes over, without a look at the file.
          store = nil
          store = newStore()
          undo = store.map { UndoStack($0, limit: 7) }
          knowsSteps = false
        default: break
        }
      }
    }
  }
}
