// Creates entities from components. `Core.create` does the work. No group or observer ever sees a
// new entity without all its components.
extension Context {
  /// Creates an entity that holds some components.
  ///
  /// The entity joins its groups with all its components at once. So no group ever contains an
  /// incomplete entity, and observers are notified of one change. Unique components move from their
  /// holders to the new entity. If a type occurs twice, the last value is used.
  ///
  ///     context.createEntity(Name(text: "Ash Furrow"), Organizer())
  ///
  /// - Parameter components: The components of the new entity. If there are none, the entity is
  ///   empty.
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*c* + *g*), where *c* is the number of components and *g* the number of groups
  ///   whose rule names one of these components or only forbids components.
  @inlinable
  @discardableResult
  public func createEntity<each C: Component>(_ components: repeat each C) -> Entity {
    core.create { core, index in
      repeat core.put(each components, index)
    }
  }
}

// These overloads have a fixed number of components, and the compiler specializes them for the
// component types. The compiler does not yet unroll the loop over a pack. For three components, the
// loop takes 4,300 instructions instead of 650.
extension Context {
  /// Creates an entity that holds one component.
  ///
  /// - Parameter a: The component.
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names the component or only
  ///   forbids components.
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
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of the components
  ///   or only forbids components.
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
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of the components
  ///   or only forbids components.
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
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of the components
  ///   or only forbids components.
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
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of the components
  ///   or only forbids components.
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
  /// - Returns: The handle to the entity.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names one of the components
  ///   or only forbids components.
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
