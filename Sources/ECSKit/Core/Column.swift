/// The part of a column that does not depend on the type of its components.
@usableFromInline
class AnyColumn {
  /// The position in the order of first use.
  @usableFromInline final let number: Int
  @usableFromInline final let bit: ComponentBit
  final let type: any Component.Type
  @usableFromInline final let isUnique: Bool
  @safe @exclusivity(unchecked) @usableFromInline final var operations: Kept<ColumnOperations>
  /// Whether the operations were made where the compiler knew the type of the component.
  @safe @exclusivity(unchecked) @usableFromInline final var isSpecialized: Bool

  /// The groups whose matcher names the component, by the part of the rule that names it.
  @safe @exclusivity(unchecked) @usableFromInline final var setsRequiring = ObjectList<MemberSet>()
  @safe @exclusivity(unchecked) @usableFromInline final var setsExcluding = ObjectList<MemberSet>()
  @safe @exclusivity(unchecked) @usableFromInline final var setsOffering = ObjectList<MemberSet>()
  /// The observers of those groups, in the order of registration.
  @safe @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  /// How many indices are restricted to a group whose rule names the component.
  final var indexedGroups = 0
  /// Whether a value can be refused, because an index does not share keys.
  @safe @exclusivity(unchecked) @usableFromInline final var refusesKeys = false
  /// Whether the column has observers or followers.
  @safe @exclusivity(unchecked) @usableFromInline final var isWatched = false {
    didSet { updatePlainness() }
  }
  /// Whether a value can be inserted without further checks: the column is specialized, its
  /// component is not unique, and it has no observers or followers.
  @safe @exclusivity(unchecked) @usableFromInline final var isPlain = false
  /// Whether a group has to be settled when the component is added or removed.
  @safe @exclusivity(unchecked) @usableFromInline final var hasGroups = false
  /// The entity that holds a unique component; -1 if none does.
  @safe @exclusivity(unchecked) @usableFromInline final var holder: Int64 = -1

  @usableFromInline
  init(
    number: Int, type: any Component.Type, operations: ColumnOperations, isSpecialized: Bool
  ) {
    self.number = number
    self.type = type
    self.operations = Kept(operations)
    self.isSpecialized = isSpecialized
    bit = ComponentBit(number: number)
    isUnique = type.isUnique
    updatePlainness()
  }

  final var name: String { String(describing: type) }

  /// Replaces the operations by ones that were made where the type of the component is known.
  @usableFromInline
  final func adopt(_ operations: ColumnOperations) {
    self.operations = Kept(operations)
    isSpecialized = true
    updatePlainness()
  }

  /// Calls the body with the operations, without counting a reference.
  @inlinable @inline(__always)
  final func with<Result>(_ body: (ColumnOperations) -> Result) -> Result {
    operations.with(body)
  }

  @usableFromInline
  final func updatePlainness() {
    isPlain = isSpecialized && !isUnique && !isWatched
  }
}

/// The values of one component type of a context, with the groups, observers and followers of their
/// changes.
///
/// A removed value is moved into the history, and dropped from there once everything is settled.
///
/// `C` is a component, but the declaration does not require it: the runtime would search all
/// conformances of the program for each column that it makes.
@usableFromInline
final class Column<C>: AnyColumn {
  @safe @exclusivity(unchecked) @usableFromInline var store = SparseSet<C>()
  /// Old and new values of the changes that are not yet delivered, or may be rolled back.
  @safe @exclusivity(unchecked) @usableFromInline var history = UncheckedBuffer<C>()
  /// The delivery number of the journal that the history belongs to.
  @safe @exclusivity(unchecked) @usableFromInline var historyDelivery: UInt32 = 0
  @safe @exclusivity(unchecked) @usableFromInline var followers: ContiguousArray<Follower<C>> = []
  /// Compares two values for a caller that does not know that they are `Equatable`.
  ///
  /// It is made on first use, because a conformance check is slow.
  @usableFromInline lazy var isEqual: ((C, C) -> Bool)? = {
    (C.self as? any Equatable.Type).map { Self.equality($0) }
  }()

  deinit { if !_isPOD(C.self) { store.closeGaps() } }

  /// Returns the column under its own type, which the caller knows; debug builds check it.
  @inlinable @inline(__always)
  static func of(_ column: AnyColumn) -> Column<C> {
    unsafe unsafeDowncast(column, to: Column<C>.self)
  }

  @inlinable @inline(__always)
  static var isFlag: Bool { SparseSet<C>.isFlag }

  /// Returns the comparison of the component's type, which is known to be `Equatable` at run time only.
  @inlinable
  static func equality<E: Equatable>(_ type: E.Type) -> (C, C) -> Bool {
    precondition(type == C.self)
    // The two are one type, so a value of one is a value of the other.
    return { unsafe unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }
}

/// The history: old and new values of changes, kept until no event can read them any more.
extension Column {
  /// Returns the value at a position of the history.
  @inlinable @inline(__always)
  func logged(_ position: Int32) -> C { unsafe history[Int(position)] }

  /// Appends a value to the history.
  ///
  /// Trivial values stay there after their delivery and are overwritten by the next.
  @inlinable @inline(__always)
  func log(_ value: consuming C, _ journal: inout Journal) -> Int32 {
    if _isPOD(C.self) {
      if historyDelivery != journal.delivery {
        historyDelivery = journal.delivery
        history.truncate(to: 0)
      }
    } else {
      journal.needsDropping = true
    }
    history.append(value)
    return Int32(truncatingIfNeeded: history.count &- 1)
  }

  /// Appends an old and a new value to the history while no record of the journal points at it.
  ///
  /// - Returns: The position of the old value; the new one follows it.
  @inlinable @inline(__always)
  func logOnly(_ old: consuming C, _ new: consuming C, _ journal: inout Journal) -> Int32 {
    guard _isPOD(C.self) else {
      let position = log(old, &journal)
      _ = log(new, &journal)
      return position
    }
    historyDelivery = journal.delivery
    history.restart(with: old, new)
    return 0
  }

  /// Drops the values of the history from a position on.
  ///
  /// Each is moved out first: dropping it may run code that makes changes, which leave the history
  /// at the length they found.
  @inlinable @inline(__always)
  func forget(from first: Int32) {
    if _isPOD(C.self) { return history.truncate(to: Int(first)) }
    while history.count > Int(first) {
      let dropped = unsafe history.removeLast()
      withExtendedLifetime(dropped) {}
    }
  }

  /// Moves the values of the history from a position on into an object, to be dropped later.
  @inlinable
  func detachHistory(from first: Int32) -> AnyObject {
    let box = Box<ContiguousArray<C>>([])
    while history.count > Int(first) { box.value.append(unsafe history.removeLast()) }
    return box
  }
}

/// An object that holds a value.
@usableFromInline
final class Box<Value> {
  @usableFromInline var value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
  }
}

/// The columns of a context, found by the type of their component.
///
/// Most types are found with one comparison in `near`, whose length is a constant, so the
/// index of a known type is computed once, outside of loops. A type whose index another one has is
/// found in a table with open addressing, which has all of them. Both hash the address of the
/// metatype. The order of `list` is that of first use and does not depend on addresses.
///
/// Invariant: `near` has `nearCount` elements. `keys` and `buckets` have the same length, a power of
/// two, and at least half of `keys` is 0, so every probe ends. The column beside a key is that of
/// exactly that type, and there is one beside each key but 0.
@usableFromInline
struct ColumnTable: ~Copyable {
  /// A column and the address of the metatype of its component; 0 and nil where there is none.
  @usableFromInline
  struct Near {
    @usableFromInline let key: UInt
    @usableFromInline let column: Unretained<AnyColumn>?
  }

  @inlinable static var nearCount: Int { 256 }

  @usableFromInline var near = UncheckedBuffer<Near>()
  @usableFromInline var keys = UncheckedBuffer<UInt>()
  @usableFromInline var buckets = UncheckedBuffer<Unretained<AnyColumn>?>()
  @usableFromInline var list = ObjectList<AnyColumn>()

  init() {
    near.fill(to: Self.nearCount, with: Near(key: 0, column: nil))
    rehash(to: 32)
  }

  @inlinable @inline(__always)
  static func hash(_ key: UInt) -> Int {
    // Fibonacci hashing: the addresses are multiples of 8, and often of 64. A word may have 32 bits.
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  /// Returns what is at the only index in `near` that a type can have.
  @inlinable @inline(__always)
  func near(_ key: UInt) -> Near {
    unsafe near[Self.hash(key) & (Self.nearCount &- 1)]
  }

  /// Returns the column of a type, wherever it is, if there is one.
  func find(_ key: UInt) -> Unretained<AnyColumn>? {
    let mask = keys.count &- 1
    var bucket = Self.hash(key) & mask
    while true {
      let found = unsafe keys[bucket]
      if found == key { return unsafe buckets[bucket] }
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
    let key = UInt(bitPattern: ObjectIdentifier(column.type))
    let place = Self.hash(key) & (Self.nearCount - 1)
    if unsafe near[place].key == 0 {
      unsafe near[place] = Near(key: key, column: Unretained(column))
    }
    if list.count * 2 > keys.count { rehash(to: keys.count * 2) } else { insert(column) }
  }

  private mutating func rehash(to count: Int) {
    keys = UncheckedBuffer()
    buckets = UncheckedBuffer()
    keys.fill(to: count, with: 0)
    buckets.fill(to: count, with: nil)
    for number in 0..<list.count { insert(list[number]) }
  }

  private mutating func insert(_ column: AnyColumn) {
    let key = UInt(bitPattern: ObjectIdentifier(column.type))
    var bucket = Self.hash(key) & (keys.count - 1)
    while unsafe keys[bucket] != 0 { bucket = (bucket + 1) & (keys.count - 1) }
    unsafe keys[bucket] = key
    unsafe buckets[bucket] = Unretained(column)
  }
}
