import Answers
import CommandLine
import ECSKit
import Exchange
import Export
import Schedule
import TextBasics

/// Finds the talks and sessions that a choice of another app names; it never guesses.
struct TalkFinder {
  private let schedule: ConferenceSchedule
  private let years: Set<Int>
  private var byID: [String: [Entity]] = [:]
  private var byShownID: [String: [Entity]] = [:]
  private var byEvent: [String: [Entity]] = [:]
  private var byAddress: [String: [Entity]] = [:]
  private var bySlug: [String: [Entity]] = [:]

  /// Prepares to look up references.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - names: What events are called in calendars.
  /// - Complexity: O(*n*) expected, where *n* is the number of talks and sessions.
  init(_ schedule: ConferenceSchedule, _ names: EventNames) {
    self.schedule = schedule
    years = Set(
      schedule.sessions.compactMap { session in
        session[Timing.self]?.start.map { schedule.zone.civil(at: $0).date.year }
      })
    for entity in (schedule.sessions.entities + schedule.talks.entities).uniqued {
      let id = schedule.id(of: entity)
      byID[id.folded, default: []].append(entity)
      byShownID[schedule.shownID(of: entity).folded, default: []].append(entity)
      byEvent[names.name(ofID: id).string, default: []].append(entity)
      for page in Set(
        (entity[WebLinks.self]?.links ?? []).compactMap { PageAddress($0.text)?.page })
      {
        byAddress[page, default: []].append(entity)
      }
      let slugs = (entity[WebLinks.self]?.links ?? []).compactMap { PageAddress($0.text)?.slug }
      for slug in Set(slugs.map { $0.lowercased() }) where !slug.isEmpty {
        bySlug[slug, default: []].append(entity)
      }
    }
  }

  /// Returns the talks and sessions that a reference can mean.
  ///
  /// - Parameter reference: What a choice says.
  /// - Returns: One, if its first name that only one has is unique; several, if no name is; none.
  /// - Complexity: O(1) expected.
  func entities(for reference: TalkReference) -> [Entity] {
    if let year = reference.year, !years.contains(year) { return [] }
    var several: [Entity] = []
    for name in reference.names {
      let found = entities(called: name)
      if found.count == 1 { return found }
      if several.isEmpty { several = found }
    }
    return several
  }

  private func entities(called name: TalkReference.Name) -> [Entity] {
    switch name.kind {
    case .id: return identified(name.text)
    case .event:
      let found = byEvent[name.text] ?? []
      return found.isEmpty ? schedule.target(name.text).map { [$0] } ?? [] : found
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
    if let entity = schedule.target(id) { return [entity] }
    let found = byID[id.folded] ?? []
    return found.isEmpty ? schedule.targets(alsoCalled: id).uniqued : found
  }

  /// The talks whose page has an address, or that its end names by more than a number.
  private func at(_ address: String) -> [Entity] {
    guard let page = PageAddress(address) else { return [] }
    if let found = byAddress[page.page] { return found }
    if page.slug.utf8.allSatisfy({ ASCII.zero...ASCII.nine ~= $0 }) { return [] }
    return bySlug[page.slug.lowercased()] ?? identified(page.slug)
  }
}
