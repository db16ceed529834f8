/// A reference that is not counted, for calls that cost less than counting would.
///
/// Invariant: somebody else keeps the object for as long as this is followed. Who stores one says who
/// that is.
@usableFromInline
package struct Unretained<Object: AnyObject> {
  @usableFromInline let pointer: Unmanaged<Object>

  @inlinable
  @inline(__always)
  package init(_ object: Object) {
    pointer = .passUnretained(object)
  }

  /// Calls the body with the object, which is there until the body returns.
  @inlinable
  @inline(__always)
  package func with<Result>(_ body: (Object) -> Result) -> Result {
    pointer._withUnsafeGuaranteedRef(body)
  }

  /// The object, to be kept.
  @inlinable
  @inline(__always)
  var object: Object { pointer.takeUnretainedValue() }

  /// Where the object is.
  @inlinable
  @inline(__always)
  var address: UInt { UInt(bitPattern: pointer.toOpaque()) }
}

extension Unretained<Core> {
  /// The core at an address, which is that of one; nil at 0.
  ///
  /// A core is never freed.
  init?(address: UInt) {
    guard let raw = UnsafeRawPointer(bitPattern: address) else { return nil }
    pointer = .fromOpaque(raw)
  }

  /// Keeps a new core for ever: its one reference is never given back.
  init(immortal core: Core) {
    pointer = .passRetained(core)
  }
}

extension Unretained<AnyColumn> {
  /// The column under its own type, which is that of the component; debug builds check it.
  @inlinable
  @inline(__always)
  func of<C>(_ type: C.Type) -> Unretained<Column<C>> {
    with { Unretained<Column<C>>(.of($0)) }
  }
}
