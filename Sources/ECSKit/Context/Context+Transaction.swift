extension Context {
  /// Makes changes that are told together, or not at all.
  ///
  /// Inside the body every change is settled at once and can be read back; observers are told after
  /// the body has returned, in the order the changes were made. If the body throws, everything it
  /// changed is taken back, groups and indices included, and nobody hears of it; entities it
  /// destroyed live again under their handles. Transactions nest: an inner one that throws takes back
  /// its own changes.
  ///
  ///     try context.transaction {
  ///       talk.set(Room(name: "A"))
  ///       guard isFree else { throw Occupied() }  // the room is as it was
  ///     }
  ///
  /// - Parameter body: What to do; it may read and change the context in every way.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  /// - Complexity: That of the body; O(*r*) more to take *r* changes back.
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
