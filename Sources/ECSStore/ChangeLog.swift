import SystemBasics

/// A log of changes in a file that is appended to.
///
/// A change that was appended survives the death of the process and of the power; one that was not is
/// there whole or not at all. Any number of processes may use the log at once. Damaged lines of the
/// file are reported, skipped and left as they are. A log that has grown is rewritten without the
/// entries that later ones made needless, see ``Compaction``. The old log is kept beside it.
///
///     let log = ChangeLog(folder: "/home/me/.local/share/konf", name: "ratings.log")
///     try log.append(at: now) { contents in
///       [LogChange(scope: "uikonf-2015", kind: "rating", target: "session1Day1/1", value: "5")]
///     }
///     try log.read().entries.last?.change.value  // "5"
///
/// The folder also holds the files `lock` and `device`, for all logs in it, and while a file is
/// replaced the file `unfinished`. Whole files that entries name are ``AttachedFiles``.
package struct ChangeLog: Hashable, Sendable {
  /// The greatest number of bytes of a log.
  package static let longest = 64 << 20
  /// How often a read looks again at a line that has no end.
  package static let mostRereads = 5

  /// The folder of the log.
  package let folder: String
  /// The name of the log's file in the folder.
  package let name: String
  /// How long an append waits for others that append.
  package let wait: Duration
  /// The greatest number of bytes of this log, beyond which nothing is appended.
  package let limit: Int

  /// The path of the log's file.
  package var path: String { "\(folder)/\(name)" }

  /// Names a log; nothing is opened or made.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, which is made by the first append if it is missing.
  ///   - name: The name of the log's file in the folder.
  ///   - wait: How long an append waits for others that append.
  ///   - limit: The greatest number of bytes of the log.
  /// - Precondition: The name is a file name and none of those the folder needs for itself.
  package init(
    folder: String, name: String, wait: Duration = .seconds(5), limit: Int = Self.longest
  ) {
    precondition(
      !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
        && !["lock", "device", Folder.unfinishedName, ".", ".."].contains(name),
      "a log needs a file name without slashes that is not reserved")
    self.folder = folder
    self.name = name
    self.wait = wait
    self.limit = limit
  }

  /// Returns what the log holds.
  ///
  /// Nothing is locked, made or written, so that a log can be read where it cannot be changed. A log
  /// that is larger than its limit is read as a rewritten one, see ``Compaction``.
  ///
  /// - Parameter pause: Waits for the rest of a line; it is called before each reread, at most
  ///   ``mostRereads`` times.
  /// - Returns: The contents; empty if there is no file.
  /// - Throws: ``StoreError``: `permission`, `unreadable`, `notAFile`, or `foreignLink` for a symbolic link
  ///   that another user made.
  /// - Complexity: O(*n*) in the number of bytes.
  package func read(pausing pause: () -> Void = Self.pause) throws(StoreError) -> LogContents {
    var reading = LogReading()
    try read(after: &reading, pausing: pause)
    return reading.contents
  }

  /// Reads what was appended since the log was last read, as ``read(pausing:)`` does.
  ///
  /// - Parameters:
  ///   - reading: How far the log was read.
  ///   - pause: Waits for the rest of a line.
  /// - Throws: ``StoreError``, as ``read(pausing:)`` does.
  /// - Complexity: O(*n*) in the number of bytes that were appended; in the number of all if another
  ///   file is there now.
  package func read(
    after reading: inout LogReading, pausing pause: () -> Void = Self.pause
  ) throws(StoreError) {
    guard let folder = try Folder(existing: folder),
      let opened = try folder.open(existing: name, O_RDONLY, followsLinks: true)
    else {
      reading = LogReading()
      return
    }
    func readOn() throws(StoreError) {
      let length = try length(of: opened.descriptor, in: folder)
      try reading.readOn(opened.descriptor, length: length, of: self, in: folder)
    }
    try readOn()
    // A line may be on its way: it is given the time to arrive before it is called torn.
    for _ in 0..<Self.mostRereads where reading.contents.endsInsideLine {
      pause()
      let before = reading.contents.byteCount
      try readOn()
      if reading.contents.byteCount == before { break }
    }
  }

  /// Waits as long as a line may be on its way.
  package static func pause() {
    var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
    nanosleep(&time, nil)
  }

  /// Returns the name that the folder gave itself; nil if it has none yet.
  ///
  /// - Returns: The name.
  /// - Throws: ``StoreError`` if it cannot be read.
  package func device() throws(StoreError) -> DeviceID? {
    guard let folder = try Folder(existing: folder) else { return nil }
    return try DeviceFile.known(in: folder)
  }

  /// Appends changes, and returns when they are on the medium.
  ///
  /// - Parameters:
  ///   - time: The time now, in seconds since 1970 in UTC; it is kept, and decides nothing.
  ///   - makeChanges: Returns what to append, given the content of the log; no other process
  ///     appends meanwhile. It is called again if another program replaced the log or the lock in
  ///     the meantime.
  /// - Returns: The entries, in the order of the changes.
  /// - Throws: ``StoreError``, any of its reasons. The log then holds what it held before.
  /// - Complexity: O(*n*) in the number of bytes of the log.
  @discardableResult
  package func append(
    at time: Int64, _ makeChanges: (LogContents) -> [LogChange]
  ) throws(StoreError) -> [LogEntry] {
    var reading = LogReading()
    return try append(at: time, after: &reading, makeChanges)
  }

  /// Appends changes to a log that was read before, and returns when they are on the medium.
  ///
  /// - Parameters:
  ///   - time: The time now, in seconds since 1970 in UTC.
  ///   - reading: How far the log was read. Afterwards it has the entries as well.
  ///   - attachment: What happens to the files beside the log.
  ///   - makeChanges: Says what to append; the contents that it gets have the entries since they were
  ///     last taken from the reading.
  /// - Returns: The entries, in the order of the changes.
  /// - Throws: ``StoreError``, any of its reasons. The log then holds what it held before.
  /// - Complexity: O(*n*) in the number of bytes that are appended and that others have appended since;
  ///   in the number of all if another file is there now.
  func append(
    at time: Int64, after reading: inout LogReading,
    with attachment: AttachedFiles.Attachment? = nil,
    _ makeChanges: (LogContents) -> [LogChange]
  ) throws(StoreError) -> [LogEntry] {
    let folder = try Folder(making: folder)
    return try underLock(of: folder) { (lock) throws(StoreError) in
      try append(
        at: time, after: &reading, with: attachment, { LogAddition(changes: makeChanges($0)) },
        in: folder, under: lock)
    }
  }

  /// What is appended at once.
  struct LogAddition {
    /// Entries of others, as they are.
    var entries: [LogEntry] = []
    /// What this folder says, after all that the entries of others say.
    var changes: [LogChange] = []
    /// A counter that this folder has used and its log may not have.
    var greatest: UInt64 = 0
  }

  /// Appends to the log under its lock.
  func append(
    at time: Int64, after reading: inout LogReading,
    with attachment: AttachedFiles.Attachment? = nil,
    _ makeAddition: (LogContents) throws(StoreError) -> LogAddition, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) -> [LogEntry] {
    // A file that cannot be removed here prevents nothing but replacing.
    do throws(StoreError) { try folder.removeUnfinished() } catch {}
    let opened = try folder.open(making: name, O_RDWR | O_APPEND, followsLinks: true)
    let length = try length(of: opened.descriptor, in: folder)
    try reading.readOn(opened.descriptor, length: length, of: self, in: folder)
    let contents = reading.contents
    try requireKnownFormat(contents)
    try attachment?.put(in: folder)
    let addition = try makeAddition(contents)
    if addition.changes.isEmpty, addition.entries.isEmpty { return [] }
    let device = try DeviceFile.device(of: folder)
    let greatest = max(addition.greatest, addition.entries.map(\.counter).max() ?? 0)
    var things = try reading.contestedThings(of: device) { () throws(StoreError) in
      try self.contents(of: opened.descriptor, in: folder).entries
    }
    things.note(addition.entries)
    let entries =
      try addition.entries
      + entries(
        addition.changes, time: time,
        from: max(contents.nextCounter, greatest + 1), naming: things)
    let bytes = try lines(entries, after: contents)
    if length + bytes.count > limit {
      if try makeRoom(contents, opened, in: folder, under: lock) { throw replaced }
      throw StoreError(path: path, reason: .fileTooLarge(limit: limit))
    }
    guard lock.isHeld(in: folder) else { throw replaced }
    try StoreError.naming(path, .writing) { () throws(SystemError) in
      // Before the first bytes: a log that has some has a name that lasts.
      if length == 0 { try folder.syncPath(of: opened.path) }
      try Self.append(bytes, to: opened.descriptor, length: length)
    }
    // A process that opens the log now must find the change in it.
    if folder.isReplaced(opened.path, opened.descriptor) { throw replaced }
    reading.note(entries, bytes)
    attachment?.removeUnneeded(reading.contents)
    compactIfDue(&reading, opened, in: folder, under: lock)
    return entries
  }
}

extension ChangeLog {
  /// How often work under the lock is repeated if files are replaced meanwhile.
  private static let mostTries = 5

  /// What says that the log or the lock is another file by now.
  private var replaced: StoreError { StoreError(path: path, reason: .replaced) }

  /// Works under the lock of a folder, and starts again with the new files as long as the work says
  /// that they were replaced.
  func underLock<Outcome>(
    of folder: borrowing Folder,
    _ work: (borrowing FolderLock) throws(StoreError) -> Outcome
  ) throws(StoreError) -> Outcome {
    for _ in 1..<Self.mostTries {
      let lock = try FolderLock(folder, wait: wait)
      do throws(StoreError) { return try work(lock) } catch {
        if error != replaced { throw error }
      }
    }
    return try work(try FolderLock(folder, wait: wait))
  }

  /// Refuses to replace the log if another process may have written to it since it was opened,
  /// since the lock or the log is no longer the file with its name.
  func requireNames(
    _ file: borrowing Opening.Opened, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) {
    if !lock.isHeld(in: folder) || folder.isReplaced(file.path, file.descriptor) { throw replaced }
  }

  /// Refuses a log that a newer program has written to.
  func requireKnownFormat(_ contents: LogContents) throws(StoreError) {
    if let format = contents.newestFormat, format > LogLine.format {
      throw StoreError(path: path, reason: .newerFormat(found: format, known: LogLine.format))
    }
  }

  /// Returns the entries of changes, with counters from a number on.
  func entries(
    _ changes: [LogChange], time: Int64, from first: UInt64, naming things: ContestedThings
  ) throws(StoreError) -> [LogEntry] {
    guard first + UInt64(changes.count) - 1 <= LogEntry.greatestCounter else {
      throw StoreError(path: path, reason: .noCounterLeft)
    }
    return changes.enumerated().map { index, change in
      LogEntry(
        device: things.device, counter: first + UInt64(index), time: change.time ?? time,
        change: change.appended,
        names: things.names(for: change))
    }
  }

  /// Returns the bytes to append for entries.
  private func lines(
    _ entries: [LogEntry], after contents: LogContents
  ) throws(StoreError) -> [UInt8] {
    var bytes = contents.separator
    var encoder = LineEncoder()
    for entry in entries {
      let start = bytes.count
      encoder.append(entry, to: &bytes)
      if bytes.count - start > LogLine.longest {
        throw StoreError(path: path, reason: .lineTooLong(limit: LogLine.longest))
      }
      bytes.append(LogLine.newline)
    }
    return bytes
  }

  /// Appends bytes to a file of a length, or leaves the file as it was.
  private static func append(
    _ bytes: [UInt8], to file: borrowing Descriptor, length: Int
  ) throws(SystemError) {
    do throws(SystemError) {
      try file.writeAll(bytes)
      try file.syncBytes()
    } catch {
      // If even this fails, a part of a line is left, which is never read as an entry.
      do throws(SystemError) {
        try file.truncate(to: length)
        try file.syncBytes()
      } catch {}
      throw error
    }
  }
}
