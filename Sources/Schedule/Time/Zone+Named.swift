extension Zone {
  /// Rules for zones that have to be right on a machine without zone files.
  ///
  /// The rule of Berlin is right for the years since 1996.
  private static let builtIn = [
    "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
    "Etc/UTC": "UTC0",
  ]

  /// Creates the zone that a name, an offset or a rule means.
  ///
  /// "UTC" and "Z" are UTC; "+02:00", "+0200" and "+02" are fixed offsets; a text with a comma is a
  /// POSIX TZ rule. All else is the exact name of a zone file. Europe/Berlin and Etc/UTC are known
  /// even if no folder has their file, Berlin by its rule since 1996.
  ///
  ///     try Zone(named: "Europe/Berlin", in: ZoneFolders())
  ///     try Zone(named: "Berlin", in: ZoneFolders())  // unknown; did you mean Europe/Berlin?
  ///
  /// - Parameters:
  ///   - name: The name. It never leads out of the folders.
  ///   - folders: Where zone files are looked for.
  /// - Throws: `ZoneError.invalidName` if the text cannot name a file, `invalidRule` if it has a
  ///   comma and is no rule, `unknown` if no folder has the file, `noZoneFiles` if no folder has
  ///   any, `damaged` if the file cannot be used.
  /// - Complexity: O(*n*), where *n* is the size of the file; for an unknown name O(*m* log *m*),
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

  /// Creates the zone of an identifier, or returns nil if the machine has none.
  ///
  /// - Parameter identifier: A name of the zone database, such as "Europe/Berlin", an offset, such as
  ///   "+02:00", or a POSIX TZ rule.
  /// - Complexity: O(*n*), where *n* is the size of the zone file.
  public init?(identifier: String) {
    self.init(exactly: identifier, in: ZoneFolders())
  }

  /// Creates the zone that a name, an offset or a rule means, or nil if there is none.
  ///
  /// Other than `init(named:in:)` it looks for no better name.
  ///
  /// - Parameters:
  ///   - name: The name. It never leads out of the folders.
  ///   - folders: Where zone files are looked for.
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

  /// The zone of a file or of the table above, nil if neither has the name.
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

  /// Whether a text can be the name of a zone file below a folder.
  static func isValidName(_ name: String) -> Bool {
    guard 1...100 ~= name.utf8.count else { return false }
    // Without dots there is no way up, without an empty part no way to the root.
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isDigit || "_+-".utf8.contains($0) }
    }
  }

  /// The zone of UTC or of an offset, nil for any other text.
  static func fixed(_ name: String) -> Zone? {
    if name == "UTC" || name == "Z" { return .utc }
    guard name.hasPrefix("+") || name.hasPrefix("-") else { return nil }
    var cursor = TextCursor(name)
    guard let offset = cursor.offset(), cursor.isAtEnd else { return nil }
    return Zone(offset: offset)
  }
}
