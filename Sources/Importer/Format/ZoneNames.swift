import Schedule

/// Finds the zones that names in a file mean.
///
/// A name means the zone of the database that has it exactly; else what the file itself defines; else
/// the zone that was likely meant, with a remark.
struct ZoneNames {
  /// The zones that the file itself defines, each by the first definition.
  private let definitions: [String: ZoneDefinition]
  private let folders: ZoneFolders
  /// The zones of the names that were asked for, since reading one takes its time.
  private var zones: [String: (zone: Zone?, isGuess: Bool)] = [:]
  /// The names of the database without regard to case, once one was looked for.
  private var names: [String: String]?
  /// How many changes of clocks may still be listed.
  private var changesLeft = 200_000

  init(_ definitions: [ZoneDefinition], in folders: ZoneFolders) {
    self.definitions = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
    self.folders = folders
  }

  /// The zone that a name means, nil if it means none.
  mutating func zone(_ name: String) -> Zone? {
    if let known = zones[name] { return known.zone }
    let exact = exact(name)
    let guess = exact == nil ? guess(name) : nil
    zones[name] = (exact ?? guess, guess != nil)
    return exact ?? guess
  }

  /// Whether the zone of a known name is only a guess.
  func isGuess(_ name: String) -> Bool { zones[name]?.isGuess ?? false }

  private mutating func exact(_ name: String) -> Zone? {
    // A name without a region, such as EST, is less clear than a definition in the file.
    if !name.contains("/"), let zone = defined(name) { return zone }
    return Zone(exactly: name, in: folders) ?? defined(name) ?? withoutPrefix(name)
  }

  private mutating func defined(_ name: String) -> Zone? {
    guard let definition = definitions[name] else { return nil }
    return definition.location.flatMap { Zone(exactly: $0, in: folders) }
      ?? definition.zone(atMost: &changesLeft)
  }

  /// The zone of a name with the mark of whose list it is from, such as
  /// "/mozilla.org/20050126_1/Europe/Berlin".
  private func withoutPrefix(_ name: String) -> Zone? {
    guard name.hasPrefix("/") else { return nil }
    let parts = name.split(separator: "/")
    // No name has more than three parts; the longest that fits counts.
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

  /// The names of the database, each whole and by its city alone, as frab once wrote it.
  private mutating func knownNames() -> [String: String] {
    if let names { return names }
    var found: [String: String] = [:]
    let all = folders.names().sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    for name in all { found[Self.key(name)] = name }
    for name in all {
      let city = name.split(separator: "/").last.map(String.init) ?? name
      // If two cities have one name, the one with the shorter whole name counts.
      if found[Self.key(city)] == nil { found[Self.key(city)] = name }
    }
    names = found
    return found
  }

  private static func key(_ name: String) -> String {
    String(name.lowercased().map { $0 == " " ? "_" : $0 })
  }
}
