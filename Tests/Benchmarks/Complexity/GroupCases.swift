import ECSKit

extension ComplexityCase {
  static let ofGroups =
    [
      ask("Group.count", .constant) { group, _ in group.count },
      ask("Group.isEmpty", .constant) { group, _ in group.isEmpty ? 1 : 0 },
      ask("Group.contains", .constant) { group, entities in group.contains(entities[0]) ? 1 : 0 },
      ComplexityCase("Group.withEach", .linear, in: "n", from: 2_000) { size in
        let context = Context()
        let group = context.group(.all(Position.self))
        _ = context.fill(size)
        return Trial(operations: 1) {
          var sum = 0.0
          group.withEach(Position.self, Velocity.self) { sum += $1.x + $2.x }
          return withExtendedLifetime(context) { sum }
        }
      },
    ]
    + ordered("Group.entities") { $0.entities.count }
    + ordered("Group.sorted(by:)") { $0.sorted(by: Position.self).count }

  private static func ask(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Group, [Entity]) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      let context = Context()
      let group = context.group(.all(Position.self))
      let entities = context.fill(size)
      return Trial(operations: 100) {
        var sum = 0
        for _ in 0..<100 { sum += body(group, entities) }
        return withExtendedLifetime(context) { Double(sum) }
      }
    }
  }

  /// An ordered read for the first time, again, after one member came back, and after many did.
  private static func ordered(
    _ operation: String, _ read: @escaping @Sendable (Group) -> Int
  ) -> [ComplexityCase] {
    [
      ComplexityCase("\(operation), first", .linearithmic, in: "n", from: 2_000) { size in
        let context = Box(Context())
        let prepare = {
          context.value = Context()
          _ = context.value.fill(size)
        }
        return Trial(operations: 1, prepare: prepare) {
          Double(read(context.value.group(.all(Position.self))))
        }
      },
      kept("\(operation), again", .constant, read) { _, _ in },
      kept("\(operation), after one came back", .logarithmicWithMove, read) { entities, pass in
        comeBack(entities[pass * 7_919 % entities.count], pass)
      },
      kept("\(operation), after many came back", .linearithmic, read) { entities, pass in
        for place in stride(from: 0, to: entities.count, by: 4) { comeBack(entities[place], pass) }
      },
    ]
  }

  private static func comeBack(_ entity: Entity, _ pass: Int) {
    let position = entity[Position.self] ?? Position(x: 0, y: 0)
    entity.remove(Position.self).set(Position(x: position.x, y: Double(pass)))
  }

  private static func kept(
    _ operation: String, _ growth: Growth, _ read: @escaping @Sendable (Group) -> Int,
    change: @escaping @Sendable ([Entity], Int) -> Void
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      let context = Context()
      let group = context.group(.all(Position.self))
      let entities = context.fill(size)
      var pass = 0
      return Trial(operations: 8) {
        var sum = read(group)
        for _ in 0..<8 {
          pass += 1
          change(entities, pass)
          sum += read(group)
        }
        return withExtendedLifetime(context) { Double(sum) }
      }
    }
  }
}
