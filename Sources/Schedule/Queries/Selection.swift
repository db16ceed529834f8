package import ECSKit
import TextBasics

/// A rule that selects a part of a schedule: times, locations, people, tracks and languages.
///
/// A property that is nil means no restriction. Names are those of the schedule, letter by letter;
/// one of several is enough.
package struct SelectionRule: Equatable, Sendable {
  /// The times that sessions are listed in.
  package var times: [Range<Instant>]?
  /// The names of locations where sessions happen.
  package var locations: [String]?
  /// The names of those who give talks.
  package var speakers: [String]?
  /// The names of tracks.
  package var tracks: [String]?
  /// The codes of languages.
  package var languages: [String]?
  /// Whether only starred sessions and talks are meant; the star of a session counts for all its
  /// talks.
  package var isStarred = false
  /// Whether only hidden sessions and talks are meant, in the same way.
  package var isHidden = false

  /// Creates a rule without restrictions.
  package init() {}
}

/// The part of a schedule that a rule asks for.
package struct Selection {
  /// All of a schedule.
  package static var all: Selection {
    Selection(sessions: nil, talks: nil, rule: nil)
  }

  /// The sessions of the part; nil for all.
  let sessions: Set<Entity>?
  /// The talks of the part; nil for all.
  let talks: Set<Entity>?

  /// The rule; nil for all of the schedule.
  fileprivate let rule: SelectionRule?
  /// Whether anything was asked for.
  package var isLimited: Bool { rule != nil }

  fileprivate init(sessions: Set<Entity>?, talks: Set<Entity>?, rule: SelectionRule?) {
    self.sessions = sessions
    self.talks = talks
    self.rule = rule == SelectionRule() ? nil : rule
  }

  /// The location that is asked for, if it is a single one.
  package var location: String? {
    guard let locations = rule?.locations, locations.count == 1 else { return nil }
    return locations.first
  }

  /// Whether the part is empty.
  package var isEmpty: Bool { sessions?.isEmpty ?? false && talks?.isEmpty ?? false }

  /// Whether talks are selected by location or content, and not by their time alone.
  package var asksForTalks: Bool {
    guard let rule else { return false }
    return rule.isHidden || rule.locations != nil || rule.speakers != nil || rule.tracks != nil
      || rule.languages != nil
  }

  /// Returns whether a stretch of time has some of the times that are asked for.
  ///
  /// - Parameter range: The stretch.
  /// - Returns: Whether it has, also if no times are asked for.
  package func overlaps(_ range: Range<Instant>) -> Bool {
    rule?.times.map { $0.contains { $0.overlaps(range) } } ?? true
  }

  /// Returns whether a session belongs to the part.
  ///
  /// - Parameter session: A session.
  /// - Returns: Whether its time and location are asked for and, if talks are, one of its talks is.
  package func contains(session: Entity) -> Bool { sessions?.contains(session) ?? true }

  /// Returns whether a talk belongs to the part.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: Whether it is asked for, and the time and location of its session are.
  package func contains(talk: Entity) -> Bool { talks?.contains(talk) ?? true }

  /// Returns whether a talk or a session belongs to the part.
  ///
  /// - Parameter entity: Either of them.
  /// - Returns: Whether it belongs to the part as what it is.
  package func contains(_ entity: Entity) -> Bool {
    contains(session: entity) || contains(talk: entity)
  }
}

extension Selection {
  /// Returns whether an appointment belongs to the part.
  ///
  /// - Parameter appointment: An appointment.
  /// - Returns: Whether it begins in the selected times, and talks are not selected by their
  ///   content.
  package func contains(_ appointment: Appointment) -> Bool {
    contains(timing: appointment.timing, at: [appointment.location])
  }

  /// Returns whether a talk or session that is no longer in the schedule belongs to the part.
  ///
  /// - Parameter talk: What it was.
  /// - Returns: Whether it would begin in the selected times, and talks are not selected by their
  ///   content.
  package func contains(_ talk: CancelledTalk) -> Bool {
    contains(timing: talk.timing, at: talk.locations)
  }

  /// Returns whether a difference between two versions is of interest: its subject belongs to the
  /// part, or did so by its former time, location, speakers and track.
  ///
  /// - Parameters:
  ///   - difference: A difference; only those of talks and sessions belong to a part.
  ///   - schedule: The newer version.
  /// - Returns: Whether it is of interest, as all differences are if nothing was asked for.
  package func contains(_ difference: Difference, of schedule: ConferenceSchedule) -> Bool {
    guard let rule else { return true }
    guard difference.kind == .talk || difference.kind == .session else { return false }
    let entity = difference.isNew ? schedule.target(difference.id) : nil
    if let entity, contains(entity) { return true }
    guard let old = difference.old, !rule.isHidden else { return false }
    func overlaps(_ wanted: [String]?, _ has: [String]) -> Bool {
      wanted.map { $0.contains(where: has.contains) } ?? true
    }
    let gone = schedule.cancelled.first { $0[CancelledTalk.self]?.formerID == difference.formerID }
    let isStarred = (entity ?? gone).map { schedule.star(of: $0) != nil } ?? false
    return (!rule.isStarred || isStarred)
      && (rule.times.map { times in
        old.order.map { timing in times.contains { $0.contains(timing.listed) } } ?? false
      } ?? true)
      && overlaps(rule.locations, old.locations)
      && overlaps(rule.speakers.map { $0.map(\.folded) }, old.speakers)
      && overlaps(rule.tracks, [old.texts[.track]].compactMap(\.self))
      && overlaps(rule.languages, [old.texts[.language]].compactMap(\.self))
  }

  private func contains(timing: Timing?, at names: [String]) -> Bool {
    guard let rule else { return true }
    if rule.isHidden || rule.speakers != nil || rule.tracks != nil || rule.languages != nil {
      return false
    }
    if let locations = rule.locations, !names.contains(where: locations.contains) { return false }
    guard let times = rule.times else { return true }
    return timing.map { timing in times.contains { $0.contains(timing.listed) } } ?? false
  }
}

extension ConferenceSchedule {
  private var byTrack: Index<Track, String> { context.index(\Track.name) }
  private var byLanguage: Index<Language, String> { context.index(\Language.code) }

  /// The names of all tracks, in alphabetical order.
  package var trackNames: [String] { byTrack.keys() }
  /// The codes of all languages, in alphabetical order.
  package var languageCodes: [String] { byLanguage.keys() }

  /// Returns the part of the schedule that a rule asks for.
  ///
  /// Each demand is looked up in an index, and the results are intersected. A talk without a track
  /// or language has those of its session.
  ///
  /// - Parameter rule: What is asked for.
  /// - Returns: The sessions and talks.
  /// - Complexity: O(*k* + log *n*) expected, where *n* is the number of sessions and *k* that of the
  ///   sessions and talks that any of the demands finds.
  package func selection(_ rule: SelectionRule) -> Selection {
    let happening = Self.intersection([
      rule.times.map { Set($0.flatMap { sessions(listedIn: $0) }) },
      rule.locations.map { Set($0.flatMap { indices.sessionsByLocation[$0] }) },
    ])
    let meant = Self.intersection([
      rule.speakers.map { Set($0.flatMap { indices.talksBySpeaker[$0] }) },
      rule.tracks.map { subjects($0.flatMap { byTrack[$0] }, Track.self) },
      rule.languages.map { subjects($0.flatMap { byLanguage[$0] }, Language.self) },
      rule.isStarred ? withTalks(starred) : nil,
      rule.isHidden ? withTalks(hidden) : nil,
    ])
    guard let meant else {
      return Selection(
        sessions: happening, talks: happening.map { Set($0.flatMap { talks(in: $0) }) },
        rule: rule)
    }
    let found = meant.filter { subject in
      guard let happening else { return true }
      return session(of: subject).map(happening.contains) ?? false
    }
    let said = found.filter(talks.contains)
    return Selection(
      sessions: Set(said.compactMap { session(of: $0) }).union(found.filter(sessions.contains)),
      talks: said, rule: rule)
  }

  /// Returns a part of the schedule without what is hidden.
  ///
  /// A hidden session takes its talks along, and a session goes with the last of its talks.
  /// Something that is starred itself stays, since it is on the agenda.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The same part if nothing is hidden.
  /// - Complexity: O(*k*) expected if anything is hidden, where *k* is the number of sessions and talks
  ///   of the part.
  package func visible(_ selection: Selection) -> Selection {
    if hidden.isEmpty { return selection }
    let goneTalks = withTalks(hidden).filter { talks.contains($0) && isHidden($0) }
    let left = (selection.talks ?? Set(talks)).subtracting(goneTalks)
    let gone = Set(hidden).union(goneTalks.compactMap { session(of: $0) }).filter { session in
      !session.has(Star.self) && talks(in: session).allSatisfy(goneTalks.contains)
    }
    return Selection(
      sessions: (selection.sessions ?? Set(sessions)).subtracting(gone), talks: left,
      rule: selection.rule)
  }

  /// The entities with a component, and the talks without it whose sessions have it.
  private func subjects<C: Component>(_ holders: [Entity], _ type: C.Type) -> Set<Entity> {
    Set(holders).union(
      holders.filter(sessions.contains).flatMap { talks(in: $0) }.filter { !$0.has(type) })
  }

  /// Members of a group, and the talks of the sessions among them.
  private func withTalks(_ group: Group) -> Set<Entity> {
    Set(group).union(group.filter(sessions.contains).flatMap { talks(in: $0) })
  }

  private static func intersection(_ sets: [Set<Entity>?]) -> Set<Entity>? {
    sets.compactMap(\.self).reduce(nil) { $0?.intersection($1) ?? $1 }
  }

  /// Returns whether there is a record of a day, though nothing may be listed on it.
  ///
  /// - Parameter date: A date at the venue.
  /// - Returns: Whether there is one.
  /// - Complexity: O(*d*), where *d* is the number of days with a record.
  package func hasRecord(ofDay date: CivilDate) -> Bool {
    context.group(.days).contains { $0[DayDate.self]?.date == date }
  }

  /// Returns the days on which something is listed, in their order.
  ///
  /// - Parameter zone: The zone whose clocks divide the days.
  /// - Returns: The days.
  /// - Complexity: O(*n* + *d* log *c*), where *n* is the number of sessions, *d* that of days and *c*
  ///   that of changes of the zone.
  package func days(in zone: Zone) -> [CivilDate] {
    let change = dayChange(in: zone)
    var days: [CivilDate] = []
    var end = Instant(secondsSince1970: .min)
    for session in listedSessions {
      guard let moment = session[Timing.self]?.listed, end <= moment else { continue }
      let day = zone.day(at: moment, changingAt: change)
      days.append(day)
      end = max(zone.day(day, changingAt: change).upperBound, moment.advanced(by: .seconds(1)))
    }
    return days
  }
}
