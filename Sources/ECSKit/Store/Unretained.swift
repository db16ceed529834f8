/// A reference without reference counting.
///
/// Use it where reference counting would take longer than the call itself.
///
/// Invariant: another owner keeps the object alive while the reference is used.
@usableFromInline @safe
package struct Unretained<Object: AnyObject> {
  @usableFromInline let pointer: Unmanaged<Object>

  @inlinable @inline(__always)
  package init(_ object: Object) {
    unsafe pointer = .passUnretained(object)
  }

  /// Calls the body with the object.
  ///
  /// Another owner must keep the object alive until the body returns.
  @unsafe @inlinable @inline(__always)
  package func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe pointer._withUnsafeGuaranteedRef(body)
  }

  @unsafe @inlinable @inline(__always)
  var object: Object { unsafe pointer.takeUnretainedValue() }

  @inlinable @inline(__always)
  var address: UInt { unsafe UInt(bitPattern: pointer.toOpaque()) }
}

extension Unretained<Core> {
  /// Creates a reference to the core at an address, or returns nil for address 0.
  ///
  /// A nonzero address must belong to a core. Cores are never freed.
  @unsafe
  init?(address: UInt) {
    guard let raw = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    unsafe pointer = .fromOpaque(raw)
  }

  /// Creates a reference to a new core.
  ///
  /// The core is retained and never released.
  init(immortal core: Core) {
    unsafe pointer = .passRetained(core)
  }
}

/// A strong reference.
///
/// The object can be used without further reference counting.
@usableFromInline @safe
struct Kept<Object: AnyObject>: ~Copyable {
  @usableFromInline let pointer: Unmanaged<Object>

  @inlinable
  init(_ object: Object) {
    unsafe pointer = .passRetained(object)
  }

  @inlinable
  deinit {
    unsafe pointer.release()
  }

  /// Calls the body with the object.
  ///
  /// The body must not replace this reference.
  @inlinable @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe pointer._withUnsafeGuaranteedRef(body)
  }

  @inlinable @inline(__always)
  var object: Object { unsafe pointer.takeUnretainedValue() }
}

/// A list that keeps its objects alive and visits them without reference counting.
///
/// A visit proceeds by position and reads the count in every step, because the body may add
/// objects. The body must not remove objects.
@usableFromInline
struct ObjectList<Object: AnyObject>: ~Copyable {
  @usableFromInline var objects = UncheckedBuffer<Kept<Object>>()

  @inlinable init() {}

  @inlinable var count: Int { objects.count }
  @inlinable var isEmpty: Bool { objects.isEmpty }

  mutating func append(_ object: Object) {
    objects.append(Kept(object))
  }

  subscript(_ position: Int) -> Object {
    precondition(position >= 0 && position < count)
    return unsafe objects[position].object
  }

  /// Calls the body with the object at a position.
  ///
  /// The position must be valid.
  @unsafe @inlinable @inline(__always)
  func with<Result>(_ position: Int, _ body: (Object) -> Result) -> Result {
    unsafe objects[position].with(body)
  }

  @inlinable @inline(__always)
  func visit(_ body: (Object) -> Void) {
    var position = 0
    while position < objects.count {
      unsafe objects[position].with(body)
      position &+= 1
    }
  }

  mutating func remove(at position: Int) {
    precondition(position >= 0 && position < count)
    _ = unsafe objects.remove(at: position)
  }

  mutating func removeAll(where isGone: (Object) -> Bool) {
    var rest = ObjectList()
    visit { if !isGone($0) { rest.append($0) } }
    self = rest
  }

  var all: [Object] {
    var all: [Object] = []
    all.reserveCapacity(count)
    visit { all.append($0) }
    return all
  }
}
