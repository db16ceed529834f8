import SystemBasics

/// Rewriting a log: when it has grown, or on request when it is damaged.
extension ChangeLog {
  /// The name of the file that holds the log before it was last rewritten.
  package var previousName: String { "\(name).previous" }

  /// Rewrites a sound log if ``Compaction`` says so.
  ///
  /// The appended lines are on the medium already, and a failure here leaves the log as it is.
  func compactIfDue(
    _ reading: inout LogReading, _ file: borrowing Opening.Opened, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) {
    guard reading.mayHaveMuchToDrop else { return }
    // If it fails, a later append tries again.
    do throws(StoreError) {
      let all = try whole(reading.contents, file, in: folder)
      reading.noteLook()
      if all.damageCount > 0 { return }
      let kept = Compaction.kept(of: all.entries)
      guard Compaction.isDue(all.entries, keeping: kept) else { return }
      let (bytes, status) = try compact(file, to: kept, in: folder, under: lock)
      reading.note(rewritten: kept, bytes, in: status)
    } catch {}
  }

  /// Returns the whole content of a log whose latest entries were read at least.
  private func whole(
    _ contents: LogContents, _ file: borrowing Opening.Opened, in folder: borrowing Folder
  ) throws(StoreError) -> LogContents {
    contents.isWhole ? contents : try self.contents(of: file.descriptor, in: folder)
  }

  /// Makes room in a sound log that has none left, and returns whether there is some now.
  func makeRoom(
    _ contents: LogContents, _ file: borrowing Opening.Opened, in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) -> Bool {
    let contents = try whole(contents, file, in: folder)
    guard contents.damageCount == 0 else { return false }
    let kept = Compaction.kept(of: contents.entries)
    guard kept.count < contents.entryCount else { return false }
    try compact(file, to: kept, in: folder, under: lock)
    return true
  }

  /// Rewrites a sound log in format 1; the old one is kept as the file ``previousName``.
  ///
  /// - Parameters:
  ///   - prepare: Returns the entries to rewrite, for those of the log.
  ///   - original: Returns the change in format 1; nil if that cannot say it.
  /// - Returns: The number of entries that format 1 cannot say.
  /// - Throws: ``StoreError``, any of its reasons. The log then holds what it held before.
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
      var kept: [LogEntry] = []
      var entries = prepare(contents.entries)
      // Format 1 has no names: of each thing it gets the entry that holds, and nothing that it covers.
      if entries.contains(where: { !$0.names.isEmpty }) { entries = entries.latest() }
      for entry in entries {
        guard let change = try original(entry.change) else { continue }
        kept.append(
          LogEntry(device: entry.device, counter: entry.counter, time: entry.time, change: change))
      }
      if contents.newestFormat ?? 1 > 1 { try compact(file, to: kept, in: folder, under: lock) }
      return entries.count - kept.count
    }
  }

  /// Replaces the log, and returns the bytes of the new file and what the system knows about it.
  @discardableResult
  private func compact(
    _ file: borrowing Opening.Opened, to kept: [LogEntry], in folder: borrowing Folder,
    under lock: borrowing FolderLock
  ) throws(StoreError) -> (bytes: [UInt8], status: stat) {
    let status = try replaceableStatus(of: file, in: folder, under: lock)
    try keep(file.descriptor, as: previousName, like: status, in: folder)
    try requireNames(file, in: folder, under: lock)
    let bytes = LogLine.lines(kept)
    var made = status
    try folder.replace(name, like: status) {
      made = $0
      return bytes
    }
    return (bytes, made)
  }

  /// Copies a file of the folder to another name.
  private func keep(
    _ file: borrowing Descriptor, as name: String, like status: stat, in folder: borrowing Folder
  ) throws(StoreError) {
    try folder.replace(name, like: status) { (new) throws(SystemError) in
      try copy(file, to: new)
    }
  }

  /// Returns what the system knows about a log that has one name and belongs to the user.
  ///
  /// If a file has several names, only one of them would be replaced, and a file of another user
  /// would change its owner.
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

  /// What a repair did.
  package struct Repair: Hashable, Sendable {
    /// The name of the file that holds the log as it was.
    package let evidence: String
    /// The number of damages that the log no longer has; 0 if it was sound and too large.
    package let damageCount: Int
    /// The number of entries that were not readable in the log and were found in the file
    /// ``ChangeLog/previousName``.
    package let recoveredCount: Int
  }

  /// The kind of the entry that records a repair: its target is the name of the evidence, its value
  /// the number of damages.
  package static let repairKind = "repair"

  /// Rewrites the log without its damage, after it was put aside unchanged, or a sound one that is larger
  /// than its limit.
  ///
  /// An entry of the kind ``repairKind`` is added. Its counter is greater than any that the damaged
  /// lines may have had, so that no number is given twice. Whenever the process dies, the log is the
  /// damaged one or the repaired one, and the repair can be asked for again.
  ///
  /// - Parameters:
  ///   - time: The time now, in seconds since 1970 in UTC.
  ///   - pause: Is called when the log was read and is not replaced yet. If another program
  ///     replaces the log or the lock meanwhile, the repair starts again with the new files.
  ///   - makeChanges: Returns what to add to the repaired log, given what the damaged one holds.
  /// - Returns: What was done, or nil if there is no log, or neither damage nor anything to drop.
  /// - Throws: ``StoreError``, any of its reasons. The log then holds what it held before.
  /// - Complexity: O(*n*) in the number of bytes of the log and of its former generation.
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
      if contents.damageCount == 0 {
        guard contents.byteCount > limit, try makeRoom(contents, file, in: folder, under: lock)
        else { return nil }
        return Repair(evidence: previousName, damageCount: 0, recoveredCount: 0)
      }
      let status = try replaceableStatus(of: file, in: folder, under: lock)
      let evidence = try keepEvidence(file.descriptor, like: status, in: folder)
      let kept = Compaction.kept(of: contents.entries + (try previousEntries(in: folder)))
      let known = Set(contents.entries)
      let note = LogChange(
        scope: "", kind: Self.repairKind, target: evidence, value: "\(contents.damageCount)")
      var things = ContestedThings(of: try DeviceFile.device(of: folder))
      things.note(kept)
      let noted = try entries(
        [note] + makeChanges(contents), time: time,
        from: max(contents.nextCounter, (kept.last?.counter ?? 0) + 1), naming: things)
      pause()
      try requireNames(file, in: folder, under: lock)
      try folder.replace(name, like: status) { _ in LogLine.lines(kept + noted) }
      return Repair(
        evidence: evidence, damageCount: contents.damageCount,
        recoveredCount: kept.count { !known.contains($0) })
    }
  }

  /// The names of the files that repairs put aside, the oldest first.
  ///
  /// Something else than a file by such a name takes the number, too.
  func evidenceNames(in folder: borrowing Folder) throws(StoreError) -> [String] {
    var names: [String] = []
    while true {
      let name = "\(name).damaged-\(names.count + 1)"
      guard try folder.has(name) else { return names }
      names.append(name)
    }
  }

  /// Puts the bytes of a damaged log aside and returns the name of the file.
  private func keepEvidence(
    _ file: borrowing Descriptor, like status: stat, in folder: borrowing Folder
  ) throws(StoreError) -> String {
    let names = try evidenceNames(in: folder)
    // A repair that died after this step finds its own evidence.
    if let last = names.last, let evidence = try plainFile(last, in: folder) {
      let isSame = try StoreError.naming(folder.path(of: last), .reading) {
        () throws(SystemError) in
        try areEqual(file, evidence.descriptor)
      }
      if isSame { return last }
    }
    let name = "\(name).damaged-\(names.count + 1)"
    try keep(file, as: name, like: status, in: folder)
    return name
  }

  /// Returns the readable entries of the former generation.
  private func previousEntries(in folder: borrowing Folder) throws(StoreError) -> [LogEntry] {
    guard let file = try plainFile(previousName, in: folder) else { return [] }
    return try contents(of: file.descriptor, previousName, in: folder).entries
  }

  /// Opens a plain file of the folder; nil if there is none.
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
