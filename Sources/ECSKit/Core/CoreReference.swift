/// A pointer to a core that neither keeps it alive nor has to: a core is never freed.
@usableFromInline
struct CoreReference: Equatable {
  @usableFromInline let core: Unretained<Core>

  @inlinable
  init(_ core: Core) {
    self.core = Unretained(core)
  }

  /// Where the core is, for a value that may be anywhere: to be compared, never to be followed.
  var address: UInt { core.address }

  /// The core, whatever its epoch.
  @inlinable var unchecked: Core { unsafe core.object }

  /// Calls the body with the core, without counting a reference.
  @inlinable @inline(__always)
  func withCore<Result>(_ body: (Core) -> Result) -> Result {
    unsafe core.with(body)
  }

  /// Returns the core if the lifetime that a handle was made in is still under way.
  @inlinable
  func core(in epoch: UInt32) -> Core? {
    let core = unchecked
    return core.isIn(epoch) ? core : nil
  }

  /// Returns whether the lifetime that a handle was made in is still under way.
  @inlinable
  func isIn(_ epoch: UInt32) -> Bool { unchecked.isIn(epoch) }

  @inlinable
  static func == (first: CoreReference, second: CoreReference) -> Bool {
    first.core.address == second.core.address
  }
}
