package import ECSKit

/// The evidence for the venue's time zone in the written times of a schedule.
package struct VenueEvidence {
  /// The offsets of the written times, corrected by the clock times next to them.
  ///
  /// The value is nil if no time has an offset. It is also nil if the times without offset and zone
  /// outnumber the times with the most frequent offset.
  package let offsets: OffsetEvidence?
  /// The zone that the start times name most often, or nil if they name no zone.
  package let zoneName: String?
  /// All zones that the written times name, in alphabetical order.
  package let zoneNames: [String]
  /// True if all times are in UTC and no local clock time shows the zone of the venue.
  package var isUTCAlone: Bool { offsets?.isUTC == true && witnesses.isEmpty }
  private let witnesses: [(time: WrittenTime, clock: CivilTime)]
  /// An example of a time to which the offset was added twice.
  ///
  /// The value is nil unless the file adds offsets twice to most times.
  private let offsetTwice: (time: WrittenTime, clock: CivilTime)?

  /// Creates the evidence from the written times of a schedule.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events with a written time.
  package init(of context: Context) {
    var offsets = OffsetEvidence()
    var names: [String: Int] = [:]
    var local = 0
    var witnesses: [(time: WrittenTime, clock: CivilTime)] = []
    // Offsets of dates at midnight, and offsets that were added twice. An event may be at midnight
    // in UTC by chance, so all other times are better evidence.
    var dates: [(instant: Instant, offset: Int)] = []
    var twice: [(instant: Instant, offset: Int)] = []
    var offsetTwice: (time: WrittenTime, clock: CivilTime)?
    for entity in context.group(.all(WrittenStart.self)) {
      guard let written = entity[WrittenStart.self] else { continue }
      if let name = written.zone { names[name, default: 0] += 1 }
      guard let offset = written.time.offset, let instant = written.time.instant else {
        if written.zone == nil, written.time.time != nil || entity.has(DayClock.self) { local += 1 }
        continue
      }
      guard let clock = entity[DayClock.self]?.time else {
        offsets.add(instant, offset: offset)
        continue
      }
      witnesses.append((written.time, clock))
      if written.time.lacksClock, clock.minuteOfDay != 0 {
        dates.append((instant, offset))
      } else if written.time.hasOffsetTwice(clock) {
        twice.append((instant.advanced(by: .seconds(-offset)), offset))
        offsetTwice = offsetTwice ?? (written.time, clock)
      } else {
        let byClock = Self.offset(
          of: written.time, by: clock, listedOn: entity[DayDate.self]?.date)
        offsets.add(instant, offset: byClock ?? offset)
      }
    }
    if twice.count * 2 > witnesses.count - dates.count {
      for (instant, offset) in twice { offsets.add(instant, offset: offset) }
    } else {
      offsetTwice = nil
    }
    if offsets.mostOfOne == 0 {
      for (instant, offset) in dates { offsets.add(instant, offset: offset) }
    }
    // If most times have no offset, the offsets of a few times are not evidence.
    let isKnown = offsets.mostOfOne >= max(local, 1)
    var allNames = Set(names.keys)
    for entity in context.group(.all(WrittenEnd.self)) {
      guard let end = entity[WrittenEnd.self] else { continue }
      if let name = end.zone { allNames.insert(name) }
      // A clock time next to the start can correct the offset of the start but not the offset of
      // the end.
      if let offset = end.time.offset, let instant = end.time.instant, !entity.has(DayClock.self) {
        offsets.add(instant, offset: offset)
      }
    }
    self.offsets = isKnown ? offsets : nil
    zoneName = names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    zoneNames = allNames.sorted()
    self.witnesses = witnesses
    self.offsetTwice = offsetTwice
  }

  /// Returns the offset between a clock time and an instant, or nil if no zone has such an offset.
  ///
  /// Some files contain instants in UTC next to local clock times.
  private static func offset(
    of time: WrittenTime, by clock: CivilTime, listedOn day: @autoclosure () -> CivilDate?
  ) -> Int? {
    guard let instant = time.instant, let written = time.offset else { return nil }
    let noon = 43_200
    let difference = clock.secondOfDay - CivilDateTime(instant, offset: 0).time.secondOfDay
    if (difference - written) % 86_400 == 0 { return written }
    let offset = (difference + noon + 86_400) % 86_400 - noon
    guard offset % 900 == 0 else { return nil }
    // Two offsets that differ by a day give the same clock time. Only the date shows which offset
    // is correct.
    if offset <= -36_000, let day = day(), CivilDateTime(instant, offset: offset).date < day {
      return offset + 86_400
    }
    return offset
  }

  /// Returns the offset that the file adds to most of its local times, or nil if it adds none.
  package func offsetTwice(in zone: Zone) -> Int? {
    guard let offsetTwice,
      case .offsetTwice = ClockWitness(offsetTwice.time, offsetTwice.clock, in: zone)
    else { return nil }
    return offsetTwice.time.offset
  }

  /// Returns true if more clock times contradict a zone than agree with it.
  ///
  /// - Complexity: O(*n* log *m*), where *n* is the number of times with an offset and a clock time
  ///   and *m* the number of the zone's clock changes.
  package func contradicts(_ zone: Zone) -> Bool {
    var balance = 0
    for witness in witnesses {
      switch ClockWitness(witness.time, witness.clock, in: zone) {
      case .both: balance -= 1
      case .zone: balance += 1
      case .date, .offsetTwice, .neither: break
      }
    }
    return balance > 0
  }
}
