// The log file: reading, and appending under a lock. `ComponentStore` and `konf` use it.

import Basics

/// An append-only log of changes in a file.
///
/// Appended changes are durable. A crash or a power failure during an append leaves each change
/// complete or absent. Any number of processes may use the log at the same time. Damaged lines
/// remain in the file, where reads skip and report them. A log that has grown is rewritten without
/// the entries that later entries replace; see ``Compaction``. The old log is saved next to the new
/// log.
///
///     let log = ChangeLog(folder: "/home/me/.local/share/konf", name: "ratings.log")
///     try log.append(at: now) { contents in
///       [LogChange(scope: "uikonf-2015", kind: "rating", target: "session1Day1/1", value: "5")]
///     }
///     try log.read().entries.last?.change.value  // "5"
///
/// All logs in a folder share the files `lock` and `device`. While a file is replaced, the folder
/// also has the file `unfinished`. Entries can refer to other files; see ``AttachedFiles``.
package struct ChangeLog: Hashable, Sendable {
  /// The default maximum size of a log, in bytes.
  package static let longest = 64 << 20
  /// The maximum number of rereads for an incomplete last line.
  package static let mostRereads = 5

  package let folder: String
  /// The name of the file in the folder.
  package let name: String
  /// The maximum time that an append waits for other processes.
  package let wait: Duration
  /// The maximum size of this log in bytes.
  ///
  /// An append beyond this size fails.
  package let limit: Int

  package var path: String { "\(folder)/\(name)" }

  /// Creates a reference to a log, without opening or creating anything.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. The first append creates the folder.
  ///   - name: The name of the file in the folder.
  ///   - wait: The maximum time that an append waits for other processes.
  ///   - limit: The maximum size of the log in bytes.
  /// - Precondition: The name is a valid file name without slashes, and is not `lock`, `device` or
  ///   `unfinished`.
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

  /// Returns the contents of the log.
  ///
  /// A read takes no lock and changes no file, so read-only logs can be read. A log that exceeds
  /// its limit is compacted in memory; see ``Compaction``.
  ///
  /// - Parameter pause: Waits for the rest of an incomplete line. The closure is called before each
  ///   of at most ``mostRereads`` rereads.
  /// - Returns: The contents, or empty contents if the file does not exist.
  /// - Throws: ``StoreError``: `permission`, `unreadable`, `notAFile`, or `foreignLink` for a
  ///   symbolic link that another user owns.
  /// - Complexity: O(*n*) in the number of bytes.
  package func read(pausing pause: () -> Void = Self.pause) throws(StoreError) -> LogContents {
    var reading = LogReading()
    try read(after: &reading, pausing: pause)
    return reading.contents
  }

  /// Reads the lines that were appended since the last read.
  ///
  /// - Parameters:
  ///   - reading: The state of the last read.
  ///   - pause: Waits for the rest of an incomplete line.
  /// - Throws: ``StoreError``, as ``read(pausing:)`` does.
  /// - Complexity: O(*n*) in the number of appended bytes, or of all bytes if the file was
  ///   replaced.
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
    // Another process may still be writing the last line.
    for _ in 0..<Self.mostRereads where reading.contents.endsInsideLine {
      pause()
      let before = reading.contents.byteCount
      try readOn()
      if reading.contents.byteCount == before { break }
    }
  }

  /// Waits one millisecond for another process to finish writing a line.
  package static func pause() {
    var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
    nanosleep(&time, nil)
  }

  /// Returns the device id stored in the folder of the log.
  ///
  /// - Returns: The id, or nil if the folder has no id yet.
  /// - Throws: ``StoreError`` if the id cannot be read.
  package func device() throws(StoreError) -> DeviceID? {
    guard let folder = try Folder(existing: folder) else { return nil }
    return try DeviceFile.known(in: folder)
  }

  /// Appends changes durably.
  ///
  /// - Parameters:
  ///   - time: The current time, in seconds since 1970 in UTC. It does not affect the order of
  ///     entries.
  ///   - makeChanges: Returns the changes to append, given the contents of the log. No other
  ///     process appends to the log while the closure runs. The closure is called again if another
  ///     program has replaced the log or the lock.
  /// - Returns: The entries, in the order of the changes.
  /// - Throws: ``StoreError`` with any of its reasons. The log is then unchanged.
  /// - Complexity: O(*n*) in the number of bytes of the log.
  @discardableResult
  package func append(
    at time: Int64, _ makeChanges: (LogContents) -> [LogChange]
  ) throws(StoreError) -> [LogEntry] {
    var reading = LogReading()
    return try append(at: time, after: &reading, makeChanges)
  }

  /// Appends changes durably to a log that has already been read.
  ///
  /// - Parameters:
  ///   - time: The current time, in seconds since 1970 in UTC.
  ///   - reading: The state of the last read. Afterwards, it includes the new entries.
  ///   - attachment: The changes to files next to the log.
  ///   - makeChanges: Returns the changes to append, given the entries in memory.
  /// - Returns: The entries, in the order of the changes.
  /// - Throws: ``StoreError`` with any of its reasons. The log is then unchanged.
  /// - Complexity: O(*n*) in the number of bytes that all processes have appended since the last
  ///   read, or of all bytes if the file was replaced.
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

  struct LogAddition {
    /// The entries of other devices to append unchanged.
    var entries: [LogEntry] = []
    /// The changes of this device to append.
    ///
    /// Their entries get greater counters than ``entries`` and ``greatest``.
    var changes: [LogChange] = []
    /// The greatest counter of this device's entries that the log has lost, or 0 if it lost none.
    var greatest: UInt64 = 0
  }

  func append(
    at time: Int64, after reading: inout LogReading,
    with attachment: AttachedFiles.Attachment? = nil,
    _ makeAddition: (LogContents) throws(StoreError) -> LogAddition, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) -> [LogEntry] {
    // A leftover file prevents only replacements, not appends.
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
    var subjects = try reading.contestedSubjects(of: device) { () throws(StoreError) in
      try self.contents(of: opened.descriptor, in: folder).entries
    }
    subjects.note(addition.entries)
    let entries =
      try addition.entries
      + entries(
        addition.changes, time: time,
        from: max(contents.nextCounter, greatest + 1), naming: subjects)
    let count = addition.changes.count
    var bytes = contents.separator + (try lines(entries.dropLast(count)))
    let last = try lines(entries.suffix(count))
    let start = count < 2 ? nil : startLine(of: last, after: entries.last, at: length + bytes.count)
    if let start { bytes += LogLine.lines([start]) }
    bytes += last
    if length + bytes.count > limit {
      if try makeRoom(contents, opened, in: folder, under: lock) { throw replaced }
      throw StoreError(path: path, reason: .fileTooLarge(limit: limit))
    }
    guard lock.isHeld(in: folder) else { throw replaced }
    try StoreError.naming(path, .writing) { () throws(SystemError) in
      // Only an empty log may be new, so only then is its name synced.
      if length == 0 { try folder.syncPath(of: opened.path) }
      try Self.append(bytes, to: opened.descriptor, length: length)
    }
    // If the file was replaced, a process that opens the log now would not find the change.
    if folder.isReplaced(opened.path, opened.descriptor) { throw replaced }
    reading.note(entries, startingWith: start, bytes)
    attachment?.removeUnneeded(reading.contents)
    compactIfDue(&reading, opened, in: folder, under: lock)
    return entries
  }
}

extension ChangeLog {
  /// The maximum number of attempts while other programs replace files.
  private static let mostTries = 5

  /// The error that an attempt throws if another program has replaced the log or the lock.
  private var replaced: StoreError { StoreError(path: path, reason: .replaced) }

  /// Calls a closure while a folder is locked, and returns its result.
  ///
  /// If another program replaced the log or the lock in the meantime, the closure is called again
  /// with the new files.
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

  /// Throws an error if another file has replaced the lock or the log.
  ///
  /// Another process may then have written to a log that this process has not opened.
  func requireNames(
    _ file: borrowing Opening.Opened, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) {
    if !lock.isHeld(in: folder) || folder.isReplaced(file.path, file.descriptor) { throw replaced }
  }

  /// Throws an error if the log has a newer format than this version of the program knows.
  func requireKnownFormat(_ contents: LogContents) throws(StoreError) {
    if let format = contents.newestFormat, format > LogLine.format {
      throw StoreError(path: path, reason: .newerFormat(found: format, known: LogLine.format))
    }
  }

  /// Returns entries for changes, with consecutive counters.
  func entries(
    _ changes: [LogChange], time: Int64, from first: UInt64, naming subjects: ContestedSubjects
  ) throws(StoreError) -> [LogEntry] {
    guard first + UInt64(changes.count) - 1 <= LogEntry.greatestCounter else {
      throw StoreError(path: path, reason: .noCounterLeft)
    }
    return changes.enumerated().map { index, change in
      LogEntry(
        device: subjects.device, counter: first + UInt64(index), time: change.time ?? time,
        change: change.appended,
        names: subjects.names(for: change))
    }
  }

  /// Returns the start line to write before the lines of an append, or nil if none is necessary.
  ///
  /// If a process is killed while it writes, only the bytes before a page boundary may be on disk.
  /// Without a start line, the lines before the boundary would look like a complete append. The
  /// start line has the greatest counter of the append, because some of the other lines refer to
  /// each other by their counters.
  private func startLine(of lines: [UInt8], after last: LogEntry?, at offset: Int) -> LogEntry? {
    let isInOnePage = offset / Self.pageLength == (offset + lines.count) / Self.pageLength
    guard !isInOnePage, let last, last.counter < LogEntry.greatestCounter else { return nil }
    return LogEntry(
      device: last.device, counter: last.counter + 1, time: last.time,
      change: LogChange(scope: "", kind: LogKind.append, target: "", value: "\(lines.count)"))
  }

  /// The size of the smallest pages that operating systems use, in bytes.
  private static let pageLength = 4_096

  private func lines(_ entries: ArraySlice<LogEntry>) throws(StoreError) -> [UInt8] {
    var bytes: [UInt8] = []
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

  /// Appends bytes to a file.
  ///
  /// After an error, the file has the same length as before.
  private static func append(
    _ bytes: [UInt8], to file: borrowing Descriptor, length: Int
  ) throws(SystemError) {
    do throws(SystemError) {
      try file.writeAll(bytes)
      try file.syncBytes()
    } catch {
      // Even if truncating fails, no read treats the incomplete line as an entry.
      do throws(SystemError) {
        try file.truncate(to: length)
        try file.syncBytes()
      } catch {}
      throw error
    }
  }
}
