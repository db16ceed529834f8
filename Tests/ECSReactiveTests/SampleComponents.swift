import ECSKit

/// An `Equatable` value.
struct Number: Component, Equatable {
  var value: Int
}

/// A value that cannot be compared.
struct Note: Component {
  var text: String
}

/// A flag.
struct Marked: Component {}

/// An error that systems of tests throw.
struct Refused: Error, Equatable {}
