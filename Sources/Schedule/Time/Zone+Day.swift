extension Zone {
  /// Returns a day of the zone's clocks as a stretch of time.
  ///
  /// - Parameter date: The day.
  /// - Returns: From its first moment up to the first of the next day.
  package func day(_ date: CivilDate) -> Range<Instant> {
    let start = instant(of: CivilDateTime(date: date, time: .midnight))
    let end = instant(of: CivilDateTime(date: date.adding(days: 1), time: .midnight))
    return start..<max(start, end)
  }
}
