/// A component whose value is a list, which is written in parts if little of it changed.
protocol StoredInParts: StoredComponent {
  /// The elements, under the labels that they have in the context and in the file.
  var parts: StoredParts { get throws }
  /// Whether the elements have the labels that a list has which is written whole.
  var hasLabelsOfWhole: Bool { get }

  /// Returns whether another value has the same labels.
  func hasLabels(of other: Self) -> Bool

  /// Returns the elements that are not as in another value, and that are gone since.
  ///
  /// - Returns: The elements; nil if there are so many that the value is better written whole.
  func parts(changedSince other: Self) throws -> [(label: Int, text: String?)]?

  /// Returns whether an element cannot be written, of those that are not as in another value.
  func hasUnnamed(changedSince other: Self?) -> Bool
}

extension StoredInParts {
  /// Returns the elements that changed, if the other value is of the same type.
  func parts(changedSinceAny other: any StoredComponent) throws -> [(label: Int, text: String?)]? {
    try (other as? Self).flatMap { try parts(changedSince: $0) }
  }

  /// Returns whether an element cannot be written, of those that changed.
  func hasUnnamed(changedSinceAny other: (any StoredComponent)?) -> Bool {
    hasUnnamed(changedSince: other as? Self)
  }

  /// Returns whether a value has the same labels, if it is of the same type.
  func hasLabels(ofAny other: any StoredComponent) -> Bool {
    (other as? Self).map { hasLabels(of: $0) } ?? true
  }
}
