import ECSKit

/// A component with comparable values.
struct Number: Component, Equatable {
  var value: Int
}

/// A component without comparable values.
struct Note: Component {
  var text: String
}

/// A flag component.
struct Marked: Component {}

/// An error that the systems of tests throw.
struct Refused: Error, Equatable {}
