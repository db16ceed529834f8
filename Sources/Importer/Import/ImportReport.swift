public import SourceText

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
  /// How many bytes more the file would have if it listed each time of each repeated event.
  package internal(set) var repeatedBytes = 0
}

/// Why nothing was imported; the context is as it was.
public enum ImportError: Error, Equatable, CustomStringConvertible {
  /// The text has a syntax error.
  case syntax(SourceError)
  /// The text is JSON of another shape.
  case notAList(found: String, position: SourcePosition)
  /// None of the records could be used; these are the issues.
  case nothingUsable([ImportIssue])
  /// There are more issues than the limit; this is the first.
  case tooManyIssues(limit: Int, first: ImportIssue?)
  /// There are more records than the limit for a file of this size.
  case tooManyRecords(limit: Int)

  /// Where, what was found, and what would have been accepted.
  public var description: String {
    switch self {
    case .syntax(let error): "\(error)"
    case .notAList(let found, let position):
      "\(position): found \(found); expected a list of records"
    case .nothingUsable(let issues):
      // Each record has one issue that says why.
      "none of \(Set(issues.map(\.record).filter { $0 > 0 }).count) records could be used"
    case .tooManyIssues(let limit, let first):
      "found more than \(limit) issues; expected at most \(limit)"
        + (first.map { ". The first is \($0)" } ?? "")
    case .tooManyRecords(let limit):
      "found more than \(limit) records; expected at most \(limit) in a file of this size"
    }
  }
}
