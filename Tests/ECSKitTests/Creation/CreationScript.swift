import ECSKit
import TestSupport

/// A random script, and what a model says of the context in which it runs.
final class CreationScript {
  private struct Being: Equatable {
    let entity: Entity
    let number: UInt64
    var value: Int?
    var isMarked: Bool
  }

  /// An entity that came or went.
  private struct Step: Equatable {
    let kind: Event.Kind
    let entity: Entity
  }

  private let context = Context()
  private let isWatched: Bool
  private var random: SplitMix64
  /// In creation order.
  private var beings: [Being] = []
  private var steps: [Step] = []
  private var made: [Entity] = []
  private var lastNumber: UInt64 = 0
  /// Whoever began to watch at a depth, and the entities that are there by what it was told.
  private var mirrors: [Mirror] = []
  private var depth = 0
  private var faults: [String] = []
  private(set) var rollbackCount = 0
  private(set) var cascadeCount = 0

  private final class Mirror {
    let depth: Int
    var entities: Set<Entity>
    var token: ObserverToken?

    init(_ entities: [Entity], depth: Int) {
      self.entities = Set(entities)
      self.depth = depth
    }
  }

  init(seed: Int) {
    random = SplitMix64(seed: UInt64(seed))
    isWatched = !seed.isMultiple(of: 3)
    context.cascadeLimit = 4
    context.misuseHandler = { [unowned self] misuse in
      if case .cascade = misuse { cascadeCount += 1 } else { faults.append("\(misuse)") }
    }
    if seed.isMultiple(of: 2) { _ = context.group(.none(Marked.self)) }
  }

  private func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  func step() {
    switch below(6) {
    case 0: changeAndUndo()
    case 1: recordAndApply()
    case 2: runAway()
    default: transact()
    }
    if beings.count > 40 { destroy(count: 30) }
  }

  // MARK: Changes

  private func play() {
    for _ in 0...below(6) {
      switch below(12) {
      case 0..<6: create(count: 1 + below(5))
      case 6: destroy(count: 1 + below(4))
      case 7: alter()
      case 8 where isWatched: watch()
      case 9 where depth > 0: readChanges()
      case 10: mirrors.popLast()?.token?.cancel()
      default: if depth < 5 { transact() }
      }
    }
  }

  private func create(count: Int) {
    for _ in 0..<count {
      let value = below(4)
      let being =
        switch below(4) {
        case 0: add(context.createEntity(), nil, false)
        case 1: add(context.createEntity(Number(value: value)), value, false)
        case 2: add(context.createEntity(Marked(), Number(value: value)), value, true)
        default:
          add(
            context.createEntity { new in
              if value > 1 { new.set(Marked()) }
              new.set(Number(value: value))
            }, value, value > 1)
        }
      if being.number != lastNumber { faults.append("\(being.entity) is not \(lastNumber)") }
    }
  }

  private func add(_ entity: Entity, _ value: Int?, _ isMarked: Bool) -> Being {
    lastNumber += 1
    let number = entity.creationNumber ?? 0
    if made.contains(entity) { faults.append("\(entity) was there before") }
    beings.append(Being(entity: entity, number: number, value: value, isMarked: isMarked))
    steps.append(Step(kind: .created, entity: entity))
    made.append(entity)
    return beings[beings.count - 1]
  }

  private func destroy(count: Int) {
    for _ in 0..<min(count, beings.count) {
      let being = beings.remove(at: below(beings.count))
      steps.append(Step(kind: .destroyed, entity: being.entity))
      being.entity.destroy()
    }
  }

  private func alter() {
    guard !beings.isEmpty else { return }
    let place = below(beings.count)
    let value = below(3) == 0 ? nil : below(4)
    beings[place].value = value
    if let value {
      beings[place].entity.set(Number(value: value))
    } else {
      beings[place].entity.remove(Number.self)
    }
    beings[place].isMarked.toggle()
    if beings[place].isMarked {
      beings[place].entity.set(Marked())
    } else {
      beings[place].entity.remove(Marked.self)
    }
  }

  private func watch() {
    guard mirrors.count < 3 else { return }
    let mirror = Mirror(context.entities, depth: depth)
    mirror.token = context.observe { event in
      if event.kind == .created { mirror.entities.insert(event.entity) }
      if event.kind == .destroyed { mirror.entities.remove(event.entity) }
    }
    mirrors.append(mirror)
  }

  /// Forgets who began to watch what is taken back without a word.
  private func forgetMirrors() {
    for mirror in mirrors where mirror.depth > depth { mirror.token?.cancel() }
    mirrors.removeAll { $0.depth > depth }
  }

  // MARK: Transactions

  private func transact() {
    let before = (beings, steps)
    depth += 1
    let isThrowing = below(2) == 0
    try? context.transaction { () throws(Refused) in
      play()
      if isThrowing { throw Refused() }
    }
    depth -= 1
    guard isThrowing else { return }
    (beings, steps) = before
    rollbackCount += 1
    forgetMirrors()
    if let difference = differenceInEntities { faults.append("after a rollback: \(difference)") }
  }

  private func readChanges() {
    let mark = steps.count
    let changes = context.changes { play() }
    check(changes, from: mark)
  }

  private func check(_ changes: ChangeSet, from mark: Int) {
    let read = changes.changes.filter { $0.kind == .created || $0.kind == .destroyed }
    if read.map({ Step(kind: $0.kind, entity: $0.entity) }) != Array(steps[mark...]) {
      faults.append("a change set of \(read.count) instead of \(steps.count - mark)")
    }
  }

  private func changeAndUndo() {
    let before = beings
    let mark = steps.count
    depth += 1
    let changes = context.changes { play() }
    depth -= 1
    check(changes, from: mark)
    let after = beings
    do {
      try context.apply(changes.inverse)
      beings = before
      if below(2) == 0 {
        if let differenceInEntities { faults.append("undone: \(differenceInEntities)") }
        try context.apply(changes)
        beings = after
      }
    } catch {
      faults.append("\(error)")
    }
  }

  private func recordAndApply() {
    let before = beings
    let mark = steps.count
    depth += 1
    let changes = context.record { play() }
    depth -= 1
    check(changes, from: mark)
    forgetMirrors()
    let after = beings
    beings = before
    if let differenceInEntities { faults.append("recorded: \(differenceInEntities)") }
    guard below(2) == 0 else { return }
    do {
      try context.apply(changes)
      beings = after
    } catch {
      faults.append("\(error)")
    }
  }

  /// Makes changes which a cascade takes back whole, with those that came before its observer.
  private func runAway() {
    let before = beings
    let count = cascadeCount
    var token: ObserverToken?
    depth += 1
    context.transaction {
      play()
      token = context.group(.all(Weight.self)).observe(.added, .updated) { event in
        // What is taken back is told, too.
        let (old, new) = (event.old(Weight.self)?.grams ?? -1, event.new(Weight.self)?.grams ?? -1)
        if old < new { event.entity.set(Weight(grams: new + 1)) }
      }
      create(count: below(3))
      let last = context.createEntity(Weight(grams: 0))
      lastNumber += 1
      made.append(last)
    }
    depth -= 1
    token?.cancel()
    beings = before
    if cascadeCount != count + 1 { faults.append("a cascade that had no end") }
  }

  // MARK: Looking

  /// What differs between the context and the model; nil if nothing does.
  var difference: String? {
    if let fault = faults.first { return fault }
    for mirror in mirrors where mirror.entities != Set(context.entities) {
      return "\(mirror.entities.count) entities by what was told, of \(context.count)"
    }
    return differenceInEntities
  }

  private var differenceInEntities: String? {
    let found = context.entities.map { entity in
      Being(
        entity: entity, number: entity.creationNumber ?? 0, value: entity[Number.self]?.value,
        isMarked: entity.has(Marked.self))
    }
    if found != beings { return "\(found) instead of \(beings)" }
    if context.count != beings.count { return "the count" }
    let living = Set(beings.map(\.entity))
    if let ghost = made.first(where: { $0.isAlive != living.contains($0) }) { return "\(ghost)" }
    let rules: [(Matcher, (Being) -> Bool)] = [
      (.all(Number.self), { $0.value != nil }), (.none(Marked.self), { !$0.isMarked }),
      (.all(Marked.self).none(Number.self), { $0.isMarked && $0.value == nil }),
    ]
    for (rule, matches) in rules
    where context.group(rule).entities != beings.filter(matches).map(\.entity) {
      return "\(rule)"
    }
    // An index watches, so it is let go again as soon as nothing is under way.
    for value in 0..<4 where depth == 0 {
      let expected = beings.filter { $0.value == value }.map(\.entity)
      if context.index(\Number.value)[value] != expected { return "the index under \(value)" }
    }
    if depth == 0 { context.shrink() }
    return nil
  }
}
