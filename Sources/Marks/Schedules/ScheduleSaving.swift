package import ECSKit
package import ECSStore
package import Schedule

/// The entries that `konf use` writes: the saved version, and the marks of its talks.
///
/// Only `konf use` reads both the previous version and the new version, so only this command pairs
/// their talks. All entries are appended together and form one undo step. The changes must be
/// computed while the log is locked, because another process may change the log.
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

  /// Returns the changes that save the version, except changes that the locked log already
  /// contains.
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
    var calendar = now.calendar(of: .saved(schedule)) ?? scope
    if now.conference(of: .saved(schedule)) != scope {
      if present == nil { calendar = store.schedule.calendarName }
      lines += [
        SavedSchedules.change(of: schedule.name, toConference: scope),
        SavedSchedules.change(of: schedule.name, toCalendar: calendar),
      ]
    }
    var remarks: [LogChange] = []
    let ids = now.eventIDs(of: .saved(schedule))
    var next = ids
    if let change, let history, !isSame {
      next = ids.next(change.comparison, taken: change.lostIDs(history))
      if next != ids { lines.append(SavedSchedules.change(of: schedule.name, to: next)) }
      let carried = change.carried(history, to: scope, from: present?.digits ?? "")
      lines += carried.lines
      remarks = carried.remarks
    }
    // Another run may have saved the zone in the meantime, and moved the appointments.
    if let change, let history, present.map(ScheduleSource.saved) == change.older.source {
      lines += change.appointmentChanges(history, in: scope)
    }
    let mark = LogSteps.Mark.step.change(from: contents.nextCounter, in: scope)
    let events = EventChanges.changes(
      with: schedule, calendar, in: scope, after: present,
      ids: change.map { $0.changedEvents(ids, next) }, contents.entries.inOrder, at: store.now)
    let all = lines + (lines.count > 1 ? [mark] : []) + remarks
    // For a new schedule, the changed events follow the version. For a saved schedule, they precede
    // it.
    return present == nil ? all + events : events + all
  }

  /// Returns the name of the conference in the log.
  ///
  /// For a saved schedule, this is the name assigned to the first saved version.
  private func scope(
    _ contents: LogContents, _ now: SavedSchedules, _ history: MarkHistory?
  ) -> String {
    // A forgotten schedule with the same name may have been for another conference.
    let isSaved = now[schedule.name] != nil || now.unread.contains(schedule.name)
    return (isSaved ? now.conference(of: .saved(schedule)) : nil) ?? history?.scope
      ?? MarkHistory(
        contents.entries, of: store.lookup, identity: nil, except: now.conferences
      ).scope
  }
}

/// The transfer of a saved schedule's marks to a newer version.
package struct VersionChange {
  package let older: MarkStore
  package let newer: MarkStore
  package let comparison: Comparison
  /// The appointments that get other times, by subject.
  package let movedAppointments: [LogSubject: Appointment]
  /// The identifiers in the newer version, by the identifiers in the older version.
  private let ids: [String: String]

  /// Creates the transfer between two versions.
  ///
  /// Pass true for `isReturn` if the user returns to a version that was saved earlier. Each mark
  /// then returns to its original talk, even if the talks were paired wrongly.
  package init(_ older: MarkStore, to newer: MarkStore, isReturn: Bool = false) {
    self.older = older
    self.newer = newer
    let comparison = newer.schedule.comparison(since: older.schedule.facts)
    self.comparison = comparison
    movedAppointments =
      older.history.map { Self.movedAppointments($0, from: older, to: newer) } ?? [:]
    func ids(_ comparison: Comparison) -> [(String, String)] {
      comparison.pairing.pairs.map { (comparison.older[$0.old].id, comparison.newer[$0.new].id) }
    }
    self.ids = Dictionary(
      uniqueKeysWithValues: isReturn
        ? ids(older.schedule.comparison(since: newer.schedule.facts)).map { ($1, $0) }
        : ids(comparison))
  }

  /// Returns the talk or session of the newer version that corresponds to one of the older version.
  ///
  /// The result is nil if the newer version removed the talk or session.
  package func successor(of entity: Entity) -> Entity? {
    ids[older.schedule.id(of: entity)].flatMap { newer.schedule.target($0) }
  }

  /// The identifiers of starred talks that the older version lacks and the newer version contains
  /// again.
  package var returnedStars: Set<String> {
    guard let history = older.history else { return [] }
    let gone = history.latest(Star.self).filter { $0.entity?.has(CancelledTalk.self) ?? true }
    if gone.isEmpty { return [] }
    let found = newer.lookup.entities(
      for: gone.map { history.latestWords(of: $0.subject) }, seen: history.seen)
    return Set(found.compactMap(\.self).map { newer.schedule.id(of: $0) })
  }

  /// Returns the time of an appointment in the newer version.
  package func timing(of appointment: Entity) -> Timing? {
    let moved = older.thingSubjects[appointment].flatMap { movedAppointments[$0] }
    return (moved ?? appointment[Appointment.self])?.timing
  }

  /// Returns the appointments that get other times, because only one of the versions has a known
  /// zone.
  ///
  /// In an unknown zone, an appointment has a local time, like the talks, and keeps it. Each device
  /// moves only the appointments that it has written itself, so none moves twice.
  private static func movedAppointments(
    _ history: MarkHistory, from older: MarkStore, to newer: MarkStore
  ) -> [LogSubject: Appointment] {
    let (former, present) = (older.schedule.zone, newer.schedule.zone)
    if former.isFloating == present.isFloating { return [:] }
    let device = try? older.log.file?.device()
    var moved: [LogSubject: Appointment] = [:]
    for entry in history.things where device.map({ $0 == entry.device }) ?? true {
      guard var appointment = Appointment(entry),
        let timing = appointment.timing.keepingLocalTimes(of: former, in: present)
      else { continue }
      appointment.timing = timing
      moved[entry.change.subject] = appointment
    }
    return moved
  }

  /// Returns the changes that give appointments their times in the newer version.
  func appointmentChanges(_ history: MarkHistory, in scope: String) -> [LogChange] {
    let moved = Self.movedAppointments(history, from: older, to: newer)
    return history.things.map(\.change.subject).compactMap { subject in
      guard let value = moved[subject]?.stored else { return nil }
      return LogChange(
        subject: subject.inScope(scope), version: Appointment.storedVersion, value: value.text,
        comment: value.comment)
    }
  }

  /// Returns changes that move all marks to the identifiers and titles in the newer version.
  ///
  /// The result `lines` forms the undo step. The result `remarks` contains separate changes that
  /// record facts about talks.
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
      // The mark is withdrawn, not removed, since it continues under another subject.
      removals.append(LogChange(.withdrawn, of: change.subject))
      values.append(change.repeated(for: subject, time: entry.time))
    }
    for entry in history.marks {
      let former = history.entity(of: entry.change.subject)
      // An entry from a newer version of konf must not be overwritten.
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

  /// Returns the identifiers of the marked talks that the newer version does not contain.
  ///
  /// A talk that an earlier version had removed may be in the newer version again.
  func lostIDs(_ history: MarkHistory) -> [String] {
    var lost: [String] = []
    var removed: Set<SubjectWords> = []
    for subject in history.marks.map(\.change.subject) {
      guard let entity = history.entity(of: subject) else {
        removed.insert(history.latestWords(of: subject))
        continue
      }
      if successor(of: entity) == nil { lost.append(older.schedule.id(of: entity)) }
    }
    let words = Array(removed)
    let returned = newer.lookup.entities(for: words, seen: history.seen)
    return lost + zip(words, returned).filter { $1 == nil }.map(\.0.id.formerID)
  }

  /// Returns the subject for a removed talk, with the digits of its last version.
  ///
  /// The digits distinguish the removed talk from a later talk with the same number.
  private func lostSubject(
    _ change: LogChange, in scope: String, from digits: String
  ) -> LogSubject {
    LogSubject(
      scope: scope, kind: change.kind, target: change.target.formerID.lost(inVersion: digits),
      name: change.name, details: change.details)
  }
}

extension Timing {
  /// Returns the timing with the same local times in another zone.
  ///
  /// The result is nil if the start or the end is unknown, or if the other zone has no such times.
  fileprivate func keepingLocalTimes(of former: Zone, in zone: Zone) -> Timing? {
    guard let start, let end else { return nil }
    let first = zone.instant(of: former.civil(at: start))
    let last = zone.instant(of: former.civil(at: end), endingAfter: first)
    return Timing(secondsSince1970: first.secondsSince1970, last.secondsSince1970)
  }
}
