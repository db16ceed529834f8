/// The UTC offset and abbreviation in force during part of a zone's history.
package struct ZonePeriod: Hashable, Sendable {
  /// The offset from UTC in seconds, positive east of Greenwich.
  package let offset: Int
  /// The abbreviation, such as "CEST" or "+03", in printable ASCII.
  package let abbreviation: String

  package init(offset: Int, abbreviation: String) {
    self.offset = offset
    self.abbreviation = abbreviation
  }

  /// The valid offsets in seconds.
  ///
  /// Parsers and initializers reject all other offsets.
  static let offsets = -89_999...93_599
}

/// A time zone: the rules that determine the UTC offset at each instant.
///
///     if let berlin = Zone(identifier: "Europe/Berlin") {
///       start.iso8601(in: berlin)  // "2015-05-18T10:00:00+02:00"
///     }
///
/// Zones are equal if they have the same name and the same rules.
public struct Zone: Equatable, Sendable {
  // The rules are stored indirectly, because many values contain a zone.
  indirect enum Rules: Equatable, Sendable {
    case fixed(ZonePeriod)
    case yearly(ZoneRule)
    case listed(ZoneTable)
  }

  /// Coordinated Universal Time.
  public static let utc = Zone(
    name: "UTC", rules: .fixed(ZonePeriod(offset: 0, abbreviation: "UTC")))

  /// The placeholder for an unknown zone.
  ///
  /// Times in this zone are computed as if they were UTC, and written without an offset. So the
  /// output shows the times as they were read.
  package static let floating = Zone(
    name: "local time", rules: .fixed(ZonePeriod(offset: 0, abbreviation: "local")))

  /// True if the zone is unknown.
  package var isFloating: Bool { self == .floating }

  /// The name of the zone: "Europe/Berlin", "UTC", "+02:00", or its rule.
  public let name: String
  let rules: Rules

  init(name: String, rules: Rules) {
    self.name = name
    self.rules = rules
  }

  /// Creates a zone with a fixed offset in seconds east of Greenwich and a name such as "+02:00".
  ///
  /// - Precondition: The offset is in -86,399...86,399.
  package init(offset: Int) {
    precondition(abs(offset) < 86_400, "a fixed offset is less than a day")
    let text = offsetText(seconds: offset)
    self.init(name: text, rules: .fixed(ZonePeriod(offset: offset, abbreviation: text)))
  }

  /// Creates a zone from a POSIX TZ string.
  ///
  /// The string is also the default name. The rule applies to all years. The parser accepts names
  /// in angle brackets, the day formats Jn, n and Mm.w.d, hours from -167 to 167, and daylight time
  /// earlier than standard time. If the string names daylight time without dates, daylight time
  /// lasts from the second Sunday of March to the first Sunday of November, as in C libraries.
  ///
  ///     try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
  ///
  /// - Throws: `ZoneError.invalidRule` if the string is malformed.
  package init(rule: String, name: String? = nil) throws(ZoneError) {
    guard let parsed = ZoneRule(rule) else { throw .invalidRule(rule) }
    self.init(name: name ?? rule, rules: .yearly(parsed))
  }

  /// Creates a zone from the bytes of a zone file (TZif, RFC 9636, any version).
  ///
  /// - Throws: `ZoneError.damaged` if the bytes are not a zone file, are truncated or inconsistent,
  ///   or if the file counts leap seconds.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(name: String, tzif bytes: [UInt8]) throws(ZoneError) {
    self.init(name: name, rules: .listed(try ZoneTable(tzif: bytes, of: name)))
  }

  /// Returns the offset and abbreviation in force at an instant.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of changes in the zone's file.
  package func period(at instant: Instant) -> ZonePeriod {
    switch rules {
    case .fixed(let period): period
    case .yearly(let rule): rule.period(at: instant)
    case .listed(let table): table.period(at: instant)
    }
  }

  /// Returns the offset from UTC at an instant in seconds, positive east of Greenwich.
  package func offset(at instant: Instant) -> Int {
    period(at: instant).offset
  }

  package func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(instant, offset: offset(at: instant))
  }
}
