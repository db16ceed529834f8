/// The forms that a schedule is handed over in.
enum ExportFormat: String, CaseIterable, Sendable {
  /// A calendar, as RFC 5545 defines it.
  case ics
  /// A page of the web in one file.
  case html
  /// Headings and lists in CommonMark.
  case markdown
  /// A table, as RFC 4180 defines it.
  case csv
  /// The records that the timeline answers with.
  case json

  /// Whether abstracts are in it only if they are asked for.
  var hasOptionalAbstracts: Bool { self == .html || self == .markdown }
}
