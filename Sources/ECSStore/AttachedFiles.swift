import SystemBasics

/// Whole files that the entries of a log name, in a folder of their own beside it.
///
/// A file is on the medium before the entry that names it, and both happen under the lock of the log.
/// So whenever a process dies, the log names the old file or the new one, and that file is whole.
///
///     let files = AttachedFiles(of: log, in: "schedules")
///     try files.append(at: now, putting: bytes, as: "fair.xml", keeping: names(in:)) { contents in
///       [LogChange(scope: "", kind: "schedule", target: "fair", value: "fair.xml")]
///     }
///
/// What an entry names and how a file is checked is up to the user of the type; ``checksum(of:)`` finds
/// damage.
package struct AttachedFiles: Hashable, Sendable {
  /// The most bytes of a file that are read.
  package static let longest = 128 << 20

  /// The log.
  package let log: ChangeLog
  /// The name of the folder of the files, in that of the log.
  package let folderName: String

  /// The path of the folder of the files.
  package var path: String { "\(log.folder)/\(folderName)" }

  /// Names the files of a log; nothing is opened or made.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - folderName: The name of the folder of the files, which the first of them makes.
  package init(of log: ChangeLog, in folderName: String) {
    self.log = log
    self.folderName = folderName
  }

  /// Returns the path of a file.
  ///
  /// - Parameter name: The name of the file.
  /// - Returns: The path.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Whether there is a folder of files, or it is not known that there is none.
  package var mayExist: Bool {
    var found = stat()
    return lstat(path, &found) == 0 || errno != ENOENT && errno != ENOTDIR
  }

  /// Returns a number that is another one for nearly all other bytes.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Returns: Their CRC-64, as the lines of the log have it.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func checksum(of bytes: [UInt8]) -> UInt64 {
    Checksum().of(bytes.span)
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameter name: The name of the file.
  /// - Returns: The bytes, at most ``longest``; nil if there is no such file.
  /// - Throws: ``StoreError``: `permission`, `unreadable`, `notAFile`, or `foreignLink` for a symbolic
  ///   link that another user made.
  /// - Complexity: O(*n*) in the number of bytes.
  package func read(_ name: String) throws(StoreError) -> [UInt8]? {
    guard let file = try open(name) else { return nil }
    return try file.bytes(count: file.size, from: 0)
  }

  /// Opens a file to read parts of it.
  ///
  /// - Parameter name: The name of the file.
  /// - Returns: The file; nil if there is none of this name.
  /// - Throws: ``StoreError``, as ``read(_:)``.
  package func open(_ name: String) throws(StoreError) -> AttachedFile? {
    guard let folder = try Folder(existing: path),
      let opened = try folder.open(existing: name, O_RDONLY, followsLinks: true)
    else { return nil }
    let size = Int(try folder.status(of: opened.descriptor, name).st_size)
    return AttachedFile(
      path: folder.path(of: name), size: min(size, Self.longest), opened.descriptor)
  }

  /// Puts a file beside the log, appends changes, and removes the files that nothing names any more.
  ///
  /// Files are removed only if the log is sound, since a damaged line may name one.
  ///
  /// - Parameters:
  ///   - time: The time now, in seconds since 1970 in UTC.
  ///   - file: The name of the file and its bytes; nil for changes that come with none.
  ///   - isNeeded: Returns of all entries a function that says which names stay; the others are
  ///     removed.
  ///   - makeChanges: Says what to append, from what the log holds.
  /// - Returns: The entries, in the order of the changes.
  /// - Throws: ``StoreError``, any of its reasons. The log then holds what it held before, and the files
  ///   it names are as they were.
  /// - Complexity: O(*n*) in the number of bytes of the log and the file.
  @discardableResult
  package func append(
    at time: Int64, putting file: (name: String, bytes: [UInt8])?,
    keeping isNeeded: @escaping ([LogEntry]) -> (String) -> Bool,
    _ makeChanges: (LogContents) -> [LogChange]
  ) throws(StoreError) -> [LogEntry] {
    let attachment = Attachment(files: self, file: file, isNeeded: isNeeded)
    var reading = LogReading()
    return try log.append(at: time, after: &reading, with: attachment, makeChanges)
  }
}

extension AttachedFiles {
  /// What happens to the files while the log is locked for an append.
  struct Attachment {
    let files: AttachedFiles
    let file: (name: String, bytes: [UInt8])?
    let isNeeded: ([LogEntry]) -> (String) -> Bool

    /// Puts the file in its folder, and returns when it and all names are on the medium.
    func put(in folder: borrowing Folder) throws(StoreError) {
      guard let file else { return }
      try Folder(making: files.path).replace(file.name) { _ in file.bytes }
      // A process may have died between making the folder and syncing its name.
      try StoreError.naming(files.path, .writing) { () throws(SystemError) in
        try folder.syncNames()
      }
    }

    /// Removes the files that no entry needs; what cannot be removed is left to the next append.
    func removeUnneeded(_ contents: LogContents) {
      guard contents.damageCount == 0 else { return }
      let isNeeded = isNeeded(contents.entries)
      do {
        guard let folder = try Folder(existing: files.path) else { return }
        for name in try FolderListing.names(in: files.path) {
          guard let name = String(validating: name, as: UTF8.self), !isNeeded(name) else {
            continue
          }
          try folder.remove(name)
        }
      } catch {}
    }
  }
}
