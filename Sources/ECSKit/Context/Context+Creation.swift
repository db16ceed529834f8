// Creates entities from components. Clients call it; `Core.create` does the work.
// No group or observer ever sees a new entity without all its components.
extension Context {
  /// Creates an entity that holds some components.
  ///
  /// The entity joins its groups with all its components at once, so that no group ever sees it
  /// incomplete, and observers are notified of one change. Unique components move here from their
  /// holders. If a type occurs twice, the last value counts.
  ///
  ///     context.createEntity(Name(text: "Ash Furrow"), Organizer())
  ///
  /// - Parameter components: The components; without any, the entity is empty.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*c* + *g*), where *c* is the number of components and *g* the number of groups
  ///   whose rule names one of them, or only forbids components.
  @inlinable
  @discardableResult
  public func createEntity<each C: Component>(_ components: repeat each C) -> Entity {
    core.create { core, index in
      repeat core.put(each components, index)
    }
  }
}

// Overloads for a fixed number of components. The compiler specializes them for the component
// types, but does not yet unroll the loop over a pack: for three components, that takes 4,300
// instructions instead of 650.
extension Context {
  /// Creates an entity that holds one component.
  ///
  /// - Parameter a: The component.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of them, or only
  ///   forbids components.
  @_documentation(visibility: internal)
  @inlinable
  @discardableResult
  public func createEntity<A: Component>(
    _ a: A
  ) -> Entity {
    core.create { core, index in
      core.put(a, index)
    }
  }

  /// Creates an entity that holds two components.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of them, or only
  ///   forbids components.
  @_documentation(visibility: internal)
  @inlinable
  @discardableResult
  public func createEntity<A: Component, B: Component>(
    _ a: A, _ b: B
  ) -> Entity {
    core.create { core, index in
      core.put(a, index)
      core.put(b, index)
    }
  }

  /// Creates an entity that holds three components.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - c: A component.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of them, or only
  ///   forbids components.
  @_documentation(visibility: internal)
  @inlinable
  @discardableResult
  public func createEntity<A: Component, B: Component, C: Component>(
    _ a: A, _ b: B, _ c: C
  ) -> Entity {
    core.create { core, index in
      core.put(a, index)
      core.put(b, index)
      core.put(c, index)
    }
  }

  /// Creates an entity that holds four components.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - c: A component.
  ///   - d: A component.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of them, or only
  ///   forbids components.
  @_documentation(visibility: internal)
  @inlinable
  @discardableResult
  public func createEntity<A: Component, B: Component, C: Component, D: Component>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Entity {
    core.create { core, index in
      core.put(a, index)
      core.put(b, index)
      core.put(c, index)
      core.put(d, index)
    }
  }

  /// Creates an entity that holds five components.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - c: A component.
  ///   - d: A component.
  ///   - e: A component.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of them, or only
  ///   forbids components.
  @_documentation(visibility: internal)
  @inlinable
  @discardableResult
  public func createEntity<A: Component, B: Component, C: Component, D: Component, E: Component>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Entity {
    core.create { core, index in
      core.put(a, index)
      core.put(b, index)
      core.put(c, index)
      core.put(d, index)
      core.put(e, index)
    }
  }

  /// Creates an entity that holds six components.
  ///
  /// - Parameters:
  ///   - a: A component.
  ///   - b: A component.
  ///   - c: A component.
  ///   - d: A component.
  ///   - e: A component.
  ///   - f: A component.
  /// - Returns: The handle of the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of them, or only
  ///   forbids components.
  @_documentation(visibility: internal)
  @inlinable
  @discardableResult
  public func createEntity<
    A: Component, B: Component, C: Component, D: Component, E: Component, F: Component
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Entity {
    core.create { core, index in
      core.put(a, index)
      core.put(b, index)
      core.put(c, index)
      core.put(d, index)
      core.put(e, index)
      core.put(f, index)
    }
  }
}
