import ECSHistory
import ECSKit

/// What observers add to, so that calling them cannot be left out.
final class Counter {
  var value = 0.0
}

extension Workload {
  /// Position replaced on every entity, with groups that name it and that all entities match.
  static let setting =
    [
      Workload(
        "w2_set_g0", sizes: withMillion, library: { set($0, groups: 0) },
        existential: { existentialSet($0, groups: 0) }, arrays: arraySet),
      Workload(
        "w2_set_g1", library: { set($0, groups: 1) },
        existential: { existentialSet($0, groups: 1) }),
      Workload(
        "w2_set_g8", library: { set($0, groups: 8) },
        existential: { existentialSet($0, groups: 8) }),
      Workload(
        "w2_set_g1_obs", library: { set($0, groups: 1, observe: observe) },
        existential: { existentialSet($0, groups: 1, isObserved: true) }),
      Workload(
        "w2_set_g8_obs", library: { set($0, groups: 8, observe: observe) },
        existential: { existentialSet($0, groups: 8, isObserved: true) }),
      // As `obs`, and the observer reads the old and the new value.
      Workload("w2_set_g1_tobs", library: { set($0, groups: 1, observe: observeValues) }),
      // As `g1`, and one entity has an observer of its own.
      Workload(
        "w2_set_g1_one",
        library: {
          set(
            $0, groups: 1,
            observeOne: { entity, counter in entity.observe { _ in counter.value += 1 } })
        }),
      // As `g1`, and a history keeps the last ten thousand changes.
      Workload("w2_set_history", library: { set($0, groups: 1, limit: 10_000) }),
      // As `g1`, beside an undo stack of a hundred steps that is full.
      Workload(
        "w2_set_undo", library: { set($0, groups: 1, watching: { UndoStack($0, limit: 100) }) }),
      // As `g1`, beside a store that follows: of another component, and of the one that is set.
      Workload("w2_set_unkept", library: { set($0, groups: 1, watching: Stores.ofAnother) }),
      Workload("w2_set_kept", library: { set($0, groups: 1, watching: Stores.ofPositions) }),
    ]

  private static func rules(_ count: Int) -> [([any Component.Type], [any Component.Type])] {
    let required: [[any Component.Type]] = [
      [Position.self], [Position.self, Velocity.self], [Position.self, Name.self],
      [Position.self, Velocity.self, Name.self],
    ]
    return Array((required.map { ($0, []) } + required.map { ($0, [Flag.self]) }).prefix(count))
  }

  private static func observe(_ group: Group, _ counter: Counter) {
    group.observe(.updated) { _ in counter.value += 1 }
  }

  private static func observeValues(_ group: Group, _ counter: Counter) {
    group.observe(.updated) { event in
      guard let old = event.old(Position.self), let new = event.new(Position.self) else { return }
      counter.value += new.y - old.y
    }
  }

  private static func set(
    _ size: Int, groups: Int, limit: Int? = nil, watching watch: ((Context) -> AnyObject)? = nil,
    observeOne: ((Entity, Counter) -> Void)? = nil,
    observe: ((Group, Counter) -> Void)? = nil
  ) -> Trial {
    let context = Context()
    let counter = Counter()
    for (required, excluded) in rules(groups) {
      var matcher = Matcher.all(required[0])
      for type in required.dropFirst() { matcher = matcher.all(type) }
      for type in excluded { matcher = matcher.none(type) }
      observe?(context.group(matcher), counter)
    }
    let entities = context.fill(size)
    observeOne?(entities[0], counter)
    let history = limit.map { History(["world": context], limit: $0) }
    let watcher = watch?(context)
    let pass = Counter()
    let prepare = { pass.value += 1 }
    return Trial(operations: size, prepare: prepare) {
      let y = pass.value
      var x = 0.0
      for entity in entities {
        entity.set(Position(x: x, y: y))
        x += 1
      }
      return withExtendedLifetime((context, history, watcher)) { x + counter.value }
    }
  }

  private static func existentialSet(
    _ size: Int, groups: Int, isObserved: Bool = false
  ) -> Trial {
    let world = ExistentialWorld()
    let counter = Counter()
    let made = rules(groups).map { world.group(all: $0.0, none: $0.1) }
    let entities = world.fill(size)
    if isObserved { for group in made { group.observe { _, _, _ in counter.value += 1 } } }
    let pass = Counter()
    let prepare = { pass.value += 1 }
    return Trial(operations: size, prepare: prepare) {
      let y = pass.value
      var x = 0.0
      for entity in entities {
        entity.set(Position(x: x, y: y))
        x += 1
      }
      return withExtendedLifetime(world) { x + counter.value }
    }
  }

  private static func arraySet(_ size: Int) -> Trial {
    let world = Box(ArrayWorld(Contents.names(size)))
    let pass = Counter()
    let prepare = { pass.value += 1 }
    return Trial(operations: size, prepare: prepare) {
      func set(_ positions: inout [Position], y: Double) -> Double {
        var x = 0.0
        for index in positions.indices {
          positions[index] = Position(x: x, y: y)
          x += 1
        }
        return x
      }
      return set(&world.value.positions, y: pass.value)
    }
  }
}
