import ECSKit

/// A component whose value is a list, which is written in parts if little of it changed.
///
/// Other values are of the same type.
protocol StoredInParts: StoredComponent {
  /// The elements, under the labels that they have in the context and in the file.
  var parts: StoredParts { get throws }
  /// Whether the elements have the labels that a list has which is written whole.
  var hasLabelsOfWhole: Bool { get }

  /// Returns whether another value has the same labels.
  func hasLabels(of other: any StoredComponent) -> Bool

  /// Returns the elements that are not as in another value, and that are gone since.
  ///
  /// - Returns: The elements; nil if there are so many that the value is better written whole.
  func parts(
    changedSince other: any StoredComponent
  ) throws -> [(label: Int, text: String?)]?

  /// Returns the value without the elements that refer to some entities.
  func removing(_ targets: Set<Entity>) -> any StoredComponent

  /// Returns the entities that the elements refer to which are not as in another value.
  func targets(changedSince other: (any StoredComponent)?) -> [Entity]
}
