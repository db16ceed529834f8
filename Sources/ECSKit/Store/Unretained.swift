/// A reference that is not counted, for calls that cost less than counting would.
///
/// Invariant: somebody else keeps the object for as long as this is followed. Who stores one says who
/// that is.
@usableFromInline @safe
package struct Unretained<Object: AnyObject> {
  @usableFromInline let pointer: Unmanaged<Object>

  @inlinable @inline(__always)
  package init(_ object: Object) {
    unsafe pointer = .passUnretained(object)
  }

  /// Calls the body with the object, which is there until the body returns.
  @unsafe @inlinable @inline(__always)
  package func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe pointer._withUnsafeGuaranteedRef(body)
  }

  /// The object, to be kept.
  @unsafe @inlinable @inline(__always)
  var object: Object { unsafe pointer.takeUnretainedValue() }

  /// Where the object is.
  @inlinable @inline(__always)
  var address: UInt { unsafe UInt(bitPattern: pointer.toOpaque()) }
}

extension Unretained<Core> {
  /// The core at an address, which is that of one; nil at 0.
  ///
  /// A core is never freed.
  @unsafe
  init?(address: UInt) {
    guard let raw = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    unsafe pointer = .fromOpaque(raw)
  }

  /// Keeps a new core for ever: its one reference is never given back.
  init(immortal core: Core) {
    unsafe pointer = .passRetained(core)
  }
}

/// One object that is kept alive by its holder and called without counting references.
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

  /// Calls the body with the object; what the body calls must not replace this.
  @inlinable @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result {
    unsafe pointer._withUnsafeGuaranteedRef(body)
  }

  /// The object, to be kept.
  @inlinable @inline(__always)
  var object: Object { unsafe pointer.takeUnretainedValue() }

  /// A reference that is good for as long as this is.
  @inlinable @inline(__always)
  var unretained: Unretained<Object> { Unretained(object) }
}

/// Objects in an order, kept alive by the list and visited without counting references.
///
/// It is walked by number and looked at anew each time, because an object may be added meanwhile; none
/// may be removed.
@usableFromInline
struct ObjectList<Object: AnyObject>: ~Copyable {
  @usableFromInline var objects = UncheckedBuffer<Kept<Object>>()

  @inlinable init() {}

  @inlinable var count: Int { objects.count }
  @inlinable var isEmpty: Bool { objects.isEmpty }

  mutating func append(_ object: Object) {
    objects.append(Kept(object))
  }

  /// The object at a position.
  subscript(_ position: Int) -> Object {
    precondition(position >= 0 && position < count)
    return unsafe objects[position].object
  }

  /// Calls the body with the object at a position, which is that of one.
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

  /// The objects, to be kept.
  var all: [Object] {
    var all: [Object] = []
    all.reserveCapacity(count)
    visit { all.append($0) }
    return all
  }
}
