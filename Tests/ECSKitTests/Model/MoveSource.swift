import ECSDetached
import ECSKit
import TestSupport

/// A source of random moves.
struct MoveSource {
  private var random: SplitMix64
  private let isObserved: Bool
  private let isIndexed: Bool
  private let isCollecting: Bool
  private let keepsHistory: Bool

  init(seed: UInt64, keepsHistory: Bool) {
    self.keepsHistory = keepsHistory
    random = SplitMix64(seed: seed)
    // Without observers the core writes nothing down, which is a path of its own.
    isObserved = !seed.isMultiple(of: 4)
    isIndexed = isObserved
    isCollecting = !seed.isMultiple(of: 3)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  mutating func move() -> Move { move(depth: 0) }

  private mutating func move(depth: Int) -> Move {
    if keepsHistory, below(5) == 0 { return historyMove(depth) }
    if below(5) == 0 { return detachedMove(depth) }
    if below(12) == 0 { return rareMove(depth) }
    if isCollecting, below(12) == 0 { return collectorMove() }
    switch below(100) {
    case 0..<14: return .create((0..<below(5)).map { _ in part() }, isByBody: below(2) == 0)
    case 14..<36: return .set(target(depth), part(), isGeneric: below(2) == 0)
    case 36..<39: return .setIfAbsent(target(depth), part())
    case 39..<42: return .raise(target(depth), [Kind.number, Kind.weight][below(2)])
    case 42..<54: return .remove(target(depth), below(Kind.all.count))
    case 54..<59: return .destroy(target(depth))
    case 59..<60: return below(3) == 0 ? .destroyAll : .cancel(below(64))
    case 60..<64: return .setUnique(Part(kind: Kind.selection + below(2), payload: below(3)))
    case 64..<72 where depth < 3: return transaction(depth)
    case 72..<82 where isObserved && depth < 3: return observe(depth)
    case 82..<86: return .cancel(below(64))
    case 86..<88: return .ask(rule())
    case 88..<90: return .readMembers(below(64))
    case 90..<93: return .readSorted(below(64), by: [Kind.number, Kind.weight][below(2)])
    case 93..<94: return .readEach(below(64), below(Kind.all.count))
    case 94..<96: return .readIndex(below(Lookup.all.count), below(6))
    case 96..<97: return .readOrder(below(2) == 0, range())
    case 97..<100 where depth < 2: return .loop(below(64), moves(1...3, depth: depth + 1))
    default: return .set(target(depth), part(), isGeneric: false)
    }
  }

  private mutating func moves(_ count: ClosedRange<Int>, depth: Int) -> [Move] {
    (0..<Int.random(in: count, using: &random)).map { _ in move(depth: depth) }
  }

  private mutating func historyMove(_ depth: Int) -> Move {
    // The latest sets fit more often than others.
    let number = below(4) == 0 ? below(64) : below(3)
    switch below(5) {
    case 0 where depth < 3, 1 where depth < 3:
      return .changes(
        moves(0...4, depth: depth + 1), isRecorded: below(2) == 0, isThrowing: below(8) == 0)
    case 2: return .redo(number)
    default: return .undo(number)
    }
  }

  /// Few values, so that they are often equal, but a choice of keys that one entity has.
  private mutating func part() -> Part {
    let kind = below(Kind.all.count)
    return Part(kind: kind, payload: below(kind == Kind.code ? 6 : 4))
  }

  private mutating func range() -> Range<Int> {
    let low = below(5)
    return low..<low + below(4)
  }

  private mutating func detachedMove(_ depth: Int) -> Move {
    let policy = [SyncPolicy.fail, .mine, .theirs][below(3)]
    // Keys are refused only if others have them, so they are tried more often.
    let kind = below(4) == 0 ? Kind.code : Kind.detachable[below(Kind.detachable.count)]
    let part = Part(kind: kind, payload: below(4))
    let number = below(64)
    let edit = Move.edit(number, kind, below(3) == 0 ? nil : part.payload)
    switch below(16) {
    case 0..<3:
      let target = target(depth)
      let moves: [Move] = below(2) == 0 ? [] : [.set(target, part, isGeneric: false)]
      return .transaction(moves + [.detach(target)], isThrowing: false)
    case 3..<5: return edit
    case 5..<9:
      // Both sides change one component, or one of them does and takes it back.
      let other = Part(kind: kind, payload: below(4))
      let changes = Move.transaction(
        [edit, .set(.detached(number), other, isGeneric: false)], isThrowing: below(3) == 0)
      let sync = Move.sync(number, policy, isStale: below(4) == 0)
      return .transaction([changes, sync], isThrowing: false)
    case 9: return .set(.detached(number), part, isGeneric: below(2) == 0)
    case 10: return .remove(.detached(number), kind)
    case 11..<14: return .sync(number, policy, isStale: below(4) == 0)
    case 14: return .post(number, policy)
    default: return .receive
    }
  }

  private mutating func rareMove(_ depth: Int) -> Move {
    switch below(17) {
    case 0..<4: return .clone(target(depth))
    case 4..<7: return .createRow(1 + below(6), below(2) == 0 ? [] : [part()])
    case 7..<10: return .shrink
    case 10..<12: return .cancelAll
    case 12..<14 where isIndexed: return .makeUnique
    case 14..<16: return .endContext
    default: return .destroy(target(depth))
    }
  }

  private mutating func collectorMove() -> Move {
    let all: [Event.Kind] = [.added, .updated, .removed]
    switch below(8) {
    case 0..<3:
      let sources = (0...below(3)).map { _ in
        (rule: Rule(), kinds: below(2) == 0 ? [] : [all[below(3)]])
      }
      let wish = Wish(
        mode: [Collector.Mode.every, .latest, .net][below(3)],
        scope: [Collector.Scope.all, .living, .matching][below(3)], sources: sources)
      return .collect(wish, sources.map { _ in below(64) })
    case 3: return .pause(below(4), below(3) == 0)
    case 4: return .pull(below(4), .max)
    default: return .pull(below(4), below(4))
    }
  }

  private mutating func target(_ depth: Int) -> Move.Target {
    if depth > 0, below(2) == 0 { return .told }
    return below(8) == 0 ? .any(below(1024)) : .living(below(64))
  }

  private mutating func transaction(_ depth: Int) -> Move {
    .transaction(moves(0...5, depth: depth + 1), isThrowing: below(2) == 0)
  }

  private mutating func observe(_ depth: Int) -> Move {
    let place: Move.Place =
      switch below(4) {
      case 0: .context
      case 1, 2: .group(below(64))
      default: .entity(target(depth))
      }
    let all: [Event.Kind] = [.created, .added, .updated, .removed, .destroyed]
    let kinds = (0..<below(4)).map { _ in all[below(all.count)] }
    var reaction = Move.Reaction(isCancelling: below(4) == 0)
    if below(6) == 0 {
      // More changes than the limit allows to cause one another.
      reaction.moves = Array(repeating: .raise(.told, Kind.number), count: 12)
    } else if below(8) == 0 {
      reaction.moves = [.endContext]
    } else if below(2) == 0 {
      reaction.moves = moves(1...4, depth: depth + 1)
    }
    return .observe(place, kinds, reaction)
  }

  mutating func rule() -> Rule {
    var rule = Rule()
    while rule == Rule() {
      for kind in 0..<UInt16(Kind.all.count) {
        switch below(20) {
        case 0, 1: rule.all |= 1 << kind
        case 2, 3: rule.any |= 1 << kind
        case 4: rule.none |= 1 << kind
        default: break
        }
      }
      switch below(6) {
      case 0: rule = Rule(none: rule.none | rule.all)
      case 1: rule = Rule(all: rule.all & (rule.all &- 1), none: rule.none)
      case 2: rule = Rule(all: 1 << UInt16(below(Kind.all.count)))
      default: break
      }
    }
    return rule
  }
}
