import Schedule

/// What the names of zones in a file mean.
struct ZoneNames {
  /// The zones that the file itself defines.
  private let definitions: [ZoneDefinition]
  private let folders: ZoneFolders
  /// The zones of the names that were asked for, since reading one takes its time.
  private var zones: [String: Zone?] = [:]

  init(_ definitions: [ZoneDefinition], in folders: ZoneFolders) {
    self.definitions = definitions
    self.folders = folders
  }

  /// The zone of a name that is known, or else that the file itself defines.
  mutating func zone(_ name: String) -> Zone? {
    if let zone = zones[name] { return zone }
    let zone = known(name) ?? defined(name)
    zones.updateValue(zone, forKey: name)
    return zone
  }

  private func defined(_ name: String) -> Zone? {
    guard let definition = definitions.first(where: { $0.name == name }) else { return nil }
    return definition.location.flatMap(known)
      ?? definition.rule.flatMap { try? Zone(rule: $0, name: name) }
  }

  /// The zone of a name, also of one without its region, as frab once wrote it.
  private func known(_ name: String) -> Zone? {
    do throws(ZoneError) {
      return try Zone(named: name, in: folders)
    } catch {
      guard case .unknown(_, let suggestion?) = error, suggestion.hasSuffix("/\(name)") else {
        return nil
      }
      return try? Zone(named: suggestion, in: folders)
    }
  }
}
