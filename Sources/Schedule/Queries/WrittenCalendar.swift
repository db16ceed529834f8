package import ECSKit

/// The zone and the change of day that turn written dates and times into moments.
///
/// An offset that is written makes a moment by itself. It is ignored only if it contradicts the
/// venue's zone and the clock beside it shows which of them is wrong. A time without an offset is
/// one on the clocks of the venue.
package struct WrittenCalendar: Sendable {
  /// The zone whose clocks the visitors read.
  package let zone: Zone
  /// When a day of the conference gives way to the next.
  package let dayChange: CivilTime
  /// The zones that are named beside times.
  private let zones: [String: Zone]
  /// The names that no zone has and for which a likely zone was taken.
  private let guesses: Set<String>

  /// The longest that an event may take before that is pointed out.
  private static let longest = Duration.seconds(31 * 86_400)

  /// Creates the calendar of a venue.
  ///
  /// - Parameters:
  ///   - zone: The zone whose clocks the visitors read.
  ///   - dayChange: When a day of the conference gives way to the next.
  ///   - zones: The zones that are named beside times, as far as they are known.
  ///   - guesses: The names that no zone has and for which a likely zone was taken.
  package init(
    zone: Zone, dayChange: CivilTime = .midnight, zones: [String: Zone] = [:],
    guesses: Set<String> = []
  ) {
    self.zone = zone
    self.dayChange = dayChange
    self.zones = zones
    self.guesses = guesses
  }

  /// Gives every entity with a written time its timing.
  ///
  /// - Parameter context: The context of the schedule.
  /// - Returns: The entities with a changed timing, and what could not be resolved or was repaired.
  ///   An unknown zone is reported once, for the first entity that names it.
  /// - Complexity: O(*n* log *m*), where *n* is the number of entities with a written time and *m*
  ///   the number of changes of a zone.
  package func resolve(in context: Context) -> TimingResolution {
    var seen: Set<String> = []
    return TimingResolution(in: context) { entity, problems in
      let timing = timing(of: entity, &problems)
      problems.removeAll { problem in
        switch problem {
        case .unknownZone(let name), .guessedZone(let name, _): !seen.insert(name).inserted
        default: false
        }
      }
      return timing
    }
  }

  private func timing(of entity: Entity, _ problems: inout [TimingResolution.Problem]) -> Timing? {
    let start = start(of: entity, &problems)
    var end: Instant?
    if let start, let length = entity[WrittenLength.self] {
      let last = self.end(of: length, after: start, entity[WrittenStart.self])
      let whole = start.duration(to: last)
      if whole > Self.longest { problems.append(.longDuration(whole.words)) }
      end = last
    } else if let written = entity[WrittenEnd.self] {
      end = instant(of: written.time, zone: written.zone, endingAfter: start, &problems)
      if let start, let last = end, last < start {
        problems.append(.endBeforeStart)
        end = nil
      }
    }
    return start == nil && end == nil ? nil : Timing(start: start, end: end)
  }

  /// The end of a length of time; its days are days on the clocks of the start.
  private func end(
    of length: WrittenLength, after start: Instant, _ written: WrittenStart?
  ) -> Instant {
    guard length.days > 0 else { return start.advanced(by: length.duration) }
    let clocks =
      written?.time.offset.map { $0 == 0 ? Zone.utc : Zone(offset: $0) }
      ?? written?.zone.flatMap { zones[$0] } ?? zone
    let civil = clocks.civil(at: start)
    let date = civil.date.adding(days: length.days)
    return clocks.instant(of: CivilDateTime(date: date, time: civil.time))
      .advanced(by: length.duration)
  }

  private func start(of entity: Entity, _ problems: inout [TimingResolution.Problem]) -> Instant? {
    let clock = entity[DayClock.self]?.time
    guard let written = entity[WrittenStart.self] else {
      guard let clock, let day = entity[DayDate.self]?.date else { return nil }
      let date = clock < dayChange ? day.adding(days: 1) : day
      return zone.instant(of: CivilDateTime(date: date, time: clock))
    }
    if let clock, let offset = written.time.offset,
      ClockWitness(written.time, clock, in: zone) == .zone(against: offset)
    {
      let byOffset = written.time.instant.map { zone.civil(at: $0).time.clock }
      problems.append(
        .wrongOffset(
          Zone(offset: offset).name, clock: clock.clock, byOffset: byOffset ?? clock.clock))
      return zone.instant(of: written.time.civil)
    }
    return instant(of: written.time, zone: written.zone, &problems)
  }

  private func instant(
    of time: WrittenTime, zone name: String?, endingAfter start: Instant? = nil,
    _ problems: inout [TimingResolution.Problem]
  ) -> Instant {
    if let instant = time.instant { return instant }
    guard let name else { return zone.instant(of: time.civil, endingAfter: start) }
    let named = zones[name]
    if named == nil { problems.append(.unknownZone(name)) }
    if let named, guesses.contains(name) {
      problems.append(.guessedZone(name, used: named.name))
    }
    return (named ?? zone).instant(of: time.civil, endingAfter: start)
  }
}

/// How a clock beside a time with an offset compares with the two.
enum ClockWitness: Equatable {
  /// It agrees with the moment as the zone's clocks show it.
  case both
  /// It shows the written time, while the zone's clocks show another: offset and zone differ.
  case zone(against: Int)
  /// It says nothing of the kind.
  case neither

  init(_ written: WrittenTime, _ clock: CivilTime, in zone: Zone) {
    guard let instant = written.instant, let offset = written.offset else {
      self = .neither
      return
    }
    let minute = clock.minuteOfDay
    if zone.civil(at: instant).time.minuteOfDay == minute {
      self = .both
    } else {
      self = written.time?.minuteOfDay == minute ? .zone(against: offset) : .neither
    }
  }
}

extension WrittenCalendar {
  /// Returns when a day of the conference gives way to the next, according to its days.
  ///
  /// - Parameters:
  ///   - days: The days of the conference with their written times.
  ///   - zone: The zone of the venue.
  /// - Returns: The earliest time at which a day ends on a later date than it began; midnight if
  ///   there is none.
  package static func dayChange(of days: Group, in zone: Zone) -> CivilTime {
    func civil(_ time: WrittenTime?) -> CivilDateTime? {
      time.map { time in time.instant.map(zone.civil(at:)) ?? time.civil }
    }
    for day in days {
      guard let start = civil(day[WrittenStart.self]?.time),
        let end = civil(day[WrittenEnd.self]?.time), end.date > start.date
      else { continue }
      return end.time
    }
    return .midnight
  }
}
