import ECSKit
import Testing

@Suite("Context, against a naive model") struct ModelTests {
  @Test("Every random script ends each step as the naive context does", arguments: 1...64)
  func script(seed: Int) {
    // Without readers of change sets the core keeps no values, which is a path of its own.
    let keepsHistory = seed & 4 != 0
    var source = MoveSource(seed: UInt64(seed), keepsHistory: keepsHistory)
    let pair = Lockstep(seed: seed, keepsHistory: keepsHistory)
    for step in 1...300 {
      let move = source.move()
      if let difference = pair.play(move, step) {
        Issue.record("seed \(seed), step \(step), \(move): \(difference)")
        return
      }
    }
    // A script that did nothing would prove nothing.
    #expect(pair.lineCount > 50, "seed \(seed)")
    #expect(!keepsHistory || pair.appliedCount > 10 && pair.refusedCount > 2, "seed \(seed)")
  }
}

/// The real and the naive context, side by side.
private final class Lockstep {
  private let seed: Int
  private let real: Player<RealContext>
  private let naive: Player<NaiveContext>
  private(set) var lineCount = 0
  /// How many change sets were applied, and how many did not fit.
  private(set) var appliedCount = 0
  private(set) var refusedCount = 0

  init(seed: Int, keepsHistory: Bool) {
    self.seed = seed
    real = Player(RealContext(), keepsHistory: keepsHistory)
    naive = Player(NaiveContext(), keepsHistory: keepsHistory)
    for rule in real.rules {
      real.world.ask(for: rule)
      naive.world.ask(for: rule)
    }
  }

  /// Plays a move in both and returns what differs.
  func play(_ move: Move, _ step: Int) -> String? {
    real.play(move)
    naive.play(move)
    guard real.table.count == naive.table.count else { return "the handles given out" }
    return differenceInLines() ?? differenceInEntities() ?? differenceInGroups(step)
  }

  /// The places of handles in the table, by which those of both sides are compared.
  private func realPlaces() -> [Entity: Int] {
    .init(zip(real.table, real.table.indices), uniquingKeysWith: { first, _ in first })
  }

  private func naivePlaces() -> [Int: Int] {
    .init(zip(naive.table, naive.table.indices), uniquingKeysWith: { first, _ in first })
  }

  private func differenceInLines() -> String? {
    defer {
      lineCount += real.lines.count
      appliedCount += real.lines.count { $0 == .applied }
      refusedCount += real.lines.count { if case .refused = $0 { true } else { false } }
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
      guard real.world.creationNumber(entity) == UInt64(number) else {
        return "\(entity) in number"
      }
    }
    for kind in [Kind.selection, Kind.current] {
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
    return step % 7 == seed % 7 ? differenceInOrder() : nil
  }

  private func differenceInOrder() -> String? {
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
    for kind in [Kind.number, Kind.note] where !seed.isMultiple(of: 3) {
      for payload in 0..<6 {
        let found = real.world.indexed(kind, under: payload)
        guard isSame(found, naive.world.indexed(kind, under: payload)) else {
          return "the index of \(Kind.all[kind].name) under \(payload)"
        }
      }
      guard real.world.keyCount(of: kind) == naive.world.keyCount(of: kind) else {
        return "the keys of \(Kind.all[kind].name)"
      }
    }
    return nil
  }
}
