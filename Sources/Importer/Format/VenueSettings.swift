import Basics
import ECSKit
import Schedule
import SourceText

/// Determines the month, the zone and the day change of a venue.
///
/// The file takes precedence over the options, and the options take precedence over defaults.
struct VenueSettings {
  let options: ScheduleImport.Options
  let context: Context
  /// The file's name for the venue's zone, and the lookup for zone names in the file.
  ///
  /// The value is nil if the zone of the venue does not come from the file.
  private var definedZone: (name: String, names: ZoneNames)?
  private(set) var notes: [VenueNote] = []

  init(options: ScheduleImport.Options, context: Context) {
    self.options = options
    self.context = context
  }

  // MARK: Days of a month

  mutating func venueCalendar(
    position: (Entity) -> SourcePosition?
  ) throws(ImportError) -> VenueCalendar {
    let month: ConferenceMonth
    var assumedMonth: ConferenceMonth?
    if let said = context[ConferenceMonth.self] {
      if let other = options.month, other != said { notes.append(.monthIgnored(said)) }
      month = said
    } else {
      month = options.month ?? ConferenceMonth(year: 2015, month: 5)
      if options.month == nil { assumedMonth = month }
    }
    let zone: Zone
    var assumedZone: String?
    if let said = context[ConferenceZone.self]?.name {
      noteOverruled(by: said)
      zone = try self.zone(said, at: context.holder(of: ConferenceZone.self).flatMap(position))
    } else if let said = options.zone {
      zone = said
    } else {
      zone = try self.zone("Europe/Berlin", at: nil)
      assumedZone = zone.name
    }
    if assumedMonth != nil || assumedZone != nil {
      notes.append(.assumed(month: assumedMonth, zone: assumedZone))
    }
    return VenueCalendar(month: month, zone: zone)
  }

  private mutating func noteOverruled(by said: String) {
    if let other = options.zone, other.name != said {
      notes.append(.zoneIgnored(other.name, file: said))
    }
  }

  /// Returns the zone with a name.
  ///
  /// The argument `position` is evaluated only for an error, because finding a position requires a
  /// scan of the whole file.
  private func zone(
    _ name: String, at position: @autoclosure () -> SourcePosition?
  ) throws(ImportError) -> Zone {
    do throws(ZoneError) { return try Zone(named: name, in: options.zoneFolders) } catch {
      if case .damaged(_, .unreadable) = error {
        throw .unreadableZoneFile(error.description, at: position())
      }
      throw .zone(error.description, at: position())
    }
  }

  // MARK: Dates

  mutating func writtenCalendar() -> WrittenCalendar {
    let evidence = VenueEvidence(of: context)
    let definitions = context.group(.all(ZoneDefinition.self))
    var names = ZoneNames(
      definitions.compactMap { $0[ZoneDefinition.self] }, in: options.zoneFolders)
    let zone = venueZone(evidence, &names)
    var zones: [String: Zone] = [:]
    var guesses: Set<String> = []
    for name in evidence.zoneNames {
      zones[name] = names.zone(name)
      if names.isGuess(name) { guesses.insert(name) }
    }
    let offsetTwice = evidence.offsetTwice(in: zone)
    if let offsetTwice { notes.append(.offsetTwice(Zone(offset: offsetTwice).name)) }
    return WrittenCalendar(
      zone: zone,
      dayChange: context[DayChange.self]?.time
        ?? WrittenCalendar.dayChange(of: context.group(.days), in: zone),
      zones: zones, guesses: guesses, hasOffsetsTwice: offsetTwice != nil)
  }

  /// Returns the zone of the venue under its name in the time zone database.
  ///
  /// If the file does not define the zone, the result is the given zone. Otherwise, the result is
  /// the zone in the database that best matches the definition. The result has the same offsets as
  /// the given zone at all times of the schedule.
  ///
  /// - Complexity: O(1), unless the file defines the zone.
  mutating func knownZone(_ zone: Zone) -> Zone {
    guard let (name, names) = definedZone else { return zone }
    let context = context
    let known = names.known(name, zone) {
      Set(
        context.group(.all(Timing.self)).flatMap { entity in
          [entity[Timing.self]?.start, entity[Timing.self]?.end].compactMap(\.self)
        }
      ).sorted()
    }
    if known.name != name, names.isContradicted(name) {
      notes.append(.zoneContradicted(name, used: known.name))
    }
    return known
  }

  private mutating func venueZone(_ evidence: VenueEvidence, _ names: inout ZoneNames) -> Zone {
    // Without a named zone, the offsets determine the zone.
    let folders = options.zoneFolders
    func offsets() -> Zone? {
      // This closure runs only if needed, because it may read every zone of the system.
      evidence.offsets?.clocks { folders.names().compactMap { Zone(exactly: $0, in: folders) } }
    }
    if let said = context[ConferenceZone.self]?.name ?? evidence.zoneName {
      let zone = names.zone(said)
      if let zone, !evidence.contradicts(zone) {
        noteOverruled(by: said)
        if names.isGuess(said) { notes.append(.zoneGuessed(said, used: zone.name)) }
        definedZone = (said, names)
        return zone
      }
      let used = options.zone ?? offsets() ?? .floating
      notes.append(
        zone == nil
          ? .zoneUnknown(said, used: used.name) : .zoneContradicted(said, used: used.name))
      return used
    }
    if let zone = options.zone { return zone }
    if let offsets = offsets() {
      if evidence.isUTCAlone { notes.append(.zoneMissingInUTC) }
      return offsets
    }
    // A schedule without any times needs no zone.
    if !context.group(.clocked).isEmpty { notes.append(.zoneMissing) }
    return .floating
  }
}
