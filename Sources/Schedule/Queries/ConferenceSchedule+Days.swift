// Decides on which days sessions are listed, and which sessions take up the time of attendees. A
// session that lasts a day or more is listed on each of its days and does not take up the time of
// its attendees.

import Basics
package import ECSKit

extension Timing {
  /// Returns true if the session lasts at least 24 hours or consists of whole days.
  ///
  /// A whole day may have only 23 hours. If the start or the end is unknown, the result is false.
  /// The zone is evaluated only for timings of 23 hours or more.
  package func lasts(in zone: @autoclosure () -> Zone) -> Bool {
    guard let length else { return false }
    return length >= .seconds(86_400) || wholeDays(in: zone()) != nil
  }

  /// Returns true if a session with this timing is listed in one of the ranges.
  ///
  /// A session is listed in the range that contains its start, or its end if the start is unknown.
  /// A session that lasts a day or more is listed in all ranges that overlap with it. The ranges
  /// must be disjoint and in ascending order.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of ranges.
  package func isListed(in ranges: [Range<Instant>], _ zone: Zone) -> Bool {
    let place = ranges.partitioningIndex { listed < $0.upperBound }
    guard place < ranges.count else { return false }
    return ranges[place].contains(listed)
      || ranges[place].lowerBound < last && lasts(in: zone)
  }

  package func part(during range: Range<Instant>) -> Timing {
    Timing(
      start: start.map { max($0, range.lowerBound) }, end: end.map { min($0, range.upperBound) })
  }
}

extension ConferenceSchedule {
  /// Returns true if a timing lasts a day or more at the venue.
  package func lasts(_ timing: Timing) -> Bool { timing.lasts(in: zone) }

  /// Returns true if a session or an appointment takes up the time of its attendees.
  ///
  /// The result is false for a session that is ``Transparent``, lasts a day or more, or has no
  /// timing.
  package func occupies(_ entity: Entity, _ timing: Timing?) -> Bool {
    timing.map { !lasts($0) } ?? false && !entity.has(Transparent.self)
  }

  /// Returns the sessions that are listed in at least one time range, in chronological order.
  ///
  /// A session that lasts a day or more is listed in every range that overlaps with it. For all
  /// other sessions, see ``sessions(listedIn:)``. The ranges must be disjoint and in ascending
  /// order. The result has no duplicates.
  ///
  /// - Complexity: O(*n* log *r* + *k* log *k*), where *n* is the number of sessions, *r* the
  ///   number of ranges and *k* the number of results.
  package func sessions(takingPlaceIn ranges: [Range<Instant>]) -> [Entity] {
    sessions.entities.filter { session in
      session[Timing.self]?.isListed(in: ranges, zone) ?? false
    }.sorted(by: Timing.self)
  }

  /// The maximum number of days that list the same session.
  ///
  /// konf reports longer sessions when it reads them.
  private static let mostDays = 31

  /// Returns the days that list a session, in order.
  ///
  /// The result has at most 31 days. A session is listed on the day of its start, or of its end if
  /// the start is unknown. A session that lasts a day or more is listed on each of its days within
  /// the selection.
  package func days(
    of timing: Timing, in zone: Zone, within selection: Selection = .all
  ) -> [CivilDate] {
    let change = dayChange(in: zone)
    guard lasts(timing), let start = timing.start, let end = timing.end else {
      return timing.start == nil && timing.end == nil
        ? [] : [zone.day(at: timing.listed, changingAt: change)]
    }
    let period = selection.period ?? start..<end
    let first = zone.day(at: max(start, period.lowerBound), changingAt: change)
    let lastMoment = min(end, period.upperBound).advanced(by: .seconds(-1))
    let last = zone.day(at: lastMoment, changingAt: change)
    var days: [CivilDate] = []
    var day = first
    while day <= last, days.count < Self.mostDays {
      let range = zone.day(day, changingAt: change)
      let part = max(start, range.lowerBound)..<max(start, min(end, range.upperBound))
      if selection.overlaps(part) { days.append(day) }
      day = day.adding(days: 1)
    }
    return days
  }

  /// Returns the days that have listed sessions, in chronological order.
  ///
  /// The days begin and end in the given zone.
  ///
  /// - Complexity: O(*n* + *d* log *c*), where *n* is the number of sessions, *d* the number of
  ///   days and *c* the number of the zone's clock changes.
  package func days(in zone: Zone) -> [CivilDate] {
    let change = dayChange(in: zone)
    var days: [CivilDate] = []
    var later: Set<CivilDate> = []
    var end = Instant(secondsSince1970: .min)
    for session in listedSessions {
      guard let timing = session[Timing.self] else { continue }
      if lasts(timing) { later.formUnion(self.days(of: timing, in: zone)) }
      let moment = timing.listed
      if moment < end { continue }
      let day = zone.day(at: moment, changingAt: change)
      days.append(day)
      end = max(zone.day(day, changingAt: change).upperBound, moment.advanced(by: .seconds(1)))
    }
    return later.isEmpty ? days : later.union(days).sorted()
  }
}
