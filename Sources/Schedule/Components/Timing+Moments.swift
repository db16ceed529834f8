/// What is asked of a session in time.
extension Timing {
  /// The moment that the session is listed under: its start, else its end.
  package var listed: Instant {
    start ?? end ?? Instant(secondsSince1970: .max)
  }

  /// The last moment that is known of the session: its end, else its start.
  package var last: Instant {
    end ?? start ?? Instant(secondsSince1970: .min)
  }

  /// When the session certainly takes place: from its start to its end, of which it has at least the
  /// first second, or the last where no start is known; nil if nothing is known.
  package var certain: Range<Instant>? {
    guard start != nil || end != nil else { return nil }
    guard let start else { return last.advanced(by: .seconds(-1))..<last }
    return start..<max(last, start.advanced(by: .seconds(1)))
  }

  /// Returns whether the session is running; what is open at one end is so only on its own day.
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
