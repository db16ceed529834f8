/// The formats in which a schedule is exported.
enum ExportFormat: String, CaseIterable, Sendable {
  /// A calendar, as RFC 5545 defines it.
  case ics
  /// A page of the web in one file.
  case html
  /// Headings and lists in CommonMark.
  case markdown
  /// A table, as RFC 4180 defines it.
  case csv
  /// The conference, sessions with their talks, people and locations, as konf reads them.
  case json

  /// Whether it has abstracts only on request.
  var hasOptionalAbstracts: Bool { self == .html || self == .markdown }
}
