extension Context {
  /// Runs a transaction and records the changes that it makes.
  ///
  ///     let changes = context.recordChanges { talk.destroy() }
  ///     try context.apply(changes.inverse)
  ///     talk.isAlive  // true
  ///
  /// If you call this method inside another transaction or an observer, observers are notified only
  /// after this method returns. The set then does not contain the changes that the observers make.
  ///
  /// - Parameters:
  ///   - label: The label of the changes, such as "Delete Talk".
  ///   - body: The changes to make.
  /// - Returns: The changes. The set is empty if the changes caused a cascade that was rolled back.
  /// - Throws: The error that the body throws. All changes are then rolled back.
  /// - Complexity: The complexity of the body, plus O(*n*) for *n* changes.
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

  /// Returns the changes that a body would make, without making them.
  ///
  /// The body changes the context itself, and can read its own changes. Then all changes are rolled
  /// back, and no observer is notified. To make the changes as one transaction, apply the set. The
  /// handles of entities that the body creates are invalid until the set is applied.
  ///
  ///     var note: Entity?
  ///     let later = context.proposedChanges {
  ///       note = context.createEntity(Title(text: "Lunch"))
  ///       for talk in talks { talk.remove(Draft.self) }
  ///     }
  ///     try context.apply(later)  // now the note exists
  ///
  /// - Parameter body: The changes to propose.
  /// - Returns: The proposed changes.
  /// - Throws: The error that the body throws.
  /// - Complexity: The complexity of the body, plus O(*n*) for *n* changes.
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

  /// Returns the changes that create all entities of the context, in creation order.
  ///
  /// The inverse of the set destroys the entities. The set can be replayed in another context to
  /// create the same entities.
  ///
  ///     let before = context.snapshot()
  ///     before.changes.count { $0.kind == .created }  // context.count
  ///
  /// - Returns: The changes. Each entity is created with its components.
  /// - Complexity: O(*n* · *c*), where *n* is the number of entities and *c* the number of
  ///   component types of the context.
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
  /// The context must have the state that the set expects. Each component that the set changes must
  /// have the old value. Each entity that the set changes or destroys must exist, and an entity to
  /// destroy must have exactly the components that the set removes. No entity that the set creates
  /// may exist. Otherwise nothing is changed. `Equatable` components are compared by value. For
  /// other components, only their presence is compared. The rest of the context may have changed.
  ///
  /// A destroyed entity is revived with the same handle and creation number. Subscriptions to the
  /// entity itself are not restored, because they ended with its destruction. Observers are
  /// notified as for any other change. Applying a set produces a new change set with the same
  /// label. It includes the changes that observers make in response.
  ///
  /// - Parameter changes: The changes to make.
  /// - Throws: ``ChangeSetError`` if the context does not have the expected state.
  /// - Complexity: The cost of making the changes one by one.
  public func apply(_ changes: ChangeSet) throws(ChangeSetError) {
    try transaction(label: changes.label) { () throws(ChangeSetError) in try core.apply(changes) }
  }

  /// Calls a closure with each change set, after all observers have been notified of its changes.
  ///
  /// Every change that is not rolled back is in exactly one set, in order. Each set contains the
  /// changes of one outermost call. When the closure is called, all changes of the set have been
  /// made. The closure must not change the context. If it tries, the changes are refused and
  /// reported. A subscription made inside a transaction or an observer begins with the next set.
  ///
  ///     context.observeChanges { history.append($0) }
  ///
  /// - Parameter body: A closure that is called with each set. Several closures are called in the
  ///   order of their registration.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1). While a subscription exists, each change costs a copy of its values.
  @discardableResult
  public func observeChanges(_ body: @escaping (ChangeSet) -> Void) -> ObserverToken {
    core.observe(.changes, ChangeReader(body))
  }
}
