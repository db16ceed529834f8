import SystemBasics

/// How far a log was read, so that only what was appended since has to be read.
///
/// It belongs to one file. Where that was replaced, cut, or does not end any more as it did, all of the
/// log is read again.
package struct LogReading {
  /// What was read, with the entries since they were last taken.
  ///
  /// It has all of them if another file was found since.
  package private(set) var contents = LogContents()
  private var decoder = LineDecoder()
  /// What the system calls the file; nil before the first read.
  private var file: (device: dev_t, number: ino_t)?
  /// The last bytes that were read.
  private var end: [UInt8] = []
  /// How much there was when it was last looked for what need not be kept.
  private var looked = (entries: 0, bytes: 0)

  /// The number of last bytes that are compared: a checksum, and the bytes before it.
  static let endLength = 64

  /// Creates the reading of a log that was not read yet.
  package init() {}

  /// Whether the contents have every entry of the log.
  package var isWhole: Bool { contents.isWhole }

  /// The greatest counter of the entries that were taken, and the device of the last one.
  private var taken: (counter: UInt64, device: DeviceID?) = (0, nil)

  /// The entries that were taken about things of other devices; nil if none were taken.
  private var takenThings: ContestedThings?

  /// Returns the entries of the log about things of other devices.
  ///
  /// - Parameters:
  ///   - device: The device of the log.
  ///   - all: Returns all entries of the log, for a folder that has got another name.
  /// - Returns: The things.
  /// - Throws: ``StoreError`` if the log cannot be read.
  mutating func contestedThings(
    of device: DeviceID, _ all: () throws(StoreError) -> [LogEntry]
  ) throws(StoreError) -> ContestedThings {
    if takenThings?.device != device {
      takenThings = ContestedThings(of: device)
      if !contents.isWhole { takenThings?.note(try all()) }
    }
    var things = takenThings ?? ContestedThings(of: device)
    things.note(contents.entries)
    return things
  }

  /// Whether all entries are later than those that were taken, and of their device.
  ///
  /// An entry of another device may be older than others that are known, and it did not know all of them.
  /// After a withdrawal the entry of another one may hold.
  var isContinuation: Bool {
    contents.entries.allSatisfy { entry in
      entry.counter > taken.counter && (taken.device.map { $0 == entry.device } ?? true)
    } && !(taken.counter > 0 && contents.entries.contains { $0.change.isWithdrawal })
  }

  /// Returns the entries since they were last taken.
  @discardableResult
  package mutating func removeEntries() -> [LogEntry] {
    taken = (contents.greatestCounter, contents.entries.last?.device ?? taken.device)
    if takenThings == nil, let device = taken.device { takenThings = ContestedThings(of: device) }
    takenThings?.note(contents.entries)
    return contents.removeEntries()
  }

  /// Forgets what was not taken and is about other things than what another reading of the same file has.
  ///
  /// The log's own entries stay. If the other reading was of another file, nothing is forgotten.
  ///
  /// - Returns: Whether it was of the same.
  mutating func keepEntries(aboutThingsIn news: LogReading) -> Bool {
    guard let (device, number) = file, let former = news.file, former == (device, number) else {
      return false
    }
    let targets = Set(news.contents.entries.lazy.map(\.change.target))
    contents.keepEntries {
      targets.contains($0.change.target) || LogKind.isOwn($0.change.kind)
    }
    return true
  }

  /// Reads what is there now.
  mutating func readOn(
    _ file: borrowing Descriptor, length: Int, of log: ChangeLog, in folder: borrowing Folder
  ) throws(StoreError) {
    let status = try folder.status(of: file, log.name)
    if let known = self.file, known.device == status.st_dev, known.number == status.st_ino,
      contents.byteCount <= length, !contents.endsInsideLine
    {
      let last = try folder.bytes(
        of: file, log.name, count: end.count, from: contents.byteCount - end.count)
      if last == end {
        try log.read(file, to: length, into: &contents, using: &decoder, end: &end, in: folder)
        return
      }
    }
    self = LogReading()
    self.file = (status.st_dev, status.st_ino)
    // What the decoder knows of all subjects is not kept; what is appended is little.
    var decoder = LineDecoder()
    try log.read(file, to: length, into: &contents, using: &decoder, end: &end, in: folder)
  }

  /// Notes that the log was rewritten, in another file.
  mutating func note(rewritten kept: [LogEntry], _ bytes: [UInt8], in file: stat) {
    self.file = (file.st_dev, file.st_ino)
    contents.note(rewritten: kept, byteCount: bytes.count)
    end = Array(bytes.suffix(Self.endLength))
    noteLook()
  }

  /// Notes what was appended to the file after what was read.
  mutating func note(_ entries: [LogEntry], _ bytes: [UInt8]) {
    contents.note(entries, byteCount: bytes.count)
    end = Array((end + bytes.suffix(Self.endLength)).suffix(Self.endLength))
  }
}

extension LogReading {
  /// Whether it may be worth rewriting the log, as far as that is known without reading it again.
  ///
  /// A look reads all entries, so the next one waits for a sixteenth more of them.
  var mayHaveMuchToDrop: Bool {
    let (entries, bytes) = (contents.entryCount, contents.byteCount)
    guard contents.damageCount == 0 else { return false }
    return entries > Compaction.leastDropped && entries - looked.entries > looked.entries / 16
      || bytes > Compaction.leastDroppedBytes && bytes - looked.bytes > looked.bytes / 16
  }

  /// Notes that it was looked now for what need not be kept.
  mutating func noteLook() { looked = (contents.entryCount, contents.byteCount) }

  /// Notes the last words of the log, which spares a look if there is little else in it.
  mutating func note(latestEntries: [LogEntry]) {
    let dropped = contents.entryCount - latestEntries.count
    guard dropped < Compaction.leastDropped else { return }
    // Where all entries are last words, there is nothing else to count.
    if dropped > 0 || contents.damageCount > 0 {
      let bytes = latestEntries.reduce(0) { $0 + LogLine.size(of: $1) }
      guard contents.byteCount - bytes < Compaction.leastDroppedBytes else { return }
    }
    noteLook()
  }
}
