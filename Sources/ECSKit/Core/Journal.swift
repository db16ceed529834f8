// The journal: the records, edits and deliveries of changes in progress. Core+Recording.swift
// writes the journal. Delivery, rollback, transactions and change sets read it. The journal is
// empty between two outermost calls.

/// A change to one component: the positions of its old and new values in the column's history.
@usableFromInline
struct Edit {
  @usableFromInline let column: Int32
  /// The position of the old value, or -1 if the component was added.
  @usableFromInline let old: Int32
  /// The position of the new value, or -1 if the component was removed.
  @usableFromInline let new: Int32

  @inlinable
  init(column: Int, old: Int32, new: Int32) {
    self.column = Int32(truncatingIfNeeded: column)
    self.old = old
    self.new = new
  }

  var kind: Event.Kind { old < 0 ? .added : new < 0 ? .removed : .updated }

  var first: Int32 { old >= 0 ? old : new }
}

/// A record of the journal: one change to one entity.
@usableFromInline
struct Record {
  enum Kind {
    case created
    case changed
    case destroyed
  }

  let kind: Kind
  /// True if the change is part of an applied change set.
  let isApplied: Bool
  /// The number of the system that made the change, or 0 for no system.
  let system: UInt16
  let index: UInt32
  let generation: UInt32
  /// The number of entities created in a row, starting with the entity at `index`.
  ///
  /// For any other change, the number is 1.
  var count: UInt32 = 1
  /// The number of the record whose observer made this change, or -1 if no observer made it.
  let cause: Int32
  /// The number of direct and indirect causes of this record.
  let depth: Int32
  let creation: UInt64
  @usableFromInline let firstEdit: Int32
  @usableFromInline let endOfEdits: Int32
  let firstDelivery: Int32
  let endOfDeliveries: Int32

  init(
    kind: Kind, isApplied: Bool = false, system: UInt16 = 0, index: UInt32, generation: UInt32,
    creation: UInt64,
    cause: Int32, depth: Int32, edits: Range<Int>, deliveries: Range<Int>
  ) {
    self.kind = kind
    self.isApplied = isApplied
    self.system = system
    self.index = index
    self.generation = generation
    self.creation = creation
    self.cause = cause
    self.depth = depth
    firstEdit = Int32(truncatingIfNeeded: edits.lowerBound)
    endOfEdits = Int32(truncatingIfNeeded: edits.upperBound)
    firstDelivery = Int32(truncatingIfNeeded: deliveries.lowerBound)
    endOfDeliveries = Int32(truncatingIfNeeded: deliveries.upperBound)
  }

  var edits: Range<Int> { Int(firstEdit)..<Int(endOfEdits) }
}

/// The delivery of an event to one observer.
struct Delivery {
  /// The observer.
  ///
  /// The list of observers keeps the observer alive, because no observer leaves the list during a
  /// delivery.
  let observer: Unretained<Observer>
  let kind: Event.Kind
  /// The edit that the event describes, or -1 if the event describes the whole change.
  let edit: Int32
}

struct StagedObserver {
  /// The observer.
  ///
  /// The list of observers keeps the observer alive, as for a `Delivery`.
  let observer: Unretained<Observer>
  var wasMember: Bool

  @inline(__always)
  func with<Result>(_ body: (Observer) -> Result) -> Result { unsafe observer.with(body) }

  /// Returns the kind of event for an observer of a group.
  ///
  /// The argument is true if the entity is a member of the group after the change. The result is
  /// nil if the entity is a member neither before nor after the change.
  @inline(__always)
  func kind(isMember: Bool) -> Event.Kind? {
    wasMember ? (isMember ? .updated : .removed) : isMember ? .added : nil
  }
}

/// A replaced value whose only observer is being notified.
///
/// A sole update represents the first record of the journal, which has one edit. The fields are
/// assigned one by one, because this takes the fewest instructions.
@usableFromInline
struct SoleUpdate {
  /// True while an update is being delivered.
  ///
  /// At other times, the other fields have no meaning.
  @usableFromInline fileprivate(set) var isPresent = false
  @usableFromInline fileprivate(set) var column: Int32 = 0
  /// The position of the old value in the history.
  ///
  /// The new value is at the next position.
  @usableFromInline fileprivate(set) var old: Int32 = 0
  fileprivate var index: UInt32 = 0
  fileprivate var generation: UInt32 = 0
  fileprivate var creation: UInt64 = 0

  @inlinable var edit: Edit { Edit(column: Int(column), old: old, new: old &+ 1) }
}

/// The changes that are settled but not yet delivered, or that may still be rolled back.
///
/// One journal serves observers, transactions and the rollback of endless cascades. Between two
/// outermost calls, the journal is empty. A change is recorded only if an observer, a reader or a
/// rollback needs it. Invariant: all numbers of records, edits and deliveries in use refer to
/// contents of the journal.
///
/// Most journals have a single change, and its observer only reads the values. The record of such a
/// sole update is written only before another record or edit is added, and before records are
/// counted or read.
@usableFromInline
struct Journal: ~Copyable {
  @usableFromInline private(set) var records = UncheckedBuffer<Record>()
  @usableFromInline private(set) var edits = UncheckedBuffer<Edit>()
  @usableFromInline private(set) var soleUpdate = SoleUpdate()
  var deliveries = UncheckedBuffer<Delivery>()
  var staged = UncheckedBuffer<StagedObserver>()
  /// The number of the next record to deliver.
  var head = 0
  /// The number of the record being delivered, or -1 between deliveries.
  @usableFromInline var current = -1
  /// The number of sealed records.
  ///
  /// Sealed records no longer change.
  var sealed = 0
  /// The number of changes in the journal that no observer made.
  var originCount = 0
  /// The number of times the journal was emptied.
  ///
  /// An event is valid until this number changes.
  @usableFromInline var delivery: UInt32 = 0

  /// True if the history of a column holds values that must be dropped.
  @usableFromInline var needsDropping = false

  init() {}

  @inlinable @inline(__always)
  subscript(record number: Int) -> Record { unsafe records[number] }

  @inlinable @inline(__always)
  subscript(edit number: Int) -> Edit { unsafe edits[number] }

  /// Returns true if a record is part of an applied change set.
  ///
  /// For a sole update, the result is false.
  func isApplied(_ record: Int) -> Bool {
    unsafe !soleUpdate.isPresent && records[record].isApplied
  }

  /// Returns the edit of a column in a record, or nil if the record has no such edit.
  @inlinable @inline(__always)
  func edit(of column: Int, in record: Int) -> Edit? {
    if soleUpdate.isPresent {
      return Int(soleUpdate.column) == column ? soleUpdate.edit : nil
    }
    var number = unsafe Int(records[record].firstEdit)
    let end = unsafe Int(records[record].endOfEdits)
    while number < end {
      if unsafe Int(edits[number].column) == column { return unsafe edits[number] }
      number &+= 1
    }
    return nil
  }

  @inline(__always)
  subscript(staged number: Int) -> StagedObserver { unsafe staged[number] }

  @inline(__always)
  subscript(delivery number: Int) -> Delivery { unsafe deliveries[number] }

  /// Seals the records and returns their number.
  ///
  /// Sealed records no longer change.
  mutating func mark() -> Int {
    writeSoleUpdate()
    sealed = records.count
    return sealed
  }

  // MARK: Writing

  /// Begins the delivery of a sole update, without a record.
  ///
  /// The journal must have no records.
  @inline(__always)
  mutating func beginSoleUpdate(
    _ column: Int, old: Int32, _ index: UInt32, _ generation: UInt32, creation: UInt64
  ) {
    soleUpdate.column = Int32(truncatingIfNeeded: column)
    soleUpdate.old = old
    soleUpdate.index = index
    soleUpdate.generation = generation
    soleUpdate.creation = creation
    soleUpdate.isPresent = true
    current = 0
  }

  /// Ends the delivery of a sole update whose record was not needed.
  @inline(__always)
  mutating func endSoleUpdate() {
    // The values still have to be dropped.
    if needsDropping { edits.append(soleUpdate.edit) }
    soleUpdate.isPresent = false
    current = -1
    delivery &+= 1
  }

  @inline(__always)
  mutating func writeSoleUpdate() {
    if soleUpdate.isPresent { writeRecordOfSoleUpdate() }
  }

  @inline(never)
  private mutating func writeRecordOfSoleUpdate() {
    soleUpdate.isPresent = false
    let edit = edits.count
    edits.append(soleUpdate.edit)
    records.append(
      Record(
        kind: .changed, index: soleUpdate.index, generation: soleUpdate.generation,
        creation: soleUpdate.creation, cause: -1, depth: 0, edits: edit..<edit &+ 1,
        deliveries: 0..<0))
    originCount = 1
    head = 1
  }

  var nextEdit: Int {
    @inline(__always) mutating get {
      writeSoleUpdate()
      return edits.count
    }
  }

  @inline(__always) @discardableResult
  mutating func append(_ edit: Edit) -> Int {
    writeSoleUpdate()
    edits.append(edit)
    return edits.count &- 1
  }

  /// Adds an edit.
  ///
  /// The caller must have read `nextEdit`, because reading it writes the sole update.
  @inline(__always)
  mutating func appendNext(_ edit: Edit) {
    assert(!soleUpdate.isPresent)
    edits.append(edit)
  }

  /// Adds a record.
  ///
  /// The edits of the record must already be in the journal.
  @inline(__always)
  mutating func append(_ record: Record) {
    records.append(record)
  }

  /// Removes all edits.
  ///
  /// Call this only if their values need not be dropped.
  @inline(__always)
  mutating func removeEdits() {
    edits.removeAll()
  }

  /// Adds an unobserved entity to the record of the entities created just before it.
  ///
  /// - Returns: False if the journal has no such record.
  mutating func extendCreation(
    to index: UInt32, generation: UInt32, creation: UInt64
  ) -> Bool {
    let last = records.count - 1
    guard last >= sealed, current < 0 else { return false }
    let record = self[record: last]
    guard record.kind == .created, record.depth == 0, record.edits.isEmpty,
      record.firstDelivery == record.endOfDeliveries, record.index &+ record.count == index,
      record.generation == generation, record.creation &+ UInt64(record.count) == creation
    else { return false }
    unsafe records[last].count &+= 1
    originCount &+= 1
    return true
  }

  /// Removes and returns the last edit, or nil if no more than `first` edits remain.
  mutating func removeLastEdit(downTo first: Int) -> Edit? {
    edits.count > first ? unsafe edits.removeLast() : nil
  }

  /// Removes the records starting at a number, and their deliveries.
  ///
  /// The edits of these records must already be removed.
  mutating func truncate(to mark: Int) {
    deliveries.truncate(to: Int(self[record: mark].firstDelivery))
    for number in mark..<records.count where self[record: number].depth == 0 {
      originCount -= Int(self[record: number].count)
    }
    records.truncate(to: mark)
    sealed = mark
  }

  /// Removes the delivered records, but not the values of their edits.
  @inline(__always)
  mutating func endDelivery() {
    records.removeAll()
    deliveries.removeAll()
    sealed = 0
    head = 0
    current = -1
    originCount = 0
    delivery &+= 1
  }

  mutating func trim() {
    records.trim()
    edits.trim()
    deliveries.trim()
    staged.removeAll()
    staged.trim()
  }

  /// The number of records that are allowed in every cascade.
  ///
  /// Each change that was not made by an observer allows a hundred more.
  var cascadeWidth = 1_000_000

  /// The maximum number of records in a cascade.
  ///
  /// A cascade with more records counts as endless, even if it is shallow.
  var recordLimit: Int { originCount &* 100 &+ cascadeWidth }
}
