import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

/// Random sessions after which the next run has the same undo list.
///
/// `KONF_LONG` is the number of sessions.
@Suite("The undo list survives a restart")
struct UndoSessionsTests {
  /// A run of a program on a file.
  private final class Run {
    let context = Context()
    let store: ComponentStore
    let steps: UndoStack

    init(_ folder: TemporaryFolder, saving: ComponentStore.Saving) throws {
      store = ComponentStore(
        context, in: folder.path, StoredComponents(Nickname.self, Health.self, Links<Likes>.self),
        saving: saving
      ) { 1 }
      steps = UndoStack(store, coalescing: ["Typing"])
      try store.load()
    }

    var shown: [String] {
      context.entities.map { entity in
        "\(entity[DurableID.self]?.text ?? "-") \(entity[Nickname.self]?.text ?? "-") "
          + "\(entity[Health.self]?.points ?? 0) "
          + entity.targets(of: Likes.self).map { $0[DurableID.self]?.text ?? "-" }.joined(
            separator: ",")
      }.sorted()
    }

    var list: String { "undo \(steps.undoLabels) redo \(steps.redoLabels)" }

    /// Undoes and redoes everything, and returns the states on the way.
    func walk() throws -> [[String]] {
      var states = [shown]
      func move(_ count: Int, _ body: () throws -> ChangeSet?) rethrows {
        for _ in 0..<count {
          guard try body() != nil else { return states.append(["nothing"]) }
          states.append(shown)
        }
      }
      try move(steps.redoLabels.count) { try steps.redo() }
      try move(steps.undoLabels.count) { try steps.undo() }
      try move(steps.redoLabels.count) { try steps.redo() }
      return states
    }
  }

  private enum Likes: StoredRelation { static let storedName = "likes" }

  /// Makes random changes, undoes, redoes and saves, and returns the script.
  private func play(_ run: Run, using generator: inout SplitMix64) throws -> [String] {
    var script: [String] = []
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let label = ["Rename", "Typing", "Typing", nil].oneElement(using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        script.append("change \(label ?? "-")")
        run.context.transaction(label: label) { change(run.context, 1, using: &generator) }
      case 4:
        script.append("several \(label ?? "-")")
        run.context.transaction(label: label) {
          change(run.context, Int.random(in: 0...4, using: &generator), using: &generator)
        }
      case 5:
        script.append("written \(label ?? "-")")
        try run.store.transaction(label: label) { change(run.context, 2, using: &generator) }
      case 6..<8:
        script.append("undo")
        try run.steps.undo()
      case 8:
        script.append("redo")
        try run.steps.redo()
      default:
        script.append("save")
        try run.store.save()
      }
    }
    return script
  }

  private func change(_ context: Context, _ count: Int, using generator: inout SplitMix64) {
    for _ in 0..<count {
      let entities = context.group(.any(Nickname.self, Health.self)).entities
      guard !entities.isEmpty, Int.random(in: 0..<5, using: &generator) > 0 else {
        context.createEntity(Nickname("N\(Int.random(in: 0..<100, using: &generator))"))
        continue
      }
      let entity = entities.oneElement(using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<3: entity.set(Nickname("N\(Int.random(in: 0..<3, using: &generator))"))
      case 3..<5: entity.set(Health(points: Int.random(in: 0..<3, using: &generator)))
      case 5:
        let other = entities.oneElement(using: &generator)
        if entity.targets(of: Likes.self).contains(other) {
          entity.unlink(from: other, as: Likes.self)
        } else {
          entity.link(to: other, as: Likes.self)
        }
      case 6: entity.remove(Health.self)
      default: entity.destroy()
      }
    }
  }

  @Test("deleted letters also end the redoable steps, in the file as well")
  func deletedLetters() throws {
    let folder = TemporaryFolder()
    let run = try Run(folder, saving: .onRequest)
    let hero = run.context.createEntity(Nickname("A"))
    run.context.transaction(label: "Rename") { hero.set(Nickname("B")) }
    try run.steps.undo()
    try run.store.save()
    for name in ["Ad", "A"] {
      run.context.transaction(label: "Typing") { hero.set(Nickname(name)) }
    }
    try run.store.save()
    let next = try Run(folder, saving: .onRequest)
    #expect(run.list == "undo [nil] redo []" && next.list == run.list)
  }

  @Test(
    "random sessions that save several undos together have the same undo list after a restart",
    arguments: [false, true])
  func sessions(isAlways: Bool) throws {
    var failures: [String] = []
    let count = max(30, Environment.number("KONF_LONG") ?? 0)
    for seed in 0..<UInt64(count) {
      let folder = TemporaryFolder()
      var generator = SplitMix64(seed: seed)
      func open() throws -> Run {
        try Run(folder, saving: isAlways ? .always { Issue.record("\($0)") } : .onRequest)
      }
      var scripts: [String] = []
      for number in 0..<4 {
        let run = try open()
        scripts.append("run \(number)")
        scripts += try play(run, using: &generator)
        try run.store.save()
        let log = ChangeLog(folder: folder.path, name: "store.log")
        // Older steps are forgotten by the file alone.
        if try log.read().entryCount > Compaction.history { break }
        let next = try open()
        let isSame = run.list == next.list && run.shown == next.shown
        let walks = isSame ? (try run.walk(), try next.walk()) : ([], [])
        if !isSame || walks.0 != walks.1 {
          failures.append(
            "\(seed): \(scripts): \(run.list) \(run.shown), next run \(next.list) \(next.shown)"
              + " \(walks)")
          break
        }
      }
    }
    #expect(
      failures.isEmpty,
      "\(failures.count) of \(count): \(failures.min { $0.count < $1.count } ?? "")")
  }
}
