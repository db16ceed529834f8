public import SourceText

/// An error that prevents an import and leaves the context unchanged.
public enum ImportError: Error, Equatable, CustomStringConvertible {
  case syntax(SourceError)
  /// The file is valid JSON but not a list.
  case notAList(found: String, position: SourcePosition)
  /// The file contains no usable record.
  ///
  /// The associated value lists the issues.
  case nothingUsable([ImportIssue])
  /// The file has more issues than the limit.
  ///
  /// The value `first` is the first issue.
  case tooManyIssues(limit: Int, first: ImportIssue?)
  /// The file has more records than the limit for its size.
  case tooManyRecords(limit: Int)
  /// The zone is unknown.
  ///
  /// The string states the found and the expected value. The position is nil if the import assumed
  /// the zone instead of reading it from the file.
  case zone(String, at: SourcePosition?)
  /// The zone has a file, but the file cannot be read.
  ///
  /// The associated values are as in ``zone(_:at:)``.
  case unreadableZoneFile(String, at: SourcePosition?)
  /// The file is undamaged, but its format is unknown.
  ///
  /// The value `looksLike` describes the file. The value `advice` suggests how to get a supported
  /// file, if such a suggestion exists.
  case unknownFormat(looksLike: String, advice: String? = nil)

  /// A message that states the problem and, if known, the position and the expected value.
  public var description: String {
    switch self {
    case .syntax(let error): "\(error)"
    case .notAList(let found, let position):
      "\(position): found \(found); expected a list of records"
    case .nothingUsable(let issues):
      // Every unusable record has an issue.
      Self.noneUsed(of: Set(issues.map(\.record).filter { $0 > 0 }).count)
    case .tooManyIssues(let limit, let first):
      "found more than \(limit) issues; expected at most \(limit)"
        + (first.map { ". The first is \($0)" } ?? "")
    case .tooManyRecords(let limit):
      "found more than \(limit) records; expected at most \(limit) in a file of this size"
    case .zone(let reason, let position), .unreadableZoneFile(let reason, let position):
      (position.map { "\($0), field \"zone\": " } ?? "") + reason
    case .unknownFormat(let look, let advice):
      (look == FileKind.emptyFile ? "the file is empty; " : "it looks like \(look); ")
        + (advice
          ?? "expected a schedule as UIKonf JSON, schedule.json, schedule.xml, Sessionize JSON, "
          + "iCalendar, konf JSON or the JSON of COSCUP, SITCON, try! Swift, pretalx's widget or "
          + "Indico's timetable")
    }
  }

  private static func noneUsed(of count: Int) -> String {
    count == 1 ? "the only record could not be used" : "none of \(count) records could be used"
  }
}
