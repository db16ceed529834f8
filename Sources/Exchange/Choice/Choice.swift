// Values that the readers of this module create and its writers take. `ChoiceReader` creates a
// `Choice`, and konf looks up its references in a schedule. No type here depends on a schedule.

/// A user's choice from a schedule: stars, hidden talks and appointments.
///
/// The choice is read from a link or a file. Its references are not resolved, so the caller must
/// look up the talks.
package struct Choice: Equatable, Sendable {
  /// The maximum total number of references and appointments in a choice.
  package static let limit = 50_000

  package let format: ChoiceFormat
  /// The URL of the schedule, or nil if the input does not name one.
  package var address: String?
  /// The starred talks and sessions in input order, without duplicates.
  package var stars: [TalkReference] = []
  /// The hidden talks and sessions in input order, without duplicates.
  package var hidden: [TalkReference] = []
  package var appointments: [PlannedAppointment] = []
  /// Messages about parts of the input that could not be read.
  package var remarks: [String] = []

  package init(_ format: ChoiceFormat) {
    self.format = format
  }

  package var isEmpty: Bool { stars.isEmpty && hidden.isEmpty && appointments.isEmpty }
}

package enum ChoiceFormat: String, CaseIterable, Sendable {
  case giggity = "a Giggity link"
  /// A calendar with bookmarks from FOSDEM Companion.
  case fosdemCompanion = "bookmarks from FOSDEM Companion"
  case eventFahrplan = "favorites from EventFahrplan"
  /// Shifts from Engelsystem, as JSON or as a calendar.
  case engelsystem = "shifts from Engelsystem"
  case konf = "konf's JSON"
  /// A JSON list of identifiers, such as the talk codes from pretalx.
  case codes = "a list of codes"
  /// A calendar, for example from pretalx or konf.
  case calendar = "a calendar"
  /// One identifier, address or slug on each line.
  case lines = "a list with one entry per line"
}

package struct TalkReference: Hashable, Sendable {
  package enum Kind: Sendable {
    /// An identifier from the schedule: an id, a guid or a code.
    case id
    /// The UID of a calendar event.
    case event
    /// The UID of an event that may have further talks.
    ///
    /// It names the talk only in a schedule that does not list the talks of the event separately.
    case wholeEvent
    case url
    /// The last part of a page's URL.
    case slug
    /// A word that may be of any of the other kinds.
    case word
  }

  package struct Name: Hashable, Sendable {
    package let kind: Kind
    /// The text, never empty.
    package let text: String

    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The names, most reliable first; never empty.
  package let names: [Name]
  /// The title, or an empty string if unknown.
  package let title: String
  /// True if the user may attend the talk but has not decided.
  package let isMaybe: Bool
  /// The only year in which the names are valid, or nil for any year.
  package let year: Int?
  /// The start of the slot, or nil if unknown.
  ///
  /// Several slots of one talk may have the same names.
  package let start: Moment?

  /// A date and time as written in the input.
  package struct Moment: Hashable, Sendable {
    /// The date and time in ISO 8601, with or without a UTC offset.
    package let text: String
    /// The time zone of a time without an offset, or nil for the zone of the venue.
    package let zone: String?

    package init(_ text: String, zone: String? = nil) {
      self.text = text
      self.zone = zone
    }
  }

  package init(
    _ names: [Name], title: String = "", isMaybe: Bool = false, year: Int? = nil,
    start: Moment? = nil
  ) {
    self.names = names
    self.title = title
    self.isMaybe = isMaybe
    self.year = year
    self.start = start
  }

  /// Creates a reference from a nonempty identifier in the schedule.
  package init(id: String) {
    self.init([Name(.id, id)])
  }
}

/// An appointment that is not part of a schedule, such as a shift.
package struct PlannedAppointment: Hashable, Sendable {
  package let title: String
  /// The location, or an empty string if unknown.
  package let location: String
  package let start: TalkReference.Moment
  package let end: TalkReference.Moment

  package init(
    title: String, location: String = "", start: String, end: String, zone: String? = nil
  ) {
    self.title = title
    self.location = location
    self.start = TalkReference.Moment(start, zone: zone)
    self.end = TalkReference.Moment(end, zone: zone)
  }
}

/// A talk with the details that other apps need.
package struct ChosenTalk: Equatable, Sendable {
  /// The identifiers, most reliable first.
  package var ids: [String]
  /// True if a different talk has the same number, as is possible in a file that combines sources.
  package var sharesNumber = false
  package var title: String
  package var subtitle = ""
  /// The number of the day, starting from 1.
  package var day = 1
  package var room = ""
  /// The URL of the talk's page, or an empty string if unknown.
  package var url = ""
  /// The last part of the page's URL, or an empty string if unknown.
  package var slug = ""
  package var speakers: [String] = []
  package var track = ""
  package var type = ""
  package var language = ""
  package var abstract = ""
  package var links: [String] = []
  /// The start in ISO 8601 with a UTC offset, or an empty string if unknown.
  package var start = ""
  /// The start in UTC, in the basic format of ISO 8601, or an empty string if unknown.
  package var utcStart = ""
  /// The end in UTC, in the basic format of ISO 8601, or an empty string if unknown.
  package var utcEnd = ""

  package init(ids: [String], title: String) {
    self.ids = ids
    self.title = title
  }

  /// The numeric identifier, or nil if the talk has none.
  ///
  /// Apps prefer this identifier to all others.
  package var number: String? {
    ids.last { id in
      id.first != "0" && !id.isEmpty && id.utf8.count <= 9
        && id.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
  }

  /// The numeric identifier if no other talk has it, otherwise the most reliable identifier.
  package var appID: String { (sharesNumber ? nil : number) ?? ids.first ?? "" }
}
