package import ECSKit

/// What is on at a moment and what comes then.
extension Programme {
  private var slotsByReach: OrderedIndex<Timing, Timing.Reach> {
    context.orderedIndex(\Timing.reach, in: .slots)
  }

  private var slotsByMoment: OrderedIndex<Timing, Instant> {
    context.orderedIndex(\Timing.listed, in: .slots)
  }

  /// Returns the slots that are running at a moment, in the order of time.
  ///
  /// - Parameter instant: The moment.
  /// - Returns: The slots, also those that only fill a night.
  /// - Complexity: O(*c* log *n* + *k* log *k*), where *n* is the number of slots, *c* that of the
  ///   powers of two, in seconds, up to the longest of them, and *k* that of the slots that began
  ///   before the moment by no more than twice their length.
  package func running(at instant: Instant) -> [Entity] {
    guard let longest = slotsByReach.largestKey?.magnitude else { return [] }
    let candidates = (0...longest).flatMap {
      slotsByReach[Timing.Reach.around(instant, magnitude: $0)]
    }
    return candidates.filter { isRunning($0, at: instant) }.sorted(by: Timing.self)
  }

  /// Returns whether a slot is running at a moment.
  ///
  /// - Parameters:
  ///   - slot: A slot.
  ///   - instant: The moment.
  /// - Returns: True from its start on and before its end; an open end is that of the day.
  package func isRunning(_ slot: Entity, at instant: Instant) -> Bool {
    slot[Timing.self]?.isRunning(at: instant, in: zone) ?? false
  }

  /// Returns the slots that are listed within a time, in the order of time.
  ///
  /// A slot is listed under its start, or under its end if nothing is known of its start.
  ///
  /// - Parameter range: From the first moment up to, but not including, the last.
  /// - Returns: The slots.
  /// - Complexity: O(log *n* + *k* log *k*), where *n* is the number of slots and *k* that of the
  ///   ones found.
  package func slots(listedIn range: Range<Instant>) -> [Entity] {
    slotsByMoment[range].sorted(by: Timing.self)
  }

  /// The slots whose time is known, in the order of the moments they are listed under.
  var listedSlots: [Entity] { slotsByMoment[..<Instant(secondsSince1970: .max)] }

  /// Returns the slots that start first of all that start after a moment.
  ///
  /// - Parameters:
  ///   - instant: The moment; what starts just then is not meant.
  ///   - isMeant: Which slots are of interest.
  /// - Returns: The slots that start together.
  /// - Complexity: O(log *n* + *k*), where *n* is the number of slots and *k* that of the later ones.
  package func next(after instant: Instant, where isMeant: (Entity) -> Bool) -> [Entity] {
    let later = slotsByMoment[instant.advanced(by: .seconds(1))...]
    guard
      let first = later.first(where: { $0[Timing.self]?.start != nil && isMeant($0) }),
      let start = first[Timing.self]?.start
    else { return [] }
    return slotsByMoment[start...start].filter { $0[Timing.self]?.start != nil && isMeant($0) }
      .sorted(by: Timing.self)
  }

  /// Returns whether a slot is there only to fill the time between two days.
  ///
  /// It has no talks, and it is open towards the past or goes on in the night at four o'clock for
  /// less than a day. UIKonf says "See you tomorrow" with such a slot.
  ///
  /// - Parameter slot: A slot.
  /// - Returns: Whether nobody would come for it.
  package func isFiller(_ slot: Entity) -> Bool {
    guard let timing = slot[Timing.self], talks(in: slot).isEmpty else { return false }
    guard let start = timing.start else { return true }
    guard let end = timing.end, let length = timing.length, length < .seconds(86_400),
      let four = CivilTime(hour: 4, minute: 0)
    else { return false }
    let first = zone.civil(at: start)
    let date = first.time <= four ? first.date : first.date.adding(days: 1)
    return zone.instant(of: CivilDateTime(date: date, time: four)) < end
  }

  /// Where a moment lies in the conference.
  package enum Phase: Equatable, Sendable {
    /// Nothing has begun; the first slot does then.
    case before(opening: Instant)
    /// Something has begun, and there is more.
    case during
    /// All has ended, the last slot then.
    case after(closing: Instant)
    /// There is no slot whose time is known.
    case unknown
  }

  /// Returns where a moment lies in the conference.
  ///
  /// - Parameter instant: The moment.
  /// - Returns: The phase.
  /// - Complexity: O(*n*) for *n* slots, of which the first and the last are looked at.
  package func phase(at instant: Instant) -> Phase {
    guard let opening = opening?[Timing.self]?.start,
      let closing = context.orderedIndex(\Timing.last, in: .slots).largestKey
    else { return .unknown }
    if instant < opening { return .before(opening: opening) }
    return closing <= instant && running(at: instant).isEmpty ? .after(closing: closing) : .during
  }

  /// The first slot that somebody would come for.
  package var opening: Entity? {
    slotsByMoment.entities.first { $0[Timing.self]?.start != nil && !isFiller($0) }
  }
}
