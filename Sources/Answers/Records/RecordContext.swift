package import CommandLine
package import ECSKit
import Marks
package import Schedule
import TextBasics

/// The context for records of a schedule: the schedule, the zone of the times and the filters.
package struct RecordContext {
  package let schedule: ConferenceSchedule
  package let zone: Zone
  private let times: Times
  private let selection: Selection
  /// Whether the records are rows, in which a talk is its title alone.
  private let isTable: Bool
  private let shared = Shared()

  /// Values that several records share, made once.
  private final class Shared {
    /// The session whose locations were used last.
    var session: Entity?
    var locations: JSONOutput = []
    /// The talks of many speakers, each of whom has the talk in their record.
    var talks: [Entity: JSONOutput] = [:]
  }

  package init(_ run: Run) {
    schedule = run.schedule
    zone = run.zone
    times = Times(run)
    selection = run.selection
    isTable = run.presentation.data?.hasCells ?? false
  }

  /// Returns a moment as an answer has it.
  package func time(_ instant: Instant?) -> JSONOutput {
    .string(orNull: instant?.iso8601(in: zone))
  }

  /// Returns the day of the conference that something is listed under.
  ///
  /// A session that begins after midnight and before the day changes belongs to the day before.
  package func day(_ timing: Timing?) -> JSONOutput {
    .string(orNull: times.day(of: timing)?.iso8601)
  }

  /// Returns a list of texts.
  package func texts(_ texts: [String]) -> JSONOutput {
    .array(texts.map { .string($0) })
  }

  /// Returns the locations of a session.
  ///
  /// They are made once for all its talks, since both may be many.
  package func locations(of session: Entity?) -> JSONOutput {
    guard let session else { return [] }
    if shared.session != session {
      shared.session = session
      shared.locations = .references(schedule.locations(of: session))
    }
    return shared.locations
  }

  /// Returns the location of an appointment, which has only a name.
  package func locations(of appointment: Appointment) -> JSONOutput {
    .references(
      appointment.location.nonEmpty.map { [ConferenceSchedule.Reference(called: $0)] } ?? [])
  }

  /// Whether a session is a talk itself, and one that the filters let through.
  package func lists(talk session: Entity) -> Bool {
    schedule.talks.contains(session) && selection.contains(talk: session)
  }

  /// Returns the records of those talks that the filters let through.
  package func talks(_ talks: [Entity]) -> JSONOutput {
    let talks = talks.filter(selection.contains(talk:))
    if isTable { return .array(talks.map { .string(schedule.name(of: $0)) }) }
    // A record takes a hundred times the memory of its talk.
    return .made(talks.count) { record(of: talks[$0]) }
  }

  private func record(of talk: Entity) -> JSONOutput {
    if let known = shared.talks[talk] { return known }
    let record = TalkRecord(talk, self).json
    if talk[SpeakerNames.self]?.names.count ?? 0 > 20 { shared.talks[talk] = record }
    return record
  }

  /// Returns the identifiers of those sessions that the filters let through.
  func sessionIDs(_ sessions: [Entity]) -> JSONOutput {
    texts(sessions.filter(selection.contains(session:)).map(schedule.id(of:)))
  }

  /// Returns the identifier of a session, or of the session of a talk.
  package func sessionID(of entity: Entity) -> String? {
    entity[SessionID.self]?.text ?? entity[PartOf.self]?.session
  }

  /// Returns the links of a talk or a person.
  package func links(of entity: Entity?) -> JSONOutput {
    .array(
      (entity?[WebLinks.self]?.links ?? []).map { link in
        ["title": .string(orNull: link.words.nonEmpty), "url": .string(orNull: link.address)]
      })
  }
}

extension JSONOutput {
  /// Returns people or locations with their identifiers and names.
  package static func references(_ references: [ConferenceSchedule.Reference]) -> JSONOutput {
    .made(references.count) { place in
      ["id": .string(references[place].id), "name": .string(references[place].name)]
    }
  }
}
