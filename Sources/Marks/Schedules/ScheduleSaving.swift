package import ECSKit
package import ECSStore
package import Schedule

/// The entries that `konf use` writes to the log: the kept version, and the marks in the words of
/// that version.
///
/// Both versions are at hand only then, so talks are paired there, once. All of it is one append
/// and one step.
package struct ScheduleSaving {
  let schedule: SavedSchedule
  private let store: MarkStore
  private let change: VersionChange?
  private let address: String?

  package init(
    _ schedule: SavedSchedule, _ store: MarkStore, _ change: VersionChange?,
    address: String? = nil
  ) {
    self.address = address
    self.schedule = schedule
    self.store = store
    self.change = change
  }

  /// The lines that keep the version, given the content of the log, to which no other process
  /// appends meanwhile; none for what the log already has.
  package func changes(_ contents: LogContents) -> [LogChange] {
    let now = SavedSchedules(contents)
    let present = now[schedule.name]
    let isSame = present?.digits == schedule.digits
    let version = SavedSchedule(
      name: schedule.name, digits: schedule.digits, size: schedule.size, options: schedule.options,
      formerDigits: isSame ? present?.formerDigits : present?.digits)
    let history = change?.older.read(contents)
    let scope = scope(contents, now, history)
    var lines = version == present ? [] : [version.change]
    if !now.isDefault(schedule.name) {
      lines.append(SavedSchedules.change(toDefault: schedule.name))
    }
    if schedule.options.title != present?.options.title {
      lines.append(
        SavedSchedules.change(of: schedule.name, toTitle: schedule.options.title ?? ""))
    }
    if let address, address != now.address(of: .saved(schedule)) {
      lines.append(SavedSchedules.change(of: schedule.name, toAddress: address))
    }
    if now.conference(of: .saved(schedule)) == nil {
      lines.append(SavedSchedules.change(of: schedule.name, toConference: scope))
    }
    var remarks: [LogChange] = []
    if let change, let history, !isSame {
      let ids = now.eventIDs(of: .saved(schedule))
      let next = ids.next(change.comparison, taken: change.lostIDs(history))
      if next != ids { lines.append(SavedSchedules.change(of: schedule.name, to: next)) }
      let carried = change.carried(history, to: scope, from: present?.digits ?? "")
      lines += carried.lines
      remarks = carried.remarks
    }
    let mark = LogSteps.Mark.step.change(from: contents.nextCounter, in: scope)
    return lines + (lines.count > 1 ? [mark] : []) + remarks
  }

  /// The name of the conference in the log: the one when the first version was store.
  private func scope(
    _ contents: LogContents, _ now: SavedSchedules, _ history: MarkHistory?
  ) -> String {
    now.conference(of: .saved(schedule)) ?? history?.scope
      ?? MarkHistory(
        contents.entries, of: store.lookup, identity: nil, except: now.conferences
      ).scope
  }
}

/// Carries a saved schedule and the marks in it over to a newer version.
package struct VersionChange {
  /// The version before, with what is kept of it.
  package let older: MarkStore
  package let newer: MarkStore
  /// The pairs of talks, and the differences.
  package let comparison: Comparison
  /// The identifiers in the newer version, by those in the older one.
  private let ids: [String: String]

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - older: The version before, with what is kept of it.
  ///   - newer: The version that is store.
  ///   - isReturn: Pass true if the version before replaced this one: then each mark goes back to the
  ///     talk that it came from, even if the pairing was wrong.
  package init(_ older: MarkStore, to newer: MarkStore, isReturn: Bool = false) {
    self.older = older
    self.newer = newer
    let comparison = newer.schedule.comparison(since: older.schedule.facts)
    self.comparison = comparison
    func ids(_ comparison: Comparison) -> [(String, String)] {
      comparison.pairing.pairs.map { (comparison.older[$0.old].id, comparison.newer[$0.new].id) }
    }
    self.ids = Dictionary(
      uniqueKeysWithValues: isReturn
        ? ids(older.schedule.comparison(since: newer.schedule.facts)).map { ($1, $0) }
        : ids(comparison))
  }

  /// Returns the entity in the newer version of a talk or a session of the older one; nil if it is
  /// gone.
  package func successor(of entity: Entity) -> Entity? {
    ids[older.schedule.id(of: entity)].flatMap { newer.schedule.target($0) }
  }

  /// Returns lines that repeat everything in the log in the words of the newer version, and lines
  /// with facts about talks.
  ///
  /// - Parameters:
  ///   - history: What the log holds about the older version.
  ///   - scope: What the log calls the conference.
  ///   - digits: The checksum of the older version.
  /// - Returns: The lines of the step, and those that belong to none.
  package func carried(
    _ history: MarkHistory, to scope: String, from digits: String
  ) -> (lines: [LogChange], remarks: [LogChange]) {
    var removals: [LogChange] = []
    var values: [LogChange] = []
    var remarks: [LogChange] = []
    var known = history.seen
    func move(_ entry: LogEntry, to subject: LogSubject) {
      let change = entry.change
      if subject == change.subject { return }
      // Nobody has removed it: it has another name now.
      removals.append(LogChange(.withdrawn, of: change.subject))
      values.append(
        LogChange(
          subject: subject, version: change.version, value: change.value, comment: change.comment,
          time: entry.time))
    }
    for entry in history.marks {
      let former = history.entity(of: entry.change.subject)
      // What a newer konf keeps of it since is not written over.
      let words = SubjectWords(entry.change.subject)
      if history.newerEntry(entry.change.kind, of: former, called: words) != nil { continue }
      if let successor = former.flatMap(successor(of:)) {
        move(entry, to: newer.subject(of: successor, entry.change.kind, in: scope))
      } else if let former {
        let subject = lostSubject(entry.change, in: scope, from: digits)
        move(entry, to: subject)
        let seen = SeenTalk(
          former, in: older.schedule, hasTwins: older.lookup.hasTwins(former))
        if known.updateValue(seen, forKey: SubjectWords(subject)) != seen {
          remarks.append(seen.change(of: subject))
        }
      }
    }
    for entry in history.things where !entry.change.value.isEmpty {
      move(entry, to: entry.change.subject.inScope(scope))
    }
    return (removals + values, newer.remarks(on: values) + remarks)
  }

  /// The identifiers of what is marked in the older version and not in the newer one.
  func lostIDs(_ history: MarkHistory) -> [String] {
    history.marks.compactMap { entry in
      guard let entity = history.entity(of: entry.change.subject) else {
        return entry.change.target.formerID
      }
      return successor(of: entity) == nil ? older.schedule.id(of: entity) : nil
    }
  }

  /// The words for a talk that has left the schedule, with its last version: it is gone for good,
  /// and its number may be reused by another talk.
  private func lostSubject(
    _ change: LogChange, in scope: String, from digits: String
  ) -> LogSubject {
    LogSubject(
      scope: scope, kind: change.kind, target: change.target.formerID.lost(inVersion: digits),
      name: change.name, details: change.details)
  }
}
