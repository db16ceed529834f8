// Loops over the members of a group with their components. Clients call `withEach`. The loops of
// Group+Updating.swift share parts of this file. The body may change the context, so the members
// are copied before the first entity joins or leaves.

extension Group {
  /// Calls a closure with each member and some of its components, in no particular order.
  ///
  /// This is the fast way to iterate over a group: values are read directly from their columns.
  /// Members that lack one of the components are skipped.
  ///
  ///     moving.withEach(Position.self, Velocity.self) { entity, position, velocity in
  ///       entity.set(Position(x: position.x + velocity.x))
  ///     }
  ///
  /// The body may change the context. The loop visits the members that the group had when the loop
  /// began. It skips members that have left the group or lost one of the components in the
  /// meantime. New members are not visited. The body receives the current values.
  ///
  /// - Parameters:
  ///   - types: The components to pass to the body.
  ///   - body: A closure that is called with each member.
  /// - Throws: The error that the body throws. An error ends the loop.
  /// - Complexity: O(*n c*), where *n* is the number of members and *c* the number of types.
  @inlinable
  public func withEach<each C: Component, Failure: Error>(
    _ types: repeat (each C).Type,
    body: (Entity, repeat each C) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = reference.core(in: epoch) else { return reportEnd() }
    let columns = (repeat core.column(each types))
    try forEachMember(
      core, areRequired: areRequired(repeat each columns),
      holds: { hasAll($0, core, repeat each columns) },
      body: { index throws(Failure) in
        try body(core.handle(index), repeat (each columns).store.value(of: index))
      })
  }

  // These are overloads for one to three components, because the compiler does not yet unroll the
  // loop over a pack. They are inlined into the caller, so that a sum in the body remains in a
  // register.

  /// Calls a closure with each member and one of its components, in no particular order.
  ///
  /// Equivalent to the overload of `withEach` that takes any number of components.
  ///
  /// - Parameters:
  ///   - a: The component to pass to the body.
  ///   - body: A closure that is called with each member.
  /// - Throws: The error that the body throws. An error ends the loop.
  /// - Complexity: O(*n*), where *n* is the number of members.
  @inlinable @inline(__always)
  public func withEach<A: Component, Failure: Error>(
    _ a: A.Type, body: (Entity, A) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = reference.core(in: epoch) else { return reportEnd() }
    let a = core.column(a)
    try forEachMember(
      core, areRequired: areRequired(a), holds: { core.has(a, $0) },
      body: { index throws(Failure) in
        try body(core.handle(index), a.store.value(of: index))
      })
  }

  /// Calls a closure with each member and two of its components, in no particular order.
  ///
  /// Equivalent to the overload of `withEach` that takes any number of components.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - body: A closure that is called with each member.
  /// - Throws: The error that the body throws. An error ends the loop.
  /// - Complexity: O(*n*), where *n* is the number of members.
  @inlinable @inline(__always)
  public func withEach<A: Component, B: Component, Failure: Error>(
    _ a: A.Type, _ b: B.Type, body: (Entity, A, B) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = reference.core(in: epoch) else { return reportEnd() }
    let (a, b) = (core.column(a), core.column(b))
    try forEachMember(
      core, areRequired: areRequired(a, b), holds: { core.has(a, $0) && core.has(b, $0) },
      body: { index throws(Failure) in
        try body(core.handle(index), a.store.value(of: index), b.store.value(of: index))
      })
  }

  /// Calls a closure with each member and three of its components, in no particular order.
  ///
  /// Equivalent to the overload of `withEach` that takes any number of components.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - c: A component.
  ///   - body: A closure that is called with each member.
  /// - Throws: The error that the body throws. An error ends the loop.
  /// - Complexity: O(*n*), where *n* is the number of members.
  @inlinable @inline(__always)
  public func withEach<A: Component, B: Component, C: Component, Failure: Error>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type, body: (Entity, A, B, C) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = reference.core(in: epoch) else { return reportEnd() }
    let (a, b, c) = (core.column(a), core.column(b), core.column(c))
    try forEachMember(
      core, areRequired: areRequired(a, b, c),
      holds: { core.has(a, $0) && core.has(b, $0) && core.has(c, $0) },
      body: { index throws(Failure) in
        try body(
          core.handle(index), a.store.value(of: index), b.store.value(of: index),
          c.store.value(of: index))
      })
  }

  /// Calls a closure with each member for which `holds` returns true.
  ///
  /// The loop visits the entities that were members when it began and are still members. The
  /// closure `holds` returns true for an entity with all components of the loop. If `areRequired`
  /// is true, the group's rule requires these components. In this case, `holds` is called only
  /// after a member has joined or left.
  @inlinable @inline(__always)
  func forEachMember<Failure: Error>(
    _ core: Core, areRequired: Bool, holds: (UInt32) -> Bool,
    body: (UInt32) throws(Failure) -> Void
  ) throws(Failure) {
    let members = members
    // User code may read in the middle of a change. At that time, a value may already be removed
    // although its entity has not yet left the group.
    let isTrusted = areRequired && !core.isFrozen
    // Versions start at 0 and only increase, so no set has the version -1.
    let version = isTrusted ? members.beginLoop() : -1
    defer { if isTrusted { members.endLoop(from: version) } }
    try visitMembers(
      from: 0, to: members.dense.count, of: version, core,
      firstNewcomer: core.entities.nextCreation, holds: holds, body: body)
  }

  /// Continues a loop that began when the member set had a given version.
  ///
  /// A loop with the version -1 iterates over a copy of the members. An entity is skipped if its
  /// creation number is at least `firstNewcomer`, because it was created after the loop began.
  @inlinable @inline(__always)
  func visitMembers<Failure: Error>(
    from first: Int, to count: Int, of version: Int, _ core: Core, firstNewcomer: UInt64,
    holds: (UInt32) -> Bool, body: (UInt32) throws(Failure) -> Void
  ) throws(Failure) {
    let members = members
    var position = first
    if position == count { return }
    if members.version == version {
      // This loop calls only the body. So if the body changes nothing, the addresses of the columns
      // remain in registers.
      repeat {
        let index = unsafe members.dense[position]
        position &+= 1
        try body(index)
        if position == count { return }
      } while members.version == version
    }
    let former = version >= 0 ? members.members(from: version) : members.snapshot
    while position < count {
      let index = former[position]
      position &+= 1
      guard members.contains(index), core.entities.creation(of: index) < firstNewcomer,
        holds(index)
      else { continue }
      try body(index)
    }
  }

  @inlinable @inline(__always)
  func areRequired<each C: Component>(_ columns: repeat Column<each C>) -> Bool {
    for column in repeat each columns {
      guard members.mask.requires(column.bit) else { return false }
    }
    return true
  }

  @inlinable @inline(__always)
  func hasAll<each C: Component>(
    _ index: UInt32, _ core: Core, _ columns: repeat Column<each C>
  ) -> Bool {
    for column in repeat each columns {
      guard core.has(column, index) else { return false }
    }
    return true
  }
}
