import SystemBasics
import TextBasics

/// The folders in which zone files are looked for, the first one first.
package struct ZoneFolders: Equatable, Sendable {
  /// The folders' paths.
  package let paths: [String]
  /// Where it is noted what is read; nil if it is not.
  package var reads: ZoneReads?

  /// Creates the list of the folders that systems use.
  ///
  /// The environment is not read; pass the value of `TZDIR` if it should count.
  ///
  /// - Parameter override: A folder that comes before all others; nil or empty for none.
  package init(first override: String? = nil) {
    let usual = [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
      "/var/db/timezone/zoneinfo",
    ]
    self.init(paths: (override.map { $0.isEmpty ? [] : [$0] } ?? []) + usual)
  }

  /// Creates a list of just these folders.
  ///
  /// - Parameter paths: The folders' paths.
  package init(paths: [String]) {
    self.paths = paths
  }

  package static func == (first: ZoneFolders, second: ZoneFolders) -> Bool {
    first.paths == second.paths
  }

  /// The bytes of the file of a valid name in the first folder that has one, nil if none has.
  func bytes(named name: String) throws(ZoneError) -> [UInt8]? {
    for path in paths {
      switch ZoneFile.contents(of: "\(path)/\(name)") {
      case .bytes(let bytes):
        reads?.note(name, bytes)
        return bytes
      case .absent: continue
      case .refused(let damage):
        reads?.noteAll()
        throw .damaged(name: name, damage)
      }
    }
    reads?.note(name, nil)
    return nil
  }
}

extension ZoneFolders {
  /// The names of all zone files in the first folder that has any, in alphabetical order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of files in the folder.
  package func names() -> [String] {
    reads?.noteAll()
    for path in paths {
      var names: [String] = []
      Self.collect(&names, in: path, prefix: "", depth: 0)
      if !names.isEmpty { return names.sorted() }
    }
    return []
  }

  private static func collect(
    _ names: inout [String], in folder: String, prefix: String, depth: Int
  ) {
    // No zone lies deeper than America/Argentina/Ushuaia; a link in a circle would.
    guard depth < 3, let entries = try? FolderListing.names(in: folder) else { return }
    for entry in entries.map({ String(decoding: $0, as: UTF8.self) }) {
      // Zones and regions begin with a capital letter; tables and copies of the tree do not.
      guard let first = entry.utf8.first, 0x41...0x5A ~= first else { continue }
      guard Zone.isValidName(entry), names.count < 5000 else { continue }
      let count = names.count
      collect(&names, in: "\(folder)/\(entry)", prefix: "\(prefix)\(entry)/", depth: depth + 1)
      if names.count == count { names.append(prefix + entry) }
    }
  }

  /// The error for a name that has no file: with the nearest name, if there are zone files at all.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of zone files.
  func error(forUnknown name: String) -> ZoneError {
    let names = names()
    guard !names.isEmpty else { return .noZoneFiles(name: name) }
    let nearest = Self.nearest(to: name, among: names)
    // A link that points nowhere has a name, too.
    let isReadable = nearest.map { (try? bytes(named: $0)) != nil } ?? false
    return .unknown(name: name, suggestion: isReadable ? nearest : nil)
  }

  /// The best match: the fewest edits from the whole name or its city, and the whole name first;
  /// among equal ones the shortest.
  private static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = name.lowercased()
    // Two edits turn any short name into any other.
    let limit = min(2, wanted.utf8.count / 3)
    func spellings(of name: String) -> [Substring] {
      let whole = name.lowercased()
      return [whole[...], whole.split(separator: "/").last ?? ""]
    }
    let matches = NearestNames.matches(
      of: wanted, among: names, spellings: spellings, limit: { _ in limit })
    return matches.min {
      ($0.spelling, $0.name.utf8.count) < ($1.spelling, $1.name.utf8.count)
    }?.name
  }
}
