/// The result of comparing a local clock time with the date and time written next to it.
enum ClockWitness: Equatable {
  /// The clock time equals the written time after its conversion to the zone.
  case both
  /// The clock time equals the written time, but only before its conversion to the zone.
  ///
  /// The associated value is the written offset.
  case zone(against: Int)
  /// The date has no time of day, or midnight in place of one.
  case date(CivilDate)
  /// The written time is the clock time plus the offset.
  ///
  /// The associated value is the local date. Until June 2024, OSEM read local times as UTC and
  /// converted them to local times again.
  case offsetTwice(CivilDate)
  /// The clock time differs from the written time.
  ///
  /// The associated value is the written time at the venue.
  case neither(CivilDateTime)

  init(_ written: WrittenTime, _ clock: CivilTime, in zone: Zone) {
    let minute = clock.minuteOfDay
    let venue = written.instant.map { zone.civil(at: $0) } ?? written.civil
    if written.time != nil, venue.time.minuteOfDay == minute {
      self = .both
    } else if let offset = written.offset, written.time?.minuteOfDay == minute {
      self = .zone(against: offset)
    } else if written.lacksClock {
      self = .date(written.date)
    } else if venue.time == .midnight {
      self = .date(venue.date)
    } else if written.hasOffsetTwice(clock), let instant = written.instant {
      self = .offsetTwice(CivilDateTime(instant, offset: 0).date)
    } else {
      self = .neither(venue)
    }
  }
}

extension WrittenTime {
  /// True if the time is missing or midnight.
  ///
  /// Some programs write midnight in place of a missing time.
  var lacksClock: Bool { (time ?? .midnight) == .midnight }

  /// Returns true if the written time is a clock time plus the offset.
  func hasOffsetTwice(_ clock: CivilTime) -> Bool {
    guard let offset, offset != 0, let time else { return false }
    return (time.minuteOfDay - clock.minuteOfDay - offset / 60) % 1440 == 0
  }
}
