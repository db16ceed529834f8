/// A component's part in a change: the places of its old and new value in the column's history.
@usableFromInline
struct Cell {
  @usableFromInline let column: Int32
  /// -1 if there was no value before.
  @usableFromInline let old: Int32
  /// -1 if there is no value after.
  @usableFromInline let new: Int32

  @inlinable
  init(column: Int, old: Int32, new: Int32) {
    self.column = Int32(truncatingIfNeeded: column)
    self.old = old
    self.new = new
  }

  /// The place of the first of its values in the history; -1 if it has none.
  @inlinable var first: Int32 { old >= 0 ? old : new }
}

/// One change of one entity.
@usableFromInline
struct Record {
  @usableFromInline
  enum Kind {
    case created
    case changed
    case destroyed
  }

  @usableFromInline let kind: Kind
  @usableFromInline let index: UInt32
  @usableFromInline let generation: UInt32
  /// The record whose observers made this change; -1 if it came from outside.
  @usableFromInline let cause: Int32
  /// How many causes stand behind it.
  @usableFromInline let depth: Int32
  @usableFromInline let creation: UInt64
  @usableFromInline let firstCell: Int32
  @usableFromInline let endOfCells: Int32
  @usableFromInline let firstDelivery: Int32
  @usableFromInline let endOfDeliveries: Int32

  @inlinable
  init(
    kind: Kind, index: UInt32, generation: UInt32, creation: UInt64, cause: Int32, depth: Int32,
    cells: Range<Int>, deliveries: Range<Int>
  ) {
    self.kind = kind
    self.index = index
    self.generation = generation
    self.creation = creation
    self.cause = cause
    self.depth = depth
    firstCell = Int32(truncatingIfNeeded: cells.lowerBound)
    endOfCells = Int32(truncatingIfNeeded: cells.upperBound)
    firstDelivery = Int32(truncatingIfNeeded: deliveries.lowerBound)
    endOfDeliveries = Int32(truncatingIfNeeded: deliveries.upperBound)
  }

  var cells: Range<Int> { Int(firstCell)..<Int(endOfCells) }
}

/// One event for one observer, waiting to be told.
@usableFromInline
struct Delivery {
  /// Kept alive by the list it is registered in, from which nothing is dropped meanwhile.
  @usableFromInline let observer: Unmanaged<Observer>
  @usableFromInline let kind: Event.Kind
  /// The cell that the event is about; -1 if it is about the whole change.
  @usableFromInline let cell: Int32

  @inlinable
  init(observer: Unmanaged<Observer>, kind: Event.Kind, cell: Int32) {
    self.observer = observer
    self.kind = kind
    self.cell = cell
  }
}

/// An observer that a change under way concerns.
@usableFromInline
struct StagedObserver {
  @usableFromInline let observer: Unmanaged<Observer>
  /// Whether the entity was in its group before the change.
  @usableFromInline let wasMember: Bool

  @inlinable
  init(observer: Unmanaged<Observer>, wasMember: Bool) {
    self.observer = observer
    self.wasMember = wasMember
  }
}

/// The changes that are settled and not yet told, or may still be taken back.
///
/// This one queue serves observers, transactions and the end of a runaway cascade. It is empty
/// between two calls from outside, and nothing is written to it while nobody wants to know.
@usableFromInline
struct ChangeLog: ~Copyable {
  @usableFromInline var records = Buffer<Record>()
  @usableFromInline var cells = Buffer<Cell>()
  @usableFromInline var deliveries = Buffer<Delivery>()
  @usableFromInline var staged = Buffer<StagedObserver>()
  /// The next record to be told.
  @usableFromInline var head = 0
  /// The record being told; -1 between deliveries.
  @usableFromInline var current = -1
  /// How many of the records came from outside.
  @usableFromInline var causes = 0
  /// A number for each filling of the log, so that an event can tell that its time is over.
  @usableFromInline var delivery: UInt32 = 0

  /// Whether a history holds values that have to be dropped.
  @usableFromInline var needsDropping = false

  init() {}

  /// How many records may pile up before a flat but wide cascade counts as one without an end.
  @inlinable var recordLimit: Int { causes &* 100 &+ 1_000_000 }
}
