package import ECSKit

/// Answers questions about a schedule: who speaks when and where, and how it was rated.
///
/// Every answer is read from groups and indices of the context, which follow each change.
package final class ConferenceSchedule {
  /// The context that holds the schedule.
  package let context: Context
  /// The entries of the timeline.
  package let sessions: Group
  /// All talks.
  package let talks: Group
  /// Speakers, organizers and guests.
  package let people: Group
  /// Who can be asked for help.
  package let organizers: Group
  /// Where things happen.
  package let locations: Group
  /// Rated talks and sessions.
  package let rated: Group
  let numbering: TalkNumbering
  let indices: ScheduleIndices

  /// Creates the view of a context.
  ///
  /// - Parameter context: The context of a schedule; it may be empty and be filled later.
  /// - Complexity: O(*n*) the first time for a context of *n* entities, then O(1).
  package init(_ context: Context) {
    self.context = context
    sessions = context.group(.sessions)
    talks = context.group(.talks)
    people = context.group(.people)
    organizers = context.group(.organizers)
    locations = context.group(.locations)
    rated = context.group(.rated)
    indices = ScheduleIndices(context)
    numbering = TalkNumbering(context, indices)
  }

  /// What the conference is called, if the file says it.
  package var title: String? { context[Conference.self]?.title }

  /// The zone of the venue.
  package var zone: Zone { context[VenueZone.self]?.zone ?? .utc }

  /// When a day of the conference gives way to the next.
  ///
  /// A session that begins after midnight and before this time belongs to the evening before. On
  /// other clocks than the venue's a day is a day of the calendar.
  ///
  /// - Parameter zone: The zone whose clocks are read.
  /// - Returns: The time of day.
  package func dayChange(in zone: Zone) -> CivilTime {
    guard let venue = context[VenueZone.self], venue.zone == zone else { return .midnight }
    return venue.dayChange
  }

  // MARK: Sessions

  /// All sessions in the order of time.
  package var timeline: [Entity] { sessions.sorted(by: Timing.self) }

  /// The talks of a session, in their order; an event that is session and talk in one comes first.
  package func talks(in session: Entity) -> [Entity] {
    guard let id = session[SessionID.self]?.text else { return [] }
    let own = talks.contains(session) ? [session] : []
    let parts = indices.talksBySession[id]
    // If several sessions have one identifier, the first one has the talks.
    guard !parts.isEmpty, indices.sessionsByID.first(id) == session else { return own }
    return own + parts.sorted(by: TalkIndex.self)
  }

  /// The locations of a session, in the order it names them.
  package func locations(of session: Entity) -> [Reference] {
    references(locationNames(of: session), in: indices.locationsByName)
  }

  /// The location of a name.
  package func location(called name: String) -> Reference {
    Reference(name: name, entity: indices.locationsByName.first(name))
  }

  /// The names of the locations of a session, in the order it names them, or that of an appointment.
  package func locationNames(of session: Entity) -> [String] {
    if let names = session[LocationNames.self]?.names { return names }
    return [session[Appointment.self]?.location ?? ""].filter { !$0.isEmpty }
  }

  /// The sessions that happen at a location, in the order of time.
  package func sessions(at location: Entity) -> [Entity] {
    location[Name.self].map { sessions(atLocationCalled: $0.text) } ?? []
  }

  /// The sessions that happen at a location of this name, in the order of time.
  package func sessions(atLocationCalled name: String) -> [Entity] {
    indices.sessionsByLocation[name].sorted(by: Timing.self)
  }

  // MARK: Talks

  /// All talks in the order of time, and of their position in the session.
  ///
  /// Talks without a session that exists come last.
  package var talksInOrder: [Entity] { inOrder(talks) }

  /// The session a talk belongs to: itself, if it is session and talk in one.
  package func session(of talk: Entity) -> Entity? {
    if talk.has(SessionID.self) { return talk }
    return talk[PartOf.self].flatMap { indices.sessionsByID.first($0.session) }
  }

  /// Sorts talks, and sessions among them, by the time of their session, and by their position there.
  package func inOrder(_ entities: some Sequence<Entity>) -> [Entity] {
    entities.map { (position: position(of: $0), entity: $0) }.sorted { $0.position < $1.position }
      .map(\.entity)
  }

  private func position(of talk: Entity) -> TalkPosition {
    let session = session(of: talk)
    return TalkPosition(
      timing: session?[Timing.self], session: session?.creationNumber ?? .max,
      index: session == talk ? .min : session == nil ? 0 : talk[TalkIndex.self]?.number ?? .max,
      talk: talk.creationNumber ?? .max)
  }

  // MARK: People and locations

  /// The speakers of a talk, in the order in which it names them.
  package func speakers(of talk: Entity) -> [Reference] {
    references(talk[SpeakerNames.self]?.names, in: indices.peopleByName)
  }

  /// The names of the speakers of a talk, in the order in which it names them.
  package func speakerNames(of talk: Entity) -> [String] { talk[SpeakerNames.self]?.names ?? [] }

  /// The talks of a person, in the order of time.
  package func talks(by person: Entity) -> [Entity] {
    person[Name.self].map { talks(byPersonCalled: $0.text) } ?? []
  }

  /// The talks of a person of this name, in the order of time.
  package func talks(byPersonCalled name: String) -> [Entity] {
    inOrder(indices.talksBySpeaker[name])
  }

  /// The talks of the person that a reference means, in the order of time.
  ///
  /// If several records have one name, the first one has the talks. Otherwise, as many records as
  /// talks would list the square of that number.
  package func talks(of person: Reference) -> [Entity] {
    isFirst(person, in: indices.peopleByName) ? talks(byPersonCalled: person.name) : []
  }

  /// The sessions at a location that is referred to, in the order of time; those of the first of a name.
  package func sessions(of location: Reference) -> [Entity] {
    isFirst(location, in: indices.locationsByName) ? sessions(atLocationCalled: location.name) : []
  }

  private func isFirst(_ reference: Reference, in index: Index<Name, String>) -> Bool {
    reference.entity == nil || index.first(reference.name) == reference.entity
  }

  /// Whether a person has a talk.
  func givesTalk(_ person: Entity) -> Bool {
    person[Name.self].map { indices.talksBySpeaker.count($0.text) > 0 } ?? false
  }

  /// Whether anything happens at a location.
  func isUsed(_ location: Entity) -> Bool {
    location[Name.self].map { indices.sessionsByLocation.count($0.text) > 0 } ?? false
  }

  /// The people who have a talk, in the order of the file.
  package var speakers: [Entity] { speakers(in: .all).compactMap(\.entity) }

  /// A name that refers to a person or a location, and its entity, if there is one.
  package struct Reference: Equatable {
    /// The name as the reference writes it.
    package let name: String
    /// The first entity of that name.
    package let entity: Entity?

    fileprivate init(name: String, entity: Entity?) {
      self.name = name
      self.entity = entity
    }

    /// Its identifier in the file, else its name; no two people and no two locations share it.
    package var id: String { entity?[SourceID.self]?.text ?? name }

    /// Creates a reference to a person or a location by its name.
    package init(to entity: Entity) {
      self.init(name: entity[Name.self]?.text ?? "", entity: entity)
    }

    /// Creates a reference to a person or a location without a record.
    package init(called name: String) {
      self.init(name: name, entity: nil)
    }
  }

  private func references(_ names: [String]?, in index: Index<Name, String>) -> [Reference] {
    (names ?? []).map { name in
      Reference(name: name, entity: index.first(name))
    }
  }
}

/// The position of a talk among all talks: by the time of its session, then by its position there.
private struct TalkPosition: Comparable {
  let timing: Timing?
  let session: UInt64
  let index: Int
  let talk: UInt64

  static func < (first: TalkPosition, second: TalkPosition) -> Bool {
    if let one = first.timing, let other = second.timing {
      if one < other { return true }
      if other < one { return false }
    } else if first.timing != nil || second.timing != nil {
      return first.timing != nil
    }
    return (first.session, first.index, first.talk) < (second.session, second.index, second.talk)
  }
}

extension Sequence<Entity> {
  /// The entities in the order of their creation.
  var inCreationOrder: [Entity] {
    sorted { ($0.creationNumber ?? .max) < ($1.creationNumber ?? .max) }
  }

  /// Returns the entities in the order of a component; those without it come last.
  ///
  /// For the few entities of an index; a group keeps such an order by itself.
  package func sorted<C: Component & Comparable>(by type: C.Type) -> [Entity] {
    var with: [(value: C, position: Int, entity: Entity)] = []
    var without: [Entity] = []
    for (position, entity) in enumerated() {
      if let value = entity[type] {
        with.append((value, position, entity))
      } else {
        without.append(entity)
      }
    }
    with.sort { $0.value == $1.value ? $0.position < $1.position : $0.value < $1.value }
    return with.map(\.entity) + without
  }
}
