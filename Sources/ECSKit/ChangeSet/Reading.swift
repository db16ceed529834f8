/// Who reads change sets, and the places that are kept for sets that somebody has.
struct Reading: ~Copyable {
  var readers = ObserverList()
  /// How many calls are under way that return what is changed in them.
  var keepers = 0
  /// Where the set that is under way goes besides to the readers.
  var receiver: Box<ChangeSet?>?
  /// Whether change sets are made, so that values and places have to be kept.
  var isRead = false
  /// The seal of the set that is under way, if it needs one already.
  var seal: Seal?
  /// All seals that somebody held when it was last looked.
  var seals: [Seal] = []
  /// How many seals there may be before it is looked again.
  var sealLimit = 64

  /// Ends what is under way without a set.
  mutating func forget() {
    receiver = nil
    seal = nil
  }
}

/// Making change sets of the log, and telling them.
extension Core {
  /// Whether no call is under way that keeps events back or tells them.
  var isIdle: Bool { !isCompound && !isDelivering }

  func beginKeeping() {
    reading.keepers += 1
    updateReading()
  }

  func endKeeping() {
    reading.keepers -= 1
    if isIdle { reading.forget() }
    updateReading()
  }

  func updateReading() {
    reading.isRead = reading.keepers > 0 || !reading.readers.isEmpty
    updateRecording()
  }

  /// Hands out what was changed since the log was empty, as long as the context is there.
  @inline(never)
  func deliverToReaders() {
    let changes = changeSet(from: 0)
    reading.receiver?.value = changes
    reading.forget()
    journal.current = -1
    let delivery = journal.delivery
    withoutChanges {
      var number = 0
      while number < reading.readers.observers.count, isIn(entities.epoch) {
        reading.readers.observers[number].read(changes, of: delivery)
        number += 1
      }
    }
  }

  /// Returns the records of the log from a place on as a value.
  func changeSet(from mark: Int) -> ChangeSet {
    let steps = (mark..<journal.records.count).map { step(of: journal[record: $0]) }
    return ChangeSet(steps: steps, seal: presentSeal)
  }

  private func step(of record: Record) -> [ChangeSet.Change] {
    let entity = Entity(CoreReference(self), record.index, record.generation)
    func change(_ kind: Event.Kind, _ cell: Cell? = nil) -> ChangeSet.Change {
      let column = cell.map { columns[Int($0.column)] }
      return ChangeSet.Change(
        kind: kind, entity: entity, component: column?.type,
        old: cell.flatMap { column?.loggedComponent($0.old) },
        new: cell.flatMap { column?.loggedComponent($0.new) }, creationNumber: record.creation)
    }
    let parts = record.cells.map { place in
      let cell = journal[cell: place]
      return change(cell.old < 0 ? .added : (cell.new < 0 ? .removed : .updated), cell)
    }
    return switch record.kind {
    case .created: [change(.created)] + parts
    case .changed: parts
    case .destroyed: parts + [change(.destroyed)]
    }
  }

  // MARK: Places

  /// The seal of the set that is under way.
  var presentSeal: Seal {
    if let seal = reading.seal { return seal }
    if reading.seals.count >= reading.sealLimit {
      sweepSeals()
      reading.sealLimit = max(64, reading.seals.count * 2)
    }
    let seal = Seal()
    reading.seals.append(seal)
    reading.seal = seal
    return seal
  }

  /// Keeps a place as long as somebody holds the set that is under way.
  @inline(never)
  func keepPlace(_ index: UInt32) {
    keepPlace(index, for: presentSeal)
  }

  /// Keeps a place as long as somebody holds a seal.
  func keepPlace(_ index: UInt32, for seal: Seal) {
    if entities.keep(index) { seal.places.append(index) }
  }

  /// Frees the places that were kept for sets that nobody has any more.
  func sweepSeals() {
    for place in reading.seals.indices.reversed()
    where isKnownUniquelyReferenced(&reading.seals[place]) {
      for index in reading.seals[place].places { entities.letGo(index) }
      reading.seals.swapAt(place, reading.seals.count - 1)
      reading.seals.removeLast()
    }
  }
}

extension AnyColumn {
  /// Returns a value of the history; nil for the position -1.
  func loggedComponent(_ position: Int32) -> (any Component)? {
    var value: (any Component)?
    func read<C: Component>(_ type: C.Type) {
      value = (self as? Column<C>)?.logged(position)
    }
    if position >= 0 { read(self.type) }
    return value
  }
}
