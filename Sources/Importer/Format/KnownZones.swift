// Finds the zone in the time zone database for a zone that a calendar defines under another name.
// VenueSettings uses the result as the zone of the venue, after all times are resolved. For
// example, a calendar may call the zone of New York "EST". An export must not use this name,
// because the zone EST in the database has no summer time.

import Schedule

struct KnownZones {
  private let zone: Zone
  private let definition: ZoneDefinition
  private let folders: ZoneFolders
  /// The instants of the times in the file.
  private let moments: [Instant]
  /// One instant per month, from a year before the earliest of `moments` to a year after it.
  private let months: [Instant]
  /// The offsets in the definition, each with its abbreviation.
  private let periods: Set<ZonePeriod>

  /// Widely known zones, preferred to other zones with the same offsets.
  private static let common = [
    "Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Berlin", "Europe/Athens",
    "Europe/Moscow", "Europe/Istanbul", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "America/Anchorage", "America/Halifax", "America/St_Johns",
    "America/Phoenix", "America/Panama", "America/Bogota", "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires", "America/Santiago", "Pacific/Honolulu", "Africa/Lagos",
    "Africa/Johannesburg", "Africa/Nairobi", "Africa/Cairo", "Asia/Jerusalem", "Asia/Dubai",
    "Asia/Tehran", "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok",
    "Asia/Jakarta", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Manila", "Asia/Singapore",
    "Asia/Tokyo", "Asia/Seoul", "Australia/Perth", "Australia/Darwin", "Australia/Adelaide",
    "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland",
  ]

  init(_ zone: Zone, _ definition: ZoneDefinition, at moments: [Instant], in folders: ZoneFolders) {
    self.zone = zone
    self.definition = definition
    self.folders = folders
    self.moments = moments
    months = (-12...12).compactMap { month in
      moments.min()?.advanced(by: .seconds(month * 2_629_746))
    }
    periods = Set(
      definition.parts.compactMap { part in
        part.abbreviation.map { ZonePeriod(offset: part.offset, abbreviation: $0) }
      })
  }

  /// Returns the zone in the database that best matches the defined zone.
  ///
  /// A match has the same offsets as the defined zone at all times in the file. The first choice is
  /// a zone named in the file or suggested by the definition's name. The second choice is a widely
  /// known zone with the same clock changes and abbreviations. The last choice is the most similar
  /// zone. If no zone matches, the result is the defined zone, named after its offsets. If the file
  /// contains no times, the result is the defined zone with its own name.
  func best(_ likely: [String]) -> Zone {
    if moments.isEmpty { return zone }
    let stated = ([definition.location].compactMap(\.self) + likely).lazy.compactMap { known($0) }
    if let zone = stated.first(where: { agrees($0, at: moments) }) { return zone }
    let common = ([definition.name] + Self.common).lazy.compactMap { known($0) }
    if let zone = common.first(where: {
      agrees($0, at: moments) && agrees($0, at: months) && hasAbbreviations($0)
    }) {
      return zone
    }
    return mostSimilar ?? zone.named(byOffsetsAt: moments)
  }

  private func known(_ name: String) -> Zone? { Zone(exactly: name, in: folders) }

  private func agrees(_ other: Zone, at moments: [Instant]) -> Bool {
    moments.allSatisfy { other.offset(at: $0) == zone.offset(at: $0) }
  }

  private func hasAbbreviations(_ other: Zone) -> Bool {
    periods.isEmpty || moments.allSatisfy { periods.contains(other.period(at: $0)) }
  }

  /// The matching zone that has the same offset in the most months, or nil if no zone matches.
  ///
  /// Among equally similar zones, a zone with the same abbreviations is preferred, and then a zone
  /// with a region in its name.
  private var mostSimilar: Zone? {
    var best: (zone: Zone, rank: (Int, Int, Int))?
    for name in folders.names() {
      guard let other = known(name), agrees(other, at: moments) else { continue }
      let rank = (
        months.count { other.offset(at: $0) == zone.offset(at: $0) },
        hasAbbreviations(other) ? 1 : 0,
        name.contains("/") && !name.hasPrefix("Etc/") ? 1 : 0
      )
      if best.map({ $0.rank < rank }) ?? true { best = (other, rank) }
    }
    return best?.zone
  }
}
