package import ECSKit

/// What is asked for of a programme: times, places, people, tracks and languages.
///
/// What is nil asks for nothing. Names are those of the schedule, letter by letter; one of several
/// is enough.
package struct SelectionRule: Equatable, Sendable {
  /// The times that slots are listed in.
  package var times: [Range<Instant>]?
  /// The names of places where slots happen.
  package var places: [String]?
  /// The names of those who give talks.
  package var speakers: [String]?
  /// The names of tracks.
  package var tracks: [String]?
  /// The codes of languages.
  package var languages: [String]?

  /// Creates a rule that asks for nothing.
  package init() {}
}

/// The part of a programme that a rule asks for.
package struct Selection {
  /// All of a programme.
  package static var all: Selection { Selection(slots: nil, talks: nil) }

  /// The slots of the part; nil for all.
  let slots: Set<Entity>?
  /// The talks of the part; nil for all.
  let talks: Set<Entity>?

  fileprivate init(slots: Set<Entity>?, talks: Set<Entity>?) {
    self.slots = slots
    self.talks = talks
  }

  /// Whether anything was asked for.
  package var isLimited: Bool { slots != nil }

  /// Whether nothing is in the part, though there may be much beside it.
  package var isEmpty: Bool { slots?.isEmpty ?? false && talks?.isEmpty ?? false }

  /// Returns whether a slot belongs to the part.
  ///
  /// - Parameter slot: A slot.
  /// - Returns: Whether its time and place are asked for and, if talks are, one of its talks is.
  package func contains(slot: Entity) -> Bool { slots?.contains(slot) ?? true }

  /// Returns whether a talk belongs to the part.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: Whether it is asked for, and the time and place of its slot are.
  package func contains(talk: Entity) -> Bool { talks?.contains(talk) ?? true }

  /// Returns whether a talk or a slot belongs to the part.
  ///
  /// - Parameter entity: Either of them.
  /// - Returns: Whether it belongs to the part as what it is.
  package func contains(_ entity: Entity) -> Bool {
    contains(slot: entity) || contains(talk: entity)
  }
}

extension Programme {
  private var byTrack: Index<Track, String> { context.index(\Track.name) }
  private var byLanguage: Index<Language, String> { context.index(\Language.code) }
  private var byPlaceName: Index<PlaceNames, String> {
    context.index(forEach: \PlaceNames.names, in: .slots)
  }
  private var bySpeakerName: Index<SpeakerNames, String> {
    context.index(forEach: \SpeakerNames.names, in: .talks)
  }

  /// The names of all tracks, in the order of letters.
  package var trackNames: [String] { byTrack.keys() }
  /// The codes of all languages, in the order of letters.
  package var languageCodes: [String] { byLanguage.keys() }
  /// The names of all places where something happens, in the order of letters.
  var usedPlaceNames: [String] { byPlaceName.keys() }
  /// The names of all who give a talk, in the order of letters.
  var speakerNames: [String] { bySpeakerName.keys() }

  /// Returns the part of the programme that a rule asks for.
  ///
  /// Each demand is looked up in an index, and what is found is intersected. A talk that says nothing
  /// of its track or language has those of its slot.
  ///
  /// - Parameter rule: What is asked for.
  /// - Returns: The slots and talks.
  /// - Complexity: O(*k* + log *n*) expected, where *n* is the number of slots and *k* that of the
  ///   slots and talks that any of the demands finds.
  package func selection(_ rule: SelectionRule) -> Selection {
    let happening = Self.intersection([
      rule.times.map { Set($0.flatMap { slots(listedIn: $0) }) },
      rule.places.map { Set($0.flatMap { byPlaceName[$0] }) },
    ])
    let meant = Self.intersection([
      rule.speakers.map { Set($0.flatMap { bySpeakerName[$0] }) },
      rule.tracks.map { subjects($0.flatMap { byTrack[$0] }, Track.self) },
      rule.languages.map { subjects($0.flatMap { byLanguage[$0] }, Language.self) },
    ])
    guard let meant else {
      return Selection(
        slots: happening, talks: happening.map { Set($0.flatMap { talks(in: $0) }) })
    }
    let found = meant.filter { subject in
      guard let happening else { return true }
      return slot(of: subject).map(happening.contains) ?? false
    }
    let said = found.filter(talks.contains)
    return Selection(
      slots: Set(said.compactMap { slot(of: $0) }).union(found.filter(slots.contains)),
      talks: said)
  }

  /// What holds a component, and the talks of slots that do if they have none of their own.
  private func subjects<C: Component>(_ holders: [Entity], _ type: C.Type) -> Set<Entity> {
    Set(holders).union(
      holders.filter(slots.contains).flatMap { talks(in: $0) }.filter { !$0.has(type) })
  }

  private static func intersection(_ sets: [Set<Entity>?]) -> Set<Entity>? {
    sets.compactMap(\.self).reduce(nil) { $0?.intersection($1) ?? $1 }
  }

  /// Returns whether there is a record of a day, though nothing may be listed on it.
  ///
  /// - Parameter date: A date at the venue.
  /// - Returns: Whether there is one.
  /// - Complexity: O(*d*), where *d* is the number of days of which there is a record.
  package func hasRecord(ofDay date: CivilDate) -> Bool {
    context.group(.days).contains { $0[DayDate.self]?.date == date }
  }

  /// Returns the days on which something is listed, in their order.
  ///
  /// - Parameter zone: The zone whose clocks tell days apart.
  /// - Returns: The days.
  /// - Complexity: O(*n* + *d* log *c*), where *n* is the number of slots, *d* that of days and *c*
  ///   that of changes of the zone.
  package func days(in zone: Zone) -> [CivilDate] {
    let change = dayChange(in: zone)
    var days: [CivilDate] = []
    var end = Instant(secondsSince1970: .min)
    for slot in listedSlots {
      guard let moment = slot[Timing.self]?.listed, end <= moment else { continue }
      let day = zone.day(at: moment, changingAt: change)
      days.append(day)
      end = max(zone.day(day, changingAt: change).upperBound, moment.advanced(by: .seconds(1)))
    }
    return days
  }
}
