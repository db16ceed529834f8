public import Schedule

/// A note for the user about the month or the zone of a schedule.
public enum VenueNote: Equatable, Sendable {
  /// The month or the zone is missing, so the month or the zone of UIKonf's conference is used.
  ///
  /// The associated values are the month and the zone, each nil if it is not missing.
  case assumed(month: ConferenceMonth?, zone: String?)
  /// The month in the options is ignored, because the file states a different month.
  case monthIgnored(ConferenceMonth)
  /// The zone in the options is ignored, because the file names a different zone.
  case zoneIgnored(String, file: String)
  /// Neither the file nor the options name a zone, so times are shown as written.
  case zoneMissing
  /// Neither the file nor the options name a zone, and all times are in UTC.
  ///
  /// Few venues use UTC as local time.
  case zoneMissingInUTC
  /// The zone in the file is wrong and is replaced by the zone `used`.
  ///
  /// The zone in the file contradicts the times, or its definition contradicts the time zone
  /// database.
  case zoneContradicted(String, used: String)
  /// The file wrongly adds an offset to the local times in its dates.
  ///
  /// The separate local times in the file are used instead. The associated value is the first such
  /// offset.
  case offsetTwice(String)
  /// The zone in the file is unknown and is replaced by the zone `used`.
  case zoneUnknown(String, used: String)
  /// The database lacks the zone name in the file, so the name is read as the zone `used`.
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
