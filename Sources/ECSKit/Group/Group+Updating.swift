// Loops over members that change one component of each. There is one function for each number of
// further components, because the compiler does not yet unroll the loop over a pack.

extension Group {
  /// Changes a component of each member, in no particular order.
  ///
  /// Otherwise the same as ``withEach(updating:_:body:)``.
  ///
  /// - Parameters:
  ///   - updated: The component to change.
  ///   - body: Changes the component of a member.
  /// - Throws: What the body throws, which ends the loop; the members before it keep their changes.
  /// - Complexity: O(*n*), where *n* is the number of members, plus followers and observers.
  @_documentation(visibility: internal)
  @inlinable @inline(__always)
  public func withEach<A: Component, Failure: Error>(
    updating updated: A.Type, body: (Entity, inout A) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = coreToChange("update \(A.self)") else { return }
    let a = core.column(updated)
    let areRequired = areRequired(a)
    let version = areRequired ? members.version : -1
    try forEachMember(
      core, areRequired: areRequired, holds: { core.has(a, $0) },
      body: { index throws(Failure) in
        let entity = core.handle(index)
        let position = a.store.position(ofHolder: index)
        var value = a.store.value(at: position)
        try body(entity, &value)
        put(value, a, at: position, entity, core, version)
      })
  }

  /// Changes a component of each member, in no particular order, and may read another one.
  ///
  /// This is the fast way to change many values. As long as the component is neither observed nor
  /// followed, each value is simply replaced. If there is an observer, an index, an order, a
  /// transaction or a reader of change sets, each value is set as by `set(_:)`: compared
  /// if it is `Equatable`, settled and delivered. Members that lack one of the components are
  /// skipped.
  ///
  ///     particles.withEach(updating: Position.self, Velocity.self) { _, position, velocity in
  ///       position.x += velocity.x
  ///       position.y += velocity.y
  ///     }
  ///     particles.withEach(updating: Position.self) { _, position in position.y -= 1 }
  ///
  /// The body may change the context. Like `withEach(_:body:)`, the loop visits the members that
  /// the group had when it began. If the body destroys the member or removes the component, the
  /// changed value is dropped.
  ///
  /// - Parameters:
  ///   - updated: The component to change.
  ///   - b: A component to read; none if it is left out.
  ///   - body: Changes the component of a member.
  /// - Throws: What the body throws, which ends the loop; the members before it keep their changes.
  /// - Complexity: O(*n*), where *n* is the number of members, plus followers and observers.
  @inlinable @inline(__always)
  public func withEach<A: Component, B: Component, Failure: Error>(
    updating updated: A.Type, _ b: B.Type, body: (Entity, inout A, B) throws(Failure) -> Void
  ) throws(Failure) {
    guard let core = coreToChange("update \(A.self)") else { return }
    let (a, b) = (core.column(updated), core.column(b))
    let areRequired = areRequired(a, b)
    let version = areRequired ? members.version : -1
    try forEachMember(
      core, areRequired: areRequired, holds: { core.has(a, $0) && core.has(b, $0) },
      body: { index throws(Failure) in
        let entity = core.handle(index)
        let position = a.store.position(ofHolder: index)
        var value = a.store.value(at: position)
        try body(entity, &value, b.store.value(of: index))
        put(value, a, at: position, entity, core, version)
      })
  }

  /// Replaces the component of a member by the value that the body of a loop made.
  ///
  /// As long as the member set has the same version, every member is alive and has its component at
  /// the same position.
  @inlinable @inline(__always)
  func put<C: Component>(
    _ value: C, _ column: Column<C>, at position: Int, _ entity: Entity, _ core: Core,
    _ version: Int
  ) {
    if members.version == version, !Column<C>.isFlag, !column.isWatched,
      !core.isRecording(entity.index)
    {
      core.overwrite(value, column, at: position)
    } else {
      core.update(value, column, entity.index, entity.generation)
    }
  }

  /// Returns the core if it may be changed; otherwise reports a misuse, once for the whole loop.
  @usableFromInline
  func coreToChange(_ operation: @autoclosure () -> String) -> Core? {
    guard let core else { return nil }
    guard core.isFrozen else { return core }
    core.refuse(operation())
    return nil
  }
}
