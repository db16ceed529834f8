/// The columns of a context, found by the type of their component.
///
/// Open addressing on the address of the metatype: one shift and, as a rule, one probe. The order of
/// `columns` is that of first use and does not depend on addresses. Invariant: `keys` and `places`
/// have one length, a power of two, and at least half of `keys` is 0, so every probe ends; the place
/// of a key holds the column of that very type, which `columns` keeps alive.
@usableFromInline
struct TypeTable: ~Copyable {
  @usableFromInline var keys = Buffer<UInt>()
  @usableFromInline var places = Buffer<Unretained<AnyColumn>?>()
  @usableFromInline var columns: ContiguousArray<AnyColumn> = []
  @usableFromInline var byNumber = Buffer<Unretained<AnyColumn>>()

  init() {
    keys.fill(to: 32, with: 0)
    places.fill(to: 32, with: nil)
  }

  @inlinable
  @inline(__always)
  static func hash(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: (key >> 4) ^ (key >> 10))
  }

  /// Returns the column of a component type, if there is one.
  @inlinable
  @inline(__always)
  func find<C: Component>(_ type: C.Type) -> Unretained<Column<C>>? {
    let key = UInt(bitPattern: ObjectIdentifier(type))
    let mask = keys.count &- 1
    var place = Self.hash(key) & mask
    while true {
      let found = keys[place]
      if found == key {
        return places[place]?.of(type)
      }
      if found == 0 { return nil }
      place = (place &+ 1) & mask
    }
  }

  /// The column of a number.
  @inlinable
  func numbered(_ number: Int) -> AnyColumn { columns[number] }

  /// Calls the body with the column of a number, which is that of some entity's bit.
  @inlinable
  @inline(__always)
  func withNumbered(_ number: Int, _ body: (AnyColumn) -> Void) {
    byNumber[number].with(body)
  }

  /// Adds a column, whose type is new to the table.
  mutating func add(_ column: AnyColumn) {
    columns.append(column)
    byNumber.append(Unretained(column))
    guard columns.count * 2 > keys.count else { return place(column) }
    let room = keys.count * 2
    keys = Buffer()
    places = Buffer()
    keys.fill(to: room, with: 0)
    places.fill(to: room, with: nil)
    for column in columns { place(column) }
  }

  private mutating func place(_ column: AnyColumn) {
    let key = UInt(bitPattern: column.key)
    var place = Self.hash(key) & (keys.count - 1)
    while keys[place] != 0 { place = (place + 1) & (keys.count - 1) }
    keys[place] = key
    places[place] = Unretained(column)
  }
}
