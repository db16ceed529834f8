package import ECSKit

/// The evidence of the written times of a schedule about the venue's zone.
package struct VenueEvidence {
  /// The offsets of times, or those that follow from the clocks beside them; nil if no time has
  /// one, or if most have none.
  package let offsets: OffsetEvidence?
  /// The zone that is named beside most times; nil if none is.
  package let zoneName: String?
  /// All zones that are named beside times, in the order of their names.
  package let zoneNames: [String]
  /// Whether the times are in UTC and no clock beside them says that it is the venue's as well.
  package var isUTCAlone: Bool { offsets?.isUTC == true && witnesses.isEmpty }
  private let witnesses: [(time: WrittenTime, clock: CivilTime)]

  /// Gathers the evidence.
  ///
  /// - Parameter context: The context of the schedule.
  /// - Complexity: O(*n*), where *n* is the number of events with a written time.
  package init(of context: Context) {
    var offsets = OffsetEvidence()
    var names: [String: Int] = [:]
    var local = 0
    var witnesses: [(time: WrittenTime, clock: CivilTime)] = []
    for entity in context.group(.all(WrittenStart.self)) {
      guard let written = entity[WrittenStart.self] else { continue }
      if let name = written.zone { names[name, default: 0] += 1 }
      guard let offset = written.time.offset, let instant = written.time.instant else {
        if written.zone == nil, written.time.time != nil { local += 1 }
        continue
      }
      let clock = entity[DayClock.self]?.time
      offsets.add(
        instant, offset: clock.flatMap { Self.offset(of: written.time, by: $0) } ?? offset)
      if let clock { witnesses.append((written.time, clock)) }
    }
    // A few times with an offset do not say on which clocks all the others are.
    let isKnown = offsets.mostOfOne >= max(local, 1)
    var allNames = Set(names.keys)
    for entity in context.group(.all(WrittenEnd.self)) {
      guard let end = entity[WrittenEnd.self] else { continue }
      if let name = end.zone { allNames.insert(name) }
      // A clock beside the start says what its offset is worth, but nothing of the end's.
      if let offset = end.time.offset, let instant = end.time.instant, !entity.has(DayClock.self) {
        offsets.add(instant, offset: offset)
      }
    }
    self.offsets = isKnown ? offsets : nil
    zoneName = names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    zoneNames = allNames.sorted()
    self.witnesses = witnesses
  }

  /// The difference between a clock and a moment, as where moments are written in UTC beside the
  /// clocks of the venue; nil if no zone has such an offset.
  private static func offset(of time: WrittenTime, by clock: CivilTime) -> Int? {
    guard let instant = time.instant, let written = time.offset else { return nil }
    let noon = 43_200
    let difference = clock.secondOfDay - CivilDateTime(instant, offset: 0).time.secondOfDay
    if (difference - written) % 86_400 == 0 { return written }
    let offset = (difference + noon + 86_400) % 86_400 - noon
    return offset % 900 == 0 ? offset : nil
  }

  /// Returns whether the clocks beside most times contradict a zone and agree with the offsets.
  ///
  /// - Parameter zone: The zone that the file names.
  /// - Returns: True if more clocks contradict the zone than agree with it.
  /// - Complexity: O(*n* log *m*), where *n* is the number of times with an offset and a clock and
  ///   *m* the number of the zone's changes.
  package func contradicts(_ zone: Zone) -> Bool {
    var balance = 0
    for witness in witnesses {
      switch ClockWitness(witness.time, witness.clock, in: zone) {
      case .both: balance -= 1
      case .zone: balance += 1
      case .neither: break
      }
    }
    return balance > 0
  }
}
