import ECSKit
import Schedule
import TextBasics

/// Something about month and zone that the user should know.
package enum VenueNote: Equatable, Sendable, CustomStringConvertible {
  /// Neither file nor user said it, so it is what UIKonf's own app had.
  case assumed(what: String)
  /// The user said it, and the file says something else, which counts.
  case overruled(option: String, file: String)
  /// The user said a zone, and the file says another one, which counts.
  case overruledZone(option: String, file: String)
  /// Neither file nor user said a zone, so times are shown as they are written.
  case floating
  /// Nobody said a zone, and all that the times say is UTC, which few venues keep.
  case onlyUTC
  /// The zone of the file goes against its times, which count.
  case contradicted(zone: String, by: String)
  /// The zone of the file is not known, so another one counts.
  case unknownZone(String, used: String)
  /// The zone of the file is not known under its name, so the one that was likely meant counts.
  case guessedZone(String, used: String)

  /// What the user should know.
  package var description: String {
    switch self {
    case .assumed(let what):
      "neither the file nor an option says when and where it is; assumed \(what)"
    case .overruled(let option, let file):
      "\(option) is not used, because the file says \(file)"
    case .overruledZone(let option, let file):
      "--zone is not used, because the file says \(file); --tz \(option) shows its times in "
        + "\(option)"
    case .floating:
      "neither the file nor --zone says the zone; times are shown as they are written"
    case .onlyUTC:
      "the times of the file are in UTC, and nothing says the zone of the venue; --zone does"
    case .contradicted(let zone, let times):
      "the file says zone \(zone.quoted()) and its times say \(times), which counts"
    case .unknownZone(let zone, let used):
      "the file says zone \(zone.quoted()), which is not known; used \(used)"
    case .guessedZone(let zone, let used):
      "the file says zone \(zone.quoted()), which is read as \(used)"
    }
  }

  /// The name of a zone that is not known, if it is about one.
  var zoneName: String? {
    switch self {
    case .unknownZone(let name, _), .guessedZone(let name, _): name
    default: nil
    }
  }
}

/// Month, zone and day change of a venue, from what the file says, then from what the user says,
/// then from what can be assumed.
struct VenueSettings {
  let options: ScheduleImport.Options
  let context: Context
  private(set) var notes: [VenueNote] = []

  init(options: ScheduleImport.Options, context: Context) {
    self.options = options
    self.context = context
  }

  // MARK: Days of a month

  /// The calendar of a file whose times are days of a month.
  mutating func venueCalendar(
    position: (Entity) -> TextPosition?
  ) throws(ScheduleImportError) -> VenueCalendar {
    var assumed: [String] = []
    let month: ConferenceMonth
    if let said = context[ConferenceMonth.self] {
      if let other = options.month, other != said {
        notes.append(.overruled(option: "--month", file: said.text))
      }
      month = said
    } else {
      month = options.month ?? ConferenceMonth(year: 2015, month: 5)
      if options.month == nil { assumed.append("month \(month.text)") }
    }
    let zone: Zone
    if let said = context[ConferenceZone.self]?.name {
      noteOverruled(by: said)
      zone = try self.zone(said, at: context.holder(of: ConferenceZone.self).flatMap(position))
    } else if let said = options.zone {
      zone = said
    } else {
      zone = try self.zone("Europe/Berlin", at: nil)
      assumed.append("zone Europe/Berlin")
    }
    if !assumed.isEmpty {
      notes.append(.assumed(what: assumed.joined(separator: " and ")))
    }
    return VenueCalendar(month: month, zone: zone)
  }

  private mutating func noteOverruled(by said: String) {
    if let other = options.zone, other.name != said {
      notes.append(.overruledZone(option: other.name, file: said))
    }
  }

  /// Returns the zone of a name.
  ///
  /// The position is asked for only if there is none, because all of the file is looked through to
  /// find it.
  private func zone(
    _ name: String, at position: @autoclosure () -> TextPosition?
  ) throws(ScheduleImportError) -> Zone {
    do throws(ZoneError) { return try Zone(named: name, in: options.zoneFolders) } catch {
      throw .zone(error, at: position())
    }
  }

  // MARK: Dates

  /// The calendar of a file whose times are dates.
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
    return WrittenCalendar(
      zone: zone,
      dayChange: context[DayChange.self]?.time
        ?? WrittenCalendar.dayChange(of: context.group(.days), in: zone),
      zones: zones, guesses: guesses)
  }

  private mutating func venueZone(_ evidence: VenueEvidence, _ names: inout ZoneNames) -> Zone {
    // Offsets are a zone of their own where nothing names a better one.
    let offsets = evidence.offset.map { $0 == 0 ? Zone.utc : Zone(offset: $0) }
    if let said = context[ConferenceZone.self]?.name ?? evidence.zoneName {
      let zone = names.zone(said)
      if let zone, !evidence.contradicts(zone) {
        noteOverruled(by: said)
        if names.isGuess(said) { notes.append(.guessedZone(said, used: zone.name)) }
        return zone
      }
      let used = options.zone ?? offsets ?? .floating
      notes.append(
        zone == nil
          ? .unknownZone(said, used: used.name) : .contradicted(zone: said, by: used.name))
      return used
    }
    if let zone = options.zone { return zone }
    if let offsets {
      if evidence.isUTCAlone { notes.append(.onlyUTC) }
      return offsets
    }
    // Without any time there is nothing to be shown in a zone.
    if !context.group(.clocked).isEmpty { notes.append(.floating) }
    return .floating
  }
}
