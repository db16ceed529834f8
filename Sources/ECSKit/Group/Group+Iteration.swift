extension Group {
  /// Calls a closure with each member and some of its components, in no particular order.
  ///
  /// The fast way through a group: the values are read straight from their columns. Members that
  /// lack one of the components are left out.
  ///
  ///     moving.withEach(Position.self, Velocity.self) { entity, position, velocity in
  ///       entity.set(Position(x: position.x + velocity.x))
  ///     }
  ///
  /// The body may change the context. The loop goes through the members there were when it began:
  /// it leaves out who has left the group or lost one of the components by then, hands out values as
  /// they are by then, and does not come to entities that are new.
  ///
  /// - Parameters:
  ///   - types: The components to hand out.
  ///   - body: What to do with a member.
  /// - Throws: What the body throws, which ends the loop.
  /// - Complexity: O(*n c*), where *n* is the number of members and *c* that of the types.
  @inlinable
  public func withEach<each C: Component, Failure: Error>(
    _ types: repeat (each C).Type,
    body: (Entity, repeat each C) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = reference.core(in: epoch) else { return }
    let columns = (repeat core.column(each types))
    let firstNewcomer = core.slots.nextCreation
    for index in members.snapshot {
      guard members.contains(index), core.slots.creations[Int(index)] < firstNewcomer,
        hasAll(index, core, repeat each columns)
      else { continue }
      try body(core.handle(index), repeat (each columns).value(of: index))
    }
  }

  @inlinable
  @inline(__always)
  func hasAll<each C: Component>(
    _ index: UInt32, _ core: Core, _ columns: repeat Column<each C>
  ) -> Bool {
    for column in repeat each columns {
      guard core.has(column, index) else { return false }
    }
    return true
  }
}
