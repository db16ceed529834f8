extension Context {
  /// Returns the entity that holds a unique component.
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: The holder, or nil if no entity holds the component.
  /// - Complexity: O(1).
  public func holder<C: UniqueComponent>(of type: C.Type) -> Entity? {
    guard let column = core.found(type), column.holder >= 0 else { return nil }
    return core.handle(UInt32(column.holder))
  }

  /// Returns the value of a unique component, or nil if no entity holds the component.
  ///
  ///     context[Conference.self]?.title  // "UIKonf 2015"
  ///
  /// - Parameter type: The type of the component.
  /// - Complexity: O(1).
  public subscript<C: UniqueComponent>(_ type: C.Type) -> C? {
    holder(of: type)?[type]
  }

  /// Sets a unique component on its holder, or on a new entity if no entity holds it.
  ///
  /// - Parameter value: The new value of the component.
  /// - Returns: The holder.
  /// - Complexity: As for `set` on an entity.
  @discardableResult
  public func setUnique<C: UniqueComponent>(_ value: C) -> Entity {
    holder(of: C.self)?.set(value) ?? createEntity(value)
  }
}
