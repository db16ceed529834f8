import Synchronization

/// A pool of cores without a context.
///
/// The pool is a linked list of addresses instead of references, because threads must not share a
/// core while it is in use. Threads may share a core in the pool, because the core has no context,
/// and only a context accesses fields other than the epoch. The pool is lock-free, because the
/// thread sanitizer does not see inside a lock.
enum CorePool {
  /// The address of the first core.
  ///
  /// Each core in the list stores the address of the next core.
  private static let first = Atomic<UInt>(0)

  /// Returns an empty core.
  ///
  /// The epoch of the core differs from the epoch of every existing handle.
  static func acquire() -> Core {
    // The thread takes the whole list. Otherwise another thread could take and return the first
    // core between the read and the exchange (the ABA problem). A thread that finds an empty list
    // creates a new core.
    let chain = first.exchange(0, ordering: .acquiringAndReleasing)
    guard let core = core(at: chain) else {
      let core = Core()
      _ = Unretained(immortal: core)
      core.reset(epoch: 1)
      return core
    }
    put(core.next)
    core.next = 0
    return core
  }

  /// Empties the core of a deallocated context and returns it to the pool.
  ///
  /// No call may be in progress.
  static func giveBack(_ core: Core) {
    let next = core.entities.epoch + 1
    core.reset(epoch: next)
    // A core without unused epochs is not reused, so its old handles remain invalid forever.
    guard next < EntityTable.lastEpoch else { return core.retire() }
    put(Unretained(core).address)
  }

  private static func put(_ chain: UInt) {
    var chain = chain
    while chain != 0 {
      let isPut = first.compareExchange(
        expected: 0, desired: chain, ordering: .acquiringAndReleasing
      ).exchanged
      if isPut { return }
      chain = joined(chain, first.exchange(0, ordering: .acquiringAndReleasing))
    }
  }

  /// Returns the concatenation of two lists.
  ///
  /// The number of steps is the length of the shorter list.
  private static func joined(_ one: UInt, _ other: UInt) -> UInt {
    guard var last = core(at: one), var otherLast = core(at: other) else { return one | other }
    while true {
      guard let next = core(at: last.next) else {
        last.next = other
        return one
      }
      guard let otherNext = core(at: otherLast.next) else {
        otherLast.next = one
        return other
      }
      (last, otherLast) = (next, otherNext)
    }
  }

  private static func core(at address: UInt) -> Core? {
    unsafe Unretained(address: address)?.object
  }
}
