import SystemBasics

extension Zone {
  /// Returns the zone of this machine.
  ///
  /// The environment is not read; the value of `TZ` is handed in. A name, a path and a POSIX TZ
  /// rule are understood there, with or without a colon in front. Without `TZ` the file at
  /// `/etc/localtime` counts, called by the zone it links to, else "local"; without that file the
  /// zone is UTC.
  ///
  /// - Parameters:
  ///   - setting: The value of `TZ`, nil if it is not set; an empty one means UTC.
  ///   - folders: Where zone files are looked for.
  ///   - file: The system's own zone file.
  /// - Returns: The zone.
  /// - Throws: `ZoneError` if `TZ` names no zone or a file cannot be used; never silently UTC.
  package static func local(
    setting: String?, in folders: ZoneFolders, file: String = "/etc/localtime"
  ) throws(ZoneError) -> Zone {
    guard let setting else { return try Zone(path: file) ?? .utc }
    let name = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
    if name.isEmpty { return .utc }
    if name.hasPrefix("/") {
      guard let zone = try Zone(path: name) else {
        throw .unknown(name: name, suggestion: nil)
      }
      return zone
    }
    if let zone = fixed(name) { return zone }
    // A rule without dates looks like a name, and as a name it is known on most machines.
    if isValidName(name), let zone = try Zone(filed: name, in: folders) { return zone }
    if let rule = ZoneRule(name) { return Zone(name: name, rules: .yearly(rule)) }
    return try Zone(named: name, in: folders)
  }

  /// The zone of a file anywhere, nil if there is none.
  private init?(path: String) throws(ZoneError) {
    let name = Self.name(inPath: FolderListing.target(ofLink: path) ?? path) ?? "local"
    switch ZoneFile.contents(of: path) {
    case .bytes(let bytes): try self.init(name: name, tzif: bytes)
    case .absent: return nil
    case .refused(let damage): throw .damaged(name: name, damage)
    }
  }

  /// The part of a path that lies below a folder called zoneinfo, if it can name a zone.
  private static func name(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    let name = parts[(folder + 1)...].joined(separator: "/")
    return isValidName(name) ? name : nil
  }
}
