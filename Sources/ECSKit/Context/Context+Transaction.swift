extension Context {
  /// Makes changes that are delivered together or rolled back together.
  ///
  /// Inside the body, every change takes effect immediately and can be read. Observers are notified
  /// after the body has returned, in the order of the changes. If the body throws, all its changes
  /// are rolled back, including their effects on groups and indices, and no observer is notified.
  /// Entities that the body destroyed are restored with their original handles. Transactions can be
  /// nested. An inner transaction that throws rolls back only its own changes.
  ///
  ///     try context.transaction {
  ///       talk.set(Room(name: "A"))
  ///       guard isFree else { throw Occupied() }  // restores the old room
  ///     }
  ///
  /// - Parameters:
  ///   - label: The label of the ``ChangeSet``, such as "Delete Talk". Inside another transaction
  ///     or an observer, the label has no effect, because a set has only one label.
  ///   - body: The changes to make. The body may read and change the context without restrictions.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  /// - Complexity: The complexity of the body, plus O(*r*) to roll back *r* changes.
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
