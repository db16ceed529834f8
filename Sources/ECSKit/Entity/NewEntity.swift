/// An entity that ``Context/createEntity(with:)`` is creating.
public struct NewEntity: ~Copyable {
  @usableFromInline let core: CoreReference
  @usableFromInline let index: UInt32

  @inlinable
  init(_ core: Core, _ index: UInt32) {
    self.core = CoreReference(core)
    self.index = index
  }

  /// Sets a component of the entity.
  ///
  /// If a type is set twice, the last value is used.
  ///
  ///     context.createEntity { new in new.set(Name(text: "Ash Furrow")) }
  ///
  /// If another entity has the value's key in a unique index, the value is refused and reported.
  ///
  /// - Complexity: O(1).
  @inlinable
  public borrowing func set<C: Component>(_ component: C) {
    core.withCore { $0.put(component, index) }
  }
}

extension Context {
  /// Creates an entity with the components that a body sets one by one.
  ///
  /// Use this method instead of `createEntity` with a list of components if the components are
  /// known only at run time. The body may read the context in its previous state: No group contains
  /// the entity yet, and a unique component still belongs to its previous holder. Any other change
  /// that the body makes is refused and reported as a misuse.
  ///
  ///     context.createEntity { new in
  ///       new.set(Name(text: "Ash Furrow"))
  ///       if isOrganizer { new.set(Organizer()) }
  ///     }
  ///
  /// - Parameter fill: Sets the components.
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*c* + *g*), where *c* is the number of components and *g* the number of groups
  ///   whose rule names one of these components or only forbids components. Followers (indices,
  ///   sorted orders) and observers take additional time.
  @inlinable
  @discardableResult
  public func createEntity(with fill: (borrowing NewEntity) -> Void) -> Entity {
    core.create { core, index in
      core.hide(index)
      fill(NewEntity(core, index))
    }
  }
}
