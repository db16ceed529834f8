import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// The schedule, the display time zone and the filters that records need.
///
/// This is a class, so that each record contains only a reference, and all records share a cache.
package final class RecordContext {
  let schedule: ConferenceSchedule
  let zone: Zone
  private let times: Times
  private let selection: Selection
  /// True if the records are rows of a table.
  ///
  /// A row contains only the title of each nested talk.
  private let isTable: Bool
  /// The session whose locations are cached.
  private var cachedSession: Entity?
  private var cachedLocations: JSONOutput = []
  /// The records of talks with many speakers.
  ///
  /// The records are cached, because each speaker's record repeats them.
  private var cachedTalks: [Entity: JSONOutput] = [:]

  init(_ run: Run) {
    schedule = run.schedule
    zone = run.zone
    times = Times(run)
    selection = run.selection
    isTable = run.presentation.data?.hasCells ?? false
  }

  func time(_ instant: Instant?) -> JSONOutput {
    .string(orNull: instant?.iso8601(in: zone))
  }

  /// Returns the conference day of a session.
  ///
  /// A conference day ends at ``Times/dayChange``. A session that begins between midnight and that
  /// time belongs to the previous day.
  func day(_ timing: Timing?) -> JSONOutput {
    .string(orNull: times.day(of: timing)?.iso8601)
  }

  func texts(_ texts: [String]) -> JSONOutput {
    .array(texts.map { .string($0) })
  }

  func type(of entity: Entity) -> JSONOutput {
    if entity.has(Appointment.self) { return "appointment" }
    if entity.has(CancelledTalk.self) { return "cancelled" }
    return .string(orNull: schedule.type(of: entity))
  }

  /// Returns the locations of a session.
  ///
  /// The result is cached, because consecutive talks often share a session.
  func locations(of session: Entity?) -> JSONOutput {
    guard let session else { return [] }
    if cachedSession != session {
      cachedSession = session
      cachedLocations = .references(schedule.locations(of: session))
    }
    return cachedLocations
  }

  func locations(of appointment: Appointment) -> JSONOutput {
    .references(
      appointment.location.nonEmpty.map { [ConferenceSchedule.Reference(called: $0)] } ?? [])
  }

  /// Returns true if a session is itself a talk and matches the filters.
  func lists(talk session: Entity) -> Bool {
    schedule.talks.contains(session) && selection.contains(talk: session)
  }

  /// Returns the records of the talks that match the filters.
  func talks(_ talks: [Entity]) -> JSONOutput {
    let talks = talks.filter(selection.contains(talk:))
    if isTable { return .array(talks.map { .string(schedule.name(of: $0)) }) }
    // Records are created one at a time, because a record takes a hundred times the memory of its
    // talk.
    return .made(talks.count) { self.record(of: talks[$0]) }
  }

  private func record(of talk: Entity) -> JSONOutput {
    if let known = cachedTalks[talk] { return known }
    let record = TalkRecord(talk, self).json
    if talk[SpeakerNames.self]?.names.count ?? 0 > 20 { cachedTalks[talk] = record }
    return record
  }

  /// Returns the identifiers of the sessions that match the filters.
  func sessionIDs(_ sessions: [Entity]) -> JSONOutput {
    texts(sessions.filter(selection.contains(session:)).map(schedule.id(of:)))
  }

  /// Returns the identifier of a session, or of the session of a talk.
  func sessionID(of entity: Entity) -> String? {
    entity[SessionID.self]?.text ?? entity[PartOf.self]?.session
  }

  func links(of entity: Entity?) -> JSONOutput {
    .array(
      (entity?[WebLinks.self]?.links ?? []).map { link in
        ["title": .string(orNull: link.words.nonEmpty), "url": .string(orNull: link.address)]
      })
  }
}

extension JSONOutput {
  static func references(_ references: [ConferenceSchedule.Reference]) -> JSONOutput {
    .made(references.count) { place in
      ["id": .string(references[place].id), "name": .string(references[place].name)]
    }
  }
}
