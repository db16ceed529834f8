// The facts about one entity, for the comparison in ConferenceSchedule+Differences.swift. All facts
// of the older version are stored, and facts of the newer version are read on demand. A large
// schedule has a hundred thousand entities, so memory per entity matters.
import Basics
import ECSKit

/// The facts about one entity.
///
/// This is a class, so that sorting does not copy the many fields.
final class EntityFacts {
  private final class Event {
    let id: String?
    /// The time of the event, or the time of its session if the event has no time.
    let order: Timing?
    /// True if the event has its own time.
    let isTimed: Bool
    let locations: [String]
    let clocks: VersionClocks
    let speakers: [String]

    var timing: Timing? { isTimed ? order : nil }
    /// The start, or the end if only the end is known.
    var instant: Instant? { timing.flatMap { $0.start ?? $0.end } }

    init(
      _ entity: Entity, _ kind: Difference.Kind, in schedule: ConferenceSchedule,
      _ clocks: VersionClocks
    ) {
      self.clocks = clocks
      let timing = entity[Timing.self]
      let session = kind == .session ? entity : schedule.session(of: entity)
      order = timing ?? session?[Timing.self]
      isTimed = timing != nil
      locations = session?[LocationNames.self]?.names ?? []
      let names = (entity[SpeakerNames.self]?.names ?? []).map(\.folded)
      // This avoids a temporary set for talks with a single speaker.
      speakers = names.count < 2 ? names : Set(names).sorted()
      id = kind == .talk || kind == .session ? schedule.id(of: entity) : nil
    }

    var isEmpty: Bool {
      id == nil && order == nil && locations.isEmpty && speakers.isEmpty
    }
  }

  let kind: Difference.Kind
  /// True for a person who gives a talk, and for a location where a session takes place.
  ///
  /// The differences of talks and sessions already mention such a person or location.
  let isNamedByOthers: Bool
  /// The facts about a talk or session, or nil for other items.
  ///
  /// A separate object saves memory if a file consists mostly of people or locations.
  private let event: Event?
  let texts: AspectTexts

  /// The identifier of a session or a talk, or the name of any other item.
  var id: String { event?.id ?? texts[.name] ?? "" }
  var timing: Timing? { event?.timing }
  /// The sort key: the time of the item, or the time of its session if the item has no time.
  var order: Timing? { event?.order }
  /// The locations of a session, or of the session of a talk.
  var locations: [String] { event?.locations ?? [] }
  /// The local time of the start, or of the end if the start is unknown.
  var clock: CivilDateTime? {
    event.flatMap { event in event.instant.map { event.clocks.zone.civil(at: $0) } }
  }
  /// The start in ISO 8601 format with the offset of the venue.
  ///
  /// If the start is unknown, this is the end. If both are unknown, the value is nil.
  var moment: String? {
    event.flatMap { event in event.instant?.iso8601(in: event.clocks.zone) }
  }
  /// True if the time zone of the venue is unknown, or nil if the item has no time.
  ///
  /// A time in an unknown zone is computed as if it were in UTC. So two times may differ although
  /// their instants are equal, if only one of the zones is known.
  private var isFloating: Bool? {
    event.flatMap { event in event.instant.map { _ in event.clocks.isFloating } }
  }
  /// The folded speaker names, unique and sorted, so order and case do not count as changes.
  var speakers: [String] { event?.speakers ?? [] }

  /// Creates the facts of an entity, or returns nil if entities of its kind are not compared.
  init?(_ entity: Entity, in schedule: ConferenceSchedule, _ clocks: VersionClocks) {
    if schedule.talks.contains(entity) {
      kind = .talk
    } else if schedule.sessions.contains(entity) {
      kind = .session
    } else if schedule.people.contains(entity) {
      kind = .person
    } else if schedule.locations.contains(entity) {
      kind = .location
    } else if entity.has(Conference.self) {
      kind = .conference
    } else {
      return nil
    }
    isNamedByOthers =
      kind == .person && schedule.givesTalk(entity) || kind == .location && schedule.isUsed(entity)
    let event = Event(entity, kind, in: schedule, clocks)
    self.event = event.isEmpty ? nil : event
    var texts = AspectTexts()
    for text in ComponentText.all {
      if let aspect = text.aspect { texts[aspect] = text.text(entity) }
    }
    let description = entity[Description.self]?.text
    texts[.name] =
      entity[Title.self]?.text ?? entity[Name.self]?.text ?? entity[Conference.self]?.title
      ?? description
    texts[.session] = entity[PartOf.self]?.session
    texts[.organizer] = entity.has(Organizer.self) ? "yes" : nil
    texts[.month] = entity[ConferenceMonth.self]?.text
    texts[.zone] = entity[ConferenceZone.self]?.name
    texts[.number] = entity[TalkIndex.self].map { "\($0.number)" }
    texts[.description] = texts[.name] == description ? nil : description
    let links = entity[WebLinks.self]?.links.map { $0.text.isEmpty ? $0.title : $0.text } ?? []
    let photo = entity[Photo.self].map { [$0.link] } ?? []
    texts[.link] = links.isEmpty && photo.isEmpty ? nil : (photo + links).joined(separator: " ")
    self.texts = texts.fitted
  }

  var isEvent: Bool { kind == .talk || kind == .session }

  /// Returns the changes from these facts to the facts in another version, in display order.
  ///
  /// The new name of a renamed location or person does not count as a change to a talk.
  func changes(to new: EntityFacts, _ renamings: Renamings) -> [Difference.Change] {
    var changes: [Difference.Change] = []
    let lengths = (timing?.length, new.timing?.length)
    let hasMoved = timing?.start != new.timing?.start || isFloating != new.isFloating
    // If only the start or only the end is known, a changed time counts as a move.
    if hasMoved || timing != new.timing && lengths.0 == lengths.1 {
      let aspect: Difference.Aspect = clock != nil && clock == new.clock ? .offset : .time
      changes.append(Difference.Change(aspect: aspect, old: moment, new: new.moment))
    }
    if lengths.0 != lengths.1 {
      changes.append(
        Difference.Change(aspect: .length, old: lengths.0?.words, new: lengths.1?.words))
    }
    for aspect in Difference.Aspect.allCases where texts[aspect] != new.texts[aspect] {
      if aspect == .speakers, hasSameSpeakers(as: new, renamings.people) { continue }
      if aspect == .location, isAtSameLocations(as: new, renamings.locations) { continue }
      changes.append(
        Difference.Change(aspect: aspect, old: texts[aspect], new: new.texts[aspect]))
    }
    return changes
  }
}

extension Renamings {
  /// Returns true if a location or speaker of the session or talk was renamed.
  func concern(_ old: EntityFacts) -> Bool {
    !locations.isEmpty && old.locations.contains { locations[$0.folded] != nil }
      || !people.isEmpty && old.speakers.contains { people[$0] != nil }
  }
}

extension EntityFacts {
  /// Returns true if the speakers are the same people, even if some of them have a new name.
  private func hasSameSpeakers(as new: EntityFacts, _ renamed: [String: String]) -> Bool {
    if renamed.isEmpty || speakers.count != new.speakers.count { return speakers == new.speakers }
    return Set(speakers.map { renamed[$0]?.folded ?? $0 }) == Set(new.speakers)
  }

  /// Returns true if the locations are the same, even if some of them have a new name.
  private func isAtSameLocations(
    as new: EntityFacts, _ renamedLocations: [String: String]
  ) -> Bool {
    if renamedLocations.isEmpty || locations.count != new.locations.count { return false }
    return zip(locations, new.locations).allSatisfy { old, new in
      old == new || renamedLocations[old.folded] == new.folded
    }
  }
}

/// The time zone of the venue in one version of a schedule.
///
/// This is a class because a copy of the zone in each event would take more memory.
final class VersionClocks {
  let zone: Zone
  let isFloating: Bool

  init(_ zone: Zone) {
    self.zone = zone
    isFloating = zone.isFloating
  }
}

/// Strings by aspect, stored in an array because most items have at most three strings.
struct AspectTexts {
  private typealias Text = (aspect: Difference.Aspect, text: String)

  /// The first string, stored inline because most locations have only a name.
  private var first: Text?
  private var others: ContiguousArray<Text> = []

  subscript(aspect: Difference.Aspect) -> String? {
    get {
      if let first, first.aspect == aspect { return first.text }
      return others.first { $0.aspect == aspect }?.text
    }
    set {
      if first?.aspect == aspect { first = nil }
      others.removeAll { $0.aspect == aspect }
      guard let newValue else { return }
      if first == nil { first = (aspect, newValue) } else { others.append((aspect, newValue)) }
    }
  }

  /// A copy without spare capacity.
  ///
  /// A large schedule has a hundred thousand instances, so spare capacity would waste much memory.
  var fitted: AspectTexts {
    var texts = AspectTexts()
    texts.first = first
    texts.others.reserveCapacity(others.count)
    texts.others += others
    return texts
  }
}
