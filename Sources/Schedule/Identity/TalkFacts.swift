import Basics
package import ECSKit

/// The facts that identify a talk or a session.
package struct TalkFacts: Hashable, Sendable {
  package struct TimeAndPlace: Hashable, Sendable {
    /// The start, or nil if the schedule does not state it.
    package let start: Instant?
    /// The names of the locations, in alphabetical order.
    package let locations: [String]

    package init(start: Instant?, locations: [String]) {
      self.start = start
      self.locations = locations.count < 2 ? locations : locations.sorted()
    }
  }

  package let id: String
  /// The identifier without the suffix `@konf`.
  ///
  /// In calendars, konf adds this suffix to universal identifiers.
  let ownID: String
  /// The title, or an empty string if it is missing.
  package let title: String
  /// The subtitle, or an empty string if it is missing.
  package let subtitle: String
  package let people: [String]
  package let otherIDs: [String]
  /// The start and locations of the talk.
  ///
  /// The value is nil if they are unknown, for example in a log.
  package let timeAndPlace: TimeAndPlace?
  /// True if another talk had the same title and people when this talk was added to a log.
  ///
  /// The value is nil if this is unknown, or if the talk belongs to a complete schedule instead of
  /// a log.
  package let hasTwins: Bool?
  /// True for a talk inside a session.
  ///
  /// The identifier of such a talk ends with the index of the talk in the session.
  let isPart: Bool

  /// Creates the facts of a talk or a session.
  ///
  /// If `isPart` is nil, the value is inferred from the identifier.
  package init(
    id: String, title: String, subtitle: String = "", people: [String], otherIDs: [String] = [],
    timeAndPlace: TimeAndPlace?, hasTwins: Bool? = nil, isPart: Bool? = nil
  ) {
    self.id = id
    ownID = Self.ownID(of: id)
    self.title = title
    self.subtitle = subtitle
    self.people = people
    self.otherIDs = otherIDs
    self.timeAndPlace = timeAndPlace
    self.hasTwins = hasTwins
    self.isPart = isPart ?? Self.looksLikePart(id)
  }

  /// Returns true if an identifier consists of a session identifier and an index.
  ///
  /// An example is "session1Day1/2".
  private static func looksLikePart(_ id: String) -> Bool {
    guard let slash = id.utf8.lastIndex(of: ASCII.slash) else { return false }
    let position = id.utf8[id.utf8.index(after: slash)...]
    return position.count < 4 && !position.isEmpty
      && position.allSatisfy { ASCII.zero...ASCII.nine ~= $0 }
      && !id.utf8[..<slash].contains(UInt8(ascii: ":"))
  }

  /// True if the talk belongs to a complete schedule instead of a log.
  var isListed: Bool { timeAndPlace != nil && hasTwins == nil }

  /// True if the identifier alone identifies the talk; see ``isUniversal(_:)``.
  var isUniversal: Bool { Self.isUniversal(ownID) }

  private static func ownID(of id: String) -> String {
    guard let mark = id.utf8.firstIndex(of: UInt8(ascii: "@")) else { return id }
    let suffix = id[mark...]
    let rest = suffix.dropFirst("@konf".count)
    guard suffix.hasPrefix("@konf"), rest.isEmpty || rest.first == "/",
      isUniversal(String(id[..<mark]))
    else { return id }
    return String(id[..<mark]) + rest
  }

  /// Returns true if an identifier is a UUID or a hexadecimal checksum of at least 128 bits.
  ///
  /// Such identifiers are unique across conferences. A suffix after a slash, such as the date of a
  /// repeated event, is ignored.
  package static func isUniversal(_ id: String) -> Bool {
    let name = id.utf8.prefix { $0 != ASCII.slash }
    var digits = 0
    for byte in name {
      switch byte {
      case ASCII.zero...ASCII.nine, 0x41...0x46, 0x61...0x66: digits += 1
      case ASCII.minus: break
      default: return false
      }
    }
    return digits >= 32
  }
}

extension ConferenceSchedule {
  /// Returns the names of the speakers of a talk, or of all talks of a session.
  package func people(of entity: Entity) -> [String] {
    let spoken = talks.contains(entity) ? [entity] : talks(in: entity)
    return spoken.flatMap { $0[SpeakerNames.self]?.names ?? [] }
  }

  /// Returns the title of a talk, a session or an appointment.
  package func name(of entity: Entity) -> String {
    entity[Title.self]?.text ?? entity[Description.self]?.text
      ?? entity[CancelledTalk.self]?.title ?? entity[Appointment.self]?.title ?? ""
  }

  package func timeAndPlace(of entity: Entity) -> TalkFacts.TimeAndPlace {
    let session = sessions.contains(entity) ? entity : session(of: entity)
    return TalkFacts.TimeAndPlace(
      start: (entity[Timing.self] ?? session?[Timing.self])?.start,
      locations: session?[LocationNames.self]?.names ?? [])
  }

  package func identityFacts(of entity: Entity) -> TalkFacts {
    TalkFacts(
      id: id(of: entity), title: name(of: entity), subtitle: entity[Subtitle.self]?.text ?? "",
      people: people(of: entity), otherIDs: entity[OtherIDs.self]?.texts ?? [],
      timeAndPlace: timeAndPlace(of: entity), isPart: !entity.has(SessionID.self))
  }

  /// All talks and sessions.
  ///
  /// A talk that is also a session occurs once.
  package var talksAndSessions: [Entity] {
    Array(sessions) + talks.filter { !sessions.contains($0) }
  }
}
