public import Schedule

/// A note for the user about the month or the zone of a schedule.
public enum VenueNote: Equatable, Sendable {
  /// The month or zone of UIKonf's own app, used because neither the file nor the options name one.
  case assumed(month: ConferenceMonth?, zone: String?)
  /// The month in the file, which takes precedence over another month in the options.
  case monthIgnored(ConferenceMonth)
  /// The zone in the options, ignored because the zone in the file takes precedence.
  case zoneIgnored(String, file: String)
  /// A zone that is missing in the file and the options, so times are shown as written.
  case zoneMissing
  /// A missing zone in a file with all times in UTC, which few venues use as local time.
  case zoneMissingInUTC
  /// A zone in the file that the times contradict, so the zone `used` replaces it.
  case zoneContradicted(String, used: String)
  /// Dates that are mostly later than the local times next to them by exactly their offset, so the
  /// local times are used. The value is the first such offset.
  case offsetTwice(String)
  /// An unknown zone in the file, so the zone `used` replaces it.
  case zoneUnknown(String, used: String)
  /// A zone name in the file that the database lacks, so the most likely zone `used` replaces it.
  case zoneGuessed(String, used: String)

  /// The check rule that covers the note.
  package var rule: CheckRule {
    switch self {
    case .assumed, .zoneMissing, .zoneMissingInUTC: ImportRule.assumed.rule
    case .zoneContradicted, .offsetTwice: ImportRule.wrongOffset.rule
    case .zoneUnknown, .zoneGuessed: ImportRule.unknownZone.rule
    case .monthIgnored, .zoneIgnored: ImportRule.overruled.rule
    }
  }

  var zoneName: String? {
    switch self {
    case .zoneUnknown(let name, _), .zoneGuessed(let name, _): name
    default: nil
    }
  }
}
