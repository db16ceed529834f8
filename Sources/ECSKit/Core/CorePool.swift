import Synchronization

/// The cores that wait for their next context.
///
/// A chain of addresses, because a core must not be shared between threads while it is in use. A
/// waiting core may be shared: its context, which alone may access more than the epoch, has ended.
/// There is no lock, because the thread sanitizer does not see inside it.
enum CorePool {
  /// The address of the first core of the chain; each waiting core has the address of the next.
  private static let first = Atomic<UInt>(0)

  /// Returns an empty core in an epoch that no handle has.
  static func acquire() -> Core {
    // The whole chain is taken: the first core alone could be taken and returned by another thread
    // between reading it and taking it. A thread that finds no core meanwhile creates one.
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

  /// Empties the core of a context that has ended, and keeps it for the next one; no call is under
  /// way.
  static func giveBack(_ core: Core) {
    let next = core.entities.epoch + 1
    core.reset(epoch: next)
    // A core that ran out of epochs is not used again, so its handles stay invalid for ever.
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

  /// Joins two chains at the end of the shorter one.
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
