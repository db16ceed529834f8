import ECSKit

/// The real and the naive context, side by side.
final class Lockstep {
  private let seed: Int
  private let real: Player<RealContext>
  private let naive: Player<NaiveContext>
  private var source: MoveSource
  private(set) var lineCount = 0
  /// What happened, by name.
  private(set) var seen: Set<String> = []

  init(seed: Int) {
    self.seed = seed
    // Without readers of change sets the core keeps no values, which is a path of its own.
    let keepsHistory = seed & 4 != 0
    source = MoveSource(seed: UInt64(seed), keepsHistory: keepsHistory)
    real = Player(keepsHistory: keepsHistory)
    naive = Player(keepsHistory: keepsHistory)
    guard seed % 4 == 1 else { return }
    real.play(.makeUnique)
    naive.play(.makeUnique)
  }

  /// Plays a script of random moves, and returns the first difference.
  func run(steps: Int) -> String? {
    for step in 1...steps {
      let move = source.move()
      if let difference = play(move, step) {
        return "seed \(seed), step \(step), \(move): \(difference)"
      }
    }
    return nil
  }

  /// Plays a move in both and returns what differs.
  private func play(_ move: Move, _ step: Int) -> String? {
    real.play(move)
    naive.play(move)
    guard real.table.count == naive.table.count else { return "the handles given out" }
    return differenceInLines() ?? differenceInEntities() ?? differenceInDetached()
      ?? differenceInGroups(step)
  }

  /// The positions of handles in the table, which identify an entity on both sides.
  private func realPlaces() -> [Entity: Int] {
    .init(zip(real.table, real.table.indices), uniquingKeysWith: { first, _ in first })
  }

  private func naivePlaces() -> [Int: Int] {
    .init(zip(naive.table, naive.table.indices), uniquingKeysWith: { first, _ in first })
  }

  private func differenceInLines() -> String? {
    defer {
      lineCount += real.lines.count
      for line in real.lines { seen.formUnion(line.names) }
      real.lines = []
      naive.lines = []
    }
    if real.lines.isEmpty && naive.lines.isEmpty { return nil }
    let realPlaces = realPlaces()
    let naivePlaces = naivePlaces()
    let told = real.lines.map { $0.named { realPlaces[$0] ?? -1 } }
    let expected = naive.lines.map { $0.named { naivePlaces[$0] ?? -2 } }
    guard told != expected else { return nil }
    let place = zip(told, expected).enumerated().first { $1.0 != $1.1 }?.offset
    let first = place ?? min(told.count, expected.count)
    return "line \(first): \(told.dropFirst(first).prefix(1)) instead of "
      + "\(expected.dropFirst(first).prefix(1))"
  }

  private func differenceInEntities() -> String? {
    let realPlaces = realPlaces()
    let naivePlaces = naivePlaces()
    let living = naive.world.handles
    guard real.world.handles.map({ realPlaces[$0] }) == living.map({ naivePlaces[$0] }) else {
      return "the entities"
    }
    for (entity, number) in zip(real.world.handles, living) {
      guard real.world.values(of: entity) == naive.world.values(of: number) else {
        return "\(entity) instead of \(naive.world.values(of: number))"
      }
      guard real.world.creationNumber(entity) == naive.world.creationNumber(number) else {
        return "\(entity) in number"
      }
    }
    for kind in [Kind.selection, Kind.current, Kind.focus] {
      let holder = real.world.holder(of: kind).map { realPlaces[$0] }
      guard holder == naive.world.holder(of: kind).map({ naivePlaces[$0] }) else {
        return "the holder of \(Kind.all[kind].name)"
      }
    }
    for place in real.table.indices.suffix(12) where !naive.world.isAlive(naive.table[place]) {
      let dead = real.table[place]
      guard !real.world.isAlive(dead), real.world.creationNumber(dead) == nil,
        real.world.values(of: dead).allSatisfy({ $0 == nil })
      else { return "a dead handle" }
    }
    return nil
  }

  private func differenceInDetached() -> String? {
    for (mine, expected) in zip(real.detached, naive.detached) {
      let found = real.world.values(of: mine)
      let values = naive.world.values(of: expected)
      if found != values { return "a detached entity, \(found) instead of \(values)" }
    }
    return nil
  }

  private func differenceInGroups(_ step: Int) -> String? {
    let pairs = zip(real.world.handles, naive.world.handles)
    for rule in real.rules {
      guard real.world.count(of: rule) == naive.world.count(of: rule) else {
        return "the count of \(rule)"
      }
      for (entity, number) in pairs {
        let isMember = real.world.isMember(entity, of: rule)
        guard isMember == naive.world.isMember(number, of: rule) else {
          return "\(entity) in \(rule)"
        }
      }
      if let dead = real.table.last, !real.world.isAlive(dead), real.world.isMember(dead, of: rule)
      {
        return "a dead handle in \(rule)"
      }
    }
    // Orders and indices are made on demand, so that asking at every step would hide the making.
    return step % 7 == seed % 7 ? differenceInOrder(step) : nil
  }

  private func differenceInOrder(_ step: Int) -> String? {
    let realPlaces = realPlaces()
    let naivePlaces = naivePlaces()
    func isSame(_ entities: [Entity], _ numbers: [Int]) -> Bool {
      entities.map { realPlaces[$0] } == numbers.map { naivePlaces[$0] }
    }
    for rule in real.rules {
      guard isSame(real.world.members(of: rule), naive.world.members(of: rule)) else {
        return "the order of \(rule)"
      }
    }
    for rule in real.rules.prefix(6) {
      for kind in [Kind.number, Kind.weight] {
        let sorted = real.world.membersSorted(by: kind, of: rule)
        guard isSame(sorted, naive.world.membersSorted(by: kind, of: rule)) else {
          return "\(rule) sorted by \(Kind.all[kind].name)"
        }
      }
    }
    return seed.isMultiple(of: 3) ? nil : differenceInIndices(step)
  }

  private func differenceInIndices(_ step: Int) -> String? {
    let realPlaces = realPlaces()
    let naivePlaces = naivePlaces()
    func isSame(_ entities: [Entity], _ numbers: [Int]) -> Bool {
      entities.map { realPlaces[$0] } == numbers.map { naivePlaces[$0] }
    }
    for index in Lookup.all {
      for key in 0..<8 {
        let found = real.world.found(by: index, under: key)
        guard isSame(found, naive.world.found(by: index, under: key)) else {
          return "the index of \(index.name) under \(key)"
        }
      }
      guard real.world.keyCount(of: index) == naive.world.keyCount(of: index) else {
        return "the keys of \(index.name)"
      }
    }
    for isRestricted in [false, true] {
      let numbers = step % 3..<step % 3 + step % 5
      let found = real.world.ordered(isRestricted, numbers)
      guard isSame(found, naive.world.ordered(isRestricted, numbers)) else {
        return "the order of numbers"
      }
    }
    // An index is a watcher. Without one, entities that are created in a row are one record.
    if seed.isMultiple(of: 4) { real.world.shrink() }
    return nil
  }
}
