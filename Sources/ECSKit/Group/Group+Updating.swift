// Loops that change one component of each member. Each number of additional components has a
// separate function, because the compiler does not yet unroll the loop over a pack.

extension Group {
  /// Changes a component of each member, in no particular order.
  ///
  /// Equivalent to ``withEach(updating:_:body:)`` without a component to read.
  ///
  /// - Parameters:
  ///   - updated: The component to change.
  ///   - body: Changes the component of a member.
  /// - Throws: The error that the body throws. An error ends the loop, but previous members keep
  ///   their changes.
  /// - Complexity: O(*n*), where *n* is the number of members, plus followers and observers.
  @inlinable @inline(__always)
  public func withEach<A: Component, Failure: Error>(
    updating updated: A.Type, body: (Entity, inout A) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = coreToChange("update \(A.self)") else { return }
    let a = core.column(updated)
    try updateEachMember(
      core, a, areRequired: areRequired(a), holds: { core.has(a, $0) },
      body: { index, value throws(Failure) in try body(core.handle(index), &value) })
  }

  /// Changes a component of each member, in no particular order.
  ///
  /// The body may also read another component.
  ///
  /// This is the fast way to change many values. As long as no other code needs the previous
  /// values, each value is replaced in place. If an observer, an index, a sorted order, a
  /// transaction or a reader of change sets needs them, each value is set with the same effects as
  /// `set(_:)`. Members that lack one of the components are skipped.
  ///
  ///     particles.withEach(updating: Position.self, Velocity.self) { _, position, velocity in
  ///       position.x += velocity.x
  ///       position.y += velocity.y
  ///     }
  ///     particles.withEach(updating: Position.self) { _, position in position.y -= 1 }
  ///
  /// The body may change the context. As in `withEach(_:body:)`, the loop visits the members that
  /// the group had when the loop began. If the body destroys the member or removes the component,
  /// the changed value is dropped.
  ///
  /// - Parameters:
  ///   - updated: The component to change.
  ///   - b: A component to read. It may be omitted.
  ///   - body: Changes the component of a member.
  /// - Throws: The error that the body throws. An error ends the loop, but previous members keep
  ///   their changes.
  /// - Complexity: O(*n*), where *n* is the number of members, plus followers and observers.
  @inlinable @inline(__always)
  public func withEach<A: Component, B: Component, Failure: Error>(
    updating updated: A.Type, _ b: B.Type, body: (Entity, inout A, B) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = coreToChange("update \(A.self)") else { return }
    let (a, b) = (core.column(updated), core.column(b))
    try updateEachMember(
      core, a, areRequired: areRequired(a, b), holds: { core.has(a, $0) && core.has(b, $0) },
      body: { index, value throws(Failure) in
        try body(core.handle(index), &value, b.store.value(of: index))
      })
  }

  /// Changes a component of each member for which `holds` returns true.
  ///
  /// The loop visits the entities that were members when it began and are still members. Values are
  /// replaced in place if no change is observed, followed or recorded. In-place replacement ends
  /// when a member joins or leaves, or when an observer, follower or reader is added. Until then,
  /// every member is alive and has its component at the same position.
  @inlinable @inline(__always)
  func updateEachMember<A: Component, Failure: Error>(
    _ core: Core, _ column: Column<A>, areRequired: Bool, holds: (UInt32) -> Bool,
    body: (UInt32, inout A) throws(Failure) -> Void
  ) throws(Failure) {
    guard areRequired, !Column<A>.isFlag, !column.isWatched, core.recording == .nothing else {
      return try forEachMember(
        core, areRequired: areRequired, holds: holds,
        body: { index throws(Failure) in
          try update(index, column, core, body)
        })
    }
    let members = members
    let version = members.beginLoop()
    defer { members.endLoop(from: version) }
    let firstNewcomer = core.entities.nextCreation
    let registrations = core.registrations
    let count = members.dense.count
    var position = 0
    if count == 0 { return }
    repeat {
      let index = unsafe members.dense[position]
      let generation = core.entities.generation(of: index)
      let place = column.store.position(ofHolder: index)
      var value = column.store.value(at: place)
      try body(index, &value)
      // The context may have been deallocated. So nothing is read from the core before this check.
      if members.version != version {
        core.update(value, column, index, generation)
        position &+= 1
        break
      }
      if core.registrations != registrations {
        core.update(value, column, index, core.entities.generation(of: index))
        position &+= 1
        break
      }
      core.overwrite(value, column, at: place)
      position &+= 1
      if position == count { return }
      // Dropping the old value may run code that changes the members.
    } while _isPOD(A.self) || members.version == version
    try visitMembers(
      from: position, to: count, of: version, core, firstNewcomer: firstNewcomer, holds: holds,
      body: { index throws(Failure) in
        try update(index, column, core, body)
      })
  }

  /// Calls the body with a copy of an entity's component, and then stores the changed copy.
  ///
  /// Storing the copy has the same effects as `set(_:)`.
  @inlinable @inline(__always)
  func update<A: Component, Failure: Error>(
    _ index: UInt32, _ column: Column<A>, _ core: Core,
    _ body: (UInt32, inout A) throws(Failure) -> Void
  ) throws(Failure) {
    let generation = core.entities.generation(of: index)
    var value = column.store.value(of: index)
    try body(index, &value)
    core.update(value, column, index, generation)
  }

  /// Returns the core if it may be changed.
  ///
  /// Otherwise the result is nil, and one misuse is reported for the whole loop.
  @usableFromInline
  func coreToChange(_ operation: @autoclosure () -> String) -> Core? {
    guard let core else { return nil }
    guard core.isFrozen else { return core }
    core.refuse(operation())
    return nil
  }
}
