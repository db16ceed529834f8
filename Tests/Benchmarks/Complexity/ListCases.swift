import ECSKit

extension ComplexityCase {
  static let ofLists = [
    ComplexityCase("Group.list", .linearithmic, in: "n", from: 2_000) { size in
      let context = Context()
      let group = context.group(.all(Position.self))
      _ = context.fill(size)
      return Trial(operations: 1) {
        withExtendedLifetime(context) { Double(group.list(by: \Position.x).count) }
      }
    },
    burst("EntityList, a burst that moves one item", .logarithmic, in: "n", from: 2_000) { size in
      (members: size, changed: 1)
    },
    burst("EntityList, a burst that moves many", .linearithmic, in: "k", from: 250) { size in
      (members: 8_000, changed: size)
    },
    ComplexityCase("EntityList, a burst that concerns none", .constant, in: "n", from: 2_000) {
      size in
      let followed = Followed(size)
      return Trial(operations: 100) {
        for _ in 0..<100 { followed.entities[0].set(Velocity(x: 1, y: 0)) }
        return Double(followed.list.count)
      }
    },
    read("EntityList.position(of:)", .logarithmic) { followed, number in
      followed.list.position(of: followed.entities[number])?.item ?? 0
    },
    read("EntityList, the item at a position", .logarithmic) { followed, number in
      let item = followed.list[.init(section: number % 7, item: number / 8)]
      return item == nil ? 0 : 1
    },
    read("EntityList.count", .constant) { followed, _ in followed.list.count },
    read("EntityList.sectionCount", .constant) { followed, _ in followed.list.sectionCount },
    ComplexityCase("EntityList.sections", .linear, in: "n", from: 2_000) { size in
      let followed = Followed(size)
      return Trial(operations: 1) { Double(followed.list.sections.count) }
    },
  ]

  /// A list in seven sections, with its context and what it has handed on.
  private final class Followed {
    let context = Context()
    let list: EntityList<Int>
    let entities: [Entity]
    private(set) var changes = 0
    private var turn = 0

    init(_ size: Int) {
      entities = context.fill(size)
      for (number, entity) in entities.enumerated() {
        entity.set(Position(x: Double(number &* 7_919 % size), y: 0))
      }
      list = context.group(.all(Position.self)).list(by: \Position.x, sectionBy: \Position.section)
      list.onChange = { [unowned self] in changes += $0.moved.count + $0.updated.count }
    }

    /// Gives some items other keys, as one burst.
    func move(_ count: Int) {
      turn += 1
      context.transaction {
        for number in 0..<count {
          let place = (turn &* 104_729 &+ number &* 613) % entities.count
          let key = (turn &* 7_919 &+ number &* 31) % entities.count
          entities[place].set(Position(x: Double(key), y: Double(turn)))
        }
      }
    }
  }

  private static func burst(
    _ operation: String, _ growth: Growth, in variable: String, from size: Int,
    _ extent: @escaping @Sendable (Int) -> (members: Int, changed: Int)
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: variable, from: size) { size in
      let (members, changed) = extent(size)
      let followed = Followed(members)
      return Trial(operations: 20) {
        for _ in 0..<20 { followed.move(changed) }
        return Double(followed.changes)
      }
    }
  }

  private static func read(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Followed, Int) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      let followed = Followed(size)
      return Trial(operations: 100) {
        var sum = 0
        for number in 0..<100 { sum += body(followed, number &* 17 % size) }
        return Double(sum)
      }
    }
  }
}

extension Position {
  fileprivate var section: Int { Int(x) % 7 }
}
