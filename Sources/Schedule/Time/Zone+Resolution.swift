/// The instants when the clocks of a zone show a given date and time.
package enum ZoneResolution: Equatable, Sendable {
  /// A time that clocks show once.
  case unique(Instant)
  /// A time that clocks skip.
  ///
  /// Read with the new offset, it is the instant `before` the gap. Read with the old offset, it is
  /// the instant `after` the gap.
  case gap(before: Instant, after: Instant)
  /// A time that clocks show twice.
  case ambiguous(first: Instant, second: Instant)

  /// The instant to use without further information.
  ///
  /// A skipped time moves forward by the length of the gap, so 02:30 becomes 03:30 if clocks skip
  /// an hour. For a repeated time, the result is its first occurrence.
  package var instant: Instant {
    switch self {
    case .unique(let instant), .gap(before: _, after: let instant): instant
    case .ambiguous(let first, second: _): first
    }
  }
}

extension Zone {
  /// Returns the instants when the clocks of the zone show a date and time.
  ///
  ///     berlin.resolve(half past two on 2015-03-29)  // .gap(before: 01:30+01, after: 03:30+02)
  ///     berlin.resolve(half past two on 2015-10-25)  // .ambiguous(first: +02, second: +01)
  ///
  /// - Complexity: O(log *n*), where *n* is the number of changes in the zone's file.
  package func resolve(_ civil: CivilDateTime) -> ZoneResolution {
    let wall = civil.wallSeconds
    // The window is wider than any offset, so it contains all readings.
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
    // Local time runs through the whole window, so the clocks either show or skip the time.
    return readings.first.map(ZoneResolution.unique) ?? gap ?? .unique(civil.instant(offset: 0))
  }

  /// Returns the instant of a local date and time, chosen as in ``ZoneResolution/instant``.
  ///
  /// - Complexity: The same as `resolve(_:)`.
  package func instant(of civil: CivilDateTime) -> Instant { resolve(civil).instant }

  /// Returns the date and time of an instant as users can type them, such as "2015-05-18T10:00".
  ///
  /// For the second occurrence of a repeated time, the offset follows.
  package func typed(_ instant: Instant) -> String {
    let civil = civil(at: instant)
    if self.instant(of: civil) != instant { return instant.iso8601(in: self) }
    return "\(civil.date.iso8601)T\(civil.time.clock)"
  }

  /// Returns the instant of an event's local end time.
  ///
  /// If a clock change repeats the end time and the first occurrence is before the start, the
  /// result is the second occurrence. For example, an event from 02:30 to 02:15 lasts 45 minutes if
  /// clocks are set back from 03:00 to 02:00. Otherwise the result equals the result of
  /// ``instant(of:)``.
  ///
  /// - Complexity: The same as `resolve(_:)`.
  package func instant(of civil: CivilDateTime, endingAfter start: Instant?) -> Instant {
    let resolution = resolve(civil)
    if let start, case .ambiguous(let first, let second) = resolution, first < start {
      return second
    }
    return resolution.instant
  }

  /// Returns the clock changes between two instants, in seconds since 1970 and in ascending order.
  ///
  /// Both bounds are in seconds since 1970 and exclusive.
  ///
  /// - Complexity: O(log *n* + *k* log *k*), where *n* is the number of changes in the zone's file
  ///   and *k* is the number of results.
  package func changes(after first: Int64, before last: Int64) -> [Int64] {
    switch rules {
    case .fixed: []
    case .yearly(let rule): rule.changes(after: first, before: last).sorted()
    case .listed(let table): table.changes(after: first, before: last).sorted()
    }
  }
}
