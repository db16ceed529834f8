import ECSDetached
import ECSKit

/// A detachable component with comparable values.
struct Number: DetachableComponent, Equatable {
  var value: Int
}

/// A component that cannot be detached.
struct Note: Component {
  var text: String
}

/// A flag component that cannot be detached.
struct Marked: Component {}

/// A detachable component without comparable values.
struct Draft: DetachableComponent {
  var text: Int
}

/// A detachable flag component.
struct Pinned: DetachableComponent {}

/// A detachable component that only one entity has.
struct Focus: DetachableUniqueComponent, Equatable {
  var strength: Int
}

/// An error that tests throw to end a transaction.
struct Refused: Error, Equatable {}
