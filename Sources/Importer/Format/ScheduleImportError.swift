package import Schedule
package import SourceText

/// An error of ``ScheduleImport``; its description says where, what is wrong, and what would work.
public struct ScheduleImportError: Error, CustomStringConvertible {
  /// The reasons of an error.
  package enum Reason {
    /// Nothing in the file can be used.
    case file(ImportError)
    /// The zone that the record at the position names is unknown, or the one that is assumed.
    case zone(ZoneError, at: SourcePosition?)
    /// The file is sound and of no known format: what it looks like, and where its site has a file that
    /// is read, if that is known.
    case unknownFormat(looksLike: String, advice: String?)
  }

  /// The reason.
  package let reason: Reason

  /// What is wrong, and what would work.
  public var description: String {
    switch reason {
    case .file(let error): error.description
    case .zone(let error, let position):
      (position.map { "\($0), field \"zone\": " } ?? "") + error.description
    case .unknownFormat(let look, let advice):
      "it looks like \(look); "
        + (advice
          ?? "expected a schedule as UIKonf JSON, schedule.json, schedule.xml, Sessionize JSON, "
          + "iCalendar, konf JSON or the JSON of COSCUP, SITCON or try! Swift")
    }
  }

  static func file(_ error: ImportError) -> ScheduleImportError {
    ScheduleImportError(reason: .file(error))
  }

  static func zone(_ error: ZoneError, at position: SourcePosition?) -> ScheduleImportError {
    ScheduleImportError(reason: .zone(error, at: position))
  }

  static func unknownFormat(
    looksLike look: String, advice: String? = nil
  ) -> ScheduleImportError {
    ScheduleImportError(reason: .unknownFormat(looksLike: look, advice: advice))
  }
}
