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
    let (version, firstNewcomer) = (members.version, core.slots.nextCreation)
    for index in members.snapshot {
      guard isStill(index, version, firstNewcomer, core), hasAll(index, core, repeat each columns)
      else {
        continue
      }
      try body(core.handle(index), repeat (each columns).value(of: index))
    }
  }

  // The same for two and three components: the compiler does not yet unroll the loop over a pack, and
  // what a body adds up stays in a register only where the loop is part of the caller.

  /// Calls a closure with each member and two of its components, in no particular order.
  ///
  /// As `withEach` of any number of components in all else.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - body: What to do with a member.
  /// - Throws: What the body throws, which ends the loop.
  /// - Complexity: O(*n*), where *n* is the number of members.
  @inlinable
  @inline(__always)
  public func withEach<A: Component, B: Component, Failure: Error>(
    _ a: A.Type, _ b: B.Type, body: (Entity, A, B) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = reference.core(in: epoch) else { return }
    let (a, b) = (core.column(a), core.column(b))
    let (version, firstNewcomer) = (members.version, core.slots.nextCreation)
    for index in members.snapshot {
      guard isStill(index, version, firstNewcomer, core), core.has(a, index), core.has(b, index)
      else {
        continue
      }
      try body(core.handle(index), a.value(of: index), b.value(of: index))
    }
  }

  /// Calls a closure with each member and three of its components, in no particular order.
  ///
  /// As `withEach` of any number of components in all else.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - c: A component.
  ///   - body: What to do with a member.
  /// - Throws: What the body throws, which ends the loop.
  /// - Complexity: O(*n*), where *n* is the number of members.
  @inlinable
  @inline(__always)
  public func withEach<A: Component, B: Component, C: Component, Failure: Error>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type, body: (Entity, A, B, C) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = reference.core(in: epoch) else { return }
    let (a, b, c) = (core.column(a), core.column(b), core.column(c))
    let (version, firstNewcomer) = (members.version, core.slots.nextCreation)
    for index in members.snapshot {
      guard isStill(index, version, firstNewcomer, core), core.has(a, index), core.has(b, index),
        core.has(c, index)
      else { continue }
      try body(core.handle(index), a.value(of: index), b.value(of: index), c.value(of: index))
    }
  }

  /// Returns whether a place holds a member that was there when a loop began.
  @inlinable
  @inline(__always)
  func isStill(
    _ index: UInt32, _ version: Int, _ firstNewcomer: UInt64, _ core: Core
  ) -> Bool {
    members.version == version
      || members.contains(index) && core.slots.creations[Int(index)] < firstNewcomer
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
