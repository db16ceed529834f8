public import SourceText

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
  /// There is no zone of the name in the record at the position, or of the one that is assumed; what
  /// was found and what would have been accepted.
  case zone(String, at: SourcePosition?)
  /// The file is sound and of no known format: what it looks like, and where its site has a file that
  /// is read, if that is known.
  case unknownFormat(looksLike: String, advice: String? = nil)

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
    case .zone(let reason, let position):
      (position.map { "\($0), field \"zone\": " } ?? "") + reason
    case .unknownFormat(let look, let advice):
      "it looks like \(look); "
        + (advice
          ?? "expected a schedule as UIKonf JSON, schedule.json, schedule.xml, Sessionize JSON, "
          + "iCalendar, konf JSON or the JSON of COSCUP, SITCON or try! Swift")
    }
  }
}
