/// What is known of a column without knowing the type of its components.
@usableFromInline
class AnyColumn {
  /// The place in the order of first use.
  @usableFromInline final let number: Int
  /// The word of an entity's bits that the column's bit stands in.
  @usableFromInline final let word: Int
  @usableFromInline final let bit: UInt32
  final let key: ObjectIdentifier
  final let type: any Component.Type
  @usableFromInline final let isUnique: Bool
  @exclusivity(unchecked) final var keptOperations: ColumnOperations
  /// The same object, to be called without counting references.
  @exclusivity(unchecked) @usableFromInline final var operations: Unretained<ColumnOperations>
  /// Whether the operations were made where the type of the component was known.
  @exclusivity(unchecked) @usableFromInline final var isSpecialized: Bool

  /// The groups whose matcher names the component, by the part it plays there.
  @exclusivity(unchecked) @usableFromInline final var requiring = MemberSetList()
  @exclusivity(unchecked) @usableFromInline final var excluding = MemberSetList()
  @exclusivity(unchecked) @usableFromInline final var offering = MemberSetList()
  /// The observers of those groups, in the order of registration.
  @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  /// How many indices are restricted to a group whose rule names the component.
  final var indexedGroups = 0
  /// Whether observers or followers see what happens in the column.
  @exclusivity(unchecked) @usableFromInline final var isWatched = false {
    didSet { updatePlainness() }
  }
  /// Whether a value can be put in without looking further: the column is specialized, its component
  /// is not unique, and nobody watches.
  @exclusivity(unchecked) @usableFromInline final var isPlain = false
  /// Whether a group has to be settled when the component comes or goes.
  @exclusivity(unchecked) @usableFromInline final var hasGroups = false
  /// The entity that holds a unique component; -1 if none does.
  @exclusivity(unchecked) @usableFromInline final var holder: Int64 = -1

  @usableFromInline
  init(
    number: Int, type: any Component.Type, operations: ColumnOperations, isSpecialized: Bool
  ) {
    self.number = number
    self.type = type
    keptOperations = operations
    self.operations = Unretained(operations)
    self.isSpecialized = isSpecialized
    word = number >> 5
    bit = 1 << UInt32(number & 31)
    key = ObjectIdentifier(type)
    isUnique = type.isUnique
    updatePlainness()
  }

  final var name: String { String(describing: type) }

  /// Takes operations that were made where the type of the component is known.
  @usableFromInline
  final func adopt(_ operations: ColumnOperations) {
    keptOperations = operations
    self.operations = Unretained(operations)
    isSpecialized = true
    updatePlainness()
  }

  /// Calls the body with the operations, without counting a reference.
  @inlinable
  @inline(__always)
  final func with<Result>(_ body: (ColumnOperations) -> Result) -> Result {
    operations.with(body)
  }

  @usableFromInline
  final func updatePlainness() {
    isPlain = isSpecialized && !isUnique && !isWatched
  }
}

/// The values of one component type: a sparse set.
///
/// `positions` maps an entity's place to the position of its value, -1 where there is none. A value
/// that leaves makes a gap, which the next one that comes fills, so no other value moves. A component
/// of size zero has no values to keep: the entity's bit says all, and one instance stands for every
/// other. Invariant: callers ask for the value of an entity only if its bit is set, and the bit is
/// set exactly while there is a value; every position below the count of `values` is that of one
/// entity or is in `gaps`.
///
/// A value that leaves is moved into the history, from where it is dropped once all is settled.
///
/// `C` is a component, and the type does not say so: the run time would look that up among all
/// conformances of the program for each column it makes.
@usableFromInline
final class Column<C>: AnyColumn {
  @exclusivity(unchecked) @usableFromInline var positions = Buffer<Int32>()
  @exclusivity(unchecked) @usableFromInline var values = Buffer<C>()
  @exclusivity(unchecked) @usableFromInline var gaps = Buffer<Int32>()
  /// Old and new values of the changes that are not yet told, or may be taken back.
  @exclusivity(unchecked) @usableFromInline var history = Buffer<C>()
  /// The filling of the change log that the history belongs to.
  @exclusivity(unchecked) @usableFromInline var historyDelivery: UInt32 = 0
  @exclusivity(unchecked) @usableFromInline var followers: ContiguousArray<Follower<C>> = []
  /// How two values are compared by a caller that does not know that they are `Equatable`.
  ///
  /// It is looked for when it is first needed, for asking whether a type conforms is slow.
  @usableFromInline lazy var isEqual: ((C, C) -> Bool)? = {
    (C.self as? any Equatable.Type).map { Self.equality($0) }
  }()

  deinit { if !_isPOD(C.self) { closeGaps() } }

  /// The same column under its own type, which the caller knows; debug builds check it.
  @inlinable
  @inline(__always)
  static func of(_ column: AnyColumn) -> Column<C> {
    unsafeDowncast(column, to: Column<C>.self)
  }

  @inlinable
  @inline(__always)
  static var isFlag: Bool { MemoryLayout<C>.size == 0 }

  /// The position of an entity's value; -1 if it has none or the component is a flag.
  @inlinable
  @inline(__always)
  func position(of index: UInt32) -> Int {
    let place = Int(index)
    return place < positions.count ? Int(positions[place]) : -1
  }

  @inlinable
  @inline(__always)
  func value(of index: UInt32) -> C {
    values[Self.isFlag ? 0 : Int(positions[Int(index)])]
  }

  @inlinable
  @inline(__always)
  func insert(_ value: C, _ index: UInt32) {
    if Self.isFlag {
      if values.isEmpty { values.append(value) }
      return
    }
    let place = Int(index)
    if place >= positions.count { positions.reach(place, with: -1) }
    if gaps.isEmpty {
      positions[place] = Int32(truncatingIfNeeded: values.count)
      values.append(value)
    } else {
      let position = gaps.removeLast()
      positions[place] = position
      values.fillGap(Int(position), with: value)
    }
  }

  /// Puts a value in the place of another, which is dropped when the new one is there.
  @inlinable
  @inline(__always)
  func replace(_ value: C, _ index: UInt32) {
    guard !Self.isFlag else { return }
    let old = values.exchange(Int(positions[Int(index)]), for: value)
    withExtendedLifetime(old) {}
  }

  /// Moves the value of an entity out; the caller drops it when all is settled.
  @inlinable
  @inline(__always)
  func take(_ index: UInt32) -> C {
    if Self.isFlag { return values[0] }
    let position = positions[Int(index)]
    positions[Int(index)] = -1
    gaps.append(position)
    return values.leaveGap(Int(position))
  }
}
