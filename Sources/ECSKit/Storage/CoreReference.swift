/// A pointer to a core that neither keeps it alive nor has to: a core is never freed.
@usableFromInline
struct CoreReference: Equatable {
  @usableFromInline let pointer: Unmanaged<Core>

  @inlinable
  init(_ core: Core) {
    pointer = .passUnretained(core)
  }

  /// Where the core is, for a value that may be anywhere: to be compared, never to be followed.
  var address: UInt { UInt(bitPattern: pointer.toOpaque()) }

  /// The core, whatever its epoch.
  var unchecked: Core { pointer.takeUnretainedValue() }

  /// Calls the body with the core, without counting a reference.
  @inlinable
  @inline(__always)
  func withCore<Result>(_ body: (Core) -> Result) -> Result {
    pointer._withUnsafeGuaranteedRef(body)
  }

  /// Returns the core if the lifetime that a handle was made in is still under way.
  @inlinable
  func core(in epoch: UInt32) -> Core? {
    let core = pointer.takeUnretainedValue()
    return core.isIn(epoch) ? core : nil
  }

  @inlinable
  static func == (first: CoreReference, second: CoreReference) -> Bool {
    first.pointer.toOpaque() == second.pointer.toOpaque()
  }
}
