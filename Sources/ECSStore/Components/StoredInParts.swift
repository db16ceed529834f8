import ECSKit

/// A component whose value is a list that can be written element by element.
///
/// The arguments for `other` must be values of the same component.
protocol StoredInParts: StoredComponent {
  var parts: StoredParts { get throws }
  /// True if the elements have the labels of a list that was written in one line.
  var hasLabelsOfWhole: Bool { get }

  func hasLabels(of other: any StoredComponent) -> Bool

  /// Returns the elements that differ from another value.
  ///
  /// If an element was removed, its text is nil.
  ///
  /// - Returns: The elements, or nil if a line with the complete list is shorter.
  func parts(
    changedSince other: any StoredComponent
  ) throws -> [(label: Int, text: String?)]?

  /// Returns the value without the elements that refer to given entities.
  func removing(_ targets: Set<Entity>) -> any StoredComponent

  /// Returns the targets of the elements that differ from another value.
  func targets(changedSince other: (any StoredComponent)?) -> [Entity]
}
