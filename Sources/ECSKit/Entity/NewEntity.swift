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
    core.withCore { $0.put(component, index) }
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
      core.hide(index)
      fill(NewEntity(core, index))
    }
  }
}
