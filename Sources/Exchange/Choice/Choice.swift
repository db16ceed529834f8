/// The choice of a user from a schedule, as a link or a file has it: stars, hidden talks and appointments.
///
/// It knows no schedule. Whether a reference fits a talk is for its reader to find out.
package struct Choice: Equatable, Sendable {
  /// The most references and appointments together.
  package static let limit = 50_000

  /// What it was read from.
  package let format: ChoiceFormat
  /// The address of the schedule that it is of, if it says one.
  package var address: String?
  /// The talks and sessions with a star, each once, in their order.
  package var stars: [TalkReference] = []
  /// The talks and sessions that are hidden, each once, in their order.
  package var hidden: [TalkReference] = []
  /// What is planned beside the schedule.
  package var appointments: [PlannedAppointment] = []
  /// What could not be read, in words.
  package var remarks: [String] = []

  /// Creates a choice of nothing.
  ///
  /// - Parameter format: What it is read from.
  package init(_ format: ChoiceFormat) {
    self.format = format
  }

  /// Whether it says nothing.
  package var isEmpty: Bool { stars.isEmpty && hidden.isEmpty && appointments.isEmpty }
}

/// What a choice can be read from.
package enum ChoiceFormat: String, CaseIterable, Sendable {
  /// A link of Giggity.
  case giggity = "a Giggity link"
  /// The calendar of bookmarks of FOSDEM Companion.
  case fosdemCompanion = "bookmarks of FOSDEM Companion"
  /// The favourites of EventFahrplan.
  case eventFahrplan = "favourites of EventFahrplan"
  /// The shifts of an Engelsystem, as JSON or as a calendar.
  case engelsystem = "shifts of an Engelsystem"
  /// What konf prints as JSON.
  case konf = "konf's JSON"
  /// A list in JSON, such as the codes that pretalx lists.
  case codes = "a list of codes"
  /// A calendar, such as that of pretalx or of konf.
  case calendar = "a calendar"
  /// One identifier, address or slug in each line.
  case lines = "a list of lines"
}

/// A talk or a session as a choice names it.
package struct TalkReference: Hashable, Sendable {
  /// What one name is.
  package enum Kind: Sendable {
    /// An identifier of the schedule: an id, a guid or a code.
    case id
    /// The identifier of an event in a calendar.
    case event
    /// The address of a page.
    case url
    /// The end of the address of a page.
    case slug
    /// A word that may be any of them.
    case word
  }

  /// One name of the talk.
  package struct Name: Hashable, Sendable {
    /// What the name is.
    package let kind: Kind
    /// The text, not empty.
    package let text: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - kind: What the name is.
    ///   - text: The text, not empty.
    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The names, at least one, the most reliable first.
  package let names: [Name]
  /// The title; empty if the choice does not say it.
  package let title: String
  /// Whether the star is that of something that may be passed by.
  package let isMaybe: Bool
  /// The year of the conference, if the names count for that one alone.
  package let year: Int?

  /// Creates a reference.
  ///
  /// - Parameters:
  ///   - names: The names, at least one, the most reliable first.
  ///   - title: The title; empty if it is not known.
  ///   - isMaybe: Whether the star is that of something that may be passed by.
  ///   - year: The year of the conference, if the names count for that one alone.
  package init(_ names: [Name], title: String = "", isMaybe: Bool = false, year: Int? = nil) {
    self.names = names
    self.title = title
    self.isMaybe = isMaybe
    self.year = year
  }

  /// Creates a reference by an identifier of the schedule.
  ///
  /// - Parameter id: The identifier, not empty.
  package init(id: String) {
    self.init([Name(.id, id)])
  }
}

/// What is planned beside a schedule, such as a shift.
package struct PlannedAppointment: Hashable, Sendable {
  /// What it is.
  package let title: String
  /// Where it is; empty if that is not known.
  package let location: String
  /// When it begins, by ISO 8601, with its offset or without.
  package let start: String
  /// When it ends, by ISO 8601, with its offset or without.
  package let end: String
  /// The name of the zone of times without an offset; nil for that of the venue.
  package let zone: String?

  /// Creates an appointment.
  ///
  /// - Parameters:
  ///   - title: What it is.
  ///   - location: Where it is; empty if that is not known.
  ///   - start: When it begins, by ISO 8601.
  ///   - end: When it ends, by ISO 8601.
  ///   - zone: The name of the zone of times without an offset.
  package init(
    title: String, location: String = "", start: String, end: String, zone: String? = nil
  ) {
    self.title = title
    self.location = location
    self.start = start
    self.end = end
    self.zone = zone
  }
}

/// A talk with what other apps want to know of it.
package struct ChosenTalk: Equatable, Sendable {
  /// The identifiers, the most reliable first.
  package var ids: [String]
  /// The title.
  package var title: String
  package var subtitle = ""
  /// The number of the day, from 1.
  package var day = 1
  package var room = ""
  /// The address of its page; empty if there is none.
  package var url = ""
  /// The last part of that address; empty if there is none.
  package var slug = ""
  package var speakers: [String] = []
  package var track = ""
  package var type = ""
  package var language = ""
  package var abstract = ""
  package var links: [String] = []
  /// When it begins, by ISO 8601 with an offset; empty if that is not known.
  package var start = ""
  /// When it begins in UTC, in the basic form of ISO 8601; empty if that is not known.
  package var utcStart = ""
  /// When it ends in UTC, in the basic form of ISO 8601; empty if that is not known.
  package var utcEnd = ""

  /// Creates a talk.
  ///
  /// - Parameters:
  ///   - ids: The identifiers, the most reliable first.
  ///   - title: The title.
  package init(ids: [String], title: String) {
    self.ids = ids
    self.title = title
  }

  /// The identifier that is a number, which apps prefer.
  package var number: String? {
    ids.last { id in
      id.first != "0" && !id.isEmpty && id.utf8.count <= 9
        && id.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
  }

  /// The identifier that apps have: the number, else the most reliable one.
  package var appID: String { number ?? ids.first ?? "" }
}
