import ECSKit
import ECSStore
import Schedule

/// A log knows things with a name and details; konf fills in the title of a talk or a session, and
/// the names of its speakers.
extension LogSubject {
  var title: String { name }
  var people: [String] { details }
}

extension LogChange {
  var title: String { subject.title }
  var people: [String] { subject.people }
}

/// How talks and sessions are named in the log, and found again.
extension ConferenceSchedule {
  /// What this conference is called in a log that does not know it yet.
  ///
  /// The title with the year, if it does not have it; without a title, the first day and the zone.
  /// `ConferenceScopes` finds the ratings of the conference under its other names.
  var scope: String {
    // The whole timeline is not sorted for its first start.
    let first = sessions.entities.compactMap { $0[Timing.self]?.start }.min()
    let date = first.map { self.zone.civil(at: $0).date }
    guard let title else {
      return [date?.iso8601 ?? "", self.zone.name].joined(separator: " ")
    }
    let year = date.map { "\($0.year)" } ?? ""
    return title.contains(year) || year.isEmpty ? title : "\(title) \(year)"
  }

  /// The names of those who speak in a talk, or in any talk of a session.
  func people(of entity: Entity) -> [String] {
    let spoken = talks.contains(entity) ? [entity] : talks(in: entity)
    return spoken.flatMap { $0[SpeakerNames.self]?.names ?? [] }
  }

  /// What a talk or a session is called.
  func name(of entity: Entity) -> String {
    entity[Title.self]?.text ?? entity[Description.self]?.text ?? ""
  }

  /// Finds what a change of the log is about by its identifier.
  ///
  /// That of a talk in a session, or of a session, says only where it stands, so it counts if title or
  /// speakers agree with those of then; what agrees in nothing else is something else.
  func target(of subject: LogSubject) -> Entity? {
    guard let entity = target(subject.target) else { return nil }
    // What a file calls an event by stays its own, unless others are called the same.
    if entity.has(SessionID.self), talks.contains(entity), !subject.target.contains("#") {
      return entity
    }
    let agrees =
      name(of: entity) == subject.title
      || !Set(people(of: entity)).isDisjoint(with: subject.people)
    return agrees ? entity : nil
  }

  /// What can be rated, by what it is known by apart from its identifier.
  var rateableIdentities: [KeptIdentity: Entity] {
    var found: [KeptIdentity: Entity] = [:]
    for entity in Array(sessions) + Array(talks) {
      let identity = KeptIdentity(
        id: id(of: entity), title: name(of: entity), people: people(of: entity))
      if found[identity] == nil { found[identity] = entity }
    }
    return found
  }
}
