// Finds the name of the time zone database for a zone that a calendar defines under another name.
// VenueSettings uses it for the zone of the venue, after all times are resolved. A calendar may call
// New York EST, and a reader of an export would take that for the zone EST, which has no summer time.

import Schedule

/// The search for a zone of the database with the offsets of a defined zone.
struct KnownZones {
  private let zone: Zone
  private let definition: ZoneDefinition
  private let folders: ZoneFolders
  /// The moments of the file.
  private let moments: [Instant]
  /// A moment in each month of the year before and of the year after the first moment.
  private let months: [Instant]
  /// The offsets and abbreviations of the definition.
  private let periods: Set<ZonePeriod>

  /// Zones that are preferred to others with the same offsets, because they are widely known.
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

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - zone: The defined zone.
  ///   - definition: Its definition.
  ///   - moments: The moments of the file.
  ///   - folders: The folders of the zone files.
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

  /// Returns a zone of the database that has the offsets of the defined zone at all moments.
  ///
  /// Names in the file are preferred, then widely known zones with the same clock changes and
  /// abbreviations, then the most similar zone. If no zone has the offsets, the zone is named after
  /// them.
  ///
  /// - Parameter likely: Names that the name of the definition resembles.
  /// - Returns: The zone.
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

  /// The zone that agrees in the most months, then by its abbreviations and its name.
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
