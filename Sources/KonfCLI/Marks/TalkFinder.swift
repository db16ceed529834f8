import Basics
import CommandLine
import ECSKit
import Exchange
import Marks
import Schedule

/// A search for the talks and sessions that a choice from another app refers to.
///
/// ``ChoiceIntake`` looks up each item of a choice. An uncertain match is reported as ambiguous.
struct TalkFinder {
  enum Match: Equatable {
    case none
    /// The reference matches a talk or a session, or all time slots of one talk.
    case slots([Entity])
    /// The reference matches different talks.
    case ambiguous

    var slots: [Entity] {
      if case .slots(let entities) = self { entities } else { [] }
    }
  }

  private let schedule: ConferenceSchedule
  private let folders: ZoneFolders
  private let years: Set<Int>
  private var byID: [String: [Entity]] = [:]
  private var byOwnID: [String: [Entity]] = [:]
  private var byShownID: [String: [Entity]] = [:]
  private var byEvent: [String: [Entity]] = [:]
  private var byAddress: [String: [Entity]] = [:]
  private var bySlug: [String: [Entity]] = [:]

  /// Creates a search in the schedule of a run.
  ///
  /// Events can also be found by the UIDs that any version of konf gave them in calendars.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of talks and sessions.
  init(_ run: Run) {
    let schedule = run.schedule
    let names = EventNames.all(of: run.store)
    self.schedule = schedule
    folders = run.environment.zoneFolders
    years = Set(
      schedule.sessions.compactMap { session in
        session[Timing.self]?.start.map { schedule.zone.civil(at: $0).date.year }
      })
    for entity in (schedule.sessions.entities + schedule.talks.entities).uniqued {
      let id = schedule.id(of: entity)
      byID[id.folded, default: []].append(entity)
      if let own = entity[SessionID.self]?.text {
        byOwnID[own.folded, default: []].append(entity)
      }
      byShownID[schedule.shownID(of: entity).folded, default: []].append(entity)
      for name in names.map({ $0.name(ofID: id).string }).uniqued {
        byEvent[name, default: []].append(entity)
      }
      let addresses = (entity[WebLinks.self]?.links ?? []).compactMap { PageAddress($0.text) }
      for page in Set(addresses.map(\.page)) { byAddress[page, default: []].append(entity) }
      let slugs = addresses.map(\.slug) + addresses.compactMap(\.talkOfFeedback)
      for slug in Set(slugs.map { $0.lowercased() }) where !slug.isEmpty {
        bySlug[slug, default: []].append(entity)
      }
    }
  }

  /// Returns the talk or session that matches a reference.
  ///
  /// The names of the reference are tried in order until a name belongs to a single talk. If each
  /// name belongs to several talks, the start and the title of the reference decide. All time slots
  /// of a talk match together.
  ///
  /// - Complexity: O(1) expected.
  func match(of reference: TalkReference) -> Match {
    if let year = reference.year, !years.contains(year) { return .none }
    var several: [Entity] = []
    for name in reference.names {
      let found = entities(called: name)
      if found.count == 1 { return .slots(found) }
      if several.isEmpty { several = found }
    }
    if several.isEmpty { return .none }
    // A file that combines several sources may use one number for different talks, even at the same
    // time.
    let start = reference.start.flatMap(instant)
    for isMeant in [
      { start != nil && schedule.timing(of: $0)?.start == start },
      { schedule.name(of: $0) == reference.title },
    ] as [(Entity) -> Bool] {
      let narrowed = several.filter(isMeant)
      if narrowed.count == 1 { return .slots(narrowed) }
      if !narrowed.isEmpty { several = narrowed }
    }
    return areOneTalk(several) ? .slots(several) : .ambiguous
  }

  /// Returns true if the items are time slots of one talk, and false if they are different talks.
  private func areOneTalk(_ slots: [Entity]) -> Bool {
    slots.allSatisfy { slot in
      schedule.name(of: slot) == schedule.name(of: slots[0])
        && schedule.speakerNames(of: slot) == schedule.speakerNames(of: slots[0])
    }
  }

  /// Returns the instant that a written time denotes, or nil if the time is invalid.
  func instant(_ moment: TalkReference.Moment) -> Instant? {
    guard let written = WrittenTime(moment.text), written.time != nil else { return nil }
    // A schedule without a zone has local times.
    if schedule.zone.isFloating { return schedule.zone.instant(of: written.civil) }
    if let instant = written.instant { return instant }
    let named = moment.zone.map { try? Zone(named: $0, in: folders) } ?? schedule.zone
    return named?.instant(of: written.civil)
  }

  private func entities(called name: TalkReference.Name) -> [Entity] {
    switch name.kind {
    case .id:
      let found = identified(name.text)
      return found.isEmpty ? at(slug: name.text) : found
    case .event:
      let found = byEvent[name.text] ?? []
      return found.isEmpty ? schedule.target(name.text).map { [$0] } ?? [] : found
    case .wholeEvent:
      return entities(called: TalkReference.Name(.event, name.text)).filter { event in
        schedule.talks(in: event).allSatisfy { $0 == event }
      }
    case .url: return at(name.text)
    case .slug: return bySlug[name.text.lowercased()] ?? []
    case .word:
      let found = identified(name.text)
      if !found.isEmpty { return found }
      let shown = byShownID[name.text.folded] ?? []
      if !shown.isEmpty { return shown }
      return PageAddress(name.text) == nil ? bySlug[name.text.lowercased()] ?? [] : at(name.text)
    }
  }

  private func identified(_ id: String) -> [Entity] {
    if let slots = byOwnID[id.folded], slots.count > 1 { return slots }
    if let entity = schedule.target(id) { return [entity] }
    let found = byID[id.folded] ?? []
    return found.isEmpty ? schedule.targets(alsoCalled: id).uniqued : found
  }

  /// Returns the talks whose page has a given address.
  ///
  /// The last part of the address may also be the identifier of a talk, unless that part is a
  /// number.
  private func at(_ address: String) -> [Entity] {
    guard let page = PageAddress(address) else { return [] }
    if let found = byAddress[page.page] { return found }
    if page.slug.isNumber { return [] }
    let found = at(slug: page.slug)
    return found.isEmpty ? identified(page.slug) : found
  }

  /// Returns the talks whose page address ends with a slug.
  ///
  /// Numbers are ignored, because they are not unique across sites.
  private func at(slug: String) -> [Entity] {
    slug.isNumber ? [] : bySlug[slug.lowercased()] ?? []
  }
}

extension PageAddress {
  /// The code of a talk in the address of its feedback page.
  ///
  /// The favorites of pretalx contain this code. In FOSDEM's schedule.xml, only this address
  /// contains it.
  fileprivate var talkOfFeedback: String? {
    let parts = page.split(separator: "/")
    return parts.count > 3 && parts.last == "feedback" && parts[parts.count - 3] == "talk"
      ? String(parts[parts.count - 2]) : nil
  }
}

extension String {
  fileprivate var isNumber: Bool { utf8.allSatisfy { ASCII.zero...ASCII.nine ~= $0 } }
}
