/// The column number of a component.
///
/// Events use the number to find the component without its type.
package struct KnownComponent {
  fileprivate let number: Int
}

extension Context {
  /// Returns the column number of a component in this context, and creates the column if needed.
  ///
  /// - Returns: A value that finds the component in events of this context.
  package func known<C: Component>(_ type: C.Type) -> KnownComponent {
    KnownComponent(number: core.column(type).number)
  }
}

extension Event {
  /// Returns true if the change touched a component.
  ///
  /// The value of `component` must come from the context of the event. After the observer has
  /// returned, the result is false.
  ///
  /// - Complexity: O(*c*), where *c* is the number of components in the change.
  package func touches(_ component: KnownComponent) -> Bool {
    entity.reference.withCore { core in
      isCurrent(in: core) && core.journal.edit(of: component.number, in: Int(record)) != nil
    }
  }
}
