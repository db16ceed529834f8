extension Context {
  /// Runs a transaction and records the changes that it makes.
  ///
  ///     let changes = context.recordChanges { talk.destroy() }
  ///     try context.apply(changes.inverse)
  ///     talk.isAlive  // true
  ///
  /// Inside another transaction or an observer, the set does not contain what observers change in
  /// response, because they are notified later.
  ///
  /// - Parameters:
  ///   - label: What the changes are called, such as "Delete Talk".
  ///   - body: The changes to make.
  /// - Returns: The changes. The set is empty if they started a cascade that was rolled back.
  /// - Throws: What the body throws; all changes are rolled back then.
  /// - Complexity: That of the body, plus O(*n*) for *n* changes.
  public func recordChanges<Failure: Error>(
    label: String? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> ChangeSet {
    core.beginKeeping()
    defer { core.endKeeping() }
    let kept = Box<ChangeSet?>(nil)
    let mark = core.journal.mark()
    if core.isIdle {
      core.changeSets.receiver = kept
      try transaction(label: label, body)
    } else {
      try transaction(body)
      kept.value = core.changeSet(from: mark)
    }
    return kept.value ?? core.changeSet(from: core.journal.records.count)
  }

  /// The changes that a body would make; they are not made.
  ///
  /// The body runs in the context and reads its own changes. Then everything is rolled back, and no
  /// observer is notified. Apply the set to make the changes, as one transaction. Entities that the
  /// body creates have their handles already; these are invalid until the set is applied.
  ///
  ///     var note: Entity?
  ///     let later = context.proposedChanges {
  ///       note = context.createEntity(Title(text: "Lunch"))
  ///       for talk in talks { talk.remove(Draft.self) }
  ///     }
  ///     try context.apply(later)  // now the note is there
  ///
  /// - Parameter body: The changes to propose.
  /// - Returns: The changes, to be applied later or never.
  /// - Throws: What the body throws.
  /// - Complexity: That of the body, plus O(*n*) for *n* changes.
  public func proposedChanges<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> ChangeSet {
    core.beginKeeping()
    defer { core.endKeeping() }
    let mark = core.journal.mark()
    core.beginCompound()
    defer {
      core.rollBack(downTo: mark)
      core.endCompound()
    }
    try body()
    return core.changeSet(from: mark)
  }

  /// Returns the changes that make all entities of the context, in creation order.
  ///
  /// Its inverse destroys them. A replay of the set makes the same entities in another context.
  ///
  ///     let before = context.snapshot()
  ///     before.changes.count { $0.kind == .created }  // context.count
  ///
  /// - Returns: The changes: each entity is created with its components.
  /// - Complexity: O(*n* · *c*), where *n* is the number of entities and *c* that of the component
  ///   types of the context.
  public func snapshot() -> ChangeSet {
    var changes: [ChangeSet.Change] = []
    for entity in entities {
      func append(_ kind: Event.Kind, _ new: (any Component)? = nil) {
        changes.append(
          ChangeSet.Change(
            kind: kind, entity: entity, component: new.map { type(of: $0) }, old: nil, new: new,
            creationNumber: core.entities.creation(of: entity.index), position: -1, causeCount: 0,
            beginsStep: kind == .created))
      }
      append(.created)
      for component in entity.components { append(.added, component) }
    }
    let reservation = SlotReservation()
    core.changeSets.reservations.append(reservation)
    return ChangeSet(changes, label: nil, reservation: reservation)
  }

  /// Applies the changes of a set, as one transaction.
  ///
  /// Everything that the set touches must be as it was when the set was made. Each component that
  /// it changes has the old value. Each entity that it changes or destroys exists; one that it
  /// destroys has the same components and no others. No entity that it creates exists. Otherwise
  /// nothing is changed. `Equatable` components are compared by value; for other components only
  /// their presence is compared. Whatever the set does not touch may have changed.
  ///
  /// A destroyed entity comes back under the same handle, with its creation number. Observers of
  /// the entity itself ended when it was destroyed. Observers are notified of the changes as of any
  /// others, and what they change in response belongs to the new change set, which has the label of
  /// this one.
  ///
  /// - Parameter changes: The changes to make.
  /// - Throws: ``ChangeSetError`` if something is not as it was.
  /// - Complexity: As for the changes one by one.
  public func apply(_ changes: ChangeSet) throws(ChangeSetError) {
    try transaction(label: changes.label) { () throws(ChangeSetError) in try core.apply(changes) }
  }

  /// Calls a closure with each change set, after all observers were notified of its changes.
  ///
  /// Every change that is not rolled back is in exactly one set, in order. Each set holds what one
  /// outermost call did. The closure finds the context as the set left it and must not change it:
  /// changes are refused and reported. A subscription made inside a transaction or an observer
  /// begins with the next set.
  ///
  ///     context.observeChanges { history.append($0) }
  ///
  /// - Parameter body: A closure that is called with each set. Several are called in the order of
  ///   their registration.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1). While there is a reader, each change costs a copy of its values.
  @discardableResult
  public func observeChanges(_ body: @escaping (ChangeSet) -> Void) -> ObserverToken {
    core.observe(.changes, ChangeReader(body))
  }
}
