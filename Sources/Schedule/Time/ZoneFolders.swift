import Basics

/// The folders to search for zone files, in order of precedence.
package struct ZoneFolders: Equatable, Sendable {
  package let paths: [String]
  /// The record of the files that have been read, or nil to record nothing.
  package var reads: ZoneReads?

  /// Creates the list of folders that operating systems use.
  ///
  /// The folder `override` is searched first. The initializer does not read the environment. To
  /// honor the variable `TZDIR`, pass its value. An empty value adds no folder.
  package init(first override: String? = nil) {
    let usual = [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
      "/var/db/timezone/zoneinfo",
    ]
    self.init(paths: (override.map { $0.isEmpty ? [] : [$0] } ?? []) + usual)
  }

  package init(paths: [String]) {
    self.paths = paths
  }

  package static func == (first: ZoneFolders, second: ZoneFolders) -> Bool {
    first.paths == second.paths
  }

  /// Returns the contents of the first file with the given name, or nil if no folder has the file.
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
  /// Returns the names of all zone files in alphabetical order.
  ///
  /// Only the first folder with zone files is searched.
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
    // No zone is in a deeper folder than America/Argentina/Ushuaia. The limit also breaks cycles of
    // links.
    guard depth < 3, let entries = try? FolderListing.names(in: folder) else { return }
    for entry in entries.map({ String(decoding: $0, as: UTF8.self) }) {
      // The names of zones and regions begin with a capital letter. The names of tables and of
      // copies of the tree begin with other characters.
      guard let first = entry.utf8.first, 0x41...0x5A ~= first else { continue }
      guard Zone.isValidName(entry), names.count < 5000 else { continue }
      let count = names.count
      collect(&names, in: "\(folder)/\(entry)", prefix: "\(prefix)\(entry)/", depth: depth + 1)
      if names.count == count { names.append(prefix + entry) }
    }
  }

  /// Returns the error for an unknown name, which suggests the most similar existing name.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of zone files.
  func error(forUnknown name: String) -> ZoneError {
    let names = names()
    guard !names.isEmpty else { return .noZoneFiles(name: name) }
    let nearest = Self.nearest(to: name, among: names)
    // A dangling link is also listed, so the file is read.
    let isReadable = nearest.map { (try? bytes(named: $0)) != nil } ?? false
    return .unknown(name: name, suggestion: isReadable ? nearest : nil)
  }

  /// Returns the name most similar to an unknown name, or nil if no name is similar.
  ///
  /// Matches of complete names are preferred to matches of the last part. If several names are
  /// equally similar, the shortest name is returned.
  private static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = name.lowercased()
    // Two edits turn any short name into any other short name.
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
