/// By what the slots of a programme are found in time.
extension Timing {
  /// The moment that the slot is listed under: its start, else its end.
  package var listed: Instant {
    start ?? end ?? Instant(secondsSince1970: .max)
  }

  /// The last moment that is known of the slot: its end, else its start.
  package var last: Instant {
    end ?? start ?? Instant(secondsSince1970: .min)
  }

  /// How far the slot can reach, and from where.
  package var reach: Reach {
    // What is open lasts a day at the longest, which is 25 hours when clocks are put back.
    let open = Duration.seconds(90_000)
    let length = max(self.length ?? open, .zero)
    let first = start ?? (end ?? listed).advanced(by: .zero - open)
    return Reach(magnitude: Reach.magnitude(of: length), start: first)
  }

  /// Returns whether the slot is running; what is open at one end is so only on its own day.
  ///
  /// - Parameters:
  ///   - instant: The moment that is asked about.
  ///   - zone: The zone of the venue, which says when the day ends.
  /// - Returns: True from the start on and before the end.
  package func isRunning(at instant: Instant, in zone: Zone) -> Bool {
    guard contains(instant) else { return false }
    return length != nil || zone.civil(at: listed).date == zone.civil(at: instant).date
  }

  /// A class of lengths and a start, by which what runs at a moment is found in an ordered index.
  ///
  /// All slots of one class are shorter than a power of two of seconds, so those that run at a moment
  /// have begun less than that before it. Asking each class for itself keeps a slot of a whole night
  /// from widening the search among talks of half an hour.
  ///
  /// - SeeAlso: Kriegel, Pötke and Seidl, *Managing Intervals Efficiently in Object-Relational
  ///   Databases* (2000), for intervals in an index that knows no intervals.
  package struct Reach: Comparable, Sendable {
    /// The class; a length of the class has this many binary digits when it is counted in seconds.
    let magnitude: Int
    /// The earliest moment that the slot may be running.
    let start: Instant

    /// The class of a length.
    fileprivate static func magnitude(of length: Duration) -> Int {
      Int64.bitWidth - length.components.seconds.leadingZeroBitCount
    }

    /// Returns where the slots of a class stand that may be running at a moment.
    static func around(_ instant: Instant, magnitude: Int) -> ClosedRange<Reach> {
      let length = Duration.seconds(Int64(1) << min(magnitude, 62))
      let first = instant.advanced(by: .zero - length)
      return Reach(magnitude: magnitude, start: first)...Reach(magnitude: magnitude, start: instant)
    }

    package static func < (left: Reach, right: Reach) -> Bool {
      (left.magnitude, left.start) < (right.magnitude, right.start)
    }
  }
}
