public import Schedule

/// A note for the user about the month or the zone of a schedule.
public enum VenueNote: Equatable, Sendable {
  /// The month or zone of UIKonf's app, used because neither the file nor the options state one.
  case assumed(month: ConferenceMonth?, zone: String?)
  /// The month in the file, used in place of a different month in the options.
  case monthIgnored(ConferenceMonth)
  /// The zone in the options, ignored because the zone in the file takes precedence.
  case zoneIgnored(String, file: String)
  /// A missing zone: neither the file nor the options name one, so times are shown as written.
  case zoneMissing
  /// A missing zone in a file whose times are all in UTC.
  ///
  /// Few venues use UTC as local time.
  case zoneMissingInUTC
  /// A zone in the file, replaced by the zone `used`.
  ///
  /// The zone in the file contradicts the times, or its definition contradicts the time zone
  /// database.
  case zoneContradicted(String, used: String)
  /// An offset that the file wrongly adds to the local times in its dates.
  ///
  /// The separate local times in the file are used instead. The associated value is the first such
  /// offset.
  case offsetTwice(String)
  /// An unknown zone in the file, replaced by the zone `used`.
  case zoneUnknown(String, used: String)
  /// A zone name in the file that the database lacks, replaced by the most likely zone `used`.
  case zoneGuessed(String, used: String)

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
