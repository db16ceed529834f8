extension Zone {
  /// Returns a day of the zone's clocks as a stretch of time.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - change: The time at which a day gives way to the next.
  /// - Returns: From its first moment up to the first of the next day.
  package func day(
    _ date: CivilDate, changingAt change: CivilTime = .midnight
  ) -> Range<Instant> {
    let start = instant(of: CivilDateTime(date: date, time: change))
    let end = instant(of: CivilDateTime(date: date.adding(days: 1), time: change))
    return start..<max(start, end)
  }

  /// Returns the day that a moment belongs to.
  ///
  /// - Parameters:
  ///   - instant: The moment.
  ///   - change: The time at which a day gives way to the next; before it, it is still the day
  ///     before.
  /// - Returns: The day.
  package func day(at instant: Instant, changingAt change: CivilTime = .midnight) -> CivilDate {
    let civil = civil(at: instant)
    return civil.time < change ? civil.date.adding(days: -1) : civil.date
  }
}
