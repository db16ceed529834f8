/// The moments at which the clocks of a zone show a given date and time.
package enum ZoneResolution: Equatable, Sendable {
  /// Clocks show it once.
  case unique(Instant)
  /// Clocks skip it: the reading by the offset that begins, which lies before the skip, and the
  /// reading by the offset that ends, which lies after it.
  case gap(before: Instant, after: Instant)
  /// Clocks show it twice.
  case ambiguous(first: Instant, second: Instant)

  /// The moment that is meant, if nothing else says which.
  ///
  /// A time that clocks skip is moved forward by the length of the gap, so that 02:30 becomes 03:30
  /// if an hour is skipped. If there are two moments, the first one is taken.
  package var instant: Instant {
    switch self {
    case .unique(let instant), .gap(before: _, after: let instant): instant
    case .ambiguous(let first, second: _): first
    }
  }
}

extension Zone {
  /// Returns when the clocks of the zone show a date and time.
  ///
  ///     berlin.resolve(half past two on 2015-03-29)  // .gap(before: 01:30+01, after: 03:30+02)
  ///     berlin.resolve(half past two on 2015-10-25)  // .ambiguous(first: +02, second: +01)
  ///
  /// - Parameter civil: The date and time that calendar and clock show.
  /// - Returns: One moment, two, or the ends of the gap.
  /// - Complexity: O(log *n*), where *n* is the number of changes that the zone's file lists.
  package func resolve(_ civil: CivilDateTime) -> ZoneResolution {
    let wall = civil.wallSeconds
    // No offset reaches over the ends of this window, so all readings lie within it.
    let first = wall - Int64(ZonePeriod.offsets.upperBound) - 1
    let last = wall - Int64(ZonePeriod.offsets.lowerBound) + 1
    let changes = changes(after: first, before: last)
    if changes.isEmpty {
      return .unique(civil.instant(offset: offset(at: Instant(secondsSince1970: first))))
    }
    let starts = [first] + changes + [last]
    var readings: [Instant] = []
    var gap: ZoneResolution?
    var earlier: Instant?
    for (start, end) in zip(starts, starts.dropFirst()) {
      let offset = offset(at: Instant(secondsSince1970: start))
      let reading = civil.instant(offset: offset)
      if reading.secondsSince1970 >= end {
        earlier = reading
      } else if reading.secondsSince1970 >= start {
        readings.append(reading)
      } else if let after = earlier {
        gap = gap ?? .gap(before: reading, after: after)
      }
    }
    if readings.count > 1 { return .ambiguous(first: readings[0], second: readings[1]) }
    // Clocks run from before to after it, so that they show it or skip it.
    return readings.first.map(ZoneResolution.unique) ?? gap ?? .unique(civil.instant(offset: 0))
  }

  /// Returns the moment that is meant by a date and time on the clocks of the zone.
  ///
  /// - Parameter civil: The date and time that calendar and clock show.
  /// - Returns: The moment, see ``ZoneResolution/instant``.
  /// - Complexity: As `resolve(_:)`.
  package func instant(of civil: CivilDateTime) -> Instant { resolve(civil).instant }

  /// Returns the moment that is meant by a date and time at which something ends.
  ///
  /// From 02:30 to 02:15, where clocks go back from 03:00 to 02:00, takes 45 minutes.
  ///
  /// - Parameters:
  ///   - civil: The date and time that calendar and clock show.
  ///   - start: When it starts; nil if that is not known.
  /// - Returns: The first moment that is not before the start, if there are two; else as
  ///   ``instant(of:)``.
  /// - Complexity: As `resolve(_:)`.
  package func instant(of civil: CivilDateTime, endingAfter start: Instant?) -> Instant {
    let resolution = resolve(civil)
    if let start, case .ambiguous(let first, let second) = resolution, first < start {
      return second
    }
    return resolution.instant
  }

  /// Returns the moments between two others at which clocks may change, in order.
  ///
  /// - Parameters:
  ///   - first: A moment in seconds since 1970; a change at it does not count.
  ///   - last: A later moment; a change at it does not count.
  /// - Returns: The moments in seconds since 1970.
  /// - Complexity: O(log *n* + *k* log *k*), where *n* is the number of changes that the zone's file
  ///   lists and *k* that of the changes found.
  package func changes(after first: Int64, before last: Int64) -> [Int64] {
    switch rules {
    case .fixed: []
    case .yearly(let rule): rule.changes(after: first, before: last).sorted()
    case .listed(let table): table.changes(after: first, before: last).sorted()
    }
  }
}
