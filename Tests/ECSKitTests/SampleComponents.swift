import ECSDetached
import ECSKit

/// An `Equatable` and `Comparable` value.
struct Number: DetachableComponent, Equatable, Comparable {
  var value: Int

  static func < (first: Number, second: Number) -> Bool { first.value < second.value }
}

/// A value that cannot be compared.
struct Note: Component {
  var text: String
}

/// A flag.
struct Marked: Component {}

/// Another flag.
struct Hidden: Component {}

/// A value that one entity holds.
struct Selection: UniqueComponent, Equatable {
  var reason: Int
}

/// A flag that one entity holds.
struct Current: UniqueComponent {}

/// A key that may be no number.
struct Weight: Component, Equatable, Comparable {
  var grams: Double

  static func < (first: Weight, second: Weight) -> Bool { first.grams < second.grams }
}

/// A key that one entity has.
struct Code: DetachableComponent, Equatable {
  var number: Int
}

/// Several keys.
struct Words: Component {
  var list: [Int]
}

/// A component that is an object and says when it goes.
final class Resource: Component {
  var value: Int
  private let whenGone: () -> Void

  init(_ value: Int = 0, whenGone: @escaping () -> Void = {}) {
    self.value = value
    self.whenGone = whenGone
  }

  deinit { whenGone() }
}

/// What tests throw to end a transaction.
struct Refused: Error, Equatable {}
