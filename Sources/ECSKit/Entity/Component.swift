/// A value that an entity can hold, at most one of each type.
///
/// The protocol asks nothing, so anything can be a component: a struct of values, an empty struct
/// that serves as a flag, a class, a struct with a weak reference, a closure in a wrapper.
///
///     struct Title: Component, Equatable { var text: String }
///     struct Organizer: Component {}
///
/// Setting an equal value of an `Equatable` component changes nothing and tells nobody. A component
/// whose value is a class instance is compared and kept like any other value: what happens inside
/// the instance is not seen by groups, indices and observers.
///
/// - Note: `SendableMetatype` only says that the *type* may be named anywhere, which lets a matcher
///   be a constant; it asks nothing of the values.
public protocol Component: SendableMetatype {
  /// Whether at most one entity of a context holds the component at a time.
  ///
  /// It is false, and true for a ``UniqueComponent``; there is no reason to say it yourself. Asking
  /// the type is several thousand instructions cheaper than asking whether it conforms.
  static var isUnique: Bool { get }
}

extension Component {
  /// Whether at most one entity of a context holds the component at a time: no.
  public static var isUnique: Bool { false }
}

/// A component that at most one entity of a context holds at a time.
///
/// Setting it on another entity moves it: the former holder loses the component and stays.
///
///     struct Selection: UniqueComponent {}
///     first.set(Selection())
///     second.set(Selection())
///     first.has(Selection.self)  // false
public protocol UniqueComponent: Component {}

extension UniqueComponent {
  /// Whether at most one entity of a context holds the component at a time: yes.
  public static var isUnique: Bool { true }
}
