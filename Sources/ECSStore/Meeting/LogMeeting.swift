/// What came of a meeting of logs.
package struct LogMeeting: Sendable {
  /// Words of two devices about one thing that did not know each other.
  package struct Difference: Hashable, Sendable {
    /// The word of this device.
    package let mine: LogEntry
    /// The word of the other device.
    package let theirs: LogEntry
    /// What the other device is called.
    package let device: String

    /// True if the entry of this device holds, or has destroyed the thing.
    package var isMineKept: Bool {
      if mine.change.subject == theirs.change.subject { return [mine, theirs].latest() == [mine] }
      return mine.change.kind == Existence.storedName
    }
  }

  /// All devices that are known and not forgotten, this one first, then by name.
  package let devices: [Meeting.Device]
  /// The files that were skipped.
  package let skipped: [Meeting.SkippedFile]
  /// What was taken in from others, in its order.
  package let taken: [LogEntry]
  /// What this device said and its file did not have before, in its order.
  package let written: [LogEntry]
  /// The words of this device that its log had lost and files still had; they were said again, unless a
  /// later word about the same thing counts.
  package let lost: [LogEntry]
  /// What this device and others changed without having seen each other.
  package let differences: [Difference]
  /// The entries of the log before and after.
  package let log: (before: [LogEntry], after: [LogEntry])
  /// The entries in the file of this device before and after.
  package let file: (before: [LogEntry], after: [LogEntry])
}

extension ChangeLog {
  /// Meets the other devices in a folder: takes in what they know, and writes what this one knows.
  ///
  /// Each device writes one file of its own, so the program that carries the folder never has two versions
  /// of one file to choose from. Entries of others are appended to the log as they are, with their counters,
  /// so the last words are those of all entries, whatever the order in which they came. What is no
  /// last word stays with the device that said it.
  ///
  /// Whenever the process dies, the log and the file are as before or after, and the next meeting continues.
  ///
  /// - Parameters:
  ///   - path: The folder, which must exist.
  ///   - name: What the device is called from now on; nil for what it is called.
  ///   - time: The time now, in seconds since 1970 in UTC; a remark, which decides nothing.
  ///   - isShared: Whether devices exchange an entry. Marks of steps are never exchanged, so undo stays a
  ///     matter of each device.
  /// - Returns: What came of it.
  /// - Throws: ``StoreError``, any of its reasons. The log then holds what it held before, or all that was
  ///   taken in if only the file could not be written.
  /// - Complexity: O(*n*) expected in the number of bytes of the log and the files.
  package func meet(
    in path: String, as name: String? = nil, at time: Int64,
    sharing isShared: @escaping (LogEntry) -> Bool = { _ in true }
  ) throws(StoreError) -> LogMeeting {
    var reading = LogReading()
    return try meet(in: path, as: name, at: time, after: &reading, sharing: isShared)
  }

  /// Meets the other devices as ``meet(in:as:at:sharing:)`` does, and reads the log on.
  ///
  /// - Precondition: No entries were taken from the reading.
  func meet(
    in path: String, as name: String?, at time: Int64, after reading: inout LogReading,
    sharing isShared: @escaping (LogEntry) -> Bool = { _ in true }
  ) throws(StoreError) -> LogMeeting {
    let place = try MeetingFolder(path)
    // What others wrote is read before the log is locked, and once more only if the log has changed since.
    var plan: Plan?
    if let device = try device() {
      try read(after: &reading)
      let first = try Plan(reading.contents, device, isShared, place, limit)
      reading.note(lastWords: first.words.known)
      plan = first
    }
    let folder = try Folder(making: folder)
    return try underLock(of: folder) { (lock) throws(StoreError) in
      let entries = try append(
        at: time, after: &reading,
        { (contents) throws(StoreError) in
          let device = try DeviceFile.device(of: folder)
          if plan?.isOf(contents, device) != true {
            plan = try Plan(contents, device, isShared, place, limit)
          }
          var words = plan?.words
          return LogAddition(
            entries: plan?.words.newEntries ?? [],
            changes: (words?.repeated ?? [])
              + [plan?.words.announcement(as: name, at: time)].compactMap(\.self),
            greatest: words?.lost.values.map(\.counter).max() ?? 0)
        }, in: folder, under: lock)
      guard let plan else { preconditionFailure("the append must request its entries") }
      let words = plan.words
      let known =
        entries.isEmpty
        ? words.known
        : words.exchanged(reading.contents.entries)
      return try finish(
        plan, known, reading.contents.entries, as: name, at: time, in: place)
    }
  }

  /// What a meeting changes in a log.
  private struct Plan {
    let words: MeetingWords
    let skipped: [Meeting.SkippedFile]
    private let log: (entries: Int, bytes: Int, counter: UInt64)

    /// Reads the files of a folder for a log.
    init(
      _ contents: LogContents, _ device: DeviceID, _ isShared: @escaping (LogEntry) -> Bool,
      _ place: borrowing MeetingFolder, _ limit: Int
    ) throws(StoreError) {
      var words = MeetingWords(contents, of: device, limit: limit / 2, sharing: isShared)
      var refused: [Meeting.SkippedFile] = []
      let lines = KnownLines(words.known)
      let greatest = contents.greatestCounter
      let skipped = try place.read(after: greatest, expecting: lines) { file, name in
        do throws(Meeting.SkippedFile.Reason) {
          try words.add(file, name)
        } catch {
          refused.append(Meeting.SkippedFile(name: name, reason: error))
        }
      }
      self.skipped = (skipped + refused).sorted { $0.name < $1.name }
      self.words = words
      log = (contents.entryCount, contents.byteCount, contents.greatestCounter)
    }

    /// Whether the log of a folder has what it had then.
    func isOf(_ contents: LogContents, _ device: DeviceID) -> Bool {
      words.device == device
        && log == (contents.entryCount, contents.byteCount, contents.greatestCounter)
    }
  }

  /// Writes the file of this device, after the log has everything.
  private func finish(
    _ plan: Plan, _ known: [LogEntry], _ entries: [LogEntry], as name: String?, at time: Int64,
    in place: borrowing MeetingFolder
  ) throws(StoreError) -> LogMeeting {
    let words = plan.words
    let file = MeetingFile(
      of: words.device, called: name ?? words.name(of: words.device), at: time, known)
    if !(words.ownFile.map(file.isSaid) ?? false) { try place.write(file) }
    return LogMeeting(
      devices: MeetingWords.devices(in: known, own: words.device, words.times(with: time)),
      skipped: plan.skipped,
      taken: words.newEntries.filter { !LogWord.isOwn($0.change.kind) },
      written: known.without(words.ownFile?.entries ?? []).filter {
        $0.device == words.device && !LogWord.isOwn($0.change.kind)
      },
      lost: words.lost.values.sorted { $0.precedes($1) },
      differences: words.differences, log: (words.entries, entries),
      file: (words.ownFile?.entries ?? [], known))
  }

  /// Returns the devices that the log knows and that are not forgotten, this one first, then by name.
  ///
  /// - Returns: The devices, each with when it last took part in a meeting as far as is known here.
  /// - Throws: ``StoreError`` if the log cannot be read.
  /// - Complexity: O(*n*) expected in the number of bytes of the log.
  package func devices() throws(StoreError) -> [Meeting.Device] {
    devices(in: try read(), own: try device())
  }

  /// Returns the devices that the contents of a log know.
  ///
  /// - Parameters:
  ///   - contents: What the log holds.
  ///   - own: The folder of the log.
  /// - Returns: The devices.
  package func devices(in contents: LogContents, own: DeviceID?) -> [Meeting.Device] {
    MeetingWords.devices(
      in: contents.entries.latest { $0.change.kind == LogWord.device }, own: own)
  }

  /// Returns what the other devices are called that the contents of a log know, also those that were forgotten.
  ///
  /// - Parameters:
  ///   - contents: What the log holds.
  ///   - own: The folder of the log.
  /// - Returns: The names; the first digits of the id for one that has none.
  package func otherDevices(in contents: LogContents, own: DeviceID) -> [DeviceID: String] {
    let words = contents.entries.latest { $0.change.kind == LogWord.device }
    let names = words.compactMap { word -> (DeviceID, String)? in
      guard let device = DeviceID(digits: word.change.target.utf8), device != own else {
        return nil
      }
      return (device, word.change.value.isEmpty ? device.shortName : word.change.value)
    }
    return Dictionary(names) { $1 }
  }

  /// Forgets a device: it is not listed any more, and its file is removed from the folder.
  ///
  /// What it said was taken in before, and stays. If it comes back, it is merged and listed again.
  ///
  /// - Parameters:
  ///   - id: The id of the device.
  ///   - path: The folder where the devices meet.
  ///   - time: The time now, in seconds since 1970 in UTC.
  ///   - isShared: Whether devices exchange an entry.
  /// - Returns: The meeting before; nil if no such device is known, or it is this one, and nothing was
  ///   forgotten. A file that was skipped stays where it is.
  /// - Throws: ``StoreError``, any of its reasons.
  package func forget(
    _ id: String, in path: String, at time: Int64,
    sharing isShared: @escaping (LogEntry) -> Bool = { _ in true }
  ) throws(StoreError) -> LogMeeting? {
    let meeting = try meet(in: path, at: time, sharing: isShared)
    guard let device = DeviceID(digits: id.utf8),
      meeting.devices.contains(where: { $0.id == id && !$0.isOwn })
    else { return nil }
    try append(at: time) { _ in [LogChange(subject: LogWord.subject(of: device), value: "")] }
    _ = try meet(in: path, at: time, sharing: isShared)
    let name = MeetingFile.name(of: device)
    if !meeting.skipped.contains(where: { $0.name == name }) {
      try MeetingFolder(path).removeFile(of: device)
    }
    return meeting
  }
}
