/// The readers of change sets, and the slots that are reserved for the sets that are still held.
struct ChangeSetDelivery: ~Copyable {
  var readers = ObserverList()
  /// How many calls are under way that return their changes.
  var keepers = 0
  /// Where the current set goes, in addition to the readers.
  var receiver: Box<ChangeSet?>?
  /// Makes the last changes of an outermost call, before it is said whether they are kept.
  var prepare: (() -> Void)?
  /// Returns what an entity is called in a value that is written down.
  var entityNaming: ((Entity) -> String?)?
  /// Says whether what an outermost call changed is kept; nil if everything is.
  var commit: (() -> Bool)?
  /// Whether change sets are made, so that values and slots have to be kept.
  var isRead = false
  /// The names of the systems that made changes.
  var systems: [String] = []
  /// The number of the system that runs, from 1; 0 for none.
  var system: UInt16 = 0
  /// The reservation of the current set, if it has one already.
  var reservation: SlotReservation?
  /// The collectors that the end of the outermost call concerns.
  var settling: [CollectedItems] = []
  /// All reservations that were held at the last sweep.
  var reservations: [SlotReservation] = []
  /// How many reservations there may be before the next sweep.
  var reservationLimit = 64

  /// Drops the current set.
  mutating func forget() {
    receiver = nil
    reservation = nil
  }
}

/// Makes change sets from the journal and delivers them to readers.
extension Core {
  /// Whether no call is under way that holds events back or delivers them.
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

  /// Delivers the changes of the whole journal to the readers, as long as the context exists.
  @inline(never)
  func deliverToReaders() {
    let changes = changeSet(from: 0)
    changeSets.receiver?.value = changes
    changeSets.forget()
    journal.current = -1
    let delivery = journal.delivery
    withoutChanges { read(changes, of: delivery) }
  }

  /// Returns the contents of a set in which a value is replaced, where that of a former set was if one was
  /// given back.
  @inlinable @inline(__always)
  func contents<C: Component>(_ index: UInt32, old: C, new: C) -> ChangeSet.Contents {
    let (entity, creation) = (handle(index), entities.creation(of: index))
    guard let spare = spareContents.take() else {
      return ChangeSet.Contents(entity, creation: creation, old: old, new: new)
    }
    spare.begin(entity, creation: creation, old: old, new: new)
    return spare
  }

  /// Delivers the replacement of a value to the readers; no observer has to see it, and no other call
  /// is under way.
  ///
  /// This is the fast path of recording a change and making a change set of the record. The caller drops
  /// the old value afterwards.
  @usableFromInline @inline(never)
  func readUpdate(_ contents: consuming ChangeSet.Contents) {
    beginUse()
    isDelivering = true
    isFrozen = true
    recording = .everything
    // A reader that is added meanwhile begins with the next set.
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

  /// Hands a set to the readers.
  @inline(__always)
  private func read(_ changes: ChangeSet, of delivery: UInt32) {
    var number = 0
    while number < changeSets.readers.observers.count, isIn(entities.epoch) {
      // None is dropped while a call is under way.
      unsafe changeSets.readers.observers.with(number) { $0.read(changes, of: delivery) }
      number += 1
    }
  }

  /// Ends the outermost call for the collectors that collected something of it, in the order of
  /// their registration, as long as the context exists.
  @inline(never)
  func settleCollectors() {
    let settling = changeSets.settling.sorted { $0.number < $1.number }
    changeSets.settling = []
    journal.current = -1
    withoutChanges {
      for items in settling where isIn(entities.epoch) { items.settle() }
    }
  }

  /// Returns the records of the journal from a mark on as a value.
  func changeSet(from mark: Int) -> ChangeSet {
    let records = mark..<journal.records.count
    if records.count == 1, journal[record: mark].kind == .changed {
      return changeSet(of: journal[record: mark])
    }
    var changes: [ChangeSet.Change] = []
    // An array that grows takes up to three times the memory of the changes.
    changes.reserveCapacity(
      records.reduce(0) { count, number in
        let record = journal[record: number]
        return count + record.edits.count + (record.kind == .changed ? 0 : 1)
      })
    // The position of the first change of each record, for those that have causes.
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

  /// Returns the only record of a call, the change of one component, as a value.
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

  /// Returns an edit of a record as a value.
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

  /// The reservation of the current set.
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

  /// Reserves a slot as long as the current set is held.
  @inline(never)
  func keepIndex(_ index: UInt32) {
    keepIndex(index, for: presentSeal)
  }

  /// Reserves a slot as long as a reservation is held.
  func keepIndex(_ index: UInt32, for reservation: SlotReservation) {
    if entities.reserve(index) { reservation.indices.append(index) }
  }

  /// Frees the slots whose sets are no longer held.
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
  /// Returns a value of the history; nil for the position -1.
  func loggedComponent(_ position: Int32) -> (any Component)? {
    position >= 0 ? with { $0.read(self, position) } : nil
  }
}
