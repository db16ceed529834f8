import Basics

/// The state of reading a log, from which a later read continues.
///
/// Stores, syncs and appends pass a reading to `ChangeLog.read(after:)`. A reading belongs to one
/// file. If the file was replaced, truncated or changed before the last byte, the whole log is read
/// again.
package struct LogReading {
  /// The contents that have been read, with the entries since the last call to ``removeEntries()``.
  ///
  /// If the file was replaced, the contents include all entries of the new file.
  package private(set) var contents = LogContents()
  private var decoder = LineDecoder()
  /// The file system's id of the file, or nil before the first read.
  private var file: (device: dev_t, number: ino_t)?
  /// The last bytes that were read.
  ///
  /// If the file has other bytes at their offset, it was changed.
  private var end: [UInt8] = []
  /// The size of the log when compaction was last considered.
  private var checkedSize = (entries: 0, bytes: 0)

  /// The maximum number of bytes in ``end``: a checksum and preceding bytes.
  static let endLength = 64

  /// Creates a reading that starts at the beginning of a log.
  package init() {}

  /// True if the contents include every entry of the log.
  package var isWhole: Bool { contents.isWhole }

  /// The greatest counter, and its device, among the entries that ``removeEntries()`` returned.
  private var lastReturned: (counter: UInt64, device: DeviceID?) = (0, nil)

  /// The entries that ``removeEntries()`` returned about subjects that other devices have changed.
  ///
  /// The value is nil until it is first needed.
  private var returnedSubjects: ContestedSubjects?

  /// Returns the entries of the log about subjects that other devices have changed.
  ///
  /// - Parameters:
  ///   - device: The device of the log.
  ///   - all: Returns all entries of the log. The closure is called only if entries were removed
  ///     from memory.
  /// - Returns: The entries by subject.
  /// - Throws: ``StoreError`` if the log cannot be read.
  mutating func contestedSubjects(
    of device: DeviceID, _ all: () throws(StoreError) -> [LogEntry]
  ) throws(StoreError) -> ContestedSubjects {
    if returnedSubjects?.device != device {
      returnedSubjects = ContestedSubjects(of: device)
      if !contents.isWhole { returnedSubjects?.note(try all()) }
    }
    var subjects = returnedSubjects ?? ContestedSubjects(of: device)
    subjects.note(contents.entries)
    return subjects
  }

  /// True if all new entries are from one device and later than the previously returned entries.
  ///
  /// Otherwise an earlier value may win. An entry of another device may be older or independent,
  /// and a withdrawal uncovers the entries of other devices.
  var isContinuation: Bool {
    contents.entries.allSatisfy { entry in
      entry.counter > lastReturned.counter
        && (lastReturned.device.map { $0 == entry.device } ?? true)
    } && !(lastReturned.counter > 0 && contents.entries.contains { $0.change.isWithdrawal })
  }

  /// Removes and returns the entries since the last call.
  @discardableResult
  package mutating func removeEntries() -> [LogEntry] {
    lastReturned = (contents.greatestCounter, contents.entries.last?.device ?? lastReturned.device)
    noteReturned(contents.entries)
    return contents.removeEntries()
  }

  private mutating func noteReturned(_ entries: [LogEntry]) {
    if returnedSubjects == nil, let device = contents.entries.last?.device ?? lastReturned.device {
      returnedSubjects = ContestedSubjects(of: device)
    }
    returnedSubjects?.note(entries)
  }

  /// Removes the entries whose targets do not occur in another reading of the same file.
  ///
  /// Marks of undo steps and entries of the log's own kinds are retained. If the other reading
  /// belongs to another file, nothing is removed.
  ///
  /// - Returns: True if both readings belong to the same file.
  mutating func retainEntries(aboutSubjectsIn news: LogReading) -> Bool {
    guard let (device, number) = file, let former = news.file, former == (device, number) else {
      return false
    }
    let targets = Set(news.contents.entries.lazy.map(\.change.target))
    func isRetained(_ entry: LogEntry) -> Bool {
      targets.contains(entry.change.target) || LogKind.isOwn(entry.change.kind)
    }
    // A later change must name the removed entries, too.
    noteReturned(contents.entries.filter { !isRetained($0) })
    contents.retainEntries(where: isRetained)
    return true
  }

  /// Reads the bytes that were appended since the last read, or the whole log if the file was
  /// replaced.
  mutating func readOn(
    _ file: borrowing Descriptor, length: Int, of log: ChangeLog, in folder: borrowing Folder
  ) throws(StoreError) {
    let status = try folder.status(of: file, log.name)
    if let known = self.file, known.device == status.st_dev, known.number == status.st_ino,
      contents.byteCount <= length, !contents.endsInsideLine || contents.endsTorn
    {
      let last = try folder.bytes(
        of: file, log.name, count: end.count, from: contents.byteCount - end.count)
      if last == end {
        end.removeLast(min(end.count, contents.removeTornEnd()))
        try log.read(file, to: length, into: &contents, using: &decoder, end: &end, in: folder)
        return
      }
    }
    self = LogReading()
    self.file = (status.st_dev, status.st_ino)
    // Appended lines are few, so the decoder's cache of subjects is not retained.
    var decoder = LineDecoder()
    try log.read(file, to: length, into: &contents, using: &decoder, end: &end, in: folder)
  }

  /// Records that the log was rewritten in another file.
  mutating func note(rewritten retained: [LogEntry], _ bytes: [UInt8], in file: stat) {
    self.file = (file.st_dev, file.st_ino)
    contents.note(rewritten: retained, byteCount: bytes.count)
    end = Array(bytes.suffix(Self.endLength))
    noteCompactionCheck()
  }

  mutating func note(_ entries: [LogEntry], startingWith start: LogEntry?, _ bytes: [UInt8]) {
    contents.note(entries, startingWith: start, byteCount: bytes.count)
    end = Array((end + bytes.suffix(Self.endLength)).suffix(Self.endLength))
  }
}

extension LogReading {
  /// True if compaction may be due, estimated without reading the log again.
  ///
  /// The exact check reads all entries. So the next check waits until the log has grown by a
  /// sixteenth.
  var mayNeedCompaction: Bool {
    let (entries, bytes) = (contents.entryCount, contents.byteCount)
    guard contents.damageCount == 0 else { return false }
    return entries > Compaction.leastDropped
      && entries - checkedSize.entries > checkedSize.entries / 16
      || bytes > Compaction.leastDroppedBytes && bytes - checkedSize.bytes > checkedSize.bytes / 16
  }

  mutating func noteCompactionCheck() { checkedSize = (contents.entryCount, contents.byteCount) }

  /// Postpones the next compaction check if compaction would drop few entries.
  ///
  /// `latestEntries` contains the latest entries about each subject.
  mutating func note(latestEntries: [LogEntry]) {
    let dropped = contents.entryCount - latestEntries.count
    guard dropped < Compaction.leastDropped else { return }
    // Without covered entries or damage, no bytes can be dropped.
    if dropped > 0 || contents.damageCount > 0 {
      let bytes = latestEntries.reduce(0) { $0 + LogLine.size(of: $1) }
      guard contents.byteCount - bytes < Compaction.leastDroppedBytes else { return }
    }
    noteCompactionCheck()
  }
}
