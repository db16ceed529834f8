extension Context {
  /// Tells an observer of every change of the context's entities.
  ///
  /// The observer hears `created`, `added`, `updated` and `removed` for each component, and
  /// `destroyed`. Of an entity that comes with components it hears `created` and then `added` for
  /// each; of one that is destroyed, `removed` for each and then `destroyed`.
  ///
  /// - Parameters:
  ///   - kinds: What to tell; everything if none is named.
  ///   - body: Is called once for each event, after the change is settled.
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
  /// Tells an observer who becomes a member, who leaves, and whose components change.
  ///
  /// The observer hears `added`, `removed`, and `updated` when a member stays one while a component
  /// that the rule requires or offers changes. Old and new values are those of the component that
  /// made the change; a whole entity that comes or goes has all of its values to read.
  ///
  /// - Parameters:
  ///   - kinds: What to tell; everything if none is named.
  ///   - body: Is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription. A group whose context is gone gives a token
  ///   that has ended.
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
  /// Tells an observer what happens to one entity: its components' changes, and its end.
  ///
  /// - Parameters:
  ///   - kinds: What to tell; everything if none is named.
  ///   - body: Is called once for each event, after the change is settled.
  /// - Returns: The token that ends the subscription; it ends by itself with the entity. A dead
  ///   handle gives a token that has ended, and is reported.
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
