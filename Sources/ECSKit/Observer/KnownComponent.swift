/// A component's column number, which finds the component in events without its type.
package struct KnownComponent {
  fileprivate let number: Int
}

extension Context {
  /// Returns the identification of a component in this context, and creates its column if needed.
  ///
  /// - Parameter type: The component.
  /// - Returns: A value for searching the events of this context.
  package func known<C: Component>(_ type: C.Type) -> KnownComponent {
    KnownComponent(number: core.column(type).number)
  }
}

extension Event {
  /// Returns true if the change touched a component; false after the observer has returned.
  ///
  /// - Parameter component: The component, from the context of the event.
  /// - Returns: True if it has an old or a new value.
  /// - Complexity: O(*c*), where *c* is the number of components in the change.
  package func touches(_ component: KnownComponent) -> Bool {
    entity.reference.withCore { core in
      isCurrent(in: core) && core.journal.edit(of: component.number, in: Int(record)) != nil
    }
  }
}
