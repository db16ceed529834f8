import Basics

/// The compaction of a log that has grown, and the repair of a damaged log.
///
/// `append` calls the compaction, and `konf doctor` calls the repair. The old log is copied to
/// another file first. If the process is killed, either the old or the new log remains.
extension ChangeLog {
  /// The name of the file that contains the log from before the last rewrite.
  package var previousName: String { "\(name).previous" }

  /// Rewrites an undamaged log if ``Compaction`` says that the rewrite is due.
  ///
  /// The appended lines are already on disk. A failure leaves the log unchanged.
  func compactIfDue(
    _ reading: inout LogReading, _ file: borrowing Opening.Opened, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) {
    guard reading.mayNeedCompaction else { return }
    // After a failure, a later append tries again.
    do throws(StoreError) {
      let all = try whole(reading.contents, file, in: folder)
      reading.noteCompactionCheck()
      if all.damageCount > 0 { return }
      let retained = Compaction.retainedEntries(of: all.entries)
      guard Compaction.isDue(all.entries, retaining: retained) else { return }
      let (bytes, status) = try compact(file, to: retained, in: folder, under: lock)
      reading.note(rewritten: retained, bytes, in: status)
    } catch {}
  }

  /// Returns the contents of the log, including entries that were removed from memory.
  ///
  /// If entries were removed from memory, the log is read again.
  private func whole(
    _ contents: LogContents, _ file: borrowing Opening.Opened, in folder: borrowing Folder
  ) throws(StoreError) -> LogContents {
    contents.isWhole ? contents : try self.contents(of: file.descriptor, in: folder)
  }

  /// Removes unneeded entries from a full, undamaged log.
  ///
  /// If less than 1/256 of the limit would become free, nothing is removed. A full log is therefore
  /// not rewritten every few appends.
  ///
  /// - Returns: True if entries were removed.
  func makeRoom(
    _ contents: LogContents, _ file: borrowing Opening.Opened, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) -> Bool {
    let contents = try whole(contents, file, in: folder)
    guard contents.damageCount == 0 else { return false }
    let retained = Compaction.retainedEntries(of: contents.entries)
    let dropped = contents.byteCount - LogLine.lines(retained).count
    guard dropped > 0, dropped >= limit / Compaction.fullLogParts else { return false }
    try compact(file, to: retained, in: folder, under: lock)
    return true
  }

  /// Rewrites an undamaged log in format 1, and saves the old log as ``previousName``.
  ///
  /// - Parameters:
  ///   - prepare: Returns the entries to rewrite, given all entries of the log.
  ///   - original: Converts a change to format 1, or returns nil if format 1 cannot represent it.
  /// - Returns: The number of entries that format 1 cannot represent.
  /// - Throws: ``StoreError`` with any of its reasons. The log is then unchanged.
  /// - Complexity: O(*n*) in the number of bytes of the log.
  package func rewriteInFormat1(
    preparing prepare: ([LogEntry]) -> [LogEntry] = { $0 },
    _ original: (LogChange) throws(StoreError) -> LogChange?
  ) throws(StoreError) -> Int {
    guard let folder = try Folder(existing: folder) else { return 0 }
    return try underLock(of: folder) { (lock) throws(StoreError) in
      try folder.removeUnfinished()
      guard let file = try folder.open(existing: name, O_RDWR, followsLinks: true) else { return 0 }
      let contents = try contents(of: file.descriptor, in: folder)
      try requireKnownFormat(contents)
      if contents.damageCount > 0 {
        throw StoreError(path: path, reason: .damaged(lines: contents.damageCount))
      }
      var retained: [LogEntry] = []
      var entries = prepare(contents.entries)
      // Format 1 cannot record which entries an entry covers, so only the winning entry of each
      // subject is written.
      if entries.contains(where: { !$0.names.isEmpty }) { entries = entries.latest() }
      for entry in entries {
        guard let change = try original(entry.change) else { continue }
        retained.append(
          LogEntry(device: entry.device, counter: entry.counter, time: entry.time, change: change))
      }
      if contents.newestFormat ?? 1 > 1 { try compact(file, to: retained, in: folder, under: lock) }
      return entries.count - retained.count
    }
  }

  /// Replaces the log, and returns the bytes and the status of the new file.
  @discardableResult
  private func compact(
    _ file: borrowing Opening.Opened, to retained: [LogEntry], in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) -> (bytes: [UInt8], status: stat) {
    let status = try replaceableStatus(of: file, in: folder, under: lock)
    try save(file.descriptor, as: previousName, like: status, in: folder)
    try requireNames(file, in: folder, under: lock)
    let bytes = LogLine.lines(retained)
    var made = status
    try folder.replace(name, like: status) {
      made = $0
      return bytes
    }
    return (bytes, made)
  }

  private func save(
    _ file: borrowing Descriptor, as name: String, like status: stat, in folder: borrowing Folder
  ) throws(StoreError) {
    try folder.replace(name, like: status) { (new) throws(SystemError) in
      try copy(file, to: new)
    }
  }

  /// Returns the status of the log, or throws an error if the log must not be replaced.
  ///
  /// If the file has several names, the other names would still refer to the old file. If another
  /// user owns the file, the new file would have a different owner.
  private func replaceableStatus(
    of file: borrowing Opening.Opened, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) -> stat {
    try requireNames(file, in: folder, under: lock)
    let status = try folder.status(of: file.descriptor, name)
    let owner = try folder.ownerOfNewFiles
    let isOwn = status.st_uid == geteuid() || status.st_uid == owner
    guard file.path == name, status.st_nlink == 1, isOwn else {
      throw StoreError(path: path, reason: .severalNames)
    }
    return status
  }

  package struct Repair: Hashable, Sendable {
    /// The name of the file with the old log.
    package let evidence: String
    /// The number of removed damaged lines, or 0 if the log was only too large.
    package let damageCount: Int
    /// The number of damaged entries that were recovered from ``ChangeLog/previousName``.
    package let recoveredCount: Int
  }

  /// The kind of an entry that records a repair.
  ///
  /// The target of the entry is the name of the saved damaged log. The value is the number of
  /// damaged lines.
  package static let repairKind = "repair"

  /// Rewrites a damaged log without its damaged lines, or a log that exceeds its limit.
  ///
  /// An unchanged copy of the old log is saved first. A log that was damaged gets an additional
  /// entry of the kind ``repairKind``. The counter of this entry is greater than any counter that
  /// the damaged lines may have had. If the process is killed, the log is either unchanged or
  /// repaired, and another call finishes the repair.
  ///
  /// - Parameters:
  ///   - time: The current time, in seconds since 1970 in UTC.
  ///   - pause: A closure that is called after reading and before replacing the log. If another
  ///     program replaces the log or the lock in the meantime, the repair starts again.
  ///   - makeChanges: Given the contents before the repair, returns changes to add to the repaired
  ///     log.
  /// - Returns: The result, or nil if the log does not exist or needs no repair.
  /// - Throws: ``StoreError`` with any of its reasons. The log is then unchanged.
  /// - Complexity: O(*n*) in the number of bytes of the log and of the previous log.
  package func repair(
    at time: Int64, pausing pause: () -> Void = {},
    adding makeChanges: (LogContents) -> [LogChange] = { _ in [] }
  ) throws(StoreError) -> Repair? {
    guard let folder = try Folder(existing: folder) else { return nil }
    return try underLock(of: folder) { (lock) throws(StoreError) in
      try folder.removeUnfinished()
      guard let file = try folder.open(existing: name, O_RDWR, followsLinks: true) else {
        return nil
      }
      let contents = try contents(of: file.descriptor, in: folder)
      try requireKnownFormat(contents)
      let isDamaged = contents.damageCount > 0
      guard isDamaged || contents.byteCount > limit else { return nil }
      let retained = Compaction.retainedEntries(
        of: contents.entries + (isDamaged ? try previousEntries(in: folder) : []))
      guard isDamaged || retained.count < contents.entryCount else { return nil }
      let status = try replaceableStatus(of: file, in: folder, under: lock)
      let evidence =
        isDamaged ? try saveEvidence(file.descriptor, like: status, in: folder) : previousName
      if !isDamaged { try save(file.descriptor, as: evidence, like: status, in: folder) }
      let readableEntries = Set(contents.entries)
      let note = LogChange(
        scope: "", kind: Self.repairKind, target: evidence, value: "\(contents.damageCount)")
      var subjects = ContestedSubjects(of: try DeviceFile.device(of: folder))
      subjects.note(retained)
      let added = try entries(
        (isDamaged ? [note] : []) + makeChanges(contents), time: time,
        from: max(contents.nextCounter, (retained.last?.counter ?? 0) + 1), naming: subjects)
      pause()
      try requireNames(file, in: folder, under: lock)
      try folder.replace(name, like: status) { _ in LogLine.lines(retained + added) }
      return Repair(
        evidence: evidence, damageCount: contents.damageCount,
        recoveredCount: retained.count { !readableEntries.contains($0) })
    }
  }

  /// Returns the names of the damaged logs that repairs have saved, oldest first.
  ///
  /// The result includes any other file or folder with such a name.
  func evidenceNames(in folder: borrowing Folder) throws(StoreError) -> [String] {
    var names: [String] = []
    while true {
      let name = "\(name).damaged-\(names.count + 1)"
      guard try folder.has(name) else { return names }
      names.append(name)
    }
  }

  /// Saves a damaged log, and returns the name of the new file.
  private func saveEvidence(
    _ file: borrowing Descriptor, like status: stat, in folder: borrowing Folder
  ) throws(StoreError) -> String {
    let names = try evidenceNames(in: folder)
    // A repair that was killed may already have saved the same log.
    if let last = names.last, let evidence = try plainFile(last, in: folder) {
      let isSame = try StoreError.naming(folder.path(of: last), .reading) {
        () throws(SystemError) in
        try areEqual(file, evidence.descriptor)
      }
      if isSame { return last }
    }
    let name = "\(name).damaged-\(names.count + 1)"
    try save(file, as: name, like: status, in: folder)
    return name
  }

  private func previousEntries(in folder: borrowing Folder) throws(StoreError) -> [LogEntry] {
    guard let file = try plainFile(previousName, in: folder) else { return [] }
    return try contents(of: file.descriptor, previousName, in: folder).entries
  }

  /// Opens a file in the folder, or returns nil if no regular file has the name.
  private func plainFile(
    _ name: String, in folder: borrowing Folder
  ) throws(StoreError) -> Opening.Opened? {
    do throws(StoreError) {
      return try folder.open(existing: name, O_RDONLY, followsLinks: false)
    } catch {
      if error.reason == .notAFile { return nil }
      throw error
    }
  }
}
