package import ECSKit

extension ConferenceSchedule {
  private var sessionsByMoment: OrderedIndex<Timing, Instant> {
    context.index(ordered: \Timing.listed, in: .sessions)
  }

  /// Returns the sessions running at an instant, including fillers, in chronological order.
  ///
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* the number of
  ///   results. konf calls this method only once per run, so building an interval index would take
  ///   longer than it saves.
  package func running(at instant: Instant) -> [Entity] {
    sessions.entities.filter { isRunning($0, at: instant) }.sorted(by: Timing.self)
  }

  /// Returns true if a session is running at an instant.
  ///
  /// A session runs from its start until just before its end. If only the start is known, the
  /// session runs until the end of the day on which it starts. If only the end is known, it runs
  /// from the beginning of the day on which it ends.
  package func isRunning(_ session: Entity, at instant: Instant) -> Bool {
    session[Timing.self]?.isRunning(at: instant, in: zone) ?? false
  }

  /// Returns the sessions listed within a time range, in chronological order.
  ///
  /// A session is listed at its start, or at its end if its start is unknown.
  ///
  /// - Complexity: O(log *n* + *k* log *k*), where *n* is the number of sessions and *k* the number
  ///   of results.
  package func sessions(listedIn range: Range<Instant>) -> [Entity] {
    sessionsByMoment[range].sorted(by: Timing.self)
  }

  /// Returns the sessions that start within a time range, in chronological order.
  ///
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* the number of
  ///   results. Building an index of the starts would take longer than it saves in one run.
  package func sessions(startingIn range: Range<Instant>) -> [Entity] {
    sessions.entities.filter { $0[Timing.self]?.start.map(range.contains) ?? false }
      .sorted(by: Timing.self)
  }

  /// The sessions with a known time, ordered by ``Timing/listed``.
  var listedSessions: [Entity] { sessionsByMoment[..<Instant(secondsSince1970: .max)] }

  /// Returns the sessions that satisfy a predicate and have the earliest start after an instant.
  ///
  /// Sessions that start exactly at the instant are excluded.
  ///
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* the number of
  ///   results.
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

  /// Returns true if a session is a filler.
  ///
  /// A filler represents the night between two days. It has no talks. Either it has no start, or it
  /// lasts less than a day and includes 04:00. UIKonf has such sessions, named "See you tomorrow".
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

  package enum Phase: Equatable, Sendable {
    /// The time before `opening`, the start of the first session.
    case before(opening: Instant)
    /// The time between the start of the first session and the end of the last session.
    case during
    /// The time after `closing`, the end of the last session.
    case after(closing: Instant)
    /// The phase of a conference without known session times.
    case unknown
  }

  /// Returns the phase of the conference at an instant.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions.
  package func phase(at instant: Instant) -> Phase {
    guard let opening = opening?[Timing.self]?.start,
      let closing = sessions.entities.compactMap({ $0[Timing.self]?.last }).max()
    else { return .unknown }
    if instant < opening { return .before(opening: opening) }
    return closing <= instant && running(at: instant).isEmpty ? .after(closing: closing) : .during
  }

  /// The first session that has a known start and is not a filler.
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
