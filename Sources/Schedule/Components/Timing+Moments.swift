/// Questions about the time of a session.
extension Timing {
  /// The moment that the session is listed under: its start, else its end.
  package var listed: Instant {
    start ?? end ?? Instant(secondsSince1970: .max)
  }

  /// The last moment that is known of the session: its end, else its start.
  package var last: Instant {
    end ?? start ?? Instant(secondsSince1970: .min)
  }

  /// When the session certainly takes place: from its start to its end, or, if only one of them is
  /// known, the first or the last second; nil if nothing is known.
  package var certain: Range<Instant>? {
    guard start != nil || end != nil else { return nil }
    guard let start else { return last.advanced(by: .seconds(-1))..<last }
    return start..<max(last, start.advanced(by: .seconds(1)))
  }

  /// Returns the days that the session fills from midnight to midnight, as an all-day event does.
  ///
  /// - Parameter zone: The zone whose clocks count.
  /// - Returns: The days, up to the one at whose midnight it ends; nil if it begins or ends at another
  ///   time of day.
  package func wholeDays(in zone: Zone) -> Range<CivilDate>? {
    // A day on which clocks are changed has 23 hours or more.
    guard let start, let end, start.duration(to: end) >= .seconds(23 * 3600) else { return nil }
    let first = zone.civil(at: start).date
    let last = zone.civil(at: end).date
    // Where clocks skip midnight, the day begins later.
    func isMidnight(_ moment: Instant, _ date: CivilDate) -> Bool {
      zone.instant(of: CivilDateTime(date: date, time: .midnight)) == moment
    }
    guard first < last, isMidnight(start, first), isMidnight(end, last) else { return nil }
    return first..<last
  }

  /// Returns whether the session is running; a session that is open at one end is running only on
  /// its own day.
  ///
  /// - Parameters:
  ///   - instant: The moment that is asked about.
  ///   - zone: The zone of the venue, which says when the day ends.
  /// - Returns: True from the start on and before the end.
  package func isRunning(at instant: Instant, in zone: Zone) -> Bool {
    guard contains(instant) else { return false }
    return length != nil || zone.civil(at: listed).date == zone.civil(at: instant).date
  }
}
