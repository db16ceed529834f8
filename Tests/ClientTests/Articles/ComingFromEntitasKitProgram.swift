import ECSKit
import ECSReactive
import Testing

@Suite("Coming from EntitasKit")
struct ComingFromEntitasKitProgram {
  @Test("the article's program prints what its comments say")
  func program() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct Position: Component, Equatable { var x: Int }
    struct Velocity: Component, Equatable { var x: Int }
    struct Frozen: Component {}

    let context = Context()
    let player = context.createEntity(Position(x: 0), Velocity(x: 2))
    player.set(Position(x: 1)).set(Frozen())
    print(player[Position.self]?.x ?? 0, player.has(Velocity.self))  // 1 true
    player.remove(Frozen.self)
    // block
    let moving = context.group(.all(Position.self, Velocity.self).none(Frozen.self))
    let token = moving.observe { event in
      let old = event.old(Position.self)?.x ?? 0
      let new = event.new(Position.self)?.x ?? 0
      print(event.kind, old, "->", new)
    }
    player.set(Position(x: 3))  // updated 1 -> 3
    player.set(Position(x: 3))  // an equal value is no change
    token.cancel()
    print(Matcher.all(Position.self).none(Velocity.self).matches(player))  // false
    // block
    let collector = Collector(moving, .updated)
    player.set(Position(x: 4)).set(Position(x: 5))
    for item in collector.drain() {
      print(item.kind, item.entity[Position.self]?.x ?? 0)  // updated 5
    }

    let columns = context.index(\Position.x)
    print(columns[5].count, columns[4].count, columns.keyCount)  // 1 0 1
    // block
    struct Move: ExecuteSystem {
      let moving: Group

      func execute() {
        moving.withEach(Position.self, Velocity.self) { entity, position, velocity in
          entity.set(Position(x: position.x + velocity.x))
        }
      }
    }

    struct Report: ReactiveSystem {
      let collector: Collector
      let report: (String) -> Void

      func execute(_ entities: [Entity]) {
        for entity in entities { report("at \(entity[Position.self]?.x ?? 0)") }
      }
    }

    let loop = Loop([Move(moving: moving), Report(collector: collector) { print($0) }])
    try loop.execute()  // at 7
    try loop.execute()  // at 9
    // block
    struct Score: UniqueComponent, Equatable { var points: Int }

    context.setUnique(Score(points: 1))
    context.setUnique(Score(points: 2))
    print(context[Score.self]?.points ?? 0, context.count)  // 2 2
    player.destroy()
    print(player.isAlive, moving.isEmpty)  // false true
    // end
    #expect(
      printed == [
        "1 true", "updated 1 -> 3", "false", "updated 5", "1 0 1", "at 7", "at 9",
        "2 2", "false true",
      ])
  }
}
