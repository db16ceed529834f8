import Basics
package import CommandLine
package import ECSStore
import Schedule

/// The saved schedules of a log, with at most one default schedule.
///
/// `konf use` changes the saved schedules. Other commands read them to find their schedule. A
/// damaged log must never make konf show a schedule other than the default. If the entry that sets
/// the default may be lost, the default is unknown and commands fail.
package struct SavedSchedules {
  /// The reasons for an unknown default.
  package enum Problem: Equatable {
    /// The log entry for the default schedule is damaged, or a newer version of konf wrote it.
    case unread(name: String)
    /// No readable entry sets the default, or a later damaged entry may have changed it.
    case unknown
  }

  /// The kind of the entry that sets the default.
  ///
  /// The target of such an entry is ``SavedSchedule/storedName``.
  private static let defaultKind = "default"
  /// A value that is not a valid name and makes the default unknown.
  private static let unknownName = "?"
  /// The kind of the entry that is written before the first file of any schedule.
  ///
  /// If the log has this entry but no entries about schedules, all existing files are left over
  /// from a crash. If the log lacks this entry although files exist, entries are lost.
  private static let beginningKind = ".schedules"
  private static let addressKind = "address"
  /// The kind of the entry that stores a title for versions without a title in their file.
  private static let titleKind = "title"
  /// The kind of the entry that stores the permanent name of a conference in the log.
  private static let conferenceKind = "conference"
  /// The kind of the entry that stores the permanent name of a conference in calendars.
  private static let calendarKind = "calendar"

  /// The maximum length of an address or a conference name, in bytes.
  ///
  /// Longer strings are ignored, because an export can repeat them in every event.
  private static let longestText = 1 << 14

  /// The schedules, sorted by name.
  package let all: [SavedSchedule]
  /// The default schedule, or nil if the default is built-in or unknown.
  package let standard: SavedSchedule?
  /// The reason why the default is unknown, or nil if the default is known.
  package let problem: Problem?
  /// The names of schedules whose latest entry this version of konf cannot read.
  package let unread: Set<String>
  /// The identifiers of talks in calendars, by schedule name.
  private let eventIDs: [String: EventIDs]
  /// The web addresses of the schedules, by schedule name.
  private let addresses: [String: String]
  /// The names of the conferences in the log, by schedule name.
  private let conferenceNames: [String: String]
  /// The names of the conferences in calendars, by schedule name.
  private let calendarNames: [String: String]
  let entries: [LogEntry]
  /// True if the log contains the entry that konf writes before the first file of a schedule.
  private let hasBeginning: Bool
  /// True if entries about schedules may be missing.
  ///
  /// The value is true if entries are damaged, if a repair removed damaged entries, or if the files
  /// may be older than the log.
  let mayLackLines: Bool

  /// Creates the saved schedules from the contents of a log.
  ///
  /// The closure `hasFiles` returns true if files of schedules exist. It is called only if entries
  /// may be missing.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  package init(_ contents: LogContents, hasFiles: () -> Bool = { false }) {
    self.init(
      contents.entries, isDamaged: contents.damageCount > 0,
      lacksChoice: Self.mayLackChoice(contents), hasFiles: hasFiles)
  }

  /// Creates the saved schedules from the entries of an undamaged log.
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
    calendarNames = texts(Self.calendarKind)
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
    // Saving a schedule always writes an entry about the default.
    if name == Self.unknownName || name == nil && !present.isEmpty
      || (name == nil || lacksChoice) && (!present.isEmpty || mayLackLines && hasFiles())
    {
      (standard, problem) = (nil, .unknown)
    } else if let name, !name.isEmpty, named == nil, !isForgotten {
      (standard, problem) = (nil, .unread(name: name))
    } else {
      // If the default was removed, the previous default is restored.
      standard = named ?? (isForgotten ? Self.formerDefault(all, entries) : nil)
      problem = nil
    }
  }

  /// Returns true if a damaged entry may have changed the default.
  ///
  /// Only damage after the last readable entry that sets the default matters. A truncated entry is
  /// ignored, because its append never succeeded.
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
        MarkKinds[kind] != nil || isKind(kind) || MarkKinds.areFacts(kind) || LogKind.isOwn(kind)
        || kind == ChangeLog.repairKind
      return isShownKind(kind) || !isOther
    }
    return contents.damages.contains(where: mayBeChoice) || mayBeChoice(last)
  }

  package subscript(name: String) -> SavedSchedule? { all.first { $0.name == name } }

  /// Returns true if a schedule is the default in the log, even if its entry is unreadable.
  package func isDefault(_ name: String) -> Bool {
    standard?.name == name || problem == .unread(name: name)
  }

  /// Returns the latest default other than the given schedule.
  ///
  /// If no such default exists, the result is the alphabetically first name.
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

  /// Returns the name of a conference's saved schedule, or nil if none is saved.
  ///
  /// `scope` is the name of the conference in the log.
  package func name(ofConference scope: String) -> String? {
    all.map(\.name).first { conferenceNames[$0] == scope }
  }

  /// Returns the time when an older version of a schedule was saved, in seconds since 1970.
  ///
  /// The result is nil if no older version has the given checksum.
  package func time(ofVersionBefore schedule: SavedSchedule, _ digits: String) -> Int64? {
    if digits == schedule.digits { return nil }
    let versions = entries.filter {
      $0.change.kind == SavedSchedule.storedName && $0.change.target == schedule.name
    }.sorted { $0.precedes($1) }
    var older: [(digits: String, time: Int64)] = []
    for entry in versions {
      guard let version = SavedSchedule(entry) else {
        // A removal ends the list of older versions.
        older = []
        continue
      }
      // Saving an old version again discards all later versions.
      if let known = older.firstIndex(where: { $0.digits == version.digits }) {
        older.removeSubrange(known...)
      }
      older.append((version.digits, entry.time))
    }
    return older.last { $0.digits == digits }?.time
  }

  // MARK: Conferences

  /// The names that the log uses for the conferences of all saved schedules.
  package var conferences: Set<String> { Set(all.compactMap { conferenceNames[$0.name] }) }

  /// Returns the name of a schedule's conference in the log, or nil if the name is not stored.
  package func conference(of source: ScheduleSource) -> String? {
    source.savedName.flatMap { conferenceNames[$0] }
  }

  /// Returns the name of a schedule's conference in calendars.
  ///
  /// The result is nil if the schedule is not saved, or if an earlier version of konf saved it.
  func calendar(of source: ScheduleSource) -> String? {
    source.savedName.flatMap { calendarNames[$0] }
  }

  package func eventIDs(of source: ScheduleSource) -> EventIDs {
    source.savedName.flatMap { eventIDs[$0] } ?? EventIDs()
  }

  /// Returns the web address of a saved schedule, or nil if the address is unknown.
  package func address(of source: ScheduleSource) -> String? {
    source.savedName.flatMap { addresses[$0] }
  }

  package static func change(of name: String, toAddress address: String) -> LogChange {
    LogChange(scope: "", kind: addressKind, target: name, value: address)
  }

  /// Returns the change that sets the title for files without a title.
  ///
  /// An empty title removes the stored title.
  package static func change(of name: String, toTitle title: String) -> LogChange {
    LogChange(scope: "", kind: titleKind, target: name, value: title)
  }

  package static func change(of name: String, to ids: EventIDs) -> LogChange {
    LogChange(scope: "", kind: EventIDs.kind, target: name, value: ids.value)
  }

  package static func change(of name: String, toConference scope: String) -> LogChange {
    LogChange(scope: "", kind: conferenceKind, target: name, value: scope)
  }

  static func change(of name: String, toCalendar calendar: String) -> LogChange {
    LogChange(scope: "", kind: calendarKind, target: name, value: calendar)
  }

  // MARK: Lines

  /// Returns true if entries of a kind are about saved schedules.
  package static func isKind(_ kind: String) -> Bool {
    [
      SavedSchedule.storedName, defaultKind, conferenceKind, calendarKind, addressKind,
      titleKind, EventIDs.kind,
    ].contains(kind)
  }

  /// Returns true for the kinds that the history shows: saved versions and new defaults.
  package static func isShownKind(_ kind: String) -> Bool {
    [SavedSchedule.storedName, defaultKind].contains(kind)
  }

  package static func name(in entry: LogEntry) -> String {
    isDefault(entry) ? entry.change.value : entry.change.target
  }

  package static func isAbout(_ name: String, _ entry: LogEntry) -> Bool {
    switch entry.change.kind {
    case SavedSchedule.storedName, conferenceKind, calendarKind, addressKind, titleKind,
      EventIDs.kind:
      entry.change.target == name
    case defaultKind: entry.change.value == name
    default: false
    }
  }

  static func isDefault(_ entry: LogEntry) -> Bool { entry.change.kind == defaultKind }

  /// Returns true if an entry makes the default unknown, for example after a repair.
  static func isUnknownDefault(_ entry: LogEntry) -> Bool {
    isDefault(entry) && entry.change.value == unknownName
  }

  /// Returns the entry to write before the first file of a schedule.
  ///
  /// The result is nil if the log already has the entry or files already exist.
  package func beginning(_ files: AttachedFiles) -> LogChange? {
    hasBeginning || !entries.isEmpty || files.hasAny
      ? nil : LogChange(scope: "", kind: Self.beginningKind, target: "", value: "yes")
  }

  /// The change that makes the default unknown until the user chooses one.
  package static var unknownDefault: LogChange { change(toDefault: unknownName) }

  /// Returns the change that sets the default, where nil stands for the built-in schedule.
  package static func change(toDefault name: String?) -> LogChange {
    LogChange(
      scope: "", kind: defaultKind, target: SavedSchedule.storedName, value: name ?? "")
  }
}

// MARK: Lost entries

extension SavedSchedules {
  /// Returns true if no entry mentions a schedule, not even a removal.
  private func isUnnamed(_ name: String) -> Bool {
    !entries.contains {
      $0.change.kind == SavedSchedule.storedName && $0.change.target == name
    }
  }

  /// Returns the schedules that have undamaged files but no entries in the log.
  ///
  /// If several files belong to one schedule, the newest file becomes the current version, and the
  /// next newest file becomes the previous version.
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

  /// Returns the failure of a command that needs the default, or nil if the default is known.
  package func failure(_ log: RunLog) -> Failure? {
    guard let problem else { return nil }
    let lost = log.scheduleFiles.map { forgotten(in: $0).map(\.name) } ?? []
    func konf(_ line: SafeText) -> SafeText { log.invocation.konf(.folder, line) }
    let hint: SafeText =
      switch problem {
      case .unread(let name): "save it again with \(konf("use FILE --name \(name)"))"
      case .unknown where all.isEmpty:
        lost.isEmpty
          ? "save a schedule with \(konf("use FILE"))"
          : "\(konf("doctor --repair")) restores \(lost.joined(separator: ", ")) from saved copies"
      case .unknown:
        "choose one with \(konf("use NAME")): \(all.map(\.name).joined(separator: ", "))"
      }
    return Failure(
      .badData, "\(log.file?.path ?? ""): \(problem.words)", "\(hint); see \(konf("doctor"))")
  }
}

extension SavedSchedules.Problem {
  package var words: SafeText {
    switch self {
    case .unread(let name): "the log entry for the default schedule \(name) is unreadable"
    case .unknown: "no readable entry says which schedule is the default"
    }
  }
}
