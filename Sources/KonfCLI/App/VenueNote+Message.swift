import Basics
import Importer
import Schedule

extension VenueNote {
  var message: String {
    switch self {
    case .assumed(let month, let zone):
      "neither the file nor an option gives the month or the zone; assumed "
        + [month.map { "month \($0.text)" }, zone.map { "zone \($0)" }]
        .compactMap(\.self).joined(separator: " and ")
    case .monthIgnored(let month):
      "--month is ignored, because the file says \(month.text)"
    case .zoneIgnored(let option, let file):
      "--zone is ignored, because the file says \(file); use --tz \(option) to show its times in "
        + "\(option)"
    case .zoneMissing:
      "neither the file nor --zone sets the zone; times are shown as they are written"
    case .zoneMissingInUTC:
      "the times in the file are in UTC, and the zone of the venue is unknown; set it with --zone"
    case .zoneContradicted(let zone, let used):
      "the zone in the file is \(zone.quoted()), but the times are in \(used); used \(used)"
    case .offsetTwice(let offset):
      "the dates in the file contain their UTC offset twice, such as \(offset); used the local "
        + "times next to them"
    case .zoneUnknown(let zone, let used):
      "the zone in the file, \(zone.quoted()), is unknown; used \(used)"
    case .zoneGuessed(let zone, let used):
      "the zone in the file, \(zone.quoted()), is read as \(used)"
    }
  }
}
