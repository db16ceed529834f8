public import Schedule

/// A fact about the month and the zone of a schedule that its reader should know.
public enum VenueNote: Equatable, Sendable {
  /// Neither the file nor the options name these, so they are what UIKonf's own app had.
  case assumed(month: ConferenceMonth?, zone: String?)
  /// The options name a month, but the file names this one, which counts.
  case monthIgnored(ConferenceMonth)
  /// The options name the first zone, but the file names the second one, which counts.
  case zoneIgnored(String, file: String)
  /// Neither the file nor the options name a zone, so times are shown as they are written.
  case zoneMissing
  /// Neither the file nor the options name a zone, and all times are in UTC, which few venues keep.
  case zoneMissingInUTC
  /// The zone of the file contradicts its times, which count.
  case zoneContradicted(String, used: String)
  /// The zone of the file is unknown, so another one counts.
  case zoneUnknown(String, used: String)
  /// The zone of the file is unknown under its name, so the likely one counts.
  case zoneGuessed(String, used: String)

  /// The rule that the file breaks.
  package var rule: CheckRule {
    switch self {
    case .assumed, .zoneMissing, .zoneMissingInUTC: ImportRule.assumed.rule
    case .zoneContradicted: ImportRule.wrongOffset.rule
    case .zoneUnknown, .zoneGuessed: ImportRule.unknownZone.rule
    case .monthIgnored, .zoneIgnored: ImportRule.overruled.rule
    }
  }

  /// The name of an unknown zone, if the note is about one.
  var zoneName: String? {
    switch self {
    case .zoneUnknown(let name, _), .zoneGuessed(let name, _): name
    default: nil
    }
  }
}
