import ECSKit
import TestSupport

/// A step of a script, made without knowing what it will find.
indirect enum Move {
  case create([Part], isByBody: Bool)
  case set(Target, Part, isGeneric: Bool)
  case setIfAbsent(Target, Part)
  /// Sets a component to one more than it was.
  case raise(Target, Int)
  case remove(Target, Int)
  case destroy(Target)
  case destroyAll
  case setUnique(Part)
  case transaction([Move], isThrowing: Bool)
  /// Makes changes, or only records them, and keeps the change set.
  case changes([Move], isRecorded: Bool, isThrowing: Bool)
  /// Applies the inverse of a change set, counted from the latest.
  case undo(Int)
  /// Applies a change set, counted from the latest.
  case redo(Int)
  case observe(Place, [Event.Kind], Reaction)
  case cancel(Int)
  case ask(Rule)
  case readMembers(Int)
  case readSorted(Int, by: Int)
  case readEach(Int, Int)
  case readIndex(Int, Part)
  /// Goes through the members of a group and makes a move at each.
  case loop(Int, [Move])

  /// The entity a move is about.
  enum Target {
    /// One of all handles ever given out, dead ones included.
    case any(Int)
    /// One that is alive.
    case living(Int)
    /// The one that the observer was told of, or that the loop is at.
    case told
  }

  /// What a new observer listens to.
  enum Place {
    case context
    case group(Int)
    case entity(Target)
  }

  /// What an observer does: one move at each call, as long as there are some.
  struct Reaction {
    var moves: [Move] = []
    /// Whether it ends itself when it is out of moves.
    var isCancelling = false
  }
}

/// A source of random moves.
struct MoveSource {
  private var random: SplitMix64
  private let isObserved: Bool
  private let keepsHistory: Bool

  init(seed: UInt64, keepsHistory: Bool) {
    self.keepsHistory = keepsHistory
    random = SplitMix64(seed: seed)
    // Without observers the core writes nothing down, which is a path of its own.
    isObserved = !seed.isMultiple(of: 4)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  mutating func move() -> Move { move(depth: 0) }

  private mutating func move(depth: Int) -> Move {
    if keepsHistory, below(5) == 0 { return historyMove(depth) }
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
    case 94..<97: return .readIndex(below(2), part())
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

  private mutating func part() -> Part {
    Part(kind: below(Kind.all.count), payload: below(4))
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
    } else if below(2) == 0 {
      reaction.moves = moves(1...4, depth: depth + 1)
    }
    return .observe(place, kinds, reaction)
  }

  mutating func rule() -> Rule {
    var rule = Rule()
    while rule == Rule() {
      for kind in 0..<UInt8(Kind.all.count) {
        switch below(12) {
        case 0, 1: rule.all |= 1 << kind
        case 2, 3: rule.any |= 1 << kind
        case 4: rule.none |= 1 << kind
        default: break
        }
      }
      switch below(6) {
      case 0: rule = Rule(none: rule.none | rule.all)
      case 1: rule = Rule(all: rule.all & (rule.all &- 1), none: rule.none)
      case 2: rule = Rule(all: 1 << UInt8(below(Kind.all.count)))
      default: break
      }
    }
    return rule
  }
}
