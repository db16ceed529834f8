import ECSDetached
import ECSKit

/// A value that may leave and cannot be compared.
struct Draft: DetachableComponent {
  var text: Int
}

/// A flag that may leave.
struct Pinned: DetachableComponent {}

/// A value that may leave and that one entity holds.
struct Focus: DetachableUniqueComponent, Equatable {
  var strength: Int
}
