/// The offset and name that the clocks of a zone have for a while.
package struct ZonePeriod: Hashable, Sendable {
  /// Seconds that clocks are ahead of UTC; can be negative.
  package let offset: Int
  /// What the time is called there, such as "CEST" or "+03"; printable ASCII.
  package let abbreviation: String

  /// The offsets that zones have; no text or file can bring another one.
  static let offsets = -89_999...93_599
}

/// The clocks of a region: how far they are ahead of UTC at each moment.
///
///     if let berlin = Zone(identifier: "Europe/Berlin") {
///       start.iso8601(in: berlin)  // "2015-05-18T10:00:00+02:00"
///     }
///
/// Zones are equal if they have the same name and the same rules.
public struct Zone: Equatable, Sendable {
  enum Rules: Equatable, Sendable {
    case fixed(ZonePeriod)
    case yearly(ZoneRule)
    case listed(ZoneTable)
  }

  /// Clocks that show UTC.
  public static let utc = Zone(
    name: "UTC", rules: .fixed(ZonePeriod(offset: 0, abbreviation: "UTC")))

  /// The clocks of a venue whose zone is unknown.
  ///
  /// Their times are counted as if they were in UTC, so that they are written as they were read,
  /// and without an offset.
  package static let floating = Zone(
    name: "local time", rules: .fixed(ZonePeriod(offset: 0, abbreviation: "local")))

  /// Whether nothing says the zone.
  package var isFloating: Bool { self == .floating }

  /// The name of the zone: "Europe/Berlin", "UTC", "+02:00", or the text of its rule.
  public let name: String
  let rules: Rules

  init(name: String, rules: Rules) {
    self.name = name
    self.rules = rules
  }

  /// Creates a zone whose clocks never change.
  ///
  /// It is called by its offset, such as "+02:00".
  ///
  /// - Parameter offset: Seconds that clocks are ahead of UTC, less than a day to either side.
  /// - Precondition: The offset is within -86,399...86,399, as each written one is.
  package init(offset: Int) {
    precondition(abs(offset) < 86_400, "a fixed offset is less than a day")
    let text = offsetText(seconds: offset)
    self.init(name: text, rules: .fixed(ZonePeriod(offset: offset, abbreviation: text)))
  }

  /// Creates a zone from a POSIX TZ text.
  ///
  /// The rule holds for all years. Names in angle brackets, the days Jn, n and Mm.w.d, hours
  /// from -167 to 167 and daylight time that is earlier than standard time are read; a text that
  /// names daylight time without dates has the second Sunday of March and the first of November, as
  /// C libraries do.
  ///
  ///     try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
  ///
  /// - Parameters:
  ///   - rule: The text.
  ///   - name: What the zone is called; the text itself if it has no other name.
  /// - Throws: `ZoneError.invalidRule` if the text is no rule.
  package init(rule: String, name: String? = nil) throws(ZoneError) {
    guard let parsed = ZoneRule(rule) else { throw .invalidRule(rule) }
    self.init(name: name ?? rule, rules: .yearly(parsed))
  }

  /// Creates a zone from the bytes of a zone file (TZif, RFC 9636, any version).
  ///
  /// - Parameters:
  ///   - name: What the zone is called.
  ///   - bytes: The whole file.
  /// - Throws: `ZoneError.damaged` if the bytes are no zone file, are cut short or contradict
  ///   themselves, or if the file counts leap seconds.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(name: String, tzif bytes: [UInt8]) throws(ZoneError) {
    self.init(name: name, rules: .listed(try ZoneTable(tzif: bytes, of: name)))
  }

  /// Returns what is in force at a moment.
  ///
  /// - Parameter instant: The moment.
  /// - Returns: Offset and abbreviation.
  /// - Complexity: O(log *n*), where *n* is the number of changes that the zone's file lists.
  package func period(at instant: Instant) -> ZonePeriod {
    switch rules {
    case .fixed(let period): period
    case .yearly(let rule): rule.period(at: instant)
    case .listed(let table): table.period(at: instant)
    }
  }

  /// Returns how far clocks are ahead of UTC at a moment.
  ///
  /// - Parameter instant: The moment.
  /// - Returns: Seconds that clocks are ahead of UTC; can be negative.
  package func offset(at instant: Instant) -> Int {
    period(at: instant).offset
  }

  /// Returns the date and time that calendar and clock show at a moment.
  ///
  /// - Parameter instant: The moment.
  /// - Returns: Date and time.
  package func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(instant, offset: offset(at: instant))
  }
}
