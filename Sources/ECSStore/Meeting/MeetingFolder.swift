import SystemBasics

/// A folder where devices meet, which another program carries from one to the other.
///
/// Nothing in it is trusted: links are not followed, sizes and numbers are bounded, and what is no whole file of
/// a device is skipped. Folders in it, and names that begin with a full stop, are none of our business.
struct MeetingFolder: ~Copyable {
  /// The most files that are read.
  private static let mostFiles = 1_000
  /// The most bytes of all files that are read.
  private static let mostBytes = 256 << 20

  private let folder: Folder

  /// Opens a folder.
  ///
  /// - Throws: ``StoreError`` if it is not there or cannot be read.
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
  ///   - body: Is called with each file that is whole and its name, one at a time.
  /// - Returns: What was skipped.
  /// - Throws: ``StoreError`` if the names in the folder cannot be read.
  func read(
    after greatest: UInt64, expecting known: KnownLines, _ body: (MeetingFile, String) -> Void
  ) throws(StoreError) -> [Meeting.SkippedFile] {
    let names = try StoreError.naming(folder.path, .reading) { () throws(SystemError) in
      try FolderListing.names(in: folder.path)
    }
    var skipped: [Meeting.SkippedFile] = []
    var waiting: [WaitingFile] = []
    var rest = (files: Self.mostFiles, bytes: Self.mostBytes)
    var reach = CounterReach(after: greatest)
    var decoder = LineDecoder()
    func take(_ name: String) {
      do throws(Meeting.SkippedFile.Reason) {
        guard let file = try file(name, known, &rest, &decoder) else { return }
        var next = WaitingFile(name: name, counters: file.counters[...], reach: reach)
        if next.isReached(from: reach) {
          reach = next.reach
          body(file, name)
        } else {
          waiting.append(next)
        }
      } catch {
        skipped.append(Meeting.SkippedFile(name: name, reason: error))
      }
    }
    for bytes in names where bytes.first != UInt8(ascii: ".") {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        skipped.append(
          Meeting.SkippedFile(name: String(decoding: bytes, as: UTF8.self), reason: .foreign))
        continue
      }
      take(name)
    }
    // A file that extends the reach may come after one that needs it; each is read once more at most.
    rest = (files: Self.mostFiles, bytes: Self.mostBytes)
    while let place = waiting.indices.first(where: { waiting[$0].isReached(from: reach) }) {
      take(waiting.remove(at: place).name)
    }
    return skipped + waiting.map { Meeting.SkippedFile(name: $0.name, reason: .impossible) }
  }

  /// A file with counters out of reach, whose entries are not kept in memory.
  private struct WaitingFile {
    let name: String
    /// The counters that are not within reach yet.
    var counters: ArraySlice<UInt64>
    var reach: CounterReach

    mutating func isReached(from other: CounterReach) -> Bool {
      reach.formUnion(other)
      return reach.follow(&counters)
    }
  }

  /// Reads a file; nil for a folder.
  private func file(
    _ name: String, _ known: KnownLines,
    _ rest: inout (files: Int, bytes: Int), _ decoder: inout LineDecoder
  ) throws(Meeting.SkippedFile.Reason) -> MeetingFile? {
    if rest.files == 0 { throw .tooMany(limit: Self.mostFiles) }
    guard let bytes = try bytes(name, atMost: min(MeetingFile.longest, rest.bytes)) else {
      return nil
    }
    rest.files -= 1
    rest.bytes -= bytes.count
    let stem = name.utf8.prefix(32)
    let isNamed = DeviceID(digits: stem).map { MeetingFile.name(of: $0) == name } ?? false
    return try MeetingFile(
      bytes, isNamed: isNamed, expecting: known, using: &decoder)
  }

  /// Returns the bytes of a file; nil for a folder, or for what is gone by now.
  private func bytes(
    _ name: String, atMost limit: Int
  ) throws(Meeting.SkippedFile.Reason) -> [UInt8]? {
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

  /// Writes the file of a device, whole or not at all.
  ///
  /// - Throws: ``StoreError``; the file is then as it was.
  /// - Precondition: The log of the device is locked.
  func write(_ file: MeetingFile) throws(StoreError) {
    let bytes = file.bytes
    let name = MeetingFile.name(of: file.device)
    if bytes.count > MeetingFile.longest {
      throw StoreError(
        path: folder.path(of: name), reason: .fileTooLarge(limit: MeetingFile.longest))
    }
    try folder.replace(name, through: MeetingFile.unfinishedName(of: file.device)) { _ in bytes }
  }

  /// Removes the file of a device, if there is one.
  func removeFile(of device: DeviceID) throws(StoreError) {
    let name = MeetingFile.name(of: device)
    try StoreError.naming(folder.path(of: name), .writing) { () throws(SystemError) in
      try folder.remove(name)
      try folder.syncNames()
    }
  }
}
