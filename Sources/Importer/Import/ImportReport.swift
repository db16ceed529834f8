import SourceText

/// What an import did.
public struct ImportReport: Equatable, Sendable {
  /// The number of elements in the list.
  public internal(set) var records = 0
  /// The number of entities made.
  public internal(set) var created = 0
  /// The number of entities with a component that was set to another value or removed.
  public internal(set) var changed = 0
  /// The number of entities that were not changed.
  public internal(set) var unchanged = 0
  /// The number of entities destroyed because their record has left the file.
  public internal(set) var removed = 0
  /// The issues, in the order of the file.
  public internal(set) var issues: [ImportIssue] = []
  /// The issue of a part that the end of the file cuts off; nil if the file is whole.
  package var cut: ImportIssue? {
    issues.first { issue in
      guard case .flaw(let error) = issue.kind, case .missingEnd(.end, _, _) = error.kind else {
        return false
      }
      return true
    }
  }
  /// How many bytes more the file would have if it listed each time of each repeated event.
  package internal(set) var repeatedBytes = 0
}
