package import ECSKit

/// The sessions that are running at a moment, and those that come next.
extension ConferenceSchedule {
  private var sessionsByMoment: OrderedIndex<Timing, Instant> {
    context.orderedIndex(\Timing.listed, in: .sessions)
  }

  /// Returns the sessions that are running at a moment, in the order of time.
  ///
  /// - Parameter instant: The moment.
  /// - Returns: The sessions, also those that only fill a night.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* that of the
  ///   ones found. A run asks once; an index of intervals takes more time to make than it saves.
  package func running(at instant: Instant) -> [Entity] {
    sessions.entities.filter { isRunning($0, at: instant) }.sorted(by: Timing.self)
  }

  /// Returns whether a session is running at a moment.
  ///
  /// - Parameters:
  ///   - session: A session.
  ///   - instant: The moment.
  /// - Returns: True from its start on and before its end; an open end is that of the day.
  package func isRunning(_ session: Entity, at instant: Instant) -> Bool {
    session[Timing.self]?.isRunning(at: instant, in: zone) ?? false
  }

  /// Returns the sessions that are listed within a time, in the order of time.
  ///
  /// A session is listed under its start, or under its end if nothing is known of its start.
  ///
  /// - Parameter range: From the first moment up to, but not including, the last.
  /// - Returns: The sessions.
  /// - Complexity: O(log *n* + *k* log *k*), where *n* is the number of sessions and *k* that of the
  ///   ones found.
  package func sessions(listedIn range: Range<Instant>) -> [Entity] {
    sessionsByMoment[range].sorted(by: Timing.self)
  }

  /// Returns the sessions that start within a time, in the order of time.
  ///
  /// - Parameter range: From the first moment up to, but not including, the last.
  /// - Returns: The sessions.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* that of the
  ///   ones found. A run asks once, as ``running(at:)``.
  package func sessions(startingIn range: Range<Instant>) -> [Entity] {
    sessions.entities.filter { $0[Timing.self]?.start.map(range.contains) ?? false }
      .sorted(by: Timing.self)
  }

  /// The sessions whose time is known, in the order of the moments they are listed under.
  var listedSessions: [Entity] { sessionsByMoment[..<Instant(secondsSince1970: .max)] }

  /// Returns the sessions that start first after a moment.
  ///
  /// - Parameters:
  ///   - instant: The moment; sessions that start just then are not included.
  ///   - isMeant: Which sessions are of interest.
  /// - Returns: The sessions that start together.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* that of the
  ///   ones found.
  package func next(after instant: Instant, where isMeant: (Entity) -> Bool) -> [Entity] {
    var first: Instant?
    var found: [Entity] = []
    for session in sessions.entities {
      guard let start = session[Timing.self]?.start, instant < start, start <= first ?? start,
        isMeant(session)
      else { continue }
      if start != first { found = [] }
      first = start
      found.append(session)
    }
    return found.sorted(by: Timing.self)
  }

  /// Returns whether a session is there only to fill the time between two days.
  ///
  /// It has no talks, and either has no start or lasts less than a day and includes four o'clock in
  /// the morning. UIKonf says "See you tomorrow" with such a session.
  ///
  /// - Parameter session: A session.
  /// - Returns: Whether it only fills time.
  package func isFiller(_ session: Entity) -> Bool {
    guard let timing = session[Timing.self], talks(in: session).isEmpty else { return false }
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
    /// Nothing has begun; the first session does then.
    case before(opening: Instant)
    /// Something has begun, and there is more.
    case during
    /// All has ended, the last session then.
    case after(closing: Instant)
    /// There is no session whose time is known.
    case unknown
  }

  /// Returns where a moment lies in the conference.
  ///
  /// - Parameter instant: The moment.
  /// - Returns: The phase.
  /// - Complexity: O(*n*) for *n* sessions, since the first and the last one are searched.
  package func phase(at instant: Instant) -> Phase {
    guard let opening = opening?[Timing.self]?.start,
      let closing = sessions.entities.compactMap({ $0[Timing.self]?.last }).max()
    else { return .unknown }
    if instant < opening { return .before(opening: opening) }
    return closing <= instant && running(at: instant).isEmpty ? .after(closing: closing) : .during
  }

  /// The first session that is not a filler.
  ///
  /// - Complexity: O(*n*) for *n* sessions.
  package var opening: Entity? {
    var first: (start: Instant, session: Entity)?
    for session in sessions.entities {
      guard let start = session[Timing.self]?.start else { continue }
      if let first, first.start <= start { continue }
      if !isFiller(session) { first = (start, session) }
    }
    return first?.session
  }
}
