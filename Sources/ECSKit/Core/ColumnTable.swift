/// The columns of a context, found by the type of their component.
///
/// Open addressing on the address of the metatype: one shift and usually one probe. The order of
/// `list` is that of first use and does not depend on addresses. Invariant: `keys` and `buckets`
/// have the same length, a power of two, and at least half of `keys` is 0, so every probe ends; the
/// bucket of a key has the column of exactly that type.
@usableFromInline
struct ColumnTable: ~Copyable {
  @usableFromInline var keys = UncheckedBuffer<UInt>()
  @usableFromInline var buckets = UncheckedBuffer<Unretained<AnyColumn>?>()
  @usableFromInline var list = ObjectList<AnyColumn>()

  init() {
    rehash(to: 32)
  }

  @inlinable @inline(__always)
  static func hash(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: (key >> 4) ^ (key >> 10))
  }

  /// Returns the column of a component type, if there is one.
  @inlinable @inline(__always)
  func find<C: Component>(_ type: C.Type) -> Unretained<Column<C>>? {
    let key = UInt(bitPattern: ObjectIdentifier(type))
    let mask = keys.count &- 1
    var bucket = Self.hash(key) & mask
    while true {
      let found = unsafe keys[bucket]
      if found == key {
        return unsafe buckets[bucket]?.with { Unretained<Column<C>>(.of($0)) }
      }
      if found == 0 { return nil }
      bucket = (bucket &+ 1) & mask
    }
  }

  /// Returns the column of a number.
  @inlinable
  subscript(_ number: Int) -> AnyColumn { unsafe list.with(number) { $0 } }

  /// Calls the body with the column of a number, which must be valid, such as the number of an
  /// entity's bit.
  @inlinable @inline(__always)
  func with<Result>(_ number: Int, _ body: (AnyColumn) -> Result) -> Result {
    unsafe list.with(number, body)
  }

  /// The columns, in the order of first use.
  var all: [AnyColumn] { list.all }

  /// Adds a column whose type is not in the table yet.
  mutating func add(_ column: AnyColumn) {
    list.append(column)
    if list.count * 2 > keys.count { rehash(to: keys.count * 2) } else { enter(column) }
  }

  private mutating func rehash(to count: Int) {
    keys = UncheckedBuffer()
    buckets = UncheckedBuffer()
    keys.fill(to: count, with: 0)
    buckets.fill(to: count, with: nil)
    for number in 0..<list.count { enter(list[number]) }
  }

  private mutating func enter(_ column: AnyColumn) {
    let key = UInt(bitPattern: ObjectIdentifier(column.type))
    var bucket = Self.hash(key) & (keys.count - 1)
    while unsafe keys[bucket] != 0 { bucket = (bucket + 1) & (keys.count - 1) }
    unsafe keys[bucket] = key
    unsafe buckets[bucket] = Unretained(column)
  }
}
