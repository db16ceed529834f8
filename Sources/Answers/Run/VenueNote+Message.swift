import Importer
import Schedule
import TextBasics

extension VenueNote {
  /// What konf says about the note, with the options that help.
  package var message: String {
    switch self {
    case .assumed(let month, let zone):
      "neither the file nor an option says when and where it is; assumed "
        + [month.map { "month \($0.text)" }, zone.map { "zone \($0)" }]
        .compactMap(\.self).joined(separator: " and ")
    case .monthIgnored(let month):
      "--month is ignored, because the file says \(month.text)"
    case .zoneIgnored(let option, let file):
      "--zone is ignored, because the file says \(file); --tz \(option) shows its times in "
        + "\(option)"
    case .zoneMissing:
      "neither the file nor --zone says the zone; times are shown as they are written"
    case .zoneMissingInUTC:
      "the times of the file are in UTC, and nothing says the zone of the venue; --zone does"
    case .zoneContradicted(let zone, let used):
      "the file says zone \(zone.quoted()), but its times say \(used), which counts"
    case .zoneUnknown(let zone, let used):
      "the file says zone \(zone.quoted()), which is unknown; used \(used)"
    case .zoneGuessed(let zone, let used):
      "the file says zone \(zone.quoted()), which is read as \(used)"
    }
  }
}
