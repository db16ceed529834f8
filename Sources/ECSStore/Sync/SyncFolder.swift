import Basics

/// The folder through which devices sync.
///
/// Another program transfers the folder between the devices. The files in the folder are untrusted,
/// so links are not followed, and sizes and numbers are bounded. Foreign and incomplete files are
/// skipped. Subfolders and names that begin with a dot are ignored.
struct SyncFolder: ~Copyable {
  /// The maximum number of files to read.
  private static let mostFiles = 1_000
  /// The maximum total size of the files to read, in bytes.
  private static let mostBytes = 256 << 20

  private let folder: Folder

  /// Creates a handle to an existing folder.
  ///
  /// - Throws: ``StoreError`` if the folder does not exist or cannot be read.
  init(_ path: String) throws(StoreError) {
    guard let folder = try Folder(existing: path) else {
      throw StoreError(.reading, path, code: ENOENT)
    }
    self.folder = folder
  }

  /// Reads all files, in the order of their names.
  ///
  /// - Parameters:
  ///   - greatest: The greatest counter of the log.
  ///   - known: The lines that this device would write.
  ///   - body: Receives each complete file and its name.
  /// - Returns: The skipped files.
  /// - Throws: ``StoreError`` if the names in the folder cannot be read.
  func read(
    after greatest: UInt64, expecting known: KnownLines, _ body: (SyncFile, String) -> Void
  ) throws(StoreError) -> [Sync.SkippedFile] {
    let names = try StoreError.naming(folder.path, .reading) { () throws(SystemError) in
      try FolderListing.names(in: folder.path)
    }
    var skipped: [Sync.SkippedFile] = []
    var waiting: [WaitingFile] = []
    var rest = (files: Self.mostFiles, bytes: Self.mostBytes)
    var reach = CounterReach(after: greatest)
    var decoder = LineDecoder()
    func take(_ name: String) {
      do throws(Sync.SkippedFile.Reason) {
        guard let file = try file(name, known, &rest, &decoder) else { return }
        var next = WaitingFile(name: name, counters: file.counters[...], reach: reach)
        if next.isReached(from: reach) {
          reach = next.reach
          body(file, name)
        } else {
          waiting.append(next)
        }
      } catch {
        skipped.append(Sync.SkippedFile(name: name, reason: error))
      }
    }
    for bytes in names where bytes.first != UInt8(ascii: ".") {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        skipped.append(
          Sync.SkippedFile(name: String(decoding: bytes, as: UTF8.self), reason: .foreign))
        continue
      }
      take(name)
    }
    // The counters of a later file may bring an earlier file within reach. Each file is read at
    // most twice.
    rest = (files: Self.mostFiles, bytes: Self.mostBytes)
    while let place = waiting.indices.first(where: { waiting[$0].isReached(from: reach) }) {
      take(waiting.remove(at: place).name)
    }
    return skipped + waiting.map { Sync.SkippedFile(name: $0.name, reason: .impossible) }
  }

  /// A file with counters that ``CounterReach`` does not accept yet.
  ///
  /// The entries of the file are not retained in memory.
  private struct WaitingFile {
    let name: String
    /// The counters that are not accepted yet.
    var counters: ArraySlice<UInt64>
    var reach: CounterReach

    mutating func isReached(from other: CounterReach) -> Bool {
      reach.formUnion(other)
      return reach.follow(&counters)
    }
  }

  /// Reads a file, or returns nil for a folder.
  private func file(
    _ name: String, _ known: KnownLines,
    _ rest: inout (files: Int, bytes: Int), _ decoder: inout LineDecoder
  ) throws(Sync.SkippedFile.Reason) -> SyncFile? {
    if rest.files == 0 { throw .tooMany(limit: Self.mostFiles) }
    guard let bytes = try bytes(name, atMost: min(SyncFile.longest, rest.bytes)) else {
      return nil
    }
    rest.files -= 1
    rest.bytes -= bytes.count
    let stem = name.utf8.prefix(32)
    let isNamed = DeviceID(digits: stem).map { SyncFile.name(of: $0) == name } ?? false
    return try SyncFile(
      bytes, isNamed: isNamed, expecting: known, using: &decoder)
  }

  /// Returns the bytes of a file, or nil for a folder or a file that was deleted in the meantime.
  private func bytes(
    _ name: String, atMost limit: Int
  ) throws(Sync.SkippedFile.Reason) -> [UInt8]? {
    do throws(StoreError) {
      if try folder.isFolder(name) { return nil }
      guard let opened = try folder.open(existing: name, O_RDONLY, followsLinks: false) else {
        return nil
      }
      let size = Int(try folder.status(of: opened.descriptor, name).st_size)
      if size > limit {
        throw StoreError(path: name, reason: .fileTooLarge(limit: limit))
      }
      return try folder.bytes(of: opened.descriptor, name, count: size)
    } catch {
      throw
        switch error.reason
      {
      case .notAFile, .foreignLink: .notAFile
      case .fileTooLarge(let limit): .tooLarge(limit: limit)
      case .unreadable(let code), .permission(let code): .unreadable(code: code)
      default: .unreadable(code: EIO)
      }
    }
  }

  /// Replaces the file of a device atomically.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written; the previous file is then unchanged.
  /// - Precondition: The log of the device is locked.
  func write(_ file: SyncFile) throws(StoreError) {
    let bytes = file.bytes
    let name = SyncFile.name(of: file.device)
    if bytes.count > SyncFile.longest {
      throw StoreError(
        path: folder.path(of: name), reason: .fileTooLarge(limit: SyncFile.longest))
    }
    try folder.replace(name, through: SyncFile.unfinishedName(of: file.device)) { _ in bytes }
  }

  func removeFile(of device: DeviceID) throws(StoreError) {
    let name = SyncFile.name(of: device)
    try StoreError.naming(folder.path(of: name), .writing) { () throws(SystemError) in
      try folder.remove(name)
      try folder.syncNames()
    }
  }
}
