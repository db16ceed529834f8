package import ECSKit
import TextBasics

/// The facts that identify a talk or a session.
package struct TalkFacts: Hashable, Sendable {
  /// When and where it happens.
  package struct Whereabouts: Hashable, Sendable {
    /// When it begins; nil if the schedule does not say.
    package let start: Instant?
    /// The names of its locations, in the order of letters.
    package let locations: [String]

    /// Creates the time and the locations of a talk.
    ///
    /// - Parameters:
    ///   - start: When it begins; nil if the schedule does not say.
    ///   - locations: The names of its locations.
    package init(start: Instant?, locations: [String]) {
      self.start = start
      self.locations = locations.count < 2 ? locations : locations.sorted()
    }
  }

  /// The identifier.
  package let id: String
  /// The title, empty if it has none.
  package let title: String
  /// The subtitle, empty if it has none.
  package let subtitle: String
  /// The names of its people.
  package let people: [String]
  /// The other codes and numbers that the file has for it.
  package let otherIDs: [String]
  /// When and where it happens; nil if that is not known, as of a line of a log.
  package let whereabouts: Whereabouts?
  /// Whether others had its title and people when it was seen; nil if that is not known, or all talks are
  /// listed.
  package let hasTwins: Bool?
  /// True for a talk inside a session, whose identifier is a position there.
  let isPart: Bool

  /// Creates the facts of a talk or a session.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - title: The title.
  ///   - subtitle: The subtitle, empty if it has none.
  ///   - people: The names of its people.
  ///   - otherIDs: The other codes and numbers that the file has for it.
  ///   - whereabouts: When and where it happens; nil if that is not known.
  ///   - hasTwins: Whether others had its title and people, if only a part of the talks is listed.
  ///   - isPart: True for a talk inside a session; nil if only its identifier is known.
  package init(
    id: String, title: String, subtitle: String = "", people: [String], otherIDs: [String] = [],
    whereabouts: Whereabouts?, hasTwins: Bool? = nil, isPart: Bool? = nil
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.people = people
    self.otherIDs = otherIDs
    self.whereabouts = whereabouts
    self.hasTwins = hasTwins
    self.isPart = isPart ?? Self.looksLikePart(id)
  }

  /// Returns true if an identifier may be that of a session with a position, such as "session1Day1/2".
  private static func looksLikePart(_ id: String) -> Bool {
    guard let slash = id.utf8.lastIndex(of: ASCII.slash) else { return false }
    let position = id.utf8[id.utf8.index(after: slash)...]
    return position.count < 4 && !position.isEmpty
      && position.allSatisfy { ASCII.zero...ASCII.nine ~= $0 }
      && !id.utf8[..<slash].contains(UInt8(ascii: ":"))
  }

  /// Whether it is one of all talks of a schedule, and not one that a log names.
  var isListed: Bool { whereabouts != nil && hasTwins == nil }

  /// Whether the identifier alone says which talk it is; see ``isUniversal(_:)``.
  var isUniversal: Bool { Self.isUniversal(id) }

  /// Returns whether an identifier is a UUID or a sum of 128 bits or more, in hexadecimal digits.
  ///
  /// No two talks share one, whatever conference they belong to.
  ///
  /// - Parameter id: An identifier. The identifier of one occurrence of a repeated event ends with
  ///   its date.
  /// - Returns: Whether it is one.
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
  /// The names of those who speak in a talk, or in any talk of a session.
  package func people(of entity: Entity) -> [String] {
    let spoken = talks.contains(entity) ? [entity] : talks(in: entity)
    return spoken.flatMap { $0[SpeakerNames.self]?.names ?? [] }
  }

  /// What a talk, a session or an appointment is called.
  package func name(of entity: Entity) -> String {
    entity[Title.self]?.text ?? entity[Description.self]?.text
      ?? entity[CancelledTalk.self]?.title ?? entity[Appointment.self]?.title ?? ""
  }

  /// When and where a talk or a session happens.
  package func whereabouts(of entity: Entity) -> TalkFacts.Whereabouts {
    let session = sessions.contains(entity) ? entity : session(of: entity)
    return TalkFacts.Whereabouts(
      start: (entity[Timing.self] ?? session?[Timing.self])?.start,
      locations: session?[LocationNames.self]?.names ?? [])
  }

  /// Returns the facts that identify a talk or a session.
  ///
  /// - Parameter entity: A talk or a session.
  /// - Returns: The facts.
  package func identityFacts(of entity: Entity) -> TalkFacts {
    TalkFacts(
      id: id(of: entity), title: name(of: entity), subtitle: entity[Subtitle.self]?.text ?? "",
      people: people(of: entity), otherIDs: entity[OtherIDs.self]?.texts ?? [],
      whereabouts: whereabouts(of: entity), isPart: !entity.has(SessionID.self))
  }

  /// All talks and sessions, each once.
  package var talksAndSessions: [Entity] {
    Array(sessions) + talks.filter { !sessions.contains($0) }
  }
}
