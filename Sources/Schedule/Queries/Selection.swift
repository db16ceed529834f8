// Selects a part of a schedule by a rule: times, locations, speakers, tracks, languages and marks.
// The options of most commands and the filters of the browser build a rule. If the set of sessions
// or the set of talks is nil, all sessions or talks are selected. So an unrestricted selection
// costs nothing.

import Basics
package import ECSKit

/// A rule that selects a part of a schedule.
///
/// A property that is nil does not restrict the selection. Names must be exactly the names in the
/// schedule. If a property has several values, an item needs to match only one of them.
package struct SelectionRule: Equatable, Sendable {
  /// The time ranges of the selected sessions, disjoint and in ascending order.
  package var times: [Range<Instant>]?
  package var locations: [String]?
  package var speakers: [String]?
  package var tracks: [String]?
  /// The language codes of the selected sessions and talks.
  package var languages: [String]?
  /// True to select only starred sessions and talks.
  ///
  /// The star of a session applies to all its talks.
  package var isStarred = false
  /// True to select only hidden sessions and talks, including all talks of hidden sessions.
  package var isHidden = false

  package init() {}
}

/// The part of a schedule that a rule selects.
package struct Selection {
  package static var all: Selection {
    Selection(sessions: nil, talks: nil, rule: nil, in: .utc)
  }

  /// The selected sessions, or nil if all are selected.
  let sessions: Set<Entity>?
  /// The selected talks, or nil if all are selected.
  let talks: Set<Entity>?

  /// The rule, or nil for the whole schedule.
  fileprivate let rule: SelectionRule?
  fileprivate let zone: Zone
  /// True if the rule restricts anything.
  package var isLimited: Bool { rule != nil }

  fileprivate init(
    sessions: Set<Entity>?, talks: Set<Entity>?, rule: SelectionRule?, in zone: Zone
  ) {
    self.zone = zone
    self.sessions = sessions
    self.talks = talks
    self.rule = rule == SelectionRule() ? nil : rule
  }

  /// The name of the selected location, or nil if the rule does not have exactly one location.
  package var location: String? {
    guard let locations = rule?.locations, locations.count == 1 else { return nil }
    return locations.first
  }

  package var isEmpty: Bool { sessions?.isEmpty ?? false && talks?.isEmpty ?? false }

  /// True if the rule restricts anything except times and stars.
  package var asksForTalks: Bool {
    guard let rule else { return false }
    return rule.isHidden || rule.locations != nil || rule.speakers != nil || rule.tracks != nil
      || rule.languages != nil
  }

  /// Returns true if a time range overlaps with the selected times.
  ///
  /// If the rule does not restrict times, the result is true.
  package func overlaps(_ range: Range<Instant>) -> Bool {
    guard let times = rule?.times else { return true }
    let place = times.partitioningIndex { range.lowerBound < $0.upperBound }
    return place < times.count && times[place].overlaps(range)
  }

  /// The time from the first to the last selected instant.
  ///
  /// The value is nil if the rule does not restrict times.
  var period: Range<Instant>? {
    guard let times = rule?.times, let first = times.first, let last = times.last else {
      return nil
    }
    return first.lowerBound..<last.upperBound
  }

  /// Returns true if a session is selected.
  ///
  /// Its time and location must match the rule. The session or one of its talks must match the
  /// other restrictions.
  package func contains(session: Entity) -> Bool { sessions?.contains(session) ?? true }

  /// Returns true if a talk is selected.
  ///
  /// The talk must match the rule, and the time and location of its session must match the rule,
  /// too.
  package func contains(talk: Entity) -> Bool { talks?.contains(talk) ?? true }

  package func contains(_ entity: Entity) -> Bool {
    contains(session: entity) || contains(talk: entity)
  }
}

extension Selection {
  /// Returns true if an appointment is selected.
  ///
  /// Its time and location must match the rule. No appointment matches a rule that selects hidden
  /// talks or restricts speakers, tracks or languages.
  package func contains(_ appointment: Appointment) -> Bool {
    contains(timing: appointment.timing, at: [appointment.location])
  }

  /// Returns true if a cancelled talk or session is selected.
  ///
  /// Its last known time and locations must match the rule. No cancelled talk matches a rule that
  /// selects hidden talks or restricts speakers, tracks or languages.
  package func contains(_ talk: CancelledTalk) -> Bool {
    contains(timing: talk.timing, at: talk.locations)
  }

  /// Returns true if a difference between two versions is selected.
  ///
  /// A difference is selected if its talk or session is selected in the newer version, or if the
  /// old time, location, speakers, track and language match the rule. Differences of people,
  /// locations and the conference never match a rule. If there is no rule, every difference is
  /// selected.
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
    // Several tracks are separated by commas.
    let tracks =
      old.texts[.track].map { text in
        [text] + text.split(separator: ", ").map(String.init)
      } ?? []
    let isStarred = (entity ?? gone).map { schedule.star(of: $0) != nil } ?? false
    return (!rule.isStarred || isStarred)
      && (rule.times.map { times in
        old.order?.isListed(in: times, zone) ?? false
      } ?? true)
      && overlaps(rule.locations, old.locations)
      && overlaps(rule.speakers.map { $0.map(\.folded) }, old.speakers)
      && overlaps(rule.tracks, tracks)
      && overlaps(rule.languages, [old.texts[.language]].compactMap(\.self))
  }

  private func contains(timing: Timing?, at names: [String]) -> Bool {
    guard let rule else { return true }
    if rule.isHidden || rule.speakers != nil || rule.tracks != nil || rule.languages != nil {
      return false
    }
    if let locations = rule.locations, !names.contains(where: locations.contains) { return false }
    guard let times = rule.times else { return true }
    return timing?.isListed(in: times, zone) ?? false
  }
}

extension ConferenceSchedule {
  private var byTrack: Index<Track, String> { context.index(forEach: \Track.names) }
  private var byLanguage: Index<Language, String> { context.index(\Language.code) }

  /// The names of all tracks, in alphabetical order.
  package var trackNames: [String] { byTrack.keys() }
  /// All language codes, in alphabetical order.
  package var languageCodes: [String] { byLanguage.keys() }

  /// Returns the part of the schedule that a rule selects.
  ///
  /// Each restriction is looked up in an index, and the results are intersected. A talk without a
  /// track or language has the track or language of its session.
  ///
  /// - Complexity: O(*k* + log *n*) expected, where *n* is the number of sessions and *k* the
  ///   number of sessions and talks that match any restriction.
  package func selection(_ rule: SelectionRule) -> Selection {
    let happening = Self.intersection([
      rule.times.map { Set(sessions(takingPlaceIn: $0)) },
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
        rule: rule, in: zone)
    }
    let found = meant.filter { subject in
      guard let happening else { return true }
      return session(of: subject).map(happening.contains) ?? false
    }
    let said = found.filter(talks.contains)
    return Selection(
      sessions: Set(said.compactMap { session(of: $0) }).union(found.filter(sessions.contains)),
      talks: said, rule: rule, in: zone)
  }

  /// Returns a selection without its hidden sessions and talks.
  ///
  /// The talks of a hidden session are hidden. A session whose talks are all hidden is also hidden.
  /// A starred session or talk remains, because it is on the agenda.
  ///
  /// - Complexity: O(*k*) expected if anything is hidden, where *k* is the number of selected
  ///   sessions and talks.
  package func visible(_ selection: Selection) -> Selection {
    if hidden.isEmpty { return selection }
    let goneTalks = withTalks(hidden).filter { talks.contains($0) && isHidden($0) }
    let left = (selection.talks ?? Set(talks)).subtracting(goneTalks)
    let gone = Set(hidden).union(goneTalks.compactMap { session(of: $0) }).filter { session in
      !session.has(Star.self) && talks(in: session).allSatisfy(goneTalks.contains)
    }
    return Selection(
      sessions: (selection.sessions ?? Set(sessions)).subtracting(gone), talks: left,
      rule: selection.rule, in: zone)
  }

  /// Returns the holders of a component, and the talks that inherit it from their session.
  private func subjects<C: Component>(_ holders: [Entity], _ type: C.Type) -> Set<Entity> {
    Set(holders).union(
      holders.filter(sessions.contains).flatMap { talks(in: $0) }.filter { !$0.has(type) })
  }

  /// Returns the members of a group, and the talks of its sessions.
  private func withTalks(_ group: Group) -> Set<Entity> {
    Set(group).union(group.filter(sessions.contains).flatMap { talks(in: $0) })
  }

  private static func intersection(_ sets: [Set<Entity>?]) -> Set<Entity>? {
    sets.compactMap(\.self).reduce(nil) { $0?.intersection($1) ?? $1 }
  }

  /// Returns true if the file has a record for a day, even for a day without sessions.
  ///
  /// - Complexity: O(*d*), where *d* is the number of days with a record.
  package func hasRecord(ofDay date: CivilDate) -> Bool {
    context.group(.days).contains { $0[DayDate.self]?.date == date }
  }

  /// Returns the date of a numbered day, if the file numbers its days.
  ///
  /// Other input is returned unchanged. The file's numbers are ignored if they are not unique or
  /// not in day order. They are also ignored if a session is on a date that has no number.
  ///
  /// - Complexity: O(*n* + *d* log *d*), where *n* is the number of sessions and *d* the number of
  ///   days.
  package func numbered(_ day: DayInput) -> DayInput {
    guard case .number(let number) = day else { return day }
    let days = context.group(.days).entities.compactMap { day in
      day[DayIndex.self].flatMap { index in
        day[DayDate.self].map { (number: index.number, date: $0.date) }
      }
    }.sorted { $0.number < $1.number }
    let isOrdered = zip(days, days.dropFirst()).allSatisfy {
      $0.number < $1.number && $0.date < $1.date
    }
    let dates = Set(days.map(\.date))
    guard isOrdered, self.days(in: zone).allSatisfy(dates.contains) else { return day }
    return days.first { $0.number == number }.map { .date($0.date) } ?? day
  }
}
