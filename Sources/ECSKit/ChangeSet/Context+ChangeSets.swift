extension Context {
  /// Makes changes as a transaction does, and returns them.
  ///
  ///     let changes = context.changes { talk.destroy() }
  ///     try context.apply(changes.inverse)
  ///     talk.isAlive  // true
  ///
  /// Inside another transaction or an observer, what observers do in answer is not part of the set,
  /// because they are told later.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What was done; nothing if it was the beginning of a cascade that was taken back.
  /// - Throws: What the body throws, and then everything is as it was.
  /// - Complexity: That of the body; O(*n*) more for *n* changes.
  public func changes<Failure: Error>(
    of body: () throws(Failure) -> Void
  ) throws(Failure) -> ChangeSet {
    core.beginKeeping()
    defer { core.endKeeping() }
    let kept = Box<ChangeSet?>(nil)
    let mark = core.journal.mark()
    if core.isIdle {
      core.reading.receiver = kept
      try transaction(body)
    } else {
      try transaction(body)
      kept.value = core.changeSet(from: mark)
    }
    return kept.value ?? core.changeSet(from: core.journal.records.count)
  }

  /// Records a transaction for later: what the body would do, without its being done.
  ///
  /// The body runs in the context and sees what it changes; then everything is taken back, and nobody
  /// was told. Applying the set does it, as one transaction. Entities that the body creates have their
  /// handles, which are dead until then.
  ///
  ///     var note: Entity?
  ///     let later = context.record {
  ///       note = context.createEntity(Title(text: "Lunch"))
  ///       for talk in talks { talk.remove(Draft.self) }
  ///     }
  ///     try context.apply(later)  // now the note is there
  ///
  /// - Parameter body: What to record.
  /// - Returns: What is to be done.
  /// - Throws: What the body throws.
  /// - Complexity: That of the body; O(*n*) more for *n* changes.
  public func record<Failure: Error>(
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

  /// Makes the changes of a set, as one transaction.
  ///
  /// Everything has to be as it was when the set was made: each component that it changes has the old
  /// value, each entity that it changes or destroys is there, with the same components if it is
  /// destroyed, and each that it creates is not. Otherwise nothing is changed. `Equatable` components
  /// are compared by value; of others it counts only whether there is one. What the set does not touch
  /// may have changed.
  ///
  /// An entity that was destroyed comes back as the same handle, with its creation number; observers
  /// of the entity itself ended with it. Observers hear of the changes as of any others, and what they
  /// do in answer belongs to the new change set.
  ///
  /// - Parameter changes: What to do.
  /// - Throws: ``ChangeSetError``, if something is not as it was.
  /// - Complexity: As for the changes one by one.
  public func apply(_ changes: ChangeSet) throws(ChangeSetError) {
    try transaction { () throws(ChangeSetError) in try core.apply(changes) }
  }

  /// Has every change set read, once all observers were told of its changes.
  ///
  /// Every change that lasts comes in exactly one set, in order; each set is what one outermost call
  /// did. The reader finds the context as the set left it and must not change it, which would be
  /// refused and reported. Inside a transaction or an observer it begins with the next set.
  ///
  ///     context.observeChanges { history.append($0) }
  ///
  /// - Parameter body: Is called with each set, in the order of registration.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1); while there is a reader, each change costs a copy of its values.
  @discardableResult
  public func observeChanges(_ body: @escaping (ChangeSet) -> Void) -> ObserverToken {
    core.observe(.changes, ChangeReader(body))
  }
}
