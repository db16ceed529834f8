import ECSHistory
import ECSKit
import TestSupport
import Testing

private struct Small: Component, Equatable {
  var value: Int
}

/// A value that knows how many of its kind there are.
private struct Counted: Component {
  final class Life {
    let number: Int
    let living: Collected<Int>

    init(_ number: Int, _ living: Collected<Int>) {
      self.number = number
      self.living = living
      living.items.append(number)
    }

    deinit { living.items.removeAll { $0 == number } }
  }

  let life: Life
}

/// A change set whose owner drops it leaves its object to the next one, and what others hold stays as it
/// is.
@Suite("Reused change sets") struct RecyclingTests {
  @Test("held sets keep their changes while steps are dropped", arguments: 1...20)
  func held(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let entities = (0..<4).map { context.createEntity(Small(value: $0)) }
    let living = Collected<Int>()
    var held: [(set: ChangeSet, lines: [String])] = []
    var keeps = false
    let early = context.observeChanges { if keeps { held.append(($0, lines(of: $0))) } }
    let steps = UndoStack(context, limit: 3)
    let history = History(["world": context], limit: 6)
    context.observeChanges { if keeps { held.append(($0.inverse, lines(of: $0.inverse))) } }
    for turn in 0..<300 {
      keeps = Int.random(in: 0..<4, using: &random) == 0
      let entity = entities[Int.random(in: 0..<4, using: &random)]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: entity.set(Counted(life: .init(turn, living)))
      case 1:
        context.transaction(label: "two") {
          entity.set(Small(value: -turn))
          entities[0].set(Small(value: turn * 2))
        }
      case 2: if let set = try? steps.undo(), keeps { held.append((set, lines(of: set))) }
      case 3: _ = try? steps.redo()
      case 4: history.note("a text")
      default: entity.set(Small(value: turn))
      }
      if held.count > 20 { held.removeFirst(Int.random(in: 0...20, using: &random)) }
      #expect(held.allSatisfy { $0.lines == lines(of: $0.set) }, "\(turn)")
    }
    early.cancel()
    #expect(history.events.count <= 6 + 1)
  }

  @Test("the values of a step are released with it, not with the next change")
  func ended() {
    let context = Context()
    let living = Collected<Int>()
    let entity = context.createEntity(Counted(life: .init(0, living)))
    let steps = UndoStack(context, limit: 1)
    for number in 1...5 {
      entity.set(Counted(life: .init(number, living)))
      #expect(living.items == [number - 1, number])
    }
    withExtendedLifetime(steps) {}
  }

  private func lines(of set: ChangeSet) -> [String] {
    set.changes.map { change in
      let values = [change.old, change.new].map { value in
        (value as? Small).map { "\($0.value)" } ?? (value as? Counted).map { "\($0.life.number)" }
          ?? "-"
      }
      let type = change.component.map { "\($0)" } ?? ""
      return "\(change.kind) \(change.creationNumber) \(type) \(values)"
    }
  }
}
