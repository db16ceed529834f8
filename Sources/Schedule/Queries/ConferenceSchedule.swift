// Queries about a schedule. Extensions add search, identifiers, marks and times. Commands, the
// browser, the exports and the import use them.

package import ECSKit

/// A view of a context for queries about the schedule.
///
/// Every result reflects the latest change, because the context updates its groups and indices.
package final class ConferenceSchedule {
  package let context: Context
  /// The entries of the timeline, such as sessions, breaks and parties.
  package private(set) lazy var sessions = context.group(.sessions)
  package private(set) lazy var talks = context.group(.talks)
  /// Speakers, organizers and guests.
  package private(set) lazy var people = context.group(.people)
  /// People whom attendees can ask for help.
  package private(set) lazy var organizers = context.group(.organizers)
  package private(set) lazy var locations = context.group(.locations)
  package private(set) lazy var rated = context.group(.rated)
  /// The configured walking times between locations.
  package var walks = WalkingTimes()
  let numbering: TalkNumbering
  let indices: ScheduleIndices

  /// Creates a view of a context.
  ///
  /// The context may be filled later. The groups are created when they are first used, so the
  /// components that a query does not need are not read from an image.
  ///
  /// - Complexity: O(1). The first use of a group is O(*n*) for a context with *n* entities.
  package init(_ context: Context) {
    self.context = context
    indices = ScheduleIndices(context)
    numbering = TalkNumbering(context, indices)
  }

  package var title: String? { context[Conference.self]?.title }

  /// The time zone of the venue, or UTC if it is unknown.
  package var zone: Zone { context[VenueZone.self]?.zone ?? .utc }

  /// Returns the time of day when a conference day ends.
  ///
  /// A session that begins after midnight but before this time belongs to the previous day. In a
  /// zone other than the venue's zone, a conference day is a calendar day.
  package func dayChange(in zone: Zone) -> CivilTime {
    guard let venue = context[VenueZone.self], venue.zone == zone else { return .midnight }
    return venue.dayChange
  }

  // MARK: Sessions

  /// All sessions in chronological order.
  package var timeline: [Entity] { sessions.sorted(by: Timing.self) }

  /// Returns the talks of a session, ordered by their position.
  ///
  /// If the session itself is a talk, it is the first element.
  package func talks(in session: Entity) -> [Entity] {
    guard let id = session[SessionID.self]?.text else { return [] }
    let own = talks.contains(session) ? [session] : []
    let parts = indices.talksBySession[id]
    // If several sessions have the same identifier, the talks belong to the first.
    guard !parts.isEmpty, indices.sessionsByID.first(id) == session else { return own }
    return own + parts.sorted(by: TalkIndex.self)
  }

  /// Returns the locations of a session, in the order of its location names.
  package func locations(of session: Entity) -> [Reference] {
    references(locationNames(of: session), in: indices.locationsByName)
  }

  package func location(called name: String) -> Reference {
    Reference(name: name, entity: indices.locationsByName.first(name))
  }

  package func locationNames(of session: Entity) -> [String] {
    if let names = session[LocationNames.self]?.names { return names }
    if let cancelled = session[CancelledTalk.self] { return cancelled.locations }
    return [session[Appointment.self]?.location ?? ""].filter { !$0.isEmpty }
  }

  /// Returns the sessions at a location, in chronological order.
  package func sessions(at location: Entity) -> [Entity] {
    location[Name.self].map { sessions(atLocationCalled: $0.text) } ?? []
  }

  /// Returns the sessions at the location with the given name, in chronological order.
  package func sessions(atLocationCalled name: String) -> [Entity] {
    indices.sessionsByLocation[name].sorted(by: Timing.self)
  }

  // MARK: Talks

  /// All talks, sorted by the time of their session and then by their position in it.
  ///
  /// Talks without an existing session sort last.
  package var talksInOrder: [Entity] { inOrder(talks) }

  /// Returns the session of a talk, or nil if the session does not exist.
  ///
  /// The session may be the talk itself.
  package func session(of talk: Entity) -> Entity? {
    if talk.has(SessionID.self) { return talk }
    return talk[PartOf.self].flatMap { indices.sessionsByID.first($0.session) }
  }

  /// Returns talks and sessions ordered by the time of their session and their position in it.
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

  /// Returns the speakers of a talk, in the order of its speaker names.
  package func speakers(of talk: Entity) -> [Reference] {
    references(speakerNames(of: talk), in: indices.peopleByName)
  }

  package func speakerNames(of talk: Entity) -> [String] {
    talk[SpeakerNames.self]?.names ?? talk[CancelledTalk.self]?.people ?? []
  }

  /// Returns the talks of a person, in chronological order.
  package func talks(by person: Entity) -> [Entity] {
    person[Name.self].map { talks(byPersonCalled: $0.text) } ?? []
  }

  /// Returns the talks of the person with the given name, in chronological order.
  package func talks(byPersonCalled name: String) -> [Entity] {
    inOrder(indices.talksBySpeaker[name])
  }

  /// Returns the talks of a referenced person, in chronological order.
  ///
  /// If several records share a name, the talks are returned only for the first record. Otherwise,
  /// *n* records of a person with *n* talks would list *n*² talks.
  package func talks(of person: Reference) -> [Entity] {
    isFirst(person, in: indices.peopleByName) ? talks(byPersonCalled: person.name) : []
  }

  /// Returns the sessions at a referenced location, in chronological order.
  ///
  /// If several records share a name, the sessions are returned only for the first record.
  package func sessions(of location: Reference) -> [Entity] {
    isFirst(location, in: indices.locationsByName) ? sessions(atLocationCalled: location.name) : []
  }

  private func isFirst(_ reference: Reference, in index: Index<Name, String>) -> Bool {
    reference.entity == nil || index.first(reference.name) == reference.entity
  }

  func givesTalk(_ person: Entity) -> Bool {
    person[Name.self].map { indices.talksBySpeaker.count($0.text) > 0 } ?? false
  }

  func isUsed(_ location: Entity) -> Bool {
    location[Name.self].map { indices.sessionsByLocation.count($0.text) > 0 } ?? false
  }

  /// The people with a talk, in file order.
  package var speakers: [Entity] { speakers(in: .all).compactMap(\.entity) }

  /// A reference to a person or location by name.
  ///
  /// If a record with the name exists, the reference contains its entity.
  package struct Reference: Equatable {
    /// The name as written in the reference.
    package let name: String
    /// The referenced entity, or nil if no record has the name.
    package let entity: Entity?

    fileprivate init(name: String, entity: Entity?) {
      self.name = name
      self.entity = entity
    }

    /// The identifier from the file, or the name if the file has no identifier.
    ///
    /// The identifier is unique among people, and among locations.
    package var id: String { entity?[SourceID.self]?.text ?? name }

    package init(to entity: Entity) {
      self.init(name: entity[Name.self]?.text ?? "", entity: entity)
    }

    /// Creates a reference to a person or location without a record.
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

/// The sort key of a talk: the time of its session, then its position in the session.
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
  var inCreationOrder: [Entity] {
    sorted { ($0.creationNumber ?? .max) < ($1.creationNumber ?? .max) }
  }

  /// Returns the entities sorted by a component.
  ///
  /// Entities without the component are at the end. Use this method for the few entities of an
  /// index. For larger sets, use a sorted list of a group.
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
