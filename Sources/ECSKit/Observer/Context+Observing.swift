extension Context {
  /// Notifies an observer of every change to the entities of the context.
  ///
  /// The observer receives `created` and `destroyed` for entities, and `added`, `updated` and
  /// `removed` for each component. When an entity is created with components, the observer receives
  /// `created` and then `added` for each component. When an entity is destroyed, the observer
  /// receives `removed` for each component and then `destroyed`.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to deliver. If no kind is given, all kinds are delivered.
  ///   - body: A closure that is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1). Each later change takes additional time for the observer.
  @discardableResult
  public func observe(
    _ kinds: Event.Kind..., body: @escaping (Event) -> Void
  ) -> ObserverToken {
    core.observe(.context, kinds: kinds, EventHandler(body))
  }
}

extension Group {
  /// Notifies an observer when entities join or leave the group, and when members change.
  ///
  /// The observer receives `added` when an entity joins and `removed` when it leaves. It receives
  /// `updated` when a component in the `all` or `any` part of the rule changes and the entity
  /// remains a member. The observer can read the old and the new value of the component that caused
  /// the event. For a created or destroyed entity, the observer can read all values.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to deliver. If no kind is given, all kinds are delivered.
  ///   - body: A closure that is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription. If the context of the group was deallocated,
  ///   the subscription has already ended.
  /// - Complexity: O(*c*), where *c* is the number of components in the rule.
  @discardableResult
  public func observe(
    _ kinds: Event.Kind..., body: @escaping (Event) -> Void
  ) -> ObserverToken {
    guard let core else { return .ended(reference) }
    return core.observe(.group(self), kinds: kinds, EventHandler(body))
  }
}

extension Entity {
  /// Notifies an observer when components of one entity change, and when the entity is destroyed.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to deliver. If no kind is given, all kinds are delivered.
  ///   - body: A closure that is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription. The subscription also ends with the entity.
  ///   If the handle is invalid, the subscription has already ended and a misuse is reported.
  /// - Complexity: O(1).
  @discardableResult
  public func observe(
    _ kinds: Event.Kind..., body: @escaping (Event) -> Void
  ) -> ObserverToken {
    guard let core = livingOrReported("observe an entity") else { return .ended(reference) }
    return core.observe(
      .entity(index: index, generation: generation), kinds: kinds, EventHandler(body))
  }
}
