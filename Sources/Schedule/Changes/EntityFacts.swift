import ECSKit
import TextBasics

/// The facts about an entity of a schedule that a comparison of two versions needs.
///
/// It is a class, since pairs of them are sorted and recombined, and each has many fields.
final class EntityFacts {
  /// The facts about a talk or a session.
  private final class Event {
    let id: String?
    /// When it is, or the session it is part of.
    let order: Timing?
    /// Whether it says so itself.
    let isTimed: Bool
    let locations: [String]
    let clocks: VersionClocks
    let speakers: [String]

    var timing: Timing? { isTimed ? order : nil }
    /// The moment when it begins, or when it ends if only that is known.
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
      // A set of one takes twice the room.
      speakers = names.count < 2 ? names : Set(names).sorted()
      id = kind == .talk || kind == .session ? schedule.id(of: entity) : nil
    }

    /// Whether there is anything to know.
    var isEmpty: Bool {
      id == nil && order == nil && locations.isEmpty && speakers.isEmpty
    }
  }

  let kind: Difference.Kind
  /// Whether it is a speaker or a used location, which talks and sessions name.
  let isNamedByOthers: Bool
  /// Nil for most people and locations; there may be as many of them as the file has lines.
  private let event: Event?
  /// All else, in words.
  let texts: AspectTexts

  /// The identifier of a session or a talk; what others are called.
  var id: String { event?.id ?? texts[.name] ?? "" }
  /// When it is, if it says so itself.
  var timing: Timing? { event?.timing }
  /// When it is, or the session it is part of.
  var order: Timing? { event?.order }
  /// Where it is, or the session it is part of.
  var locations: [String] { event?.locations ?? [] }
  /// The clock time at the venue when it begins, or when it ends if it has no start.
  var clock: CivilDateTime? {
    event.flatMap { event in event.instant.map { event.clocks.zone.civil(at: $0) } }
  }
  /// That moment, with the offset of the venue then.
  var moment: String? {
    event.flatMap { event in event.instant?.iso8601(in: event.clocks.zone) }
  }
  /// The folded names of the speakers, each once and in alphabetical order; another order or
  /// another case is no change.
  var speakers: [String] { event?.speakers ?? [] }

  /// Reads the facts of an entity; nil if it is of no kind that is compared.
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

  /// Whether it is a session or a talk.
  var isEvent: Bool { kind == .talk || kind == .session }

  /// What is different in another version.
  ///
  /// - Parameters:
  ///   - new: The facts of that version.
  ///   - renamings: The names that locations and people had and have; a new name of theirs is no
  ///     difference of their sessions and talks.
  /// - Returns: The changes, in the order in which they are shown.
  func changes(to new: EntityFacts, _ renamings: Renamings) -> [Difference.Change] {
    var changes: [Difference.Change] = []
    let lengths = (timing?.length, new.timing?.length)
    let hasMoved = timing?.start != new.timing?.start
    // A session that is open at one end moves if the other end does.
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
  /// Returns true if a session or talk had a location or speaker that has a new name.
  func concern(_ old: EntityFacts) -> Bool {
    !locations.isEmpty && old.locations.contains { locations[$0.folded] != nil }
      || !people.isEmpty && old.speakers.contains { people[$0] != nil }
  }
}

extension EntityFacts {
  /// True if the speakers are the same people, with new names or without.
  private func hasSameSpeakers(as new: EntityFacts, _ renamed: [String: String]) -> Bool {
    if renamed.isEmpty || speakers.count != new.speakers.count { return speakers == new.speakers }
    return Set(speakers.map { renamed[$0]?.folded ?? $0 }) == Set(new.speakers)
  }

  /// Whether its locations are the same, if renamed locations count as the same.
  private func isAtSameLocations(
    as new: EntityFacts, _ renamedLocations: [String: String]
  ) -> Bool {
    if renamedLocations.isEmpty || locations.count != new.locations.count { return false }
    return zip(locations, new.locations).allSatisfy { old, new in
      old == new || renamedLocations[old.folded] == new.folded
    }
  }
}

/// The clocks of the venue in one version of a schedule.
///
/// It is a class, since a zone for each session would take more memory.
final class VersionClocks {
  let zone: Zone

  init(_ zone: Zone) {
    self.zone = zone
  }
}

/// Texts by what they say; most things have three of them or fewer.
struct AspectTexts {
  private typealias Text = (aspect: Difference.Aspect, text: String)

  /// One of them, stored inline; most locations have nothing but a name.
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

  /// The same texts without room for more.
  ///
  /// A large schedule has a hundred thousand of these; dictionaries would take three times the memory.
  var fitted: AspectTexts {
    var texts = AspectTexts()
    texts.first = first
    texts.others.reserveCapacity(others.count)
    texts.others += others
    return texts
  }
}
