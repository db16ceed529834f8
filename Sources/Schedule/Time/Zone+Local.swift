import Basics

extension Zone {
  /// Returns the system time zone.
  ///
  /// The method does not read the environment, so pass the value of `TZ` as `setting`. The value is
  /// a name, a path or a POSIX TZ rule, with an optional leading colon. An empty value stands for
  /// UTC. Without `TZ`, the zone is read from `/etc/localtime`. If this file is a link, the zone's
  /// name is part of the link's target; otherwise the name is "local". If the file does not exist,
  /// the zone is UTC.
  ///
  /// - Throws: `ZoneError` if `TZ` is not a zone or a file cannot be used. An invalid `TZ` never
  ///   falls back to UTC.
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
    // A rule without dates, such as EST5EDT, is also a valid name. Most systems have a zone file
    // with this name.
    if isValidName(name), let zone = try Zone(filed: name, in: folders) { return zone }
    if let rule = ZoneRule(name) { return Zone(name: name, rules: .yearly(rule)) }
    return try Zone(named: name, in: folders)
  }

  /// Creates a zone from a file at any path, or returns nil if the file does not exist.
  private init?(path: String) throws(ZoneError) {
    let name = Self.name(inPath: FolderListing.target(ofLink: path) ?? path) ?? "local"
    switch ZoneFile.contents(of: path) {
    case .bytes(let bytes): try self.init(name: name, tzif: bytes)
    case .absent: return nil
    case .refused(let damage): throw .damaged(name: name, damage)
    }
  }

  /// Returns the part of a path below its last zoneinfo folder.
  ///
  /// The result is nil if this part is not a valid name.
  private static func name(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    let name = parts[(folder + 1)...].joined(separator: "/")
    return isValidName(name) ? name : nil
  }
}
