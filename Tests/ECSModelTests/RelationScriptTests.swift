import ECSHistory
import ECSKit
import ECSModel
import TestSupport
import Testing

private enum Parts: Relation {
  static var deleteRule: DeleteRule { .cascade }
}

private enum Likes: Relation {
  typealias Data = Int
}

private enum Holds: Relation {
  static var deleteRule: DeleteRule { .deny }
}

/// What relations are by definition, with everything looked for from the beginning.
private struct Model: Equatable {
  /// The targets of each entity, by relation: parts, likes, holdings.
  var links: [Int: [[Int]]] = [:]
  /// What the entities that are destroyed cascade to, until the transaction ends.
  var pending: [Int] = []

  func cascade(from start: [Int]) -> Set<Int> {
    var reached = Set(start.filter { links[$0] != nil })
    while true {
      let more = reached.union(reached.flatMap { live(links[$0]?[0] ?? []) })
      if more.count == reached.count { return reached }
      reached = more
    }
  }

  func live(_ numbers: [Int]) -> [Int] { numbers.filter { links[$0] != nil } }

  mutating func destroy(_ number: Int) {
    pending += links[number]?[0] ?? []
    links[number] = nil
  }

  func denials(of number: Int) -> Int {
    let doomed = cascade(from: [number])
    return doomed.reduce(0) { count, each in
      count + live(links[each]?[2] ?? []).count { !doomed.contains($0) }
    }
  }

  mutating func commit() {
    for number in cascade(from: pending) { links[number] = nil }
    pending = []
    for number in links.keys { links[number] = links[number]?.map(live) }
  }
}

/// A random script of links, deletions, rollbacks and undo.
@Suite struct RelationScriptTests {
  private struct Refusal: Error {}

  private let context = Context()
  private let relations: RelationRules

  init() {
    relations = RelationRules(Parts.self, Likes.self, Holds.self, in: context)
  }

  @Test("a random script matches a table of links", arguments: 1...40)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let undo = UndoStack(context)
    var entities: [Entity] = []
    var model = Model()
    var (former, later): ([Model], [Model]) = ([], [])
    var whole: (number: Int, calls: Int)?

    func change(_ step: Int) {
      let alive = model.links.keys.sorted()
      guard alive.count > 3, next(6) > 0 else {
        model.links[entities.count] = [[], [], []]
        entities.append(context.createEntity())
        return
      }
      let (first, second) = (alive[next(alive.count)], alive[next(alive.count)])
      let (source, target) = (entities[first], entities[second])
      let relation = next(3)
      switch next(12) {
      case 0:
        source.destroy()
        model.destroy(first)
      case 1:
        let count = model.denials(of: first)
        do {
          try relations.delete(source)
          #expect(count == 0, "seed \(seed), step \(step)")
          for number in model.cascade(from: [first]) { model.destroy(number) }
        } catch {
          #expect(error.denials.count >= 1, "seed \(seed), step \(step)")
          #expect(error.denials.count == count, "seed \(seed), step \(step)")
        }
      case 2...3:
        switch relation {
        case 0: source.unlink(from: target, as: Parts.self)
        case 1: source.unlink(from: target, as: Likes.self)
        default: source.unlink(from: target, as: Holds.self)
        }
        model.links[first]?[relation].removeAll { $0 == second }
      default:
        let position = next((model.links[first]?[relation] ?? []).count + 1)
        switch relation {
        case 0: source.link(to: target, as: Parts.self, at: position)
        case 1: source.link(to: target, as: Likes.self, second, at: position)
        default: source.link(to: target, as: Holds.self, at: position)
        }
        model.links[first]?[relation].insert(second, at: position)
      }
    }

    for step in 0..<100 {
      let before = model
      let steps = undo.undoLabels.count
      if step == 20, let number = model.links.keys.min() {
        whole = (number, 0)
        relations.observe(entities[number]) { _ in whole?.calls += 1 }
      }
      whole?.calls = 0
      switch next(8) {
      case 0:
        guard let last = former.popLast() else { continue }
        later.append(model)
        _ = try undo.undo()
        model = last
      case 1:
        guard let last = later.popLast() else { continue }
        former.append(model)
        _ = try undo.redo()
        model = last
      case 2:
        try? context.transaction {
          for _ in 0...next(4) { change(step) }
          throw Refusal()
        }
        model = before
      default:
        // Links to what a transaction destroys stay in their positions until it ends.
        if next(2) == 0 {
          change(step)
          model.commit()
        } else {
          context.transaction {
            for _ in 0...next(3) { change(step) }
          }
          model.commit()
        }
        if undo.undoLabels.count > steps {
          former.append(before)
          later = []
        }
      }
      check(model, entities, "seed \(seed), step \(step)")
      if let whole {
        #expect(whole.calls <= 1, "seed \(seed), step \(step)")
        if model.links[whole.number] != before.links[whole.number] {
          #expect(whole.calls == 1, "seed \(seed), step \(step)")
        }
      }
    }
  }

  private func check(_ model: Model, _ entities: [Entity], _ place: Comment) {
    let numbers = Dictionary(uniqueKeysWithValues: entities.enumerated().map { ($1, $0) })
    func stored<R: Relation>(_ entity: Entity, _ type: R.Type) -> [Int] {
      (entity[Links<R>.self]?.targets ?? []).compactMap { numbers[$0] }
    }
    for (number, entity) in entities.enumerated() {
      let found =
        entity.isAlive
        ? [stored(entity, Parts.self), stored(entity, Likes.self), stored(entity, Holds.self)] : nil
      #expect(found == model.links[number], place)
      #expect(entity.links(of: Likes.self).allSatisfy { numbers[$0.target] == $0.data }, place)
      let sources = context.sources(of: Likes.self, to: entity).compactMap { numbers[$0] }
      let expected = model.links.keys.sorted().filter {
        model.links[$0]?[1].contains(number) == true
      }
      #expect(sources == expected, place)
    }
  }
}
