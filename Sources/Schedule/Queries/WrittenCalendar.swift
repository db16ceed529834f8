// Converts the written dates and times of a schedule to instants. `VenueSettings` creates the
// calendar for files that contain complete dates, not only days of a month. A written offset is
// used unless the venue's zone and a clock time in the file refute it.

package import ECSKit

/// A calendar that converts written dates and times to instants.
///
/// A time with an offset needs no zone. An offset is ignored only if it contradicts the venue's
/// zone, and a clock time in the file shows that the offset is wrong. A time without an offset is
/// local time at the venue.
package struct WrittenCalendar: Sendable {
  package let zone: Zone
  package let dayChange: CivilTime
  /// The known zones, keyed by their names in the file.
  private let zones: [String: Zone]
  /// The unknown zone names that were replaced by a likely zone.
  private let guesses: Set<String>
  /// True if the file adds its offsets to local times; see `ClockWitness.offsetTwice`.
  private let hasOffsetsTwice: Bool

  /// The maximum length of an event that causes no warning.
  private static let longest = Duration.seconds(31 * 86_400)

  package init(
    zone: Zone, dayChange: CivilTime = .midnight, zones: [String: Zone] = [:],
    guesses: Set<String> = [], hasOffsetsTwice: Bool = false
  ) {
    self.zone = zone
    self.dayChange = dayChange
    self.zones = zones
    self.guesses = guesses
    self.hasOffsetsTwice = hasOffsetsTwice
  }

  /// Sets the timing of every entity with a written time, and returns the changes and problems.
  ///
  /// An unknown zone is reported once, for the first entity that names the zone.
  ///
  /// - Complexity: O(*n* log *m*), where *n* is the number of entities with a written time and *m*
  ///   the number of a zone's clock changes.
  package func resolve(in context: Context) -> TimingResolution {
    var seen: Set<String> = []
    var lengths: ThreePartLengths?
    return TimingResolution(in: context) { entity, problems in
      let timing = timing(of: entity, &problems) {
        let known = lengths ?? ThreePartLengths(of: context) { start(of: $0) }
        lengths = known
        return known
      }
      problems.removeAll { problem in
        switch problem {
        case .unknownZone(let name), .guessedZone(let name, _): !seen.insert(name).inserted
        default: false
        }
      }
      return timing
    }
  }

  private func timing(
    of entity: Entity, _ problems: inout [TimingResolution.Problem],
    lengths: () -> ThreePartLengths
  ) -> Timing? {
    let start = start(of: entity, &problems)
    var end: Instant?
    if let start, var length = entity[WrittenLength.self] {
      if length.isAmbiguous, let clock = length.clock {
        switch lengths() {
        case .days: break
        case .clock: length.duration = clock
        case .unclear: problems.append(.unclearLength(length.duration.words, or: clock.words))
        }
      }
      let last = self.end(of: length, after: start, entity[WrittenStart.self])
      let whole = start.duration(to: last)
      if whole > Self.longest { problems.append(.longDuration(whole.words)) }
      end = last
    } else if let written = entity[WrittenEnd.self] {
      end = instant(of: written.time, zone: written.zone, endingAfter: start, &problems)
      if hasOffsetsTwice, entity.has(DayClock.self), let offset = written.time.offset {
        end = end?.advanced(by: .seconds(-offset))
      }
      if let start, let last = end, last < start {
        problems.append(.endBeforeStart)
        end = nil
      }
    }
    return start == nil && end == nil ? nil : Timing(start: start, end: end)
  }

  /// Returns the end of an event.
  ///
  /// Days in the length are calendar days in the zone of the start.
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
    guard let clock else { return instant(of: written.time, zone: written.zone, &problems) }
    let day = entity[DayDate.self]?.date
    switch ClockWitness(written.time, clock, in: zone) {
    case .both: return instant(of: written.time, zone: written.zone, &problems)
    case .zone(against: let offset):
      let byOffset = written.time.instant.map { zone.civil(at: $0).time.clock }
      problems.append(
        .wrongOffset(
          Zone(offset: offset).name, clock: clock.clock, byOffset: byOffset ?? clock.clock))
      return zone.instant(of: written.time.civil)
    case .date(let date):
      // If the date repeats the listed day, it does not show whether the time is in the night after
      // that day.
      let isNextDate = date == day && clock < dayChange
      return instant(at: clock, on: isNextDate ? date.adding(days: 1) : date)
    case .offsetTwice(let date):
      if hasOffsetsTwice { return instant(at: clock, on: date) }
      return instant(
        of: written.time.instant.map { zone.civil(at: $0) } ?? written.time.civil, or: clock,
        on: date, listedOn: day, &problems)
    case .neither(let civil):
      return instant(of: civil, or: clock, on: civil.date, listedOn: day, &problems)
    }
  }

  private func start(of entity: Entity) -> Instant? {
    var problems: [TimingResolution.Problem] = []
    return start(of: entity, &problems)
  }

  private func instant(at clock: CivilTime, on date: CivilDate) -> Instant {
    zone.instant(of: CivilDateTime(date: date, time: clock))
  }

  /// Returns the start of an event whose date contradicts the clock time next to it.
  ///
  /// The clock time is used if no day is listed, or if the clock time is on the listed day or in
  /// the night after that day.
  private func instant(
    of civil: CivilDateTime, or clock: CivilTime, on date: CivilDate, listedOn day: CivilDate?,
    _ problems: inout [TimingResolution.Problem]
  ) -> Instant {
    let isCertain =
      day.map { CivilDateTime(date: date, time: clock).isListed(on: $0, changingAt: dayChange) }
      ?? true
    problems.append(
      .contradiction(byDate: civil.time.clock, clock: clock.clock, usesClock: isCertain))
    return isCertain ? instant(at: clock, on: date) : zone.instant(of: civil)
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

extension WrittenCalendar {
  /// Returns the time of day when a conference day ends, based on the days in the file.
  ///
  /// The result is the end of the first day that ends after its date, or midnight if no such day
  /// exists.
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
