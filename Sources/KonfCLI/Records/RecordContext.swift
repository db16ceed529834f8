import ECSKit
import Schedule

/// What records of a schedule are made with: the schedule, the zone of the times and the filters.
struct RecordContext {
  let schedule: ConferenceSchedule
  let zone: Zone
  private let selection: Selection
  private let lastLocations = LastLocations()

  /// The locations of the session that was asked for last, which all its talks share.
  private final class LastLocations {
    var session: Entity?
    var names: JSONOutput = []
  }

  init(_ run: Run) {
    schedule = run.schedule
    zone = run.zone
    selection = run.selection
  }

  /// Returns a moment as an answer has it.
  func time(_ instant: Instant?) -> JSONOutput {
    .string(orNull: instant?.iso8601(in: zone))
  }

  /// Returns a list of texts.
  func texts(_ texts: [String]) -> JSONOutput {
    .array(texts.map { .string($0) })
  }

  /// Returns the names of the locations of a session.
  ///
  /// They are made once for all its talks, since both may be many.
  func locations(of session: Entity?) -> JSONOutput {
    guard let session else { return [] }
    if lastLocations.session != session {
      lastLocations.session = session
      lastLocations.names = texts(schedule.locationNames(of: session))
    }
    return lastLocations.names
  }

  /// Returns the records of those talks that the filters let through.
  func talks(_ talks: [Entity]) -> JSONOutput {
    .array(talks.filter(selection.contains(talk:)).map { TalkRecord($0, self).json })
  }

  /// Returns the identifiers of those sessions that the filters let through.
  func sessionIDs(_ sessions: [Entity]) -> JSONOutput {
    texts(sessions.filter(selection.contains(session:)).map(schedule.id(of:)))
  }

  /// Returns the identifier of a session, or of the session of a talk.
  func sessionID(of entity: Entity) -> String? {
    entity[SessionID.self]?.text ?? entity[PartOf.self]?.session
  }

  /// Returns the links of a talk or a person.
  func links(of entity: Entity?) -> JSONOutput {
    .array(
      (entity?[WebLinks.self]?.links ?? []).map { link in
        ["title": .string(orNull: link.words.nonEmpty), "url": .string(orNull: link.address)]
      })
  }
}

extension String {
  /// The text, or nil if there is none.
  var nonEmpty: String? { isEmpty ? nil : self }
}
