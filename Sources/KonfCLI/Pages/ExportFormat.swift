enum ExportFormat: String, CaseIterable, Sendable {
  /// A calendar in the format of RFC 5545.
  case ics
  /// A web page in a single file.
  case html
  /// Headings and lists in CommonMark.
  case markdown
  /// A table in the format of RFC 4180.
  case csv
  /// A JSON document with all sessions, talks, people and locations.
  ///
  /// konf can read the document.
  case json
  /// The schedule.xml of Pentabarf, frab and pretalx.
  case scheduleXML = "schedule.xml"
  /// The schedule.json of frab and pretalx, version 1.
  case scheduleJSON = "schedule.json"
  /// A link for Giggity with the starred and hidden talks.
  case giggity
  /// A calendar of bookmarks for FOSDEM Companion.
  case fosdem
  /// The favorites of EventFahrplan.
  case eventfahrplan
  /// A QR code that contains the link for Giggity.
  case qr

  /// True if the format contains abstracts only on request.
  var hasOptionalAbstracts: Bool { self == .html || self == .markdown }

  func hasAbstracts(onRequest isRequested: Bool) -> Bool {
    switch self {
    case .html, .markdown: isRequested
    case .csv, .giggity, .qr: false
    case .ics, .json, .scheduleXML, .scheduleJSON, .fosdem, .eventfahrplan: true
    }
  }

  /// True if the format contains only the user's choice of talks.
  var isChoice: Bool { [.giggity, .fosdem, .eventfahrplan, .qr].contains(self) }

  /// True if a document in the format can contain a link with the schedule's web address.
  var hasLink: Bool { [.giggity, .qr, .html].contains(self) }
}
