/// The entries of a log that no other entry covers, and those that other devices wrote.
///
/// The values that hold are a function of the set of all entries. They do not depend on the order in which
/// files are read, nor on how often.
struct MeetingWords {
  /// The folder whose log it is.
  let device: DeviceID
  /// Whether devices exchange an entry.
  private let isShared: (LogEntry) -> Bool
  /// What the log held before the meeting.
  let entries: [LogEntry]
  /// The uncovered entries of it that devices exchange, in their order.
  private(set) var known: [LogEntry] = []
  /// The entry of it that holds about each thing; made when others say something else.
  private lazy var former = Dictionary(
    uniqueKeysWithValues: entries.latest().map { ($0.change.subject, $0) })
  /// The uncovered entries of the log before about each thing; made when others say something.
  private lazy var formerOfSubjects = Dictionary(
    grouping: entries.uncovered(), by: \.change.subject)
  /// The words of the log before the meeting about each entity, in their order; made when one was destroyed.
  private lazy var formerOfEntities = Dictionary(
    grouping: former.values.sorted { $0.precedes($1) }, by: { Self.entity(of: $0.change) })
  /// What the folder had seen of other devices before, and has seen by now.
  private let formerSeen: VersionVector
  private var seen: VersionVector
  /// The entries of others that are new, and that none covers.
  private var news: [LogSubject: [LogEntry]] = [:]
  /// The last words about devices by now.
  private var deviceWords: [LogSubject: LogEntry]
  /// How many more bytes may be taken in.
  private var room: Int
  /// Words of other devices that are new, with those of this one that they may not have known.
  private var unseen: [(mine: LogEntry, theirs: LogEntry)] = []
  /// The entries of this device in the log, by their counters; made when files have others.
  private lazy var own = Dictionary(
    entries.filter { $0.device == device }.map { ($0.counter, $0) }, uniquingKeysWith: { $1 })
  private lazy var greatestOwn = own.keys.max() ?? 0
  /// The last words of this device that files have and its log lost: it went back to an earlier state.
  private(set) var lost: [LogSubject: LogEntry] = [:]
  /// The uncovered entries of this device about each thing; made when others say something.
  private lazy var uncoveredOwn = formerOfSubjects.compactMapValues { [device] entries in
    entries.last { $0.device == device }
  }
  /// The last entries of this device about each thing; made when files have others.
  private lazy var latestOwn = Dictionary(own.values.map { ($0.change.subject, $0) }) {
    $0.precedes($1) ? $1 : $0
  }
  /// The things of which this device has unsaid what files have, since its log went back meanwhile.
  private var revoked: Set<LogSubject> = []
  /// When each device wrote its file.
  private var times: [DeviceID: Int64] = [:]
  /// What the file of this device had before.
  private(set) var ownFile: MeetingFile?

  /// Takes the words of a log.
  ///
  /// - Parameters:
  ///   - contents: What the log holds.
  ///   - device: The folder of the log.
  ///   - limit: The most bytes that the log may have with what is taken in.
  ///   - isShared: Whether devices exchange an entry.
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
    deviceWords = Dictionary(
      uniqueKeysWithValues: entries.latest { $0.change.kind == LogWord.device }.map {
        ($0.change.subject, $0)
      })
    var seen =
      deviceWords[LogWord.subject(of: device)].map { VersionVector($0.change.comment) } ?? .init()
    seen.note(entries)
    formerSeen = seen.without(device)
    self.seen = formerSeen
    known = exchanged(entries)
  }

  /// Returns the entries of a log that are in the file of its device.
  func exchanged(_ entries: [LogEntry]) -> [LogEntry] {
    let known = entries.uncovered(where: isExchanged)
    let isUnsaid = { (entry: LogEntry) in entry.change.removal == .unsaid }
    return known.contains(where: isUnsaid) ? known.filter { !isUnsaid($0) } : known
  }

  /// Whether an entry may be in a file that devices exchange.
  func isExchanged(_ entry: LogEntry) -> Bool {
    let change = entry.change
    if change.kind == LogWord.device {
      return DeviceID(digits: change.target.utf8).map(LogWord.subject) == change.subject
    }
    return !LogWord.isOwn(change.kind) && isShared(entry)
  }

  /// Takes in the file of a device.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: What it is called.
  /// - Throws: Why it is skipped; nothing of it is then taken in.
  mutating func add(_ file: MeetingFile, _ name: String) throws(Meeting.SkippedFile.Reason) {
    // What the log says itself is neither new nor unseen.
    var entries: [LogEntry] = []
    var lost: [LogEntry] = []
    for entry in file.entries.without(known) where isExchanged(entry) {
      if isLost(entry) { lost.append(entry) } else { entries.append(entry) }
      if entry.device == device, let latest = latestOwn[entry.change.subject],
        latest.change.removal == .unsaid, entry.precedes(latest)
      {
        revoked.insert(entry.change.subject)
      }
    }
    let (news, taken) = newEntries(among: entries)
    let size = news.reduce(0) { $0 + LogLine.size(of: $1) }
    if size > 0, size > room { throw .tooLarge(limit: max(0, room)) }
    room -= size
    if name == MeetingFile.name(of: device), file.device == device { ownFile = file }
    for entry in lost where self.lost[entry.change.subject]?.precedes(entry) ?? true {
      self.lost[entry.change.subject] = entry
    }
    times[file.device] = max(times[file.device] ?? file.time, file.time)
    for entry in entries { noteUnseen(entry) }
    seen.note(entries)
    seen = seen.without(device)
    self.news.merge(taken) { $1 }
    for entry in news where entry.change.kind == LogWord.device {
      if deviceWords[entry.change.subject]?.precedes(entry) ?? true {
        deviceWords[entry.change.subject] = entry
      }
    }
  }

  /// Returns true if an entry is of this device, and its log has lost it: it has never come as far, or has
  /// given the number to another entry.
  private mutating func isLost(_ entry: LogEntry) -> Bool {
    guard entry.device == device else { return false }
    return own[entry.counter].map { $0 != entry } ?? (entry.counter > greatestOwn)
  }

  /// The words that this device says again because its log went back to an earlier state.
  ///
  /// Others know the lost words and their counters. So for each thing the later word is said again, with a
  /// counter above theirs: the lost word, or one that was said since. Their times decide which is later.
  var repeated: [LogChange] {
    mutating get {
      var words: [LogSubject: LogEntry] = [:]
      for (subject, entry) in lost {
        let isFollowed = news[subject]?.contains { $0.device != device && entry.precedes($0) }
        // Another device has said something later, which holds unless this one has spoken since.
        if isFollowed ?? false, former[subject]?.device != device { continue }
        words[subject] = entry
        guard let present = former[subject] else { continue }
        let isLater = present.device != device || present.time >= entry.time
        if entry.precedes(present) {
          if isLater { words[subject] = nil }
        } else if isLater, present.device == device {
          words[subject] = present
        }
      }
      // A removal said again must not be later than the same value in newer words.
      let removed = words.values.filter(\.change.isRemoval).map(\.change)
      for entry in removed.isEmpty ? [] : Array(former.values) where !entry.change.isRemoval {
        let change = entry.change
        let isOfRemoved = removed.contains {
          ($0.scope, $0.kind, $0.target) == (change.scope, change.kind, change.target)
        }
        if isOfRemoved, words[change.subject] == nil { words[change.subject] = entry }
      }
      let withdrawn = revoked.compactMap { latestOwn[$0] }.sorted { $0.precedes($1) }.map {
        LogChange(.withdrawn, of: $0.change.subject, .covered)
      }
      return withdrawn
        + words.values.sorted { $0.precedes($1) }.map {
          LogChange(
            subject: $0.change.subject, version: $0.change.version, value: $0.change.value,
            comment: $0.change.comment, time: $0.time)
        }
    }
  }

  /// Returns the entries of a file that none covers, and for their things what was taken by now.
  private mutating func newEntries(
    among entries: [LogEntry]
  ) -> (news: [LogEntry], taken: [LogSubject: [LogEntry]]) {
    var news: [LogEntry] = []
    var taken: [LogSubject: [LogEntry]] = [:]
    for (subject, group) in Dictionary(grouping: entries, by: \.change.subject) {
      let former = formerOfSubjects[subject] ?? []
      let before = self.news[subject] ?? []
      let all = former + before + group
      let known = Set(former)
      let uncovered = (all.count == 1 ? all : all.uncovered()).filter { !known.contains($0) }
      let isNew = uncovered.without(before.inOrder)
      if isNew.isEmpty { continue }
      news += isNew
      taken[subject] = uncovered
    }
    return (news, taken)
  }

  /// The entries of others that the log needs, in their order.
  var newEntries: [LogEntry] { news.values.joined().sorted { $0.precedes($1) } }
}

// MARK: What two devices changed

extension MeetingWords {
  /// Returns the subject of the line that says whether the entity of a change exists.
  private static func entity(of change: LogChange) -> LogSubject {
    LogSubject(scope: change.scope, kind: Existence.storedName, target: change.target)
  }

  /// Notes the words of this device that another one may not have known when it said something new.
  private mutating func noteUnseen(_ theirs: LogEntry) {
    guard theirs.device != device, !LogWord.isOwn(theirs.change.kind),
      !theirs.change.isWithdrawal, theirs.counter > formerSeen[theirs.device]
    else { return }
    if let mine = uncoveredOwn[theirs.change.subject] { noteUnseen(mine, theirs) }
    let existence = Self.entity(of: theirs.change)
    if theirs.change.subject == existence {
      guard theirs.change.value.isEmpty else { return }
      // What is destroyed takes all its values with it.
      for mine in formerOfEntities[existence] ?? []
      where mine.change.subject != existence && !mine.change.value.isEmpty {
        noteUnseen(mine, theirs)
      }
    } else if !theirs.change.value.isEmpty, let mine = former[existence],
      mine.change.value.isEmpty
    {
      noteUnseen(mine, theirs)
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

  /// What this device and another one changed without having seen each other, in the order of the other
  /// one's words.
  var differences: [LogMeeting.Difference] {
    var result: [LogMeeting.Difference] = []
    for (mine, theirs) in unseen.sorted(by: { $0.theirs.precedes($1.theirs) }) {
      let known = deviceWords[LogWord.subject(of: theirs.device)].map {
        VersionVector($0.change.comment)
      }
      let difference = LogMeeting.Difference(
        mine: mine, theirs: theirs, device: name(of: theirs.device))
      // The other device knew this word, or has been told of the difference. Only what it names says which.
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

extension MeetingWords {
  /// What a device is called.
  func name(of device: DeviceID) -> String {
    let name = deviceWords[LogWord.subject(of: device)]?.change.value ?? ""
    return name.isEmpty ? device.shortName : name
  }

  /// What this device says of itself; nil if it has said so before, and not too long ago.
  func announcement(as name: String?, at time: Int64) -> LogChange? {
    let subject = LogWord.subject(of: device)
    let former = deviceWords[subject]
    let name = name ?? self.name(of: device)
    // Files have the entries up to the greatest own counter, so an undo of these is no matter of this device alone.
    var all = seen
    let own = entries.lazy.filter { [device] in
      $0.device == device && !LogWord.isOwn($0.change.kind)
    }
    if let last = own.filter(isExchanged).map(\.counter).max() { all.note(device, last) }
    let change = LogChange(subject: subject, value: name, comment: all.text)
    guard let former, former.device == device, former.change.value == name,
      former.change.comment == change.comment
    else { return change }
    let silence = time.subtractingReportingOverflow(former.time)
    return silence.overflow || abs(silence.partialValue) >= MeetingFile.longestSilence
      ? change : nil
  }

  /// When each device wrote its file, with this one now.
  func times(with now: Int64) -> [DeviceID: Int64] {
    times.merging([device: now]) { max($0, $1) }
  }

  /// Returns the devices that entries speak of, this one first, then by name.
  static func devices(
    in words: some Sequence<LogEntry>, own: DeviceID?, _ times: [DeviceID: Int64] = [:]
  ) -> [Meeting.Device] {
    let devices = words.lazy.filter { $0.change.kind == LogWord.device }
      .compactMap { word -> Meeting.Device? in
        guard !word.change.value.isEmpty, let device = DeviceID(digits: word.change.target.utf8)
        else { return nil }
        return Meeting.Device(
          id: device.description, name: word.change.value,
          lastSeen: max(word.time, times[device] ?? word.time), isOwn: device == own)
      }
    return devices.sorted { first, second in
      if first.isOwn != second.isOwn { return first.isOwn }
      return (first.name, first.id) < (second.name, second.id)
    }
  }
}

extension [LogEntry] {
  /// Returns those entries that a list in order does not have; of a list that is not in order itself, perhaps
  /// some more.
  ///
  /// - Complexity: O(*n*) in the number of entries of both.
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
