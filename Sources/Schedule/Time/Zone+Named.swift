extension Zone {
  /// Rules for zones that must work on systems without zone files.
  ///
  /// The rule for Berlin has been valid since 1996.
  private static let builtIn = [
    "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
    "Etc/UTC": "UTC0",
  ]

  /// Creates a zone from a name, an offset or a rule.
  ///
  /// "UTC" and "Z" are UTC. "+02:00", "+0200" and "+02" are fixed offsets. A string with a comma is
  /// a POSIX TZ rule. Any other string is the exact name of a zone file within the folders.
  /// Europe/Berlin and Etc/UTC work without a zone file. Berlin then has the rule that has been
  /// valid since 1996.
  ///
  ///     try Zone(named: "Europe/Berlin", in: ZoneFolders())
  ///     try Zone(named: "Berlin", in: ZoneFolders())  // unknown; did you mean Europe/Berlin?
  ///
  /// - Throws: `ZoneError.invalidName` if the string cannot be a file name, `invalidRule` if it has
  ///   a comma but is not a rule, `unknown` if no folder has the file, `noZoneFiles` if the folders
  ///   have no zone files, or `damaged` if the file cannot be used.
  /// - Complexity: O(*n*), where *n* is the size of the file. For an unknown name, O(*m* log *m*),
  ///   where *m* is the number of zone files.
  package init(named name: String, in folders: ZoneFolders) throws(ZoneError) {
    if name.utf8.contains(UInt8(ascii: ",")) {
      try self.init(rule: name)
    } else if let zone = Self.fixed(name) {
      self = zone
    } else {
      guard let zone = try Zone(filed: name, in: folders) else {
        throw folders.error(forUnknown: name)
      }
      self = zone
    }
  }

  /// Creates a zone from an identifier, or returns nil if the system does not know the zone.
  ///
  /// - Parameter identifier: A name in the time zone database, such as "Europe/Berlin", an offset,
  ///   such as "+02:00", or a POSIX TZ rule.
  /// - Complexity: O(*n*), where *n* is the size of the zone file.
  public init?(identifier: String) {
    self.init(exactly: identifier, in: ZoneFolders())
  }

  /// Creates a zone from a name, an offset or a rule, or returns nil if no usable zone exists.
  ///
  /// Unlike `init(named:in:)`, this initializer does not search for a similar name to suggest. The
  /// name cannot address a file outside the folders.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  package init?(exactly name: String, in folders: ZoneFolders) {
    let zone: Zone?
    if name.utf8.contains(UInt8(ascii: ",")) {
      zone = try? Zone(rule: name)
    } else if let fixed = Self.fixed(name) {
      zone = fixed
    } else {
      zone = (try? Zone(filed: name, in: folders)) ?? nil
    }
    guard let zone else { return nil }
    self = zone
  }

  /// Creates a zone from its file or built-in rule, or returns nil if neither exists.
  init?(filed name: String, in folders: ZoneFolders) throws(ZoneError) {
    guard Self.isValidName(name) else { throw .invalidName(name) }
    if let bytes = try folders.bytes(named: name) {
      try self.init(name: name, tzif: bytes)
    } else if let text = Self.builtIn[name], let rule = ZoneRule(text) {
      self.init(name: name, rules: .yearly(rule))
    } else {
      return nil
    }
  }

  /// Returns true if a string can be the relative path of a zone file.
  static func isValidName(_ name: String) -> Bool {
    guard 1...100 ~= name.utf8.count else { return false }
    // A path without dots cannot leave the folder. A path without empty parts cannot be absolute.
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isDigit || "_+-".utf8.contains($0) }
    }
  }

  /// Returns UTC or the zone of a written offset, or nil for any other string.
  static func fixed(_ name: String) -> Zone? {
    if name == "UTC" || name == "Z" { return .utc }
    guard name.hasPrefix("+") || name.hasPrefix("-") else { return nil }
    var cursor = TextCursor(name)
    guard let offset = cursor.offset(), cursor.isAtEnd else { return nil }
    return Zone(offset: offset)
  }
}
