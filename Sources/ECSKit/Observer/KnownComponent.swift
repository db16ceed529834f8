/// A component as a context knows it, to be found in events without its type.
package struct KnownComponent {
  fileprivate let number: Int
}

extension Context {
  /// Returns how the context knows a component, whose column is made if there is none.
  ///
  /// - Parameter type: The component.
  /// - Returns: The component, to be looked for in events of this context.
  package func known<C: Component>(_ type: C.Type) -> KnownComponent {
    KnownComponent(number: core.column(type).number)
  }
}

extension Event {
  /// Returns whether the change touched a component; false after the observer has returned.
  ///
  /// - Parameter component: The component, of the context of the event.
  /// - Returns: Whether it has an old or a new value.
  /// - Complexity: O(*c*), where *c* is the number of components in the change.
  package func touches(_ component: KnownComponent) -> Bool {
    entity.reference.withCore { core in
      isCurrent(in: core) && core.journal.edit(of: component.number, in: Int(record)) != nil
    }
  }
}
