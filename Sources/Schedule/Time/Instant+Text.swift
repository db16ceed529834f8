extension Instant {
  /// Returns the moment as ISO 8601 writes it, with the offset that is in force at that moment.
  ///
  ///     start.iso8601(in: berlin)  // "2015-05-18T10:00:00+02:00"
  ///     start.iso8601(in: .utc)    // "2015-05-18T08:00:00+00:00"
  ///
  /// The offset is always written in numbers and in whole minutes. Where a zone counted seconds,
  /// as local mean time did, the nearest minute is written and the clock beside it agrees with
  /// that, so that the text still names this moment. Where nothing says the zone, no offset is
  /// written.
  ///
  /// - Parameter zone: The zone whose clocks are read.
  /// - Returns: Date, time and offset.
  public func iso8601(in zone: Zone) -> String {
    let minutes = (zone.offset(at: self) + 30).dividedFlooring(by: 60).quotient
    let local = CivilDateTime(self, offset: minutes * 60)
    return zone.isFloating ? local.iso8601 : local.iso8601 + offsetText(seconds: minutes * 60)
  }
}

/// An offset as "+02:00", with seconds only if there are any.
func offsetText(seconds: Int) -> String {
  let size = abs(seconds)
  let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
  return (seconds < 0 ? "-" : "+") + parts.map { $0.padded(to: 2) }.joined(separator: ":")
}
