/// The result of syncing a log with the files of other devices.
package struct LogSync: Sendable {
  /// Conflicting entries of two devices.
  ///
  /// Both entries are about one subject, or one entry destroys an entity of the other entry. Each
  /// entry was written without knowledge of the other entry.
  package struct Difference: Hashable, Sendable {
    /// The entry of this device.
    package let mine: LogEntry
    /// The entry of the other device.
    package let theirs: LogEntry
    /// The name of the other device.
    package let device: String

    /// True if the entry of this device wins, or if this device has destroyed the entity.
    package var isMineKept: Bool {
      if mine.change.subject == theirs.change.subject { return [mine, theirs].latest() == [mine] }
      return mine.change.kind == Existence.storedName
    }
  }

  /// The known devices: this device, followed by the other devices sorted by name.
  ///
  /// Forgotten devices are omitted.
  package let devices: [Sync.Device]
  package let skipped: [Sync.SkippedFile]
  /// The received entries, in log order.
  package let taken: [LogEntry]
  /// The entries of this device that were added to its file, in log order.
  package let written: [LogEntry]
  /// The entries of this device that were no longer in its log but still in a file.
  ///
  /// These entries are added to the log again, unless a later entry about the same subject wins.
  package let lost: [LogEntry]
  /// The conflicts between this device and others.
  package let differences: [Difference]
  /// The entries of the log before and after the sync.
  package let log: (before: [LogEntry], after: [LogEntry])
  /// The entries in the file of this device before and after the sync.
  package let file: (before: [LogEntry], after: [LogEntry])
}

extension ChangeLog {
  /// Merges the entries of other devices into the log, and writes the file of this device.
  ///
  /// Each device writes only one file, so the program that transfers the folder never finds two
  /// versions of one file. Entries of other devices are appended to the log unchanged, with their
  /// counters. Covered entries are not exchanged.
  ///
  /// If the process is killed, both the log and the file remain complete: each is either old or
  /// new. The next sync continues.
  ///
  /// - Parameters:
  ///   - path: The path of an existing folder.
  ///   - name: The new name of this device, or nil to leave it unchanged.
  ///   - time: The current time, in seconds since 1970 in UTC. It does not affect the order of
  ///     entries.
  ///   - isShared: Returns true for entries that devices exchange. Marks of undo steps are never
  ///     exchanged.
  /// - Returns: The received and the written entries, the devices and the conflicts.
  /// - Throws: ``StoreError`` with any of its reasons. The log is then unchanged. If only the file
  ///   could not be written, the log contains all received entries.
  /// - Complexity: O(*n*) expected in the number of bytes of the log and the files.
  package func sync(
    in path: String, as name: String? = nil, at time: Int64,
    sharing isShared: @escaping (LogEntry) -> Bool = { _ in true }
  ) throws(StoreError) -> LogSync {
    var reading = LogReading()
    return try sync(in: path, as: name, at: time, after: &reading, sharing: isShared)
  }

  /// Syncs as ``sync(in:as:at:sharing:)`` does, but continues a reading of the log.
  ///
  /// So no line is read twice.
  ///
  /// - Precondition: No entries were removed from the reading.
  func sync(
    in path: String, as name: String?, at time: Int64, after reading: inout LogReading,
    sharing isShared: @escaping (LogEntry) -> Bool = { _ in true }
  ) throws(StoreError) -> LogSync {
    let files = try SyncFolder(path)
    // The files are read before the log is locked. They are read again only if the log has changed
    // in the meantime.
    var plan: Plan?
    if let device = try device() {
      try read(after: &reading)
      let first = try Plan(reading.contents, device, isShared, files, limit)
      reading.note(latestEntries: first.merge.known)
      plan = first
    }
    let folder = try Folder(making: folder)
    return try underLock(of: folder) { (lock) throws(StoreError) in
      let entries = try append(
        at: time, after: &reading,
        { (contents) throws(StoreError) in
          let device = try DeviceFile.device(of: folder)
          if plan?.isOf(contents, device) != true {
            plan = try Plan(contents, device, isShared, files, limit)
          }
          var merge = plan?.merge
          return LogAddition(
            entries: plan?.merge.newEntries ?? [],
            changes: (merge?.repeated ?? [])
              + [plan?.merge.announcement(as: name, at: time)].compactMap(\.self),
            greatest: merge?.lost.values.map(\.counter).max() ?? 0)
        }, in: folder, under: lock)
      guard let plan else { preconditionFailure("the append must call its closure") }
      let known =
        entries.isEmpty ? plan.merge.known : plan.merge.exchanged(reading.contents.entries)
      return try finish(plan, known, reading.contents.entries, as: name, at: time, in: files)
    }
  }

  /// The entries that a sync adds to a log.
  private struct Plan {
    let merge: SyncMerge
    let skipped: [Sync.SkippedFile]
    private let log: (entries: Int, bytes: Int, counter: UInt64)

    /// Creates a plan by reading the files of a folder.
    init(
      _ contents: LogContents, _ device: DeviceID, _ isShared: @escaping (LogEntry) -> Bool,
      _ files: borrowing SyncFolder, _ limit: Int
    ) throws(StoreError) {
      var merge = SyncMerge(contents, of: device, limit: limit / 2, sharing: isShared)
      var refused: [Sync.SkippedFile] = []
      let lines = KnownLines(merge.known)
      let greatest = contents.greatestCounter
      let skipped = try files.read(after: greatest, expecting: lines) { file, name in
        do throws(Sync.SkippedFile.Reason) {
          try merge.add(file, name)
        } catch {
          refused.append(Sync.SkippedFile(name: name, reason: error))
        }
      }
      self.skipped = (skipped + refused).sorted { $0.name < $1.name }
      self.merge = merge
      log = (contents.entryCount, contents.byteCount, contents.greatestCounter)
    }

    /// Returns true if the plan was made for this state of the log.
    func isOf(_ contents: LogContents, _ device: DeviceID) -> Bool {
      merge.device == device
        && log == (contents.entryCount, contents.byteCount, contents.greatestCounter)
    }
  }

  /// Writes the file of this device if necessary, and returns the result of the sync.
  ///
  /// Call this method only after the log has been written.
  private func finish(
    _ plan: Plan, _ known: [LogEntry], _ entries: [LogEntry], as name: String?, at time: Int64,
    in files: borrowing SyncFolder
  ) throws(StoreError) -> LogSync {
    let merge = plan.merge
    let file = SyncFile(
      of: merge.device, called: name ?? merge.name(of: merge.device), at: time, known)
    if !(merge.ownFile.map(file.isSaid) ?? false) { try files.write(file) }
    return LogSync(
      devices: SyncMerge.devices(
        in: known, own: merge.device, merge.times(with: time),
        outdated: merge.devices(notReading: file.format)),
      skipped: plan.skipped,
      taken: merge.newEntries.filter { !LogKind.isOwn($0.change.kind) },
      written: known.without(merge.ownFile?.entries ?? []).filter {
        $0.device == merge.device && !LogKind.isOwn($0.change.kind)
      },
      lost: merge.lost.values.sorted { $0.precedes($1) },
      differences: merge.differences, log: (merge.entries, entries),
      file: (merge.ownFile?.entries ?? [], known))
  }

  /// Returns the known devices: this device, followed by the other devices sorted by name.
  ///
  /// Forgotten devices are omitted.
  ///
  /// - Returns: The devices, each with the time of its last known sync.
  /// - Throws: ``StoreError`` if the log cannot be read.
  /// - Complexity: O(*n*) expected in the number of bytes of the log.
  package func devices() throws(StoreError) -> [Sync.Device] {
    devices(in: try read(), own: try device())
  }

  /// Returns the known devices: this device, followed by the other devices sorted by name.
  ///
  /// Forgotten devices are omitted. `own` is the device of the log, or nil if the log has no device
  /// yet.
  package func devices(in contents: LogContents, own: DeviceID?) -> [Sync.Device] {
    SyncMerge.devices(
      in: contents.entries.latest { $0.change.kind == LogKind.device }, own: own)
  }

  /// Returns the names of the other devices in a log, including forgotten ones.
  ///
  /// - Parameters:
  ///   - contents: The contents of the log.
  ///   - own: The device of the log.
  /// - Returns: The names. A device without a name is listed with the first digits of its id.
  package func otherDevices(in contents: LogContents, own: DeviceID) -> [DeviceID: String] {
    let entries = contents.entries.latest { $0.change.kind == LogKind.device }
    let names = entries.compactMap { entry -> (DeviceID, String)? in
      guard let device = DeviceID(digits: entry.change.target.utf8), device != own else {
        return nil
      }
      return (device, entry.change.value.isEmpty ? device.shortName : entry.change.value)
    }
    return Dictionary(names) { $1 }
  }

  /// Removes a device from the list of devices, and its file from the folder.
  ///
  /// The entries of the device are merged first and remain in the log. If the device syncs again,
  /// it is listed again. If the file of the device was skipped, it is not removed.
  ///
  /// - Parameters:
  ///   - id: The id of the device.
  ///   - path: The path of the folder through which the devices sync.
  ///   - time: The current time, in seconds since 1970 in UTC.
  ///   - isShared: Returns true for entries that devices exchange.
  /// - Returns: The result of the preceding sync, or nil if the device is unknown or is this
  ///   device.
  /// - Throws: ``StoreError`` with any of its reasons.
  package func forget(
    _ id: String, in path: String, at time: Int64,
    sharing isShared: @escaping (LogEntry) -> Bool = { _ in true }
  ) throws(StoreError) -> LogSync? {
    let result = try sync(in: path, at: time, sharing: isShared)
    guard let device = DeviceID(digits: id.utf8),
      result.devices.contains(where: { $0.id == id && !$0.isOwn })
    else { return nil }
    try append(at: time) { _ in [LogChange(subject: LogKind.subject(of: device), value: "")] }
    _ = try sync(in: path, at: time, sharing: isShared)
    let name = SyncFile.name(of: device)
    if !result.skipped.contains(where: { $0.name == name }) {
      try SyncFolder(path).removeFile(of: device)
    }
    return result
  }
}
