import ECSKit

extension Workload {
  /// The members of a group in order, per reading of the whole group: again with nothing changed,
  /// after an update of one member or of several, and after one member left and came back.
  static let sorting = [
    sorted("w7_sorted_same", by: .creation, after: .nothing),
    sorted("w7_sorted_upd", by: .creation, after: .updates(1)),
    sorted("w7_sorted_memb", by: .creation, after: .membership),
    sorted("w7_sortedBy_upd", by: .component, after: .updates(1)),
    sorted("w7_sortedBy_8", by: .component, after: .updates(8)),
    sorted("w7_sortedBy_9", by: .component, after: .updates(9)),
    sorted("w7_sortedBy_100", by: .component, after: .updates(100)),
    sorted("w7_sortedBy_memb", by: .component, after: .membership),
    followed("w7_list_burst"),
  ]

  /// A list that follows the members in sections, per burst that moves one of them.
  private static func followed(_ name: String) -> Workload {
    Workload(
      name,
      library: { size in
        let context = Context()
        let entities = Contents.shuffled(context.fill(size))
        let list = context.group(.all(Position.self)).list(
          by: \Position.x, sectionBy: \Position.section)
        let count = Counter()
        list.onChange = { count.value += Double($0.moved.count + $0.removed.count) }
        let turn = Turn(size)
        return Trial(operations: readings) {
          for _ in 0..<readings { entities[turn.next()].set(turn.position) }
          return withExtendedLifetime((context, list)) { count.value }
        }
      })
  }

  private enum Order {
    case creation
    case component
  }

  private enum Change {
    case nothing
    case updates(Int)
    case membership
  }

  private static let readings = 8

  private static func sorted(_ name: String, by order: Order, after change: Change) -> Workload {
    Workload(
      name, existentialLimit: 10_000,
      library: { library($0, order, change) },
      existential: { existential($0, order, change) })
  }

  private static func library(_ size: Int, _ order: Order, _ change: Change) -> Trial {
    let context = Context()
    let group = context.group(.all(Position.self, Velocity.self))
    let entities = Contents.shuffled(context.fill(size))
    let turn = Turn(size)
    return Trial(operations: readings) {
      var count = 0
      for _ in 0..<readings {
        let entity = entities[turn.next()]
        switch change {
        case .nothing: break
        case .updates(let number):
          entity.set(turn.position)
          for _ in 1..<number { entities[turn.next()].set(turn.position) }
        case .membership: entity.remove(Velocity.self).set(Contents.velocity(1))
        }
        switch order {
        case .creation: count += group.entities.count
        case .component: count += group.sorted(by: Position.self).count
        }
      }
      return withExtendedLifetime(context) { Double(count) }
    }
  }

  private static func existential(_ size: Int, _ order: Order, _ change: Change) -> Trial {
    let world = ExistentialWorld()
    let group = world.group(all: [Position.self, Velocity.self])
    let entities = Contents.shuffled(world.fill(size))
    let turn = Turn(size)
    return Trial(operations: readings) {
      var count = 0
      for _ in 0..<readings {
        let entity = entities[turn.next()]
        switch change {
        case .nothing: break
        case .updates(let number):
          entity.set(turn.position)
          for _ in 1..<number { entities[turn.next()].set(turn.position) }
        case .membership:
          entity.remove(Velocity.self)
          entity.set(Contents.velocity(1))
        }
        switch order {
        case .creation: count += group.sorted.count
        case .component: count += group.sorted(by: Position.self).count
        }
      }
      return withExtendedLifetime(world) { Double(count) }
    }
  }
}

extension Position {
  /// One of seven sections, by where it is.
  fileprivate var section: Int { Int(x) % 7 }
}

/// Whose turn it is to change, and to what.
private final class Turn {
  private let size: Int
  private var number = 0

  init(_ size: Int) {
    self.size = size
  }

  func next() -> Int {
    number += 1
    return number % size
  }

  /// Far from where the entity was in the order, as a rule.
  var position: Position { Position(x: Double(number &* 7_919 % size), y: Double(number)) }
}
