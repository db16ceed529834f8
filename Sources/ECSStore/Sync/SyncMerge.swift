/// A merge of the files of other devices into the entries of a log.
///
/// The result is a function of the set of all entries. It does not depend on the order in which
/// files are read, or on how often they are read.
struct SyncMerge {
  /// The device of the log.
  let device: DeviceID
  /// A predicate that is true for entries that devices exchange.
  private let isShared: (LogEntry) -> Bool
  let entries: [LogEntry]
  /// The uncovered log entries to write to the device's file, in log order.
  private(set) var known: [LogEntry] = []
  /// The exchanged entries of the log before the merge, by subject.
  private var former: FormerEntries
  /// The version vector of the log before the merge.
  private let formerSeen: VersionVector
  private var seen: VersionVector
  /// The new uncovered entries of other devices.
  private var news: [LogSubject: [LogEntry]] = [:]
  /// The latest entry about each device.
  private var deviceEntries: [LogSubject: LogEntry]
  /// The number of bytes by which the log may still grow.
  private var room: Int
  /// Pairs of an entry of this device and a new entry of another device.
  ///
  /// The other device may not have known the entry of this device.
  private var unseen: [(mine: LogEntry, theirs: LogEntry)] = []
  /// The latest entries of this device that a file contains but the log has lost.
  ///
  /// A log loses entries when an earlier state of the folder is restored.
  private(set) var lost: [LogSubject: LogEntry] = [:]
  /// The subjects of entries that this device has retracted since an earlier state of its log was
  /// restored.
  private var revoked: Set<LogSubject> = []
  /// The time at which each device wrote its file.
  private var times: [DeviceID: Int64] = [:]
  /// The newest format that each device reads.
  private var readFormats: [DeviceID: Int] = [:]
  /// The previous file of this device.
  private(set) var ownFile: SyncFile?

  /// Creates a merge from the entries of a log.
  ///
  /// - Parameters:
  ///   - contents: The contents of the log.
  ///   - device: The device of the log.
  ///   - limit: The maximum size of the log after the merge, in bytes.
  ///   - isShared: Returns true for entries that devices exchange.
  init(
    _ contents: LogContents, of device: DeviceID, limit: Int,
    sharing isShared: @escaping (LogEntry) -> Bool
  ) {
    self.device = device
    self.isShared = isShared
    entries = contents.entries
    // A log that is larger than its limit is rewritten before anything is added.
    room =
      entries.count < contents.entryCount
      ? limit - entries.reduce(0) { $0 + LogLine.size(of: $1) } : limit - contents.byteCount
    deviceEntries = Dictionary(
      uniqueKeysWithValues: entries.latest { $0.change.kind == LogKind.device }.map {
        ($0.change.subject, $0)
      })
    var seen =
      deviceEntries[LogKind.subject(of: device)].map { VersionVector($0.change.comment) } ?? .init()
    seen.note(entries)
    formerSeen = seen.without(device)
    self.seen = formerSeen
    let uncovered = entries.uncovered { Self.isExchanged($0, isShared) }
    former = FormerEntries(uncovered, of: entries, device)
    known = Self.withoutRetractions(uncovered)
  }

  /// Returns the entries of a log that belong in its device's file.
  func exchanged(_ entries: [LogEntry]) -> [LogEntry] {
    Self.withoutRetractions(entries.uncovered(where: isExchanged))
  }

  /// Returns entries without the withdrawals of entries that no other device has read.
  private static func withoutRetractions(_ entries: [LogEntry]) -> [LogEntry] {
    let isRetraction = { (entry: LogEntry) in entry.change.removal == .unsaid }
    return entries.contains(where: isRetraction) ? entries.filter { !isRetraction($0) } : entries
  }

  /// Returns true for an entry that belongs in the files that devices exchange.
  func isExchanged(_ entry: LogEntry) -> Bool { Self.isExchanged(entry, isShared) }

  private static func isExchanged(
    _ entry: LogEntry, _ isShared: (LogEntry) -> Bool
  ) -> Bool {
    let change = entry.change
    if change.kind == LogKind.device {
      return DeviceID(digits: change.target.utf8).map(LogKind.subject) == change.subject
    }
    return !LogKind.isOwn(change.kind) && isShared(entry)
  }

  /// Merges the file of a device.
  ///
  /// - Throws: The reason to skip the whole file.
  mutating func add(_ file: SyncFile, _ name: String) throws(Sync.SkippedFile.Reason) {
    var entries: [LogEntry] = []
    var lost: [LogEntry] = []
    // Entries that are already in the log are neither new nor unseen.
    for entry in file.entries.without(known) where isExchanged(entry) {
      if former.hasLost(entry) { lost.append(entry) } else { entries.append(entry) }
      if entry.device == device, let latest = former.latestOwn[entry.change.subject],
        latest.change.removal == .unsaid, entry.precedes(latest)
      {
        revoked.insert(entry.change.subject)
      }
    }
    let (news, taken) = newEntries(among: entries)
    let size = news.reduce(0) { $0 + LogLine.size(of: $1) }
    if size > 0, size > room { throw .tooLarge(limit: max(0, room)) }
    room -= size
    if name == SyncFile.name(of: device), file.device == device { ownFile = file }
    for entry in lost where self.lost[entry.change.subject]?.precedes(entry) ?? true {
      self.lost[entry.change.subject] = entry
    }
    times[file.device] = max(times[file.device] ?? file.time, file.time)
    readFormats[file.device] = max(readFormats[file.device] ?? 0, file.readFormat)
    for entry in entries { noteUnseen(entry) }
    seen.note(entries)
    seen = seen.without(device)
    self.news.merge(taken) { $1 }
    for entry in news where entry.change.kind == LogKind.device {
      if deviceEntries[entry.change.subject]?.precedes(entry) ?? true {
        deviceEntries[entry.change.subject] = entry
      }
    }
  }

  /// The changes to write again because an earlier state of the log was restored.
  ///
  /// Other devices know the lost entries and their counters. For each subject, the lost entry or
  /// the entry in the log is written again, whichever has the later time. The new counter is
  /// greater than the lost counters.
  var repeated: [LogChange] {
    mutating get {
      var repeated: [LogSubject: LogEntry] = [:]
      for (subject, entry) in lost {
        let isFollowed = news[subject]?.contains { $0.device != device && entry.precedes($0) }
        let present = former.latest[subject]
        // A later entry of another device wins unless the log has an entry of this device, too.
        if isFollowed ?? false, present?.device != device { continue }
        repeated[subject] = entry
        guard let present else { continue }
        let isLater = present.device != device || present.time >= entry.time
        if entry.precedes(present) {
          if isLater { repeated[subject] = nil }
        } else if isLater, present.device == device {
          repeated[subject] = present
        }
      }
      // If a removal is repeated, the values of its target under other names are repeated, too.
      // Otherwise, the removal would be later than these values.
      let removed = repeated.values.map(\.change).filter { $0.isRemoval && !$0.subject.isLink }
      for entry in removed.isEmpty ? [] : Array(former.latest.values)
      where !entry.change.isRemoval {
        let change = entry.change
        let isOfRemoved = removed.contains {
          ($0.scope, $0.kind, $0.target) == (change.scope, change.kind, change.target)
        }
        if isOfRemoved, repeated[change.subject] == nil { repeated[change.subject] = entry }
      }
      let retracted = revoked.compactMap { former.latestOwn[$0] }.sorted { $0.precedes($1) }
      return retracted.map { retraction(of: $0.change.subject) }
        + repeated.values.sorted { $0.precedes($1) }.map(\.repeated)
    }
  }

  /// Returns the change that retracts entries on devices that have read them.
  ///
  /// A withdrawal would also withdraw an earlier value of this device, and would not restore a
  /// value that the retracted entries cover. So such a value is written again.
  private mutating func retraction(of subject: LogSubject) -> LogChange {
    let isKnown = news[subject]?.contains { $0.device != device } ?? false
    if !isKnown, let latest = former.latest[subject], !latest.change.isRemoval,
      latest.device == device || former.isCoveredByRetracted(latest)
    {
      return latest.repeated
    }
    return LogChange(.withdrawn, of: subject, .covered)
  }

  /// Returns the uncovered entries that a file adds.
  ///
  /// The second result also contains the uncovered entries that earlier files have added about the
  /// same subjects.
  private mutating func newEntries(
    among entries: [LogEntry]
  ) -> (news: [LogEntry], taken: [LogSubject: [LogEntry]]) {
    var news: [LogEntry] = []
    var taken: [LogSubject: [LogEntry]] = [:]
    for (subject, group) in Dictionary(grouping: entries, by: \.change.subject) {
      let known = former.uncovered[subject] ?? []
      let before = self.news[subject] ?? []
      let all = known + before + group
      let isKnown = Set(known)
      let uncovered = (all.count == 1 ? all : all.uncovered()).filter { !isKnown.contains($0) }
      let isNew = uncovered.without(before.inOrder)
      if isNew.isEmpty { continue }
      news += isNew
      taken[subject] = uncovered
    }
    return (news, taken)
  }

  /// The entries of other devices to append to the log, in log order.
  var newEntries: [LogEntry] { news.values.joined().sorted { $0.precedes($1) } }
}

// MARK: Conflicts

extension SyncMerge {
  /// Records this device's entries that another device may not have known when it wrote an entry.
  private mutating func noteUnseen(_ theirs: LogEntry) {
    guard theirs.device != device, !LogKind.isOwn(theirs.change.kind),
      !theirs.change.isWithdrawal, theirs.counter > formerSeen[theirs.device]
    else { return }
    if let mine = former.uncovered[theirs.change.subject]?.last(where: { $0.device == device }) {
      noteUnseen(mine, theirs)
    }
    let existence = FormerEntries.entity(of: theirs.change)
    if theirs.change.subject == existence {
      guard theirs.change.value.isEmpty else { return }
      // A destroyed entity loses all its values.
      for mine in former.ofEntities[existence] ?? []
      where mine.change.subject != existence && !mine.change.value.isEmpty {
        noteUnseen(mine, theirs)
      }
    } else if !theirs.change.value.isEmpty {
      for subject in FormerEntries.entities(of: theirs.change) {
        guard let mine = former.latest[subject], mine.change.value.isEmpty else { continue }
        noteUnseen(mine, theirs)
      }
    }
  }

  private mutating func noteUnseen(_ mine: LogEntry, _ theirs: LogEntry) {
    let (one, other) = (mine.change, theirs.change)
    let isSame =
      one.kind == other.kind && one.value == other.value
      && (one.isRemoval || one.comment == other.comment)
    let isKnown = one.subject == other.subject && (mine.covers(theirs) || theirs.covers(mine))
    if mine.device == device, !isSame, !isKnown, !mine.change.isWithdrawal {
      unseen.append((mine, theirs))
    }
  }

  /// The values that this device and another device changed without knowing about each other's
  /// change.
  ///
  /// The values are in the order of the other device's entries.
  var differences: [LogSync.Difference] {
    var result: [LogSync.Difference] = []
    for (mine, theirs) in unseen.sorted(by: { $0.theirs.precedes($1.theirs) }) {
      let known = deviceEntries[LogKind.subject(of: theirs.device)].map {
        VersionVector($0.change.comment)
      }
      let difference = LogSync.Difference(
        mine: mine, theirs: theirs, device: name(of: theirs.device))
      // The other device has seen the entry of this device. If this device's entry covers some
      // entries of the other device, this device did not know about the uncovered ones. So the
      // difference is reported, too.
      let isNamed = known.map { $0[theirs.device] > 0 } ?? false
      if let known, known[device] >= mine.counter,
        !isNamed || difference.isMineKept || mine.change.subject != theirs.change.subject
      {
        continue
      }
      if result.last != difference { result.append(difference) }
    }
    return result
  }
}

// MARK: Devices

extension SyncMerge {
  func name(of device: DeviceID) -> String {
    let name = deviceEntries[LogKind.subject(of: device)]?.change.value ?? ""
    return name.isEmpty ? device.shortName : name
  }

  /// Returns the change that announces this device, or nil if the log has a recent equal entry.
  func announcement(as name: String?, at time: Int64) -> LogChange? {
    let subject = LogKind.subject(of: device)
    let former = deviceEntries[subject]
    let name = name ?? self.name(of: device)
    // Other devices may have all entries of this device up to the greatest counter. An undo must
    // know this.
    var all = seen
    let own = entries.lazy.filter { [device] in
      $0.device == device && !LogKind.isOwn($0.change.kind)
    }
    if let last = own.filter(isExchanged).map(\.counter).max() { all.note(device, last) }
    let change = LogChange(subject: subject, value: name, comment: all.text)
    guard let former, former.device == device, former.change.value == name,
      former.change.comment == change.comment
    else { return change }
    let silence = time.subtractingReportingOverflow(former.time)
    return silence.overflow || abs(silence.partialValue) >= SyncFile.longestSilence
      ? change : nil
  }

  func devices(notReading format: Int) -> Set<DeviceID> {
    Set(readFormats.filter { $0.value < format }.keys)
  }

  /// Returns the time at which each device wrote its file, and the current time for this device.
  func times(with now: Int64) -> [DeviceID: Int64] {
    times.merging([device: now]) { max($0, $1) }
  }

  /// Returns the devices in entries: this device, followed by the other devices sorted by name.
  static func devices(
    in entries: some Sequence<LogEntry>, own: DeviceID?, _ times: [DeviceID: Int64] = [:],
    outdated: Set<DeviceID> = []
  ) -> [Sync.Device] {
    let devices = entries.lazy.filter { $0.change.kind == LogKind.device }
      .compactMap { entry -> Sync.Device? in
        guard !entry.change.value.isEmpty, let device = DeviceID(digits: entry.change.target.utf8)
        else { return nil }
        return Sync.Device(
          id: device.description, name: entry.change.value,
          lastSeen: max(entry.time, times[device] ?? entry.time), isOwn: device == own,
          isOutdated: outdated.contains(device))
      }
    return devices.sorted { first, second in
      if first.isOwn != second.isOwn { return first.isOwn }
      return (first.name, first.id) < (second.name, second.id)
    }
  }
}

extension [LogEntry] {
  /// Returns the entries that a sorted list does not contain.
  ///
  /// If this array is not sorted, the result may include entries of the list.
  ///
  /// - Complexity: O(*n*) in the number of entries in both arrays.
  func without(_ others: [LogEntry]) -> [LogEntry] {
    var next = 0
    return filter { entry in
      while next < others.count {
        if others[next] == entry { return false }
        if !others[next].precedes(entry) { break }
        next += 1
      }
      return true
    }
  }
}
