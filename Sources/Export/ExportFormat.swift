/// The formats in which a schedule is exported.
package enum ExportFormat: String, CaseIterable, Sendable {
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
  /// The schedule.xml of Pentabarf, frab and pretalx.
  case scheduleXML = "schedule.xml"
  /// The schedule.json of frab and pretalx, version 1.
  case scheduleJSON = "schedule.json"
  /// A link that Giggity reads, with what is starred and hidden.
  case giggity
  /// A calendar of bookmarks that FOSDEM Companion reads.
  case fosdem
  /// The favourites of EventFahrplan.
  case eventfahrplan
  /// The link as a QR code.
  case qr

  /// Whether it has abstracts only on request.
  package var hasOptionalAbstracts: Bool { self == .html || self == .markdown }

  /// Whether it has abstracts, or has them now that they were asked for.
  package func hasAbstracts(onRequest isRequested: Bool) -> Bool {
    switch self {
    case .html, .markdown: isRequested
    case .csv, .giggity, .qr: false
    case .ics, .json, .scheduleXML, .scheduleJSON, .fosdem, .eventfahrplan: true
    }
  }

  /// Whether it has the user's choice and nothing of the schedule beside it.
  package var isChoice: Bool { [.giggity, .fosdem, .eventfahrplan, .qr].contains(self) }

  /// Whether it can have a link with the address of the schedule.
  package var hasLink: Bool { [.giggity, .qr, .html].contains(self) }
}
