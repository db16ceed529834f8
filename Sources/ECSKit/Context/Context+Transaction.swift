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
  /// - Parameter body: The changes to make; it may read and change the context in every way.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  /// - Complexity: That of the body, plus O(*r*) to roll back *r* changes.
  @discardableResult
  public func transaction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
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
}
