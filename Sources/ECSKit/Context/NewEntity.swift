/// An entity under way, which ``Context/createEntity(with:)`` makes.
public struct NewEntity: ~Copyable {
  @usableFromInline let core: CoreReference
  @usableFromInline let index: UInt32

  @inlinable
  init(_ core: Core, _ index: UInt32) {
    self.core = CoreReference(core)
    self.index = index
  }

  /// Gives the entity a component; of two of one type the last counts.
  ///
  ///     context.createEntity { new in new.set(Name(text: "Ash Furrow")) }
  ///
  /// A value whose key another entity has in a unique index is refused and reported.
  ///
  /// - Parameter component: The component.
  /// - Complexity: O(1).
  @inlinable
  public borrowing func set<C: Component>(_ component: C) {
    core.withCore { $0.put(component, intoHidden: index) }
  }
}

extension Context {
  /// Creates an entity of the components that a body hands over one by one.
  ///
  /// As `createEntity` with the components in a row, for a maker who knows only at run time which of
  /// them there are. The body may read the context, which is as it was before: the entity is not found
  /// yet, and a unique component that it takes is still its holder's. A change that the body makes
  /// otherwise is refused and reported as a misuse.
  ///
  ///     context.createEntity { new in
  ///       new.set(Name(text: "Ash Furrow"))
  ///       if isOrganizer { new.set(Organizer()) }
  ///     }
  ///
  /// - Parameter fill: Hands the components over.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*c* + *g*), where *c* is the number of components and *g* the number of groups
  ///   whose rule names one of them, or forbids things only. Plus followers (indices, sorted orders)
  ///   and observers.
  @inlinable
  @discardableResult
  public func createEntity(with fill: (borrowing NewEntity) -> Void) -> Entity {
    core.create { core, index in
      let outer = core.calls
      let generation = core.hide(index)
      fill(NewEntity(core, index))
      core.show(index, generation, within: outer)
    }
  }
}

extension Core {
  /// Makes the place of a new entity look empty, and freezes everything but the values put there.
  ///
  /// - Returns: The generation that the place gets back.
  @usableFromInline
  func hide(_ index: UInt32) -> UInt32 {
    let generation = slots.generations[Int(index)]
    slots.kill(index)
    _ = freeze()
    return generation
  }

  /// Puts a component into its column, and leaves the rest until the entity is shown.
  @inlinable
  @inline(__always)
  func put<C: Component>(_ value: C, intoHidden index: UInt32) {
    withColumn(C.self) { column in
      if column.isPlain, !has(column, index) {
        column.insert(value, index)
        slots.mark(column, index)
      } else {
        put(value, column, intoHidden: index)
      }
    }
  }

  @inlinable
  @inline(never)
  func put<C: Component>(_ value: C, _ column: Column<C>, intoHidden index: UInt32) {
    if !column.isSpecialized { column.specialize() }
    guard admits(value, column, index) else { return }
    if has(column, index) { return column.replace(value, index) }
    column.insert(value, index)
    slots.mark(column, index)
    if column.isUnique { claims.append(column) }
  }

  /// Brings the entity out with all that it was given.
  ///
  /// Followers may call foreign code, so the context thaws only after them.
  @usableFromInline
  func show(_ index: UInt32, _ generation: UInt32, within outer: Int) {
    slots.generations[Int(index)] = generation
    slots.liveCount &+= 1
    if watchedColumns > 0 {
      forEachColumn(of: index) { column in
        if column.isWatched { column.with { $0.arrive(column, index, self) } }
      }
    }
    thaw(false)
    if !claims.isEmpty { settleClaims(of: index, within: outer) }
  }

  /// Takes the unique components of a new entity from their holders, in the order they were given.
  private func settleClaims(of index: UInt32, within outer: Int) {
    let claimed = claims
    claims = []
    holdOnce(within: outer)
    for column in claimed {
      vacate(column, index, within: outer)
      column.holder = Int64(index)
    }
  }
}
