import Schedule

/// A lookup of zones by the names that a file uses.
///
/// A name with a region, such as Europe/Berlin, denotes the zone in the database. If the database
/// lacks the name, it denotes the definition in the file. The definition takes precedence if the
/// name has no region, or if the definition's offsets belong to another place. If neither the
/// database nor the file has the name, the zone is guessed, and the guess is reported. A zone that
/// the file defines keeps its name in the file, even if the database has a different zone with this
/// name; see ``known(_:_:at:)``.
struct ZoneNames {
  /// The first zone definition in the file for each name.
  private let definitions: [String: ZoneDefinition]
  private let folders: ZoneFolders
  /// The converted zone definitions of the file, by name.
  private var own: [String: ZoneDefinition] = [:]
  /// A cache of zones, because reading a zone is slow.
  private var zones: [String: (zone: Zone?, isGuess: Bool)] = [:]
  /// The names in the database, by lowercase name and by city.
  ///
  /// The table is filled at the first guess.
  private var names: [String: String]?
  /// The number of clock changes that further definitions may list.
  ///
  /// The limit protects against malicious files.
  private var changesLeft = 200_000

  init(_ definitions: [ZoneDefinition], in folders: ZoneFolders) {
    self.definitions = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
    self.folders = folders
  }

  mutating func zone(_ name: String) -> Zone? {
    if let known = zones[name] { return known.zone }
    let exact = exact(name)
    let guess = exact == nil ? guess(name) : nil
    zones[name] = (exact ?? guess, guess != nil)
    return exact ?? guess
  }

  func isGuess(_ name: String) -> Bool { zones[name]?.isGuess ?? false }

  private mutating func exact(_ name: String) -> Zone? {
    // A name without a region, such as EST, is ambiguous, so the definition in the file takes
    // precedence.
    if !name.contains("/"), let zone = defined(name) { return zone }
    guard let zone = Zone(exactly: name, in: folders) else {
      return defined(name) ?? withoutPrefix(name)
    }
    // Definitions often lack summer time. So a definition only takes precedence if its offsets
    // belong to another place.
    return definitions[name]?.isForeign(to: zone) == true ? defined(name) ?? zone : zone
  }

  private mutating func defined(_ name: String) -> Zone? {
    guard let definition = definitions[name] else { return nil }
    if let zone = definition.zone(atMost: &changesLeft) {
      own[name] = definition
      return zone
    }
    return definition.location.flatMap { Zone(exactly: $0, in: folders) }
  }

  /// Returns the zone in the time zone database that matches a zone in the file.
  ///
  /// The two zones have the same offsets at every moment in the file. If no such zone exists, the
  /// result is named by its offsets. If the file does not define the zone, the result is the given
  /// zone, and `moments` is not called.
  func known(_ name: String, _ zone: Zone, at moments: () -> [Instant]) -> Zone {
    guard let definition = own[name] else { return zone }
    let likely = [
      name.contains("/") ? name : nil, withoutPrefix(name)?.name, WindowsZones.names[name],
    ].compactMap(\.self)
    return KnownZones(zone, definition, at: moments(), in: folders).best(likely)
  }

  /// Returns true if the file defines a name that the time zone database defines differently.
  func isContradicted(_ name: String) -> Bool {
    name.contains("/") && own[name] != nil && Zone(exactly: name, in: folders) != nil
  }

  /// Returns true if the file's first definition with the same name has different offsets.
  ///
  /// The result is false for a name with a region. Files with several calendars may define a name
  /// several times.
  func hasOtherOffsets(_ definition: ZoneDefinition) -> Bool {
    guard let first = definitions[definition.name], !definition.name.contains("/") else {
      return false
    }
    return Set(first.parts.map(\.offset)) != Set(definition.parts.map(\.offset))
  }

  /// Returns the zone for a name with a vendor prefix.
  ///
  /// An example of such a name is "/mozilla.org/20050126_1/Europe/Berlin".
  private func withoutPrefix(_ name: String) -> Zone? {
    guard name.hasPrefix("/") else { return nil }
    let parts = name.split(separator: "/")
    // Names in the database have at most three parts. The longest name in the database wins.
    for count in [3, 2, 1] where count <= parts.count && (count > 1 || parts.count == 1) {
      let rest = parts.suffix(count).joined(separator: "/")
      if let zone = Zone(exactly: rest, in: folders) { return zone }
    }
    return nil
  }

  // MARK: Guesses

  private mutating func guess(_ name: String) -> Zone? {
    if let known = WindowsZones.names[name], let zone = Zone(exactly: known, in: folders) {
      return zone
    }
    for prefix in ["UTC", "GMT"] where name.hasPrefix(prefix) && name.utf8.count > 3 {
      return Zone(exactly: String(name.dropFirst(3)), in: folders)
    }
    let key = Self.key(name)
    return knownNames()[key].flatMap { Zone(exactly: $0, in: folders) }
  }

  /// Returns the names in the database by full name and by city.
  ///
  /// Earlier versions of frab wrote only the city.
  private mutating func knownNames() -> [String: String] {
    if let names { return names }
    var found: [String: String] = [:]
    let all = folders.names().sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    for name in all { found[Self.key(name)] = name }
    for name in all {
      let city = name.split(separator: "/").last.map(String.init) ?? name
      // If two zones have the same city, the zone with the shorter name wins.
      if found[Self.key(city)] == nil { found[Self.key(city)] = name }
    }
    names = found
    return found
  }

  private static func key(_ name: String) -> String {
    String(name.lowercased().map { $0 == " " ? "_" : $0 })
  }
}
