public import Schedule

/// A note for the user about the month or the zone of a schedule.
public enum VenueNote: Equatable, Sendable {
  /// Neither the file nor the options name the month or the zone, so the defaults of UIKonf's own
  /// app apply.
  case assumed(month: ConferenceMonth?, zone: String?)
  /// The options name this month, but the month in the file takes precedence.
  case monthIgnored(ConferenceMonth)
  /// The options name the first zone, but the second zone, which the file names, takes precedence.
  case zoneIgnored(String, file: String)
  /// Neither the file nor the options name a zone, so times are shown as written.
  case zoneMissing
  /// Neither the file nor the options name a zone, and all times are in UTC, which few venues use
  /// as local time.
  case zoneMissingInUTC
  /// The zone of the file contradicts its times, and the times take precedence.
  case zoneContradicted(String, used: String)
  /// Most dates are later than the local times next to them by just their offset, so the local times
  /// are used. The value is the first such offset.
  case offsetTwice(String)
  /// The zone of the file is unknown, so another zone is used.
  case zoneUnknown(String, used: String)
  /// The database has no zone with the name in the file, so the most likely zone is used.
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
