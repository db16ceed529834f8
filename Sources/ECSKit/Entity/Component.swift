/// A value that an entity can hold.
///
/// An entity holds at most one value of each type. The protocol has no requirements that you must
/// implement, so any type can be a component. Examples are a struct with properties, an empty
/// struct that serves as a flag, a class, a struct with a weak reference, and a closure in a
/// wrapper.
///
///     struct Title: Component, Equatable { var text: String }
///     struct Organizer: Component {}
///
/// Setting an equal value of an `Equatable` component changes nothing and notifies no observer. A
/// component that is a class instance is compared and stored like any other value. Groups, indices
/// and observers do not notice changes inside the instance.
///
/// - Note: `SendableMetatype` only allows the *type* to be used anywhere, so that a matcher can be
///   a constant. The values need not be sendable.
public protocol Component: SendableMetatype {
  /// True if at most one entity of a context holds the component at a time.
  ///
  /// The value is true for a ``UniqueComponent`` and false otherwise. You never need to implement
  /// this requirement.
  static var isUnique: Bool { get }
}

extension Component {
  /// False, because any number of entities may hold the component.
  public static var isUnique: Bool { false }
}

/// A component that at most one entity of a context holds at a time.
///
/// If you set the component on another entity, the previous holder loses the component but is not
/// destroyed.
///
///     struct Selection: UniqueComponent {}
///     first.set(Selection())
///     second.set(Selection())
///     first.has(Selection.self)  // false
public protocol UniqueComponent: Component {}

extension UniqueComponent {
  /// True, because at most one entity of a context holds the component at a time.
  public static var isUnique: Bool { true }
}

/// A component that is an implementation detail, so descriptions omit it.
package protocol UnlistedComponent: Component {}
