extension Context {
  /// Makes changes that are delivered together, or rolled back together.
  ///
  /// Inside the body every change is settled at once and can be read. Observers are notified after
  /// the body has returned, in the order of the changes. If the body throws, all its changes are
  /// rolled back, in groups and indices too, and no observer is notified. Entities that it
  /// destroyed exist again under their handles. Transactions nest: an inner one that throws rolls
  /// back its own changes.
  ///
  ///     try context.transaction {
  ///       talk.set(Room(name: "A"))
  ///       guard isFree else { throw Occupied() }  // the room is as it was
  ///     }
  ///
  /// - Parameters:
  ///   - label: What the changes are called in their ``ChangeSet``, such as "Delete Talk". Inside
  ///     another transaction or an observer it has no effect: one set has one label.
  ///   - body: The changes to make; it may read and change the context in every way.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  /// - Complexity: That of the body, plus O(*r*) to roll back *r* changes.
  @discardableResult
  public func transaction<Result, Failure: Error>(
    label: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if label != nil, core.isIdle { return try transaction(labelled: label, body) }
    let mark = core.journal.mark()
    core.beginCompound()
    do {
      let result = try body()
      core.endCompound()
      return result
    } catch {
      core.rollBack(downTo: mark)
      core.endCompound()
      throw error
    }
  }

  private func transaction<Result, Failure: Error>(
    labelled label: String?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    core.beginUse()
    core.label = label
    defer {
      core.label = nil
      core.endUse()
    }
    return try transaction(body)
  }
}
