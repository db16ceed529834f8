import Basics

/// The files that the entries of a log refer to.
///
/// The files are in a folder next to the log. A file is written to disk before the entry that
/// refers to it, under the same lock. Even if an append is interrupted, the log refers only to
/// complete files.
///
///     let files = AttachedFiles(of: log, in: "schedules")
///     try files.append(at: now, putting: ("fair.xml", bytes), keeping: names(in:)) { contents in
///       [LogChange(scope: "", kind: "schedule", target: "fair", value: "fair.xml")]
///     }
///
/// The caller decides how entries refer to files. With ``checksum(of:)``, the caller can detect
/// damage.
package struct AttachedFiles: Hashable, Sendable {
  /// The maximum size of a file in bytes.
  package static let longest = 128 << 20

  package let log: ChangeLog
  /// The name of the folder that contains the files, relative to the folder of the log.
  package let folderName: String

  package var path: String { "\(log.folder)/\(folderName)" }

  /// Creates a reference to the files of a log, without opening or creating anything.
  ///
  /// The folder is created with the first file.
  package init(of log: ChangeLog, in folderName: String) {
    self.log = log
    self.folderName = folderName
  }

  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// True if the folder of the files may exist.
  ///
  /// The value is also true if the system cannot tell whether the folder exists.
  package var mayExist: Bool {
    var found = stat()
    return lstat(path, &found) == 0 || errno != ENOENT && errno != ENOTDIR
  }

  /// Returns the CRC-64 of bytes, with the same algorithm as the checksums of log lines.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func checksum(of bytes: [UInt8]) -> UInt64 {
    Checksum().of(bytes.span)
  }

  /// Returns the bytes of a file.
  ///
  /// - Returns: All bytes, or nil if the file does not exist.
  /// - Throws: ``StoreError``: `permission`, `unreadable`, `notAFile`, `attachmentTooLarge`, or
  ///   `foreignLink` for a symbolic link that another user owns.
  /// - Complexity: O(*n*) in the number of bytes.
  package func read(_ name: String) throws(StoreError) -> [UInt8]? {
    guard let file = try open(name) else { return nil }
    return try file.bytes(count: file.size, from: 0)
  }

  /// Opens a file so that parts of it can be read, or returns nil if the file does not exist.
  ///
  /// - Throws: ``StoreError`` for the same reasons as ``read(_:)``.
  package func open(_ name: String) throws(StoreError) -> AttachedFile? {
    guard let folder = try Folder(existing: path),
      let opened = try folder.open(existing: name, O_RDONLY, followsLinks: true)
    else { return nil }
    let status = try folder.status(of: opened.descriptor, name)
    try requireSize(Int(status.st_size), name)
    return AttachedFile(path: folder.path(of: name), status: status, opened.descriptor)
  }

  private func requireSize(_ size: Int, _ name: String) throws(StoreError) {
    guard size > Self.longest else { return }
    throw StoreError(path: path(of: name), reason: .attachmentTooLarge(limit: Self.longest))
  }

  /// Writes a file, appends changes to the log, and removes unneeded files.
  ///
  /// Files are removed only if the log is undamaged, because a damaged line may refer to them.
  ///
  /// - Parameters:
  ///   - time: The current time, in seconds since 1970 in UTC.
  ///   - file: The name and the bytes of the file, or nil to write none.
  ///   - isNeeded: Given all entries, returns a predicate that is true for the names of the needed
  ///     files.
  ///   - makeChanges: Returns the changes to append, given the contents of the log.
  /// - Returns: The entries, in the order of the changes.
  /// - Throws: ``StoreError`` with any of its reasons. The log and its files are then unchanged.
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
  /// The changes that an append makes to the files.
  struct Attachment {
    let files: AttachedFiles
    let file: (name: String, bytes: [UInt8])?
    let isNeeded: ([LogEntry]) -> (String) -> Bool

    /// Writes the file, and syncs the file, its name and the name of its folder.
    func put(in folder: borrowing Folder) throws(StoreError) {
      guard let file else { return }
      try files.requireSize(file.bytes.count, file.name)
      try Folder(making: files.path).replace(file.name) { _ in file.bytes }
      // A process may have been killed after it created the folder and before it synced the
      // folder's name.
      try StoreError.naming(files.path, .writing) { () throws(SystemError) in
        try folder.syncNames()
      }
    }

    /// Removes the files that no entry needs.
    ///
    /// After a failure, the next append tries again.
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
