import ECSDetached
import ECSKit

/// Plays moves in a world and writes down what comes of them.
final class Player<W: World> {
  private(set) var world: W
  /// Each handle by the order in which the calls that made them returned.
  private(set) var table: [W.Handle] = []
  private(set) var rules = [Rule(all: 1), Rule(none: 4), Rule(any: 3), Rule()]
  var lines: [Line<W.Handle>] = []
  private let keepsHistory: Bool
  private var tokens: [W.Token] = []
  private var reactions: [Move.Reaction] = []
  /// Every change set that was read, returned or recorded.
  private var history: [W.Changes] = []
  private(set) var detached: [W.Detached] = []
  /// The entities that those are of.
  private var detachedHandles: [W.Handle] = []
  private var collections: [W.Collection] = []
  /// How many calls are under way that keep the context.
  private var keepers = 0
  /// Whether contexts have a unique index from now on.
  private var isUnique = false
  /// How many observers are being called.
  private var hearing = 0

  init(keepsHistory: Bool) {
    self.keepsHistory = keepsHistory
    world = W(after: nil)
    begin()
  }

  private func begin() {
    if keepsHistory { world.observeChanges { [unowned self] in keep($0) } }
    world.cascadeLimit = 6
    world.report = { [unowned self] in lines.append(.misuse($0)) }
    for rule in rules { world.ask(for: rule) }
    if isUnique { world.makeUnique() }
  }

  private func endContext() {
    guard keepers == 0 else { return }
    world.end()
    world = W(after: world)
    lines.append(.ended(isInside: hearing > 0))
    begin()
  }

  func play(_ move: Move, at told: W.Handle? = nil) {
    keepers += move.keepsContext ? 1 : 0
    defer { keepers -= move.keepsContext ? 1 : 0 }
    switch move {
    case .endContext: endContext()
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
    case .clone(let target):
      guard let handle = handle(target, told) else { return }
      table.append(world.clone(handle))
    case .destroyAll: world.destroyAll()
    case .shrink: world.shrink()
    case .createRow(let count, let parts): createRow(count, parts)
    case .makeUnique:
      isUnique = true
      world.makeUnique()
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
    case .cancelAll: for token in tokens { world.cancel(token) }
    case .ask(let rule):
      if rules.count < 24, !rules.contains(rule) { rules.append(rule) }
      world.ask(for: rule)
    case .detach, .edit, .sync, .post, .receive: takeAway(move, told)
    case .collect, .pull, .pause: gather(move)
    default: read(move, told)
    }
  }

  private func takeAway(_ move: Move, _ told: W.Handle?) {
    if case .detach(let target) = move, let handle = handle(target, told) {
      detached.append(world.detach(handle))
      detachedHandles.append(handle)
      if detached.count > 5 {
        detached.removeFirst()
        detachedHandles.removeFirst()
      }
    }
    if case .receive = move { lines += world.receive().map { .synced($0.report) } }
    if detached.isEmpty { return }
    switch move {
    case .edit(let number, let kind, let payload):
      world.edit(&detached[number % detached.count], kind, payload)
    case .sync(let number, let policy, let isStale):
      let place = number % detached.count
      let synced = world.sync(detached[place], policy)
      lines.append(.synced(synced.report))
      // Observers may have detached others meanwhile.
      guard !isStale, detached.indices.contains(place) else { return }
      detached[place] = synced.detached
      if synced.report.outcome == .gone {
        detached.remove(at: place)
        detachedHandles.remove(at: place)
      }
    case .post(let number, let policy): world.post(detached[number % detached.count], policy)
    default: break
    }
  }

  private func gather(_ move: Move) {
    if case .collect(var wish, let rules) = move {
      for place in rules.indices { wish.sources[place].rule = rule(rules[place]) }
      collections.append(world.collect(wish))
      if collections.count > 4 { collections.removeFirst() }
    }
    if collections.isEmpty { return }
    switch move {
    case .pull(let number, let limit):
      let collection = collections[number % collections.count]
      let items = world.pull(collection, limit)
      lines.append(.gathered(items, left: world.count(of: collection)))
    case .pause(let number, let isPaused):
      world.setPaused(isPaused, collections[number % collections.count])
    default: break
    }
  }

  private func createRow(_ count: Int, _ parts: [Part]) {
    for _ in 0..<count { table.append(world.create(parts)) }
    if world.handles.count > 30 {
      for handle in world.handles.prefix(20) { world.destroy(handle) }
    }
  }

  private func read(_ move: Move, _ told: W.Handle?) {
    switch move {
    case .readMembers(let rule): lines.append(.list(world.members(of: self.rule(rule))))
    case .readSorted(let rule, let kind):
      lines.append(.list(world.membersSorted(by: kind, of: self.rule(rule))))
    case .readEach(let rule, let kind):
      lines.append(.values(world.each(kind, of: self.rule(rule))))
    case .readIndex(let index, let key):
      lines.append(.list(world.found(by: Lookup.all[index], under: key)))
    case .readOrder(let isRestricted, let numbers):
      lines.append(.list(world.ordered(isRestricted, numbers)))
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
    case .detached(let number):
      return detached.isEmpty ? nil : detachedHandles[number % detached.count]
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
    hearing += 1
    defer { hearing -= 1 }
    play(reactions[number].moves.removeFirst(), at: told.entity)
  }
}
