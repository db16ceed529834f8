/// A value that an entity can hold, at most one of each type.
///
/// The protocol has no requirements that you implement, so any type can be a component: a struct of
/// values, an empty struct that serves as a flag, a class, a struct with a weak reference, a
/// closure in a wrapper.
///
///     struct Title: Component, Equatable { var text: String }
///     struct Organizer: Component {}
///
/// Setting an equal value of an `Equatable` component changes nothing and notifies no observer. A
/// component that is a class instance is compared and stored like any other value: groups, indices
/// and observers do not see changes inside the instance.
///
/// - Note: `SendableMetatype` only allows the *type* to be used anywhere, so that a matcher can be
///   a constant. It requires nothing of the values.
public protocol Component: SendableMetatype {
  /// Whether at most one entity of a context holds the component at a time.
  ///
  /// It is true for a ``UniqueComponent`` and false otherwise; you never need to implement it.
  /// Reading it is several thousand instructions cheaper than a conformance check.
  @_documentation(visibility: internal)
  static var isUnique: Bool { get }
}

extension Component {
  /// False: any number of entities may hold the component.
  @_documentation(visibility: internal)
  public static var isUnique: Bool { false }
}

/// A component that at most one entity of a context holds at a time.
///
/// Setting it on another entity moves it: the former holder loses the component and is not
/// destroyed.
///
///     struct Selection: UniqueComponent {}
///     first.set(Selection())
///     second.set(Selection())
///     first.has(Selection.self)  // false
public protocol UniqueComponent: Component {}

extension UniqueComponent {
  /// True: at most one entity of a context holds the component at a time.
  @_documentation(visibility: internal)
  public static var isUnique: Bool { true }
}
