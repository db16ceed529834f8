extension Entity {
  /// The values of all components, in the order in which the context first saw their types.
  ///
  ///     context.createEntity(Name(text: "betahaus"), Hidden()).components
  ///     // [Name(text: "betahaus"), Hidden()]
  ///
  /// The array is empty if the handle is invalid.
  ///
  /// - Complexity: O(*c*), where *c* is the number of component types of the context.
  public var components: [any Component] {
    components { _ in true }
  }

  /// Returns the value of a component whose type is known only at run time.
  ///
  ///     let types: [any Component.Type] = [Title.self, Rating.self]
  ///     types.map { talk.component($0) }
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value, or nil if the entity lacks the component or the handle is invalid.
  /// - Complexity: O(1).
  public func component(_ type: any Component.Type) -> (any Component)? {
    func value<C: Component>(_ type: C.Type) -> (any Component)? { self[type] }
    return value(type)
  }

  /// Creates another entity with the same components, except unique components.
  ///
  /// A unique component remains with its holder. A component is omitted and reported if a unique
  /// index refuses its key. A `DurableID` is also omitted, and so are links to owned values and to
  /// targets that can have only one source. If a component is a class instance, both entities hold
  /// the same instance.
  ///
  ///     let draft = talk.clone()
  ///     draft.set(Title(text: "World Modeling, the sequel"))
  ///
  /// - Returns: The new entity. If the handle is invalid, a misuse is reported and the handle
  ///   itself is returned.
  /// - Complexity: O(*c* + *g*), where *c* is the number of component types of the context and *g*
  ///   the number of groups whose rule names a component of the entity or only forbids components.
  public func clone() -> Entity {
    guard let core = livingOrReported("clone an entity") else { return self }
    return core.create(
      of: components { column in
        let identifying = column.type as? any IdentifyingComponent.Type
        return !column.isUnique && !(identifying?.isIdentifying ?? false)
      })
  }

  private func components(where isWanted: (AnyColumn) -> Bool) -> [any Component] {
    guard let core = living else { return [] }
    var found: [any Component] = []
    core.fillAllDeferred()
    core.forEachColumn(of: index) { column in
      if isWanted(column), let value = component(column.type) { found.append(value) }
    }
    return found
  }
}

extension Core {
  fileprivate func create(of components: [any Component]) -> Entity {
    create { core, index in
      for component in components { core.put(component, index) }
    }
  }
}
