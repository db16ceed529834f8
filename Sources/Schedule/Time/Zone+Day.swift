extension Zone {
  /// Returns the range of instants that a local day covers.
  ///
  /// The day starts at the local time `change`, and ends at the same time on the next day.
  package func day(
    _ date: CivilDate, changingAt change: CivilTime = .midnight
  ) -> Range<Instant> {
    let start = instant(of: CivilDateTime(date: date, time: change))
    let end = instant(of: CivilDateTime(date: date.adding(days: 1), time: change))
    return start..<max(start, end)
  }

  /// Returns the local day of an instant.
  ///
  /// Times before `change` belong to the previous day.
  package func day(at instant: Instant, changingAt change: CivilTime = .midnight) -> CivilDate {
    let civil = civil(at: instant)
    return civil.time < change ? civil.date.adding(days: -1) : civil.date
  }
}

extension CivilDateTime {
  /// Returns true if a schedule may list this time under a day.
  ///
  /// The time may be on the day, or in the night after the day. Many files do not state when a day
  /// ends, or state it only for one day. Times before six o'clock may therefore always belong to
  /// the previous day.
  func isListed(on day: CivilDate, changingAt change: CivilTime) -> Bool {
    if date == day { return change <= time }
    return date == day.adding(days: 1) && (time.hour < 6 || time < change)
  }
}
