extension Timing {
  /// The time that determines the session's position in lists.
  ///
  /// This is the start, or the end if the start is unknown.
  package var listed: Instant {
    start ?? end ?? Instant(secondsSince1970: .max)
  }

  /// The last known time of the session: its end, or its start if the end is unknown.
  package var last: Instant {
    end ?? start ?? Instant(secondsSince1970: .min)
  }

  /// The time during which the session certainly takes place.
  ///
  /// If only the start is known, the range is the first second of the session. If only the end is
  /// known, the range is the last second. If both are unknown, the value is nil.
  package var certain: Range<Instant>? {
    guard start != nil || end != nil else { return nil }
    guard let start else { return last.advanced(by: .seconds(-1))..<last }
    return start..<max(last, start.advanced(by: .seconds(1)))
  }

  /// Returns the days of a session that lasts from midnight to midnight, such as an all-day event.
  ///
  /// - Parameter zone: The time zone of the days. It is evaluated only for timings of 23 hours or
  ///   more.
  /// - Returns: The days, excluding the day that begins when the session ends, or nil if the
  ///   session begins or ends at another time.
  package func wholeDays(in zone: @autoclosure () -> Zone) -> Range<CivilDate>? {
    // A day has at least 23 hours, even if clocks change on that day.
    guard let start, let end, start.duration(to: end) >= .seconds(23 * 3600) else { return nil }
    let zone = zone()
    let first = zone.civil(at: start).date
    let last = zone.civil(at: end).date
    // If a clock change skips midnight, the day begins later.
    func isMidnight(_ moment: Instant, _ date: CivilDate) -> Bool {
      zone.instant(of: CivilDateTime(date: date, time: .midnight)) == moment
    }
    guard first < last, isMidnight(start, first), isMidnight(end, last) else { return nil }
    return first..<last
  }

  /// Returns true if the session is running at an instant.
  ///
  /// A session runs from its start until just before its end. If only the start or only the end is
  /// known, the session runs only on the day of the known time.
  package func isRunning(at instant: Instant, in zone: Zone) -> Bool {
    guard contains(instant) else { return false }
    return length != nil || zone.civil(at: listed).date == zone.civil(at: instant).date
  }
}
