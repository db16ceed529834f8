package import CommandLine
package import ECSStore
import Schedule
import SystemBasics

/// The schedules that a log remembers, and which of them is the default.
package struct SavedSchedules {
  /// Why it is not known which schedule is the default.
  package enum Problem: Equatable {
    /// The log names the default, and its line about that schedule is damaged or of a newer konf.
    case unread(name: String)
    /// No line of the log says which one is the default, although one must have; or a later line is damaged
    /// that may have made another one the default.
    case unknown
  }

  /// The word for the default in the log, whose target is always ``SavedSchedule/storedName``.
  private static let defaultKind = "default"
  /// The value of a line after which the default is not known; no schedule has this name.
  private static let unknownName = "?"
  /// The word for the line that precedes the first copy of a schedule.
  ///
  /// In a log without lines about schedules, it shows that a copy is left over from a run that died. Without
  /// it, the lines about the copies are lost.
  private static let beginningKind = ".schedules"
  /// The word for the address of a schedule in the log.
  private static let addressKind = "address"
  /// The word for the title of a schedule in the log, for versions that have none.
  private static let titleKind = "title"
  /// The word for the name of a schedule's conference in the log, which stays when the title
  /// changes.
  private static let conferenceKind = "conference"

  /// The most bytes of an address and of the name of a conference, which exports repeat.
  private static let longestText = 1 << 14

  /// The schedules in the order of their names.
  package let all: [SavedSchedule]
  /// The one that konf shows if nothing names another; nil for the built-in one, and if there is a
  /// problem.
  package let standard: SavedSchedule?
  /// Why it is not known which one is the default; nil if it is.
  package let problem: Problem?
  /// The names of schedules whose last line this program does not understand.
  package let unread: Set<String>
  /// Under which identifiers calendars know talks, by the names of the schedules.
  private let eventIDs: [String: EventIDs]
  /// The addresses of the schedules, by the names of the schedules.
  private let addresses: [String: String]
  /// The names of the schedules' conferences in the log, by the names of the schedules.
  private let conferenceNames: [String: String]
  private let entries: [LogEntry]
  /// True if the log has had lines about schedules since the first copy.
  private let hasBeginning: Bool
  /// True if lines about schedules may be missing: some are damaged, or were when the log was repaired, or
  /// copies may be older than the log.
  private let mayLackLines: Bool

  /// Reads what a log holds.
  ///
  /// - Parameters:
  ///   - contents: What the log holds.
  ///   - hasFiles: Returns whether there are copies of schedules; only asked if lines may be missing.
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  package init(_ contents: LogContents, hasFiles: () -> Bool = { false }) {
    self.init(
      contents.entries, isDamaged: contents.damageCount > 0,
      lacksChoice: Self.mayLackChoice(contents), hasFiles: hasFiles)
  }

  /// Reads the entries of a sound log.
  package init(_ entries: [LogEntry]) {
    self.init(entries, isDamaged: false, lacksChoice: false, hasFiles: { false })
  }

  private init(
    _ entries: [LogEntry], isDamaged: Bool, lacksChoice: Bool, hasFiles: () -> Bool
  ) {
    self.entries = entries.filter { Self.isKind($0.change.kind) }
    hasBeginning = entries.contains { $0.change.kind == Self.beginningKind }
    mayLackLines =
      isDamaged || !hasBeginning || entries.contains { $0.change.kind == ChangeLog.repairKind }
    let words = self.entries.latest()
    let present = words.filter {
      $0.change.kind == SavedSchedule.storedName && !$0.change.value.isEmpty
    }
    var all = present.compactMap { SavedSchedule($0) }.sorted { $0.name < $1.name }
    func texts(_ kind: String) -> [String: String] {
      Dictionary(
        words.lazy.map(\.change).filter {
          $0.kind == kind && !$0.value.isEmpty && $0.value.utf8.count <= Self.longestText
        }.map { ($0.target, $0.value) }, uniquingKeysWith: { $1 })
    }
    let titles = texts(Self.titleKind)
    for place in all.indices { all[place].options.title = titles[all[place].name] }
    addresses = texts(Self.addressKind)
    conferenceNames = texts(Self.conferenceKind)
    unread = Set(present.map(\.change.target)).subtracting(all.map(\.name))
    self.all = all
    eventIDs = Dictionary(
      words.filter { $0.change.kind == EventIDs.kind }
        .map { ($0.change.target, EventIDs(value: $0.change.value)) }, uniquingKeysWith: { $1 })
    let name = words.last { $0.change.kind == Self.defaultKind }?.change.value
    let named = all.first { $0.name == name }
    let isForgotten = words.contains {
      $0.change.kind == SavedSchedule.storedName && $0.change.target == name
        && $0.change.value.isEmpty
    }
    // Keeping a schedule also says which one is the default.
    if name == Self.unknownName || name == nil && !present.isEmpty
      || (name == nil || lacksChoice) && (!present.isEmpty || mayLackLines && hasFiles())
    {
      (standard, problem) = (nil, .unknown)
    } else if let name, !name.isEmpty, named == nil, !isForgotten {
      (standard, problem) = (nil, .unread(name: name))
    } else {
      // A default that was forgotten gives way to the one before it.
      standard = named ?? (isForgotten ? Self.formerDefault(all, entries) : nil)
      problem = nil
    }
  }

  /// Returns whether a damaged line after the last one about the default may have named another.
  ///
  /// A line that was cut short does not count, since its append never succeeded.
  private static func mayLackChoice(_ contents: LogContents) -> Bool {
    guard let last = contents.lastDamage else { return false }
    let known = (contents.entries.lastIndex { isShownKind($0.change.kind) } ?? -1) + 1
    func mayBeChoice(_ damage: LogDamage) -> Bool {
      guard damage.entryCount >= known else { return false }
      switch damage.reason {
      case .torn, .zeros, .unterminated, .newline, .newerFormat: return false
      case .checksum, .notCanonical, .tooLong: break
      }
      guard let kind = damage.kind else { return true }
      let isOther =
        MarkKinds[kind] != nil || isKind(kind) || kind == SeenTalk.kind || LogKind.isOwn(kind)
        || kind == ChangeLog.repairKind
      return isShownKind(kind) || !isOther
    }
    return contents.damages.contains(where: mayBeChoice) || mayBeChoice(last)
  }

  /// The schedule that is saved by a name.
  package subscript(name: String) -> SavedSchedule? { all.first { $0.name == name } }

  /// Returns whether the log names a schedule as the default.
  package func isDefault(_ name: String) -> Bool {
    standard?.name == name || problem == .unread(name: name)
  }

  /// Returns the name of the saved schedule that was the default last, leaving one out; if none was,
  /// of the first one.
  package func formerDefault(except name: String) -> String? {
    Self.formerDefault(all.filter { $0.name != name }, entries)?.name
  }

  private static func formerDefault(
    _ all: [SavedSchedule], _ entries: [LogEntry]
  ) -> SavedSchedule? {
    for entry in entries.inOrder.reversed() where entry.change.kind == defaultKind {
      if let schedule = all.first(where: { $0.name == entry.change.value }) { return schedule }
    }
    return all.first
  }

  /// The name of the saved schedule whose conference the log calls so; nil if there is none.
  package func name(ofConference scope: String) -> String? {
    all.map(\.name).first { conferenceNames[$0] == scope }
  }

  /// Returns when an older version of a schedule was kept.
  ///
  /// - Parameters:
  ///   - schedule: The schedule as it is now.
  ///   - digits: The checksum of a file.
  /// - Returns: The time in seconds since 1970; nil if the file is no older version.
  package func time(ofVersionBefore schedule: SavedSchedule, _ digits: String) -> Int64? {
    if digits == schedule.digits { return nil }
    let versions = entries.filter {
      $0.change.kind == SavedSchedule.storedName && $0.change.target == schedule.name
    }.sorted { $0.precedes($1) }
    var older: [(digits: String, time: Int64)] = []
    for entry in versions {
      guard let version = SavedSchedule(entry) else {
        // What came before it was forgotten is another story.
        older = []
        continue
      }
      // A user who goes back to a version has not kept the later ones.
      if let known = older.firstIndex(where: { $0.digits == version.digits }) {
        older.removeSubrange(known...)
      }
      older.append((version.digits, entry.time))
    }
    return older.last { $0.digits == digits }?.time
  }

  // MARK: Conferences

  /// The names in the log of the conferences of all saved schedules.
  package var conferences: Set<String> { Set(all.compactMap { conferenceNames[$0.name] }) }

  /// The name in the log of a schedule's conference; nil if it has none, as for a file.
  package func conference(of source: ScheduleSource) -> String? {
    source.savedName.flatMap { conferenceNames[$0] }
  }

  /// Returns under which identifiers calendars know the talks of a schedule.
  package func eventIDs(of source: ScheduleSource) -> EventIDs {
    source.savedName.flatMap { eventIDs[$0] } ?? EventIDs()
  }

  /// The address from which a schedule was taken; nil if it is unknown.
  package func address(of source: ScheduleSource) -> String? {
    source.savedName.flatMap { addresses[$0] }
  }

  /// The change of the log that says from where a schedule was taken.
  package static func change(of name: String, toAddress address: String) -> LogChange {
    LogChange(scope: "", kind: addressKind, target: name, value: address)
  }

  /// Returns the change of the log that sets the title for versions without one; an empty title removes it.
  package static func change(of name: String, toTitle title: String) -> LogChange {
    LogChange(scope: "", kind: titleKind, target: name, value: title)
  }

  /// The change of the log that says under which identifiers calendars know the talks of a schedule.
  package static func change(of name: String, to ids: EventIDs) -> LogChange {
    LogChange(scope: "", kind: EventIDs.kind, target: name, value: ids.value)
  }

  /// The change of the log that says what it calls the conference of a schedule.
  package static func change(of name: String, toConference scope: String) -> LogChange {
    LogChange(scope: "", kind: conferenceKind, target: name, value: scope)
  }

  // MARK: Lines

  /// Returns whether lines of a kind say which schedules are saved.
  package static func isKind(_ kind: String) -> Bool {
    [
      SavedSchedule.storedName, defaultKind, conferenceKind, addressKind, titleKind,
      EventIDs.kind,
    ].contains(kind)
  }

  /// Returns whether lines of a kind are what a step that keeps or chooses a schedule is about.
  package static func isShownKind(_ kind: String) -> Bool {
    [SavedSchedule.storedName, defaultKind].contains(kind)
  }

  /// The name of the schedule that a line is about.
  package static func name(in entry: LogEntry) -> String {
    isDefault(entry) ? entry.change.value : entry.change.target
  }

  /// Returns whether a line says that a schedule is saved, or is the default.
  package static func isAbout(_ name: String, _ entry: LogEntry) -> Bool {
    switch entry.change.kind {
    case SavedSchedule.storedName, conferenceKind, addressKind, titleKind, EventIDs.kind:
      entry.change.target == name
    case defaultKind: entry.change.value == name
    default: false
    }
  }

  /// Returns whether a line says which schedule is the default.
  static func isDefault(_ entry: LogEntry) -> Bool { entry.change.kind == defaultKind }

  /// Returns true if a line, which a repair wrote, says that the default is unknown.
  static func isUnknownDefault(_ entry: LogEntry) -> Bool {
    isDefault(entry) && entry.change.value == unknownName
  }

  /// The line that precedes the first copy of a schedule; nil if there may have been others.
  package func beginning(_ files: AttachedFiles) -> LogChange? {
    hasBeginning || !entries.isEmpty || files.hasAny
      ? nil : LogChange(scope: "", kind: Self.beginningKind, target: "", value: "yes")
  }

  /// The change of the log after which nothing is the default until one is chosen.
  package static var unknownDefault: LogChange { change(toDefault: unknownName) }

  /// The change of the log that makes a schedule the default, or the built-in one.
  package static func change(toDefault name: String?) -> LogChange {
    LogChange(
      scope: "", kind: defaultKind, target: SavedSchedule.storedName, value: name ?? "")
  }

  /// Returns whether a file in the folder of schedules stays: one that is saved, the version
  /// before it, files that konf did not make, and one that an unreadable or lost line may name.
  package func needs(_ fileName: String) -> Bool {
    guard let parts = SavedSchedule.parts(ofFile: fileName), !unread.contains(parts.name)
    else {
      return true
    }
    let isNamed = entries.contains { entry in
      let change = entry.change
      return change.kind == SavedSchedule.storedName && change.target == parts.name
        && (change.value.isEmpty || change.value.hasPrefix(parts.digits)
          || change.comment == parts.digits)
    }
    if mayLackLines, !isNamed { return true }
    func isOf(_ schedule: SavedSchedule) -> Bool {
      [schedule.fileName, schedule.former?.fileName].contains(fileName)
        || CacheFile.Kind.allCases.contains { schedule.name(ofDerived: $0) == fileName }
    }
    return all.contains(where: isOf)
  }
}

// MARK: Lost lines

extension SavedSchedules {
  /// Returns whether no line is about a schedule, not even one that forgets it.
  private func isUnnamed(_ name: String) -> Bool {
    !entries.contains {
      $0.change.kind == SavedSchedule.storedName && $0.change.target == name
    }
  }

  /// The schedules whose copies are whole but that no line of the log names.
  ///
  /// If a name has several copies, the newest file is the present one and the next the version before.
  package func forgotten(in files: AttachedFiles) -> [SavedSchedule] {
    let names = (try? FolderListing.names(in: files.path)) ?? []
    let copies = names.map { String(decoding: $0, as: UTF8.self) }.compactMap {
      SavedSchedule(copy: $0, in: files)
    }
    func time(_ copy: SavedSchedule) -> (Int, Int) {
      var found = stat()
      guard stat(files.path(of: copy.fileName), &found) == 0 else { return (0, 0) }
      return found.modification
    }
    return Dictionary(grouping: copies.filter { isUnnamed($0.name) }, by: \.name).values
      .compactMap { versions in
        let versions = versions.sorted { time($0) > time($1) }
        return versions.first.map {
          SavedSchedule(
            name: $0.name, digits: $0.digits, size: $0.size, options: $0.options,
            formerDigits: versions.dropFirst().first?.digits)
        }
      }.sorted { $0.name < $1.name }
  }

  /// The failure of a command that shows the default; nil if it is known.
  package func failure(_ log: RunLog) -> Failure? {
    guard let problem else { return nil }
    let lost = log.scheduleFiles.map { forgotten(in: $0).map(\.name) } ?? []
    let hint: SafeText =
      switch problem {
      case .unread(let name): "save it again with konf use FILE --name \(name)"
      case .unknown where all.isEmpty:
        lost.isEmpty
          ? "save a schedule with konf use FILE"
          : "konf doctor --repair restores \(lost.joined(separator: ", ")) from the copies"
      case .unknown: "choose one with konf use NAME: \(all.map(\.name).joined(separator: ", "))"
      }
    return Failure(
      .badData, "\(log.file?.path ?? ""): \(problem.words)", "\(hint); see konf doctor")
  }
}

extension SavedSchedules.Problem {
  /// What is wrong, as messages have it.
  package var words: SafeText {
    switch self {
    case .unread(let name): "the entry of the default schedule \(name) is unreadable"
    case .unknown: "no readable entry names the default schedule"
    }
  }
}
