extension Context {
  /// Notifies an observer of every change of the context's entities.
  ///
  /// The observer receives `created`, `destroyed`, and `added`, `updated` and `removed` for each
  /// component. For an entity that is created with components it receives `created` and then
  /// `added` for each; for one that is destroyed, `removed` for each and then `destroyed`.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to deliver; all if none is given.
  ///   - body: A closure that is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1); each later change costs the observers it concerns.
  @discardableResult
  public func observe(
    _ kinds: Event.Kind..., body: @escaping (Event) -> Void
  ) -> ObserverToken {
    core.observe(.context, kinds: kinds, EventHandler(body))
  }
}

extension Group {
  /// Notifies an observer when entities join or leave the group, and when components of members
  /// change.
  ///
  /// The observer receives `added`, `removed`, and `updated` when a component that the rule
  /// requires or offers changes while the entity stays a member. Old and new values are those of
  /// the component that caused the event. For an entity that is created or destroyed, all its
  /// values can be read.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to deliver; all if none is given.
  ///   - body: A closure that is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription. If the context of the group has ended, the
  ///   subscription has ended already.
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
  /// Notifies an observer when components of one entity change, and when it is destroyed.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to deliver; all if none is given.
  ///   - body: A closure that is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription, which also ends with the entity. If the
  ///   handle is invalid, the subscription has ended already and a misuse is reported.
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
