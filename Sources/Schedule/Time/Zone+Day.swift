extension Zone {
  /// Returns the range of instants that a local day covers.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - change: The local time at which a day starts.
  /// - Returns: The range from the start of the day to the start of the next day.
  package func day(
    _ date: CivilDate, changingAt change: CivilTime = .midnight
  ) -> Range<Instant> {
    let start = instant(of: CivilDateTime(date: date, time: change))
    let end = instant(of: CivilDateTime(date: date.adding(days: 1), time: change))
    return start..<max(start, end)
  }

  /// Returns the local day of an instant.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - change: The local time at which a day starts. Earlier times belong to the previous day.
  /// - Returns: The day.
  package func day(at instant: Instant, changingAt change: CivilTime = .midnight) -> CivilDate {
    let civil = civil(at: instant)
    return civil.time < change ? civil.date.adding(days: -1) : civil.date
  }
}

extension CivilDateTime {
  /// Returns true if a schedule that is divided into days may list this time under a day.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - change: The local time at which a day ends. Many files do not state this time, or state it
  ///     only for one day. So the hours until six o'clock may belong to the night after any day.
  /// - Returns: True if the time is on the day, or in the night after it.
  func isListed(on day: CivilDate, changingAt change: CivilTime) -> Bool {
    if date == day { return change <= time }
    return date == day.adding(days: 1) && (time.hour < 6 || time < change)
  }
}
