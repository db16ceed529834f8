import ECSDetached
import ECSKit

/// A value that may leave and can be compared.
struct Number: DetachableComponent, Equatable {
  var value: Int
}

/// A value that stays.
struct Note: Component {
  var text: String
}

/// A flag that stays.
struct Marked: Component {}

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

/// What tests throw to end a transaction.
struct Refused: Error, Equatable {}
