import SourceText

/// The counts and issues of an import.
public struct ImportReport: Equatable, Sendable {
  /// The number of records in the file, including rejected ones.
  public internal(set) var records = 0
  /// The number of created entities.
  public internal(set) var created = 0
  /// The number of entities with a changed or removed component.
  public internal(set) var changed = 0
  /// The number of unchanged entities.
  public internal(set) var unchanged = 0
  /// The number of entities that were destroyed because the file no longer has their records.
  public internal(set) var removed = 0
  /// The issues, in file order.
  public internal(set) var issues: [ImportIssue] = []
  /// The issue that reports a truncated file, or nil if the file is complete.
  package var cut: ImportIssue? {
    issues.first { issue in
      guard case .flaw(let error) = issue.kind, case .missingEnd(.end, _, _) = error.kind else {
        return false
      }
      return true
    }
  }
  /// The estimated number of bytes that the occurrences of recurring events would add to the file.
  ///
  /// The first occurrence of each event is already in the file.
  package internal(set) var repeatedBytes = 0
}
