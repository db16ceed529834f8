/// A pointer to a core.
///
/// It does not have to keep the core alive, because a core is never freed.
@usableFromInline
struct CoreReference: Equatable {
  @usableFromInline let core: Unretained<Core>

  @inlinable
  init(_ core: Core) {
    self.core = Unretained(core)
  }

  /// The address of the core, for values on other threads; it may be compared but not followed.
  var address: UInt { core.address }

  /// The core, whatever its epoch.
  @inlinable var unchecked: Core { unsafe core.object }

  /// Calls the body with the core, without counting a reference.
  @inlinable @inline(__always)
  func withCore<Result>(_ body: (Core) -> Result) -> Result {
    unsafe core.with(body)
  }

  /// Returns the core if an epoch is the present one.
  @inlinable
  func core(in epoch: UInt32) -> Core? {
    let core = unchecked
    return core.isIn(epoch) ? core : nil
  }

  /// Returns whether an epoch is the present one.
  @inlinable
  func isIn(_ epoch: UInt32) -> Bool { unchecked.isIn(epoch) }

  @inlinable
  static func == (first: CoreReference, second: CoreReference) -> Bool {
    first.core.address == second.core.address
  }
}
