import ECSDetached
import ECSKit

/// A step of a script, made without knowing what it will find.
indirect enum Move {
  case create([Part], isByBody: Bool)
  case set(Target, Part, isGeneric: Bool)
  case setIfAbsent(Target, Part)
  /// Sets a component to one more than it was.
  case raise(Target, Int)
  case remove(Target, Int)
  /// Creates entities one after the other.
  case createRow(Int, [Part])
  case clone(Target)
  case destroy(Target)
  case destroyAll
  case shrink
  /// Releases the context and continues with a new one.
  case endContext
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
  case cancelAll
  case detach(Target)
  /// Sets or removes a component of a detached entity.
  case edit(Int, Int, Int?)
  /// Syncs a detached entity, and continues with the result or with the stale value.
  case sync(Int, SyncPolicy, isStale: Bool)
  case post(Int, SyncPolicy)
  case receive
  case collect(Wish, [Int])
  case pull(Int, Int)
  case pause(Int, Bool)
  case makeUnique
  case ask(Rule)
  case readMembers(Int)
  case readSorted(Int, by: Int)
  case readEach(Int, Int)
  case readIndex(Int, Int)
  case readOrder(Bool, Range<Int>)
  /// Goes through the members of a group and makes a move at each.
  case loop(Int, [Move])

  /// The entity a move is about.
  enum Target {
    /// One of all handles that there ever were, dead ones included.
    case any(Int)
    /// One that is alive.
    case living(Int)
    /// The one of the event, or the one that the loop is at.
    case told
    /// The one that a detached entity describes.
    case detached(Int)
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

  /// Whether the context is kept by the call that makes the move, and so cannot end meanwhile.
  var keepsContext: Bool {
    switch self {
    case .set, .setIfAbsent, .raise, .remove, .clone, .destroy, .endContext, .loop: false
    default: true
    }
  }
}
