import ECSKit

/// What comes out of a move: what was told, reported and read, in order.
enum Line<Handle: Hashable>: Equatable {
  /// What an observer was told, and what it saw of the world when it was.
  case told(observer: Int, Told<Handle>, present: [Int?], counts: [Int])
  case misuse(Misuse)
  /// What a reader of change sets was given, or a call returned.
  case changes([Told<Handle>])
  case applied
  case refused(ChangeSetError)
  case list([Handle])
  case values([Handle: Int])
  case answer(Bool)

  func named<Name: Hashable>(_ name: (Handle) -> Name) -> Line<Name> {
    switch self {
    case .told(let observer, let told, let present, let counts):
      return .told(observer: observer, told.named(name), present: present, counts: counts)
    case .misuse(let misuse): return .misuse(misuse)
    case .changes(let changes): return .changes(changes.map { $0.named(name) })
    case .applied: return .applied
    case .refused(let error): return .refused(error)
    case .list(let handles): return .list(handles.map(name))
    case .values(let values):
      return .values(.init(values.map { (name($0), $1) }, uniquingKeysWith: +))
    case .answer(let answer): return .answer(answer)
    }
  }
}

/// Plays moves in a world and writes down what comes of them.
final class Player<W: World> {
  let world: W
  /// Each handle by the order in which the calls that made them returned.
  private(set) var table: [W.Handle] = []
  private(set) var rules = [Rule(all: 1), Rule(none: 4), Rule(any: 3)]
  var lines: [Line<W.Handle>] = []
  private var tokens: [W.Token] = []
  private var reactions: [Move.Reaction] = []
  /// Every change set that was read, returned or recorded.
  private var history: [W.Changes] = []

  init(_ world: W, keepsHistory: Bool) {
    self.world = world
    if keepsHistory { world.observeChanges { [unowned self] in keep($0) } }
    world.cascadeLimit = 6
    world.report = { [unowned self] in lines.append(.misuse($0)) }
  }

  func play(_ move: Move, at told: W.Handle? = nil) {
    switch move {
    case .create(let parts, let isByBody): create(parts, isByBody: isByBody)
    case .set(let target, let part, let isGeneric):
      guard let handle = handle(target, told) else { return }
      world.set(part, on: handle, isGeneric: isGeneric)
    case .setIfAbsent(let target, let part):
      guard let handle = handle(target, told) else { return }
      lines.append(.answer(world.setIfAbsent(part, on: handle)))
    case .raise(let target, let kind):
      guard let handle = handle(target, told) else { return }
      let payload = (world.values(of: handle)[kind] ?? 0) + 1
      world.set(Part(kind: kind, payload: payload), on: handle, isGeneric: false)
    case .remove(let target, let kind):
      guard let handle = handle(target, told) else { return }
      world.remove(kind, from: handle)
    case .destroy(let target):
      guard let handle = handle(target, told) else { return }
      world.destroy(handle)
    case .destroyAll: world.destroyAll()
    case .setUnique(let part): table.append(world.setUnique(part))
    case .transaction(let moves, let isThrowing):
      try? world.transaction { () throws(Refused) in
        for move in moves { play(move, at: told) }
        if isThrowing { throw Refused() }
      }
    case .changes(let moves, let isRecorded, let isThrowing):
      let body = { () throws(Refused) in
        for move in moves { self.play(move, at: told) }
        if isThrowing { throw Refused() }
      }
      let changes = try? isRecorded ? world.record(body) : world.changes(body)
      if let changes { keep(changes) }
    case .undo(let number): apply(number, isInverse: true)
    case .redo(let number): apply(number, isInverse: false)
    case .observe(let place, let kinds, let reaction): observe(place, kinds, reaction, told)
    case .cancel(let number):
      if !tokens.isEmpty { world.cancel(tokens[number % tokens.count]) }
    case .ask(let rule):
      if rules.count < 24, !rules.contains(rule) { rules.append(rule) }
      world.ask(for: rule)
    default: read(move, told)
    }
  }

  private func read(_ move: Move, _ told: W.Handle?) {
    switch move {
    case .readMembers(let rule): lines.append(.list(world.members(of: self.rule(rule))))
    case .readSorted(let rule, let kind):
      lines.append(.list(world.membersSorted(by: kind, of: self.rule(rule))))
    case .readEach(let rule, let kind):
      lines.append(.values(world.each(kind, of: self.rule(rule))))
    case .readIndex(let kind, let part):
      lines.append(.list(world.indexed(kind, under: part.payload)))
    case .loop(let rule, let moves):
      for (place, handle) in world.members(of: self.rule(rule)).enumerated() {
        lines.append(.list([handle]))
        play(moves[place % moves.count], at: handle)
      }
    default: break
    }
  }

  private func keep(_ changes: W.Changes) {
    lines.append(.changes(world.told(by: changes)))
    history.append(changes)
  }

  private func apply(_ number: Int, isInverse: Bool) {
    guard !history.isEmpty else { return }
    let changes = history[history.count - 1 - number % history.count]
    do throws(ChangeSetError) {
      try world.apply(isInverse ? world.inverse(of: changes) : changes)
      lines.append(.applied)
    } catch {
      lines.append(.refused(error))
    }
  }

  private func create(_ parts: [Part], isByBody: Bool) {
    // A small world is a busy one.
    if world.handles.count > 12 { world.destroy(world.handles[0]) }
    table.append(isByBody ? world.create(handingOver: parts) : world.create(parts))
  }

  private func rule(_ number: Int) -> Rule { rules[number % rules.count] }

  private func handle(_ target: Move.Target, _ told: W.Handle?) -> W.Handle? {
    switch target {
    case .any(let number): return table.isEmpty ? nil : table[number % table.count]
    case .living(let number):
      let living = world.handles
      return living.isEmpty ? nil : living[number % living.count]
    case .told: return told ?? world.handles.first
    }
  }

  private func observe(
    _ place: Move.Place, _ kinds: [Event.Kind], _ reaction: Move.Reaction, _ told: W.Handle?
  ) {
    let subject: Subject<W.Handle>
    switch place {
    case .context: subject = .context
    case .group(let number): subject = .group(rule(number))
    case .entity(let target):
      guard let handle = handle(target, told) else { return }
      subject = .entity(handle)
    }
    // The number of observers that listen at a time is bounded.
    if tokens.count >= 9 { world.cancel(tokens[tokens.count - 9]) }
    let number = tokens.count
    reactions.append(reaction)
    tokens.append(world.observe(subject, kinds) { [unowned self] in hear($0, number) })
  }

  private func hear(_ told: Told<W.Handle>, _ number: Int) {
    lines.append(
      .told(
        observer: number, told, present: world.values(of: told.entity),
        counts: rules.map(world.count)))
    guard !reactions[number].moves.isEmpty else {
      if reactions[number].isCancelling { world.cancel(tokens[number]) }
      return
    }
    play(reactions[number].moves.removeFirst(), at: told.entity)
  }
}
