extension Instant {
  /// Returns the instant in ISO 8601 format, with the offset in force at that time.
  ///
  ///     start.iso8601(in: berlin)  // "2015-05-18T10:00:00+02:00"
  ///     start.iso8601(in: .utc)    // "2015-05-18T08:00:00+00:00"
  ///
  /// The offset is always numeric and in whole minutes. Offsets of local mean time include seconds.
  /// Such an offset is rounded to the nearest minute, and the local time is adjusted, so that the
  /// result still denotes this instant. For a floating zone, no offset is written.
  ///
  /// - Parameter zone: The zone of the local time.
  /// - Returns: The date, time and offset.
  public func iso8601(in zone: Zone) -> String {
    let minutes = (zone.offset(at: self) + 30).dividedFlooring(by: 60).quotient
    let local = CivilDateTime(self, offset: minutes * 60)
    return zone.isFloating ? local.iso8601 : local.iso8601 + offsetText(seconds: minutes * 60)
  }
}

/// Returns an offset as text, such as "+02:00", with seconds only if they are not zero.
func offsetText(seconds: Int) -> String {
  let size = abs(seconds)
  let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
  return (seconds < 0 ? "-" : "+") + parts.map { $0.padded(to: 2) }.joined(separator: ":")
}
