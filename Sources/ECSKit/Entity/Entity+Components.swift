extension Entity {
  /// Returns the value of a component.
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(1).
  @inlinable
  public subscript<C: Component>(_ type: C.Type) -> C? {
    reference.withCore { core in
      guard isAlive(in: core), let column = core.columns.find(type) else { return nil }
      return unsafe column.with { column in
        if Column<C>.isFlag {
          return core.entities.has(column.bit, index) ? column.store.value(at: 0) : nil
        }
        let position = column.store.position(of: index)
        return position >= 0 ? column.store.value(at: position) : nil
      }
    }
  }

  /// Returns the value of a component, or throws if there is none.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The value.
  /// - Throws: ``EntityError/dead`` if the handle is invalid, ``EntityError/missing(component:)``
  ///   if the entity has no such component.
  /// - Complexity: O(1).
  public func require<C: Component>(_ type: C.Type) throws(EntityError) -> C {
    try require()
    guard let value = self[type] else { throw .missing(component: String(describing: type)) }
    return value
  }

  /// Returns whether the entity holds a component.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: Whether it does; false if the handle is invalid.
  /// - Complexity: O(1).
  @inlinable
  public func has<C: Component>(_ type: C.Type) -> Bool {
    reference.withCore { core in
      guard isAlive(in: core), let column = core.columns.find(type) else { return false }
      return unsafe column.with { core.has($0, index) }
    }
  }

  /// Sets a component, replacing the value that is there.
  ///
  /// When the call returns, the new value is set, groups and indices are settled, and observers
  /// were notified. If a transaction or another observer is under way, observers are notified after
  /// it. A unique component moves here from its holder. If the handle is invalid, nothing changes
  /// and a misuse is reported.
  ///
  ///     talk.set(Title(text: "Async View Controllers")).set(TalkIndex(number: 3))
  ///
  /// - Parameter value: The component.
  /// - Returns: This handle, for the next call.
  /// - Complexity: O(1) if the entity had the component, whatever the number of groups; otherwise
  ///   O(*g*), where *g* is the number of groups whose rule names the component. Plus followers
  ///   (indices, sorted orders) and observers.
  @inlinable
  @discardableResult
  public func set<C: Component>(_ value: C) -> Entity {
    change("set \(C.self)") { core, index in core.set(value, index) }
    return self
  }

  /// Sets a component, replacing the value that is there; an equal value changes nothing.
  ///
  /// If the value equals the present one, no group, index or observer is involved. Otherwise it is
  /// set like a component that cannot be compared.
  ///
  /// - Parameter value: The component.
  /// - Returns: This handle, for the next call.
  /// - Complexity: O(1) if the entity had the component, whatever the number of groups; otherwise
  ///   O(*g*), where *g* is the number of groups whose rule names the component. Plus followers
  ///   (indices, sorted orders) and observers.
  @inlinable
  @discardableResult
  public func set<C: Component & Equatable>(_ value: C) -> Entity {
    change("set \(C.self)") { core, index in core.set(value, index) }
    return self
  }

  /// Sets a component unless the entity has one, and returns whether it did.
  ///
  ///     entity.setIfAbsent(Name(text: "betahaus"))  // true
  ///     entity.setIfAbsent(Name(text: "infarm"))  // false, and the name stays betahaus
  ///
  /// - Parameter value: The component.
  /// - Returns: Whether the component was set, whatever observers changed in response; false if
  ///   there was one already, or if the change was refused, which is reported.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names the component.
  public func setIfAbsent<C: Component>(_ value: C) -> Bool {
    guard let core = livingOrReported("set \(C.self)"), !has(C.self) else { return false }
    return core.insert(value, core.column(C.self), index)
  }

  /// Removes a component; nothing happens if there is none.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: This handle, for the next call.
  /// - Complexity: O(*g*), where *g* is the number of groups whose rule names the component. Plus
  ///   followers and observers.
  @inlinable
  @discardableResult
  public func remove<C: Component>(_ type: C.Type) -> Entity {
    change("remove \(C.self)") { core, index in core.remove(type, index) }
    return self
  }
}
