/// A component's part in a change: the places of its old and new value in the column's history.
@usableFromInline
struct Cell {
  @usableFromInline let column: Int32
  /// -1 if there was no value before.
  @usableFromInline let old: Int32
  /// -1 if there is no value after.
  @usableFromInline let new: Int32

  init(column: Int, old: Int32, new: Int32) {
    self.column = Int32(truncatingIfNeeded: column)
    self.old = old
    self.new = new
  }

  /// The place of the first of its values in the history; -1 if it has none.
  var first: Int32 { old >= 0 ? old : new }
}

/// One change of one entity.
@usableFromInline
struct Record {
  enum Kind {
    case created
    case changed
    case destroyed
  }

  let kind: Kind
  let index: UInt32
  let generation: UInt32
  /// How many entities were created one after the other, at places that follow `index`; else 1.
  var count: UInt32 = 1
  /// The record whose observers made this change; -1 if it came from outside.
  let cause: Int32
  /// How many causes stand behind it.
  let depth: Int32
  let creation: UInt64
  @usableFromInline let firstCell: Int32
  @usableFromInline let endOfCells: Int32
  let firstDelivery: Int32
  let endOfDeliveries: Int32

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
struct Delivery {
  /// Kept alive by the list it is registered in, from which nothing is dropped meanwhile.
  let observer: Unretained<Observer>
  let kind: Event.Kind
  /// The cell that the event is about; -1 if it is about the whole change.
  let cell: Int32
}

/// An observer that a change under way concerns.
struct StagedObserver {
  let observer: Unretained<Observer>
  /// Whether the entity was in its group before the change.
  let wasMember: Bool
}

/// The changes that are settled and not yet told, or may still be taken back.
///
/// This one queue serves observers, transactions and the end of a runaway cascade. It is empty
/// between two calls from outside, and nothing is written to it while nobody wants to know.
@usableFromInline
struct ChangeLog: ~Copyable {
  @usableFromInline var records = Buffer<Record>()
  @usableFromInline var cells = Buffer<Cell>()
  var deliveries = Buffer<Delivery>()
  var staged = Buffer<StagedObserver>()
  /// The next record to be told.
  var head = 0
  /// The record being told; -1 between deliveries.
  @usableFromInline var current = -1
  /// How many records there were when a mark was last set; they stay as they are.
  var sealed = 0
  /// How many of the records came from outside.
  var causes = 0
  /// A number for each filling of the log, so that an event can tell that its time is over.
  @usableFromInline var delivery: UInt32 = 0

  /// Whether a history holds values that have to be dropped.
  @usableFromInline var needsDropping = false

  init() {}

  /// Returns how many records there are, none of which changes from now on.
  mutating func mark() -> Int {
    sealed = records.count
    return sealed
  }

  /// Adds an entity, which nobody is told of, to the record of those created just before it.
  ///
  /// - Returns: False if there is no such record.
  mutating func extendCreation(
    to index: UInt32, generation: UInt32, creation: UInt64
  ) -> Bool {
    let last = records.count - 1
    guard last >= sealed, current < 0, records[last].kind == .created, records[last].depth == 0,
      records[last].cells.isEmpty, records[last].firstDelivery == records[last].endOfDeliveries,
      records[last].index &+ records[last].count == index,
      records[last].generation == generation,
      records[last].creation &+ UInt64(records[last].count) == creation
    else { return false }
    records[last].count &+= 1
    causes &+= 1
    return true
  }

  /// How many records may pile up before a flat but wide cascade counts as one without an end.
  var recordLimit: Int { causes &* 100 &+ 1_000_000 }
}
