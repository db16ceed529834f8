package import ECSKit

/// A schedule as it is asked about: who speaks when and where, and what somebody thought of it.
///
/// Every answer is read from groups and indices of the context, which follow each change.
package struct Programme {
  /// The context that holds the schedule.
  package let context: Context
  /// What has a place in the timeline.
  package let slots: Group
  /// What somebody has to say.
  package let talks: Group
  /// Speakers, organizers and guests.
  package let people: Group
  /// Who can be asked for help.
  package let organizers: Group
  /// Where things happen.
  package let places: Group
  /// What somebody has rated, talks and slots.
  package let rated: Group
  let slotsByID: Index<SlotID, String>
  private let talksBySlot: Index<PartOf, String>
  let numbering: TalkNumbering
  private let talksBySpeaker: Index<SpeakerNames, String>
  private let slotsByPlace: Index<PlaceNames, String>
  let peopleByName: Index<Name, String>
  let placesByName: Index<Name, String>

  /// Creates the view of a context.
  ///
  /// - Parameter context: The context of a schedule; it may be empty and be filled later.
  /// - Complexity: O(*n*) the first time for a context of *n* entities, then O(1).
  package init(_ context: Context) {
    self.context = context
    slots = context.group(.slots)
    talks = context.group(.talks)
    people = context.group(.people)
    organizers = context.group(.organizers)
    places = context.group(.places)
    rated = context.group(.rated)
    slotsByID = context.index(\SlotID.text)
    talksBySlot = context.index(\PartOf.slot, in: .parts)
    numbering = TalkNumbering(context, talksBySlot)
    talksBySpeaker = context.index(forEach: \SpeakerNames.names, in: .talks)
    slotsByPlace = context.index(forEach: \PlaceNames.names, in: .slots)
    peopleByName = context.index(\Name.text, in: .people)
    placesByName = context.index(\Name.text, in: .places)
  }

  /// What the conference is called, if the file says it.
  package var title: String? { context[Conference.self]?.title }

  /// The zone of the venue.
  package var zone: Zone { context[VenueZone.self]?.zone ?? .utc }

  /// When a day of the conference gives way to the next.
  ///
  /// What begins after midnight and before that belongs to the evening before. On other clocks than
  /// the venue's a day is a day of the calendar.
  ///
  /// - Parameter zone: The zone whose clocks are read.
  /// - Returns: The time of day.
  package func dayChange(in zone: Zone) -> CivilTime {
    guard let venue = context[VenueZone.self], venue.zone == zone else { return .midnight }
    return venue.dayChange
  }

  // MARK: Slots

  /// All slots in the order of time.
  package var timeline: [Entity] { slots.sorted(by: Timing.self) }

  /// The talks of a slot, in their order; an event that is slot and talk in one comes first.
  package func talks(in slot: Entity) -> [Entity] {
    guard let id = slot[SlotID.self]?.text else { return [] }
    let own = talks.contains(slot) ? [slot] : []
    // A slot whose identifier comes twice leaves the talks to the first.
    guard slotsByID.first(id) == slot else { return own }
    return own + talksBySlot[id].sorted(by: TalkIndex.self)
  }

  /// The places of a slot, in the order it names them.
  package func places(of slot: Entity) -> [Reference] {
    references(slot[PlaceNames.self]?.names, in: placesByName)
  }

  /// The names of the places of a slot, in the order it names them.
  package func placeNames(of slot: Entity) -> [String] { slot[PlaceNames.self]?.names ?? [] }

  /// The slots that happen at a place, in the order of time.
  package func slots(at place: Entity) -> [Entity] {
    place[Name.self].map { slots(atPlaceCalled: $0.text) } ?? []
  }

  /// The slots that happen at a place of this name, in the order of time.
  package func slots(atPlaceCalled name: String) -> [Entity] {
    slotsByPlace[name].sorted(by: Timing.self)
  }

  // MARK: Talks

  /// All talks in the order of time, and of their place in the slot.
  ///
  /// Talks without a slot that exists come last.
  package var talksInOrder: [Entity] { inOrder(talks) }

  /// The slot a talk belongs to: itself, if it is slot and talk in one.
  package func slot(of talk: Entity) -> Entity? {
    if talk.has(SlotID.self) { return talk }
    return talk[PartOf.self].flatMap { slotsByID.first($0.slot) }
  }

  /// Sorts talks, and slots among them, by the time of their slot, and by their place there.
  func inOrder(_ entities: some Sequence<Entity>) -> [Entity] {
    entities.map { (place: place(of: $0), entity: $0) }.sorted { $0.place < $1.place }
      .map(\.entity)
  }

  private func place(of talk: Entity) -> TalkPlace {
    let slot = slot(of: talk)
    return TalkPlace(
      timing: slot?[Timing.self], slot: slot?.creationNumber ?? .max,
      index: slot == talk ? .min : slot == nil ? 0 : talk[TalkIndex.self]?.number ?? .max,
      talk: talk.creationNumber ?? .max)
  }

  // MARK: People and places

  /// Those who give a talk, in the order it names them.
  package func speakers(of talk: Entity) -> [Reference] {
    references(talk[SpeakerNames.self]?.names, in: peopleByName)
  }

  /// The talks of a person, in the order of time.
  package func talks(by person: Entity) -> [Entity] {
    person[Name.self].map { talks(byPersonCalled: $0.text) } ?? []
  }

  /// The talks of a person of this name, in the order of time.
  package func talks(byPersonCalled name: String) -> [Entity] {
    inOrder(talksBySpeaker[name])
  }

  /// The talks of somebody who is referred to, in the order of time.
  ///
  /// Where several records have one name, the talks are those of the first; as many records as talks
  /// would list as many as the square of their number.
  package func talks(of person: Reference) -> [Entity] {
    isFirst(person, in: peopleByName) ? talks(byPersonCalled: person.name) : []
  }

  /// The slots at a place that is referred to, in the order of time; those of the first of a name.
  package func slots(of place: Reference) -> [Entity] {
    isFirst(place, in: placesByName) ? slots(atPlaceCalled: place.name) : []
  }

  private func isFirst(_ reference: Reference, in index: Index<Name, String>) -> Bool {
    reference.entity == nil || index.first(reference.name) == reference.entity
  }

  /// Whether a person has a talk.
  func givesTalk(_ person: Entity) -> Bool {
    person[Name.self].map { talksBySpeaker.count($0.text) > 0 } ?? false
  }

  /// Whether anything happens at a place.
  func isUsed(_ place: Entity) -> Bool {
    place[Name.self].map { slotsByPlace.count($0.text) > 0 } ?? false
  }

  /// The people who have a talk, in the order of the file.
  package var speakers: [Entity] {
    let names = talksBySpeaker.keys { peopleByName.count($0) > 0 }
    return names.flatMap { peopleByName[$0] }.inCreationOrder
  }

  /// A name somebody is referred to by, and who that is, if anybody.
  package struct Reference: Equatable {
    /// The name as it stands where the reference is made.
    package let name: String
    /// The first entity of that name.
    package let entity: Entity?

    fileprivate init(name: String, entity: Entity?) {
      self.name = name
      self.entity = entity
    }

    /// Creates a reference to somebody or a place by what they are called.
    package init(to entity: Entity) {
      self.init(name: entity[Name.self]?.text ?? "", entity: entity)
    }

    /// Creates a reference to somebody or a place of whom there is no record.
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

/// Where a talk stands among all talks: by the time of its slot, then by its place there.
private struct TalkPlace: Comparable {
  let timing: Timing?
  let slot: UInt64
  let index: Int
  let talk: UInt64

  static func < (first: TalkPlace, second: TalkPlace) -> Bool {
    if let one = first.timing, let other = second.timing {
      if one < other { return true }
      if other < one { return false }
    } else if first.timing != nil || second.timing != nil {
      return first.timing != nil
    }
    return (first.slot, first.index, first.talk) < (second.slot, second.index, second.talk)
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
  func sorted<C: Component & Comparable>(by type: C.Type) -> [Entity] {
    var with: [(value: C, place: Int, entity: Entity)] = []
    var without: [Entity] = []
    for (place, entity) in enumerated() {
      if let value = entity[type] {
        with.append((value, place, entity))
      } else {
        without.append(entity)
      }
    }
    with.sort { $0.value == $1.value ? $0.place < $1.place : $0.value < $1.value }
    return with.map(\.entity) + without
  }
}
