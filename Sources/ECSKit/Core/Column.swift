// The columns of a context, and the table that finds a column by its type. All files named
// Core+*.swift use them. A column's bit, values and followers are consistent whenever user code,
// such as an observer or a comparison, runs.

/// The part of a column that does not depend on its component type.
@usableFromInline
class AnyColumn {
  @usableFromInline final let number: Int
  @usableFromInline final let bit: ComponentBit
  final let type: any Component.Type
  @usableFromInline final let isUnique: Bool
  @safe @exclusivity(unchecked) @usableFromInline final var operations: Kept<ColumnOperations>
  /// True if the operations were created where the compiler knew the component type.
  @safe @exclusivity(unchecked) @usableFromInline final var isSpecialized: Bool

  /// The member sets of the groups whose rule requires the component.
  @safe @exclusivity(unchecked) @usableFromInline final var setsRequiring = ObjectList<MemberSet>()
  @safe @exclusivity(unchecked) @usableFromInline final var setsExcluding = ObjectList<MemberSet>()
  @safe @exclusivity(unchecked) @usableFromInline final var setsOffering = ObjectList<MemberSet>()
  /// The observers of all groups whose rule names the component, in the order of registration.
  @safe @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  /// The number of indices that list only members of a group whose rule names the component.
  final var indexedGroups = 0
  /// True if a unique index may refuse a value of the component.
  @safe @exclusivity(unchecked) @usableFromInline final var refusesKeys = false
  @safe @exclusivity(unchecked) @usableFromInline final var isWatched = false {
    didSet { updatePlainness() }
  }
  /// True if a value can be inserted without further checks.
  ///
  /// This requires a specialized column without observers or followers, and a component that is not
  /// unique.
  @safe @exclusivity(unchecked) @usableFromInline final var isPlain = false
  /// True if adding or removing the component can change the members of a group.
  @safe @exclusivity(unchecked) @usableFromInline final var hasGroups = false
  /// True if replacing the component can change the members of a group.
  ///
  /// If this is true, the column has followers.
  @safe @exclusivity(unchecked) @usableFromInline final var hasConditions = false
  /// The index of the entity that has the unique component.
  ///
  /// The index is -1 if no entity has the component, or if the component is not unique.
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

  /// True if descriptions name the component.
  ///
  /// The conformance check is slow, so it is not made when the column is created.
  final var isListed: Bool { !(type is any UnlistedComponent.Type) }

  var isEmpty: Bool { preconditionFailure("a column knows its type") }

  @usableFromInline
  final func adopt(_ operations: ColumnOperations) {
    self.operations = Kept(operations)
    isSpecialized = true
    updatePlainness()
  }

  @inlinable @inline(__always)
  final func with<Result>(_ body: (ColumnOperations) -> Result) -> Result {
    operations.with(body)
  }

  @usableFromInline
  final func updatePlainness() {
    isPlain = isSpecialized && !isUnique && !isWatched
  }
}

/// The values of one component type, with the groups, observers and followers that depend on them.
///
/// If an event or a rollback may need a removed value, the value moves into the history.
///
/// The declaration does not require that `C` is a component. With such a requirement, the runtime
/// would search all conformances of the program for each new column.
@usableFromInline
final class Column<C>: AnyColumn {
  @safe @exclusivity(unchecked) @usableFromInline var store = SparseSet<C>()
  /// The old and new values of changes that have not yet been delivered or may be rolled back.
  @safe @exclusivity(unchecked) @usableFromInline var history = UncheckedBuffer<C>()
  /// The value of `Journal.delivery` for which the history is valid.
  @safe @exclusivity(unchecked) @usableFromInline var historyDelivery: UInt32 = 0
  @safe @exclusivity(unchecked) @usableFromInline var followers: ContiguousArray<Follower<C>> = []
  /// A function that compares two values, or nil if `C` is not `Equatable`.
  ///
  /// The function is for callers that do not know the type at compile time. The property is lazy,
  /// because a conformance check is slow.
  @usableFromInline lazy var isEqual: ((C, C) -> Bool)? = {
    (C.self as? any Equatable.Type).map { Self.equality($0) }
  }()

  deinit { if !_isPOD(C.self) { store.closeGaps() } }

  override var isEmpty: Bool { store.count == 0 }

  /// Returns a column as an instance of its class.
  ///
  /// The component type of the column must be `C`. Debug builds check the type.
  @inlinable @inline(__always)
  static func of(_ column: AnyColumn) -> Column<C> {
    unsafe unsafeDowncast(column, to: Column<C>.self)
  }

  @inlinable @inline(__always)
  static var isFlag: Bool { SparseSet<C>.isFlag }

  /// Returns the operator `==` of a component type.
  ///
  /// The conformance to `Equatable` is known only at run time.
  @inlinable
  static func equality<E: Equatable>(_ type: E.Type) -> (C, C) -> Bool {
    precondition(type == C.self)
    // Safe: `E` and `C` are the same type.
    return { unsafe unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }
}

// The history: the old and new values of changes. They are stored until no event or rollback can
// read them.
extension Column {
  @inlinable @inline(__always)
  func logged(_ position: Int32) -> C { unsafe history[Int(position)] }

  /// Appends a value to the history and returns its position.
  ///
  /// Trivial values remain in the history after delivery and are overwritten by later values.
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

  /// Appends an old and a new value to the history.
  ///
  /// The journal must not contain any record that refers to this history.
  ///
  /// - Returns: The position of the old value. The new value is at the next position.
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

  /// Drops the values of the history, starting at a position.
  ///
  /// Each value is moved out before it is dropped, because its deinit may run code that makes
  /// changes. When this code returns, the history has the same length as before.
  @inlinable @inline(__always)
  func forget(from first: Int32) {
    if _isPOD(C.self) { return history.truncate(to: Int(first)) }
    while history.count > Int(first) {
      let dropped = unsafe history.removeLast()
      withExtendedLifetime(dropped) {}
    }
  }

  /// Removes the values of the history, starting at a position, and returns them in an object.
  ///
  /// The caller must not release the object before all data is consistent.
  @inlinable
  func detachHistory(from first: Int32) -> AnyObject {
    let box = Box<ContiguousArray<C>>([])
    while history.count > Int(first) { box.value.append(unsafe history.removeLast()) }
    return box
  }
}

@usableFromInline
final class Box<Value> {
  @usableFromInline var value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
  }
}

/// The columns of a context, by component type.
///
/// Most types are found with one comparison in `near`. The length of `near` is a constant, so the
/// compiler computes the index of a known type once, outside of loops. The hash table `keys`
/// contains all types and resolves collisions by open addressing. Both `near` and `keys` hash the
/// address of the metatype. The columns in `list` are in the order of first use. This order does
/// not depend on addresses.
///
/// Invariant: `near` has `nearCount` elements. `keys` and `buckets` have the same length, a power
/// of two, and at least half of `keys` is 0, so every probe ends. For each nonzero key, the bucket
/// at the same position has the column of exactly that type.
@usableFromInline
struct ColumnTable: ~Copyable {
  /// A column and the address of its component's metatype.
  ///
  /// In an empty entry, these are nil and 0.
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
    // This is Fibonacci hashing, because addresses are multiples of 8 and often of 64. The
    // computation uses 64 bits, because a word may have only 32.
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  /// Returns the entry of `near` at the position that a key's hash determines.
  ///
  /// The entry may be empty or belong to another key.
  @inlinable @inline(__always)
  func near(_ key: UInt) -> Near {
    unsafe near[Self.hash(key) & (Self.nearCount &- 1)]
  }

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

  @inlinable
  subscript(_ number: Int) -> AnyColumn { unsafe list.with(number) { $0 } }

  /// Calls the body with the column of a given number.
  ///
  /// The number must be valid.
  @inlinable @inline(__always)
  func with<Result>(_ number: Int, _ body: (AnyColumn) -> Result) -> Result {
    unsafe list.with(number, body)
  }

  var all: [AnyColumn] { list.all }

  /// Adds a column whose type is not yet in the table.
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
