// Creates change sets from the journal and delivers them. Core+Delivery.swift calls these functions
// at the end of an outermost call, and Context+ChangeSets.swift calls them to record changes.
// Readers must not change the context.

/// The readers and closures that receive change sets, and the slots reserved for existing sets.
struct ChangeSetDelivery: ~Copyable {
  var readers = ObserverList()
  /// The number of calls in progress that return their changes, such as `recordChanges`.
  var keepers = 0
  /// A box that receives the current set, in addition to the readers.
  var receiver: Box<ChangeSet?>?
  var prepare: (() -> Void)?
  /// A function that returns the name by which encoded values refer to an entity.
  var entityNaming: ((Entity) -> String?)?
  /// A closure that decides whether to keep the changes of an outermost call.
  ///
  /// If the closure is nil, all changes are kept.
  var commit: (() -> Bool)?
  /// True if change sets are created, so that values and slots must be retained.
  var isRead = false
  var systems: [String] = []
  /// The number of the running system, starting at 1, or 0 if no system runs.
  var system: UInt16 = 0
  /// The reservation of the current set, or nil if the set does not need one yet.
  var reservation: SlotReservation?
  /// The collectors to notify when the outermost call to the context ends.
  var settling: [CollectedItems] = []
  /// The reservations to examine in the next sweep.
  ///
  /// These are the reservations that the last sweep found in use, and all newer ones.
  var reservations: [SlotReservation] = []
  /// The number of reservations at which the next sweep begins.
  var reservationLimit = 64

  mutating func forget() {
    receiver = nil
    reservation = nil
  }
}

extension Core {
  /// True while no call delays or delivers events.
  var isIdle: Bool { !isCompound && !isDelivering }

  func beginKeeping() {
    changeSets.keepers += 1
    updateReading()
  }

  func endKeeping() {
    changeSets.keepers -= 1
    if isIdle { changeSets.forget() }
    updateReading()
  }

  func updateReading() {
    registrations &+= 1
    changeSets.isRead = changeSets.keepers > 0 || !changeSets.readers.isEmpty
    standingRecording =
      if changeSets.isRead, !hasGeneralObservers, changeSets.keepers == 0, changeSets.commit == nil
      {
        .forReaders
      } else if changeSets.isRead || !observersOfAll.isEmpty {
        .everything
      } else {
        observersOfEntities.isEmpty ? .nothing : .ofObserved
      }
    updateRecording()
  }

  /// Delivers the changes of the whole journal to the readers.
  ///
  /// Delivery stops if the context is deallocated.
  @inline(never)
  func deliverToReaders() {
    let changes = changeSet(from: 0)
    changeSets.receiver?.value = changes
    changeSets.forget()
    journal.current = -1
    let delivery = journal.delivery
    withoutChanges { read(changes, of: delivery) }
  }

  /// Returns the contents of a set whose only change replaces a value.
  ///
  /// The spare contents are reused if possible.
  @inlinable @inline(__always)
  func contents<C: Component>(_ index: UInt32, old: C, new: C) -> ChangeSet.Contents {
    let (entity, creation) = (handle(index), entities.creation(of: index))
    guard let spare = spareContents.take() else {
      return ChangeSet.Contents(entity, creation: creation, old: old, new: new)
    }
    spare.begin(entity, creation: creation, old: old, new: new)
    return spare
  }

  /// Delivers a replaced value to the readers.
  ///
  /// The column must have no observers or followers, and no other call may be in progress.
  ///
  /// This fast path needs no record of the change. The caller must keep the old value until this
  /// call returns.
  @usableFromInline @inline(never)
  func readUpdate(_ contents: consuming ChangeSet.Contents) {
    beginUse()
    isDelivering = true
    isFrozen = true
    recording = .everything
    // A reader that is added during delivery begins with the next set.
    let delivery = journal.delivery
    journal.delivery &+= 1
    if label == nil, changeSets.system == 0 {
      read(ChangeSet(consume contents), of: delivery)
    } else {
      var change = contents.first
      change.system = changeSets.system
      let systems = change.system == 0 ? [] : changeSets.systems
      read(ChangeSet(change, label: label, systems: systems), of: delivery)
    }
    isDelivering = false
    isFrozen = false
    recording = standingRecording
    endUse()
  }

  @inline(__always)
  private func read(_ changes: ChangeSet, of delivery: UInt32) {
    var number = 0
    while number < changeSets.readers.observers.count, isIn(entities.epoch) {
      // Readers are not dropped while a call is in progress.
      unsafe changeSets.readers.observers.with(number) { $0.read(changes, of: delivery) }
      number += 1
    }
  }

  /// Notifies the collectors that have collected changes, in the order of their registration.
  ///
  /// This function is called at the end of the outermost call. Notification stops if the context is
  /// deallocated.
  @inline(never)
  func settleCollectors() {
    let settling = changeSets.settling.sorted { $0.number < $1.number }
    changeSets.settling = []
    journal.current = -1
    withoutChanges {
      for items in settling where isIn(entities.epoch) { items.settle() }
    }
  }

  /// Returns a change set made from the journal's records, starting at record number `mark`.
  func changeSet(from mark: Int) -> ChangeSet {
    let records = mark..<journal.records.count
    if records.count == 1, journal[record: mark].kind == .changed {
      return changeSet(of: journal[record: mark])
    }
    var changes: [ChangeSet.Change] = []
    // Without a reserved capacity, the array would take up to three times the memory of the
    // changes.
    changes.reserveCapacity(
      records.reduce(0) { count, number in
        let record = journal[record: number]
        return count + record.edits.count + (record.kind == .changed ? 0 : 1)
      })
    // The position of the first change of each record, for translating causes to positions.
    var starts: [Int32] = []
    if records.count > 1 { starts.reserveCapacity(records.count) }
    var needsSeal = false
    var hasSystems = false
    for number in records {
      let record = journal[record: number]
      if records.count > 1 { starts.append(Int32(truncatingIfNeeded: changes.count)) }
      let cause = Int(record.cause) - mark
      append(record, cause: cause >= 0 ? starts[cause] : -1, to: &changes)
      if record.kind != .changed { needsSeal = true }
      if record.system != 0 { hasSystems = true }
    }
    return ChangeSet(
      changes, label: label, reservation: needsSeal ? presentSeal : nil,
      systems: hasSystems ? changeSets.systems : [])
  }

  /// Returns a change set made from a single record.
  ///
  /// The record must describe a change to one component.
  private func changeSet(of record: Record) -> ChangeSet {
    ChangeSet(
      change(record, record.firstEdit, cause: -1, beginsStep: true), label: label,
      systems: record.system == 0 ? [] : changeSets.systems)
  }

  private func append(_ record: Record, cause: Int32, to changes: inout [ChangeSet.Change]) {
    let first = changes.count
    func append(_ kind: Event.Kind) {
      changes.append(
        ChangeSet.Change(
          kind: kind, entity: Entity(CoreReference(self), record.index, record.generation),
          component: nil, old: nil, new: nil, creationNumber: record.creation, position: cause,
          causeCount: record.depth, system: record.system, beginsStep: changes.count == first))
    }
    if record.kind == .created { append(.created) }
    for edit in record.firstEdit..<record.endOfEdits {
      changes.append(change(record, edit, cause: cause, beginsStep: changes.count == first))
    }
    if record.kind == .destroyed { append(.destroyed) }
  }

  @inline(__always)
  private func change(
    _ record: Record, _ edit: Int32, cause: Int32, beginsStep: Bool
  ) -> ChangeSet.Change {
    let edit = journal[edit: Int(edit)]
    let column = columns[Int(edit.column)]
    return ChangeSet.Change(
      kind: edit.kind, entity: Entity(CoreReference(self), record.index, record.generation),
      component: column.type, old: column.loggedComponent(edit.old),
      new: column.loggedComponent(edit.new), creationNumber: record.creation, position: cause,
      causeCount: record.depth, system: record.system, beginsStep: beginsStep)
  }

  // MARK: Reserved slots

  /// The reservation of the current set, created if needed.
  var presentSeal: SlotReservation {
    if let reservation = changeSets.reservation { return reservation }
    if changeSets.reservations.count >= changeSets.reservationLimit {
      sweepSeals()
      changeSets.reservationLimit = max(64, changeSets.reservations.count * 2)
    }
    let reservation = SlotReservation()
    changeSets.reservations.append(reservation)
    changeSets.reservation = reservation
    return reservation
  }

  /// Reserves a slot for the lifetime of the current change set.
  @inline(never)
  func keepIndex(_ index: UInt32) {
    keepIndex(index, for: presentSeal)
  }

  func keepIndex(_ index: UInt32, for reservation: SlotReservation) {
    if entities.reserve(index) { reservation.indices.append(index) }
  }

  func sweepSeals() {
    for position in changeSets.reservations.indices.reversed()
    where isKnownUniquelyReferenced(&changeSets.reservations[position]) {
      for index in changeSets.reservations[position].indices { entities.release(index) }
      changeSets.reservations.swapAt(position, changeSets.reservations.count - 1)
      changeSets.reservations.removeLast()
    }
  }
}

extension AnyColumn {
  /// Returns the value at a position in the history, or nil for the position -1.
  func loggedComponent(_ position: Int32) -> (any Component)? {
    position >= 0 ? with { $0.read(self, position) } : nil
  }
}
