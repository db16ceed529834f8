import Basics
package import CommandLine
package import ECSKit
import ECSModel
package import ECSStore
package import Schedule

/// A store that saves the marks of a schedule in a log.
///
/// The marks are components of the schedule's context. Commands change marks through ``set(_:on:)``
/// and similar functions. A change that cannot be written is rolled back, so konf never shows a
/// mark that is not on the disk.
package final class MarkStore {
  package internal(set) var history: MarkHistory? { didSet { foundCancelled = nil } }
  /// The logged identifiers, titles and people of talks that are no longer in the schedule.
  private var cancelledWords: [Entity: SubjectWords] = [:]
  private var cancelled: [SubjectWords: Entity] = [:]
  /// The value of ``cancelledTalks`` for the current history, or nil if it is not yet known.
  private var foundCancelled: [Entity]?
  /// The subjects of appointments and other items outside the schedule.
  var thingSubjects: [Entity: LogSubject] = [:]
  /// The appointments and other items outside the schedule, by their subjects.
  var things: [LogSubject: NamedEntity] = [:]
  /// True if the store also finds talks whose marks were removed.
  ///
  /// Only undo and redo need these talks.
  var findsRemoved = false
  package let schedule: ConferenceSchedule
  private(set) lazy var lookup = TalkLookup(schedule)
  package let log: RunLog
  package let source: ScheduleSource
  package let now: Instant
  let command: String
  /// The store that reads and writes the log, created at its first use.
  var store: ComponentStore {
    if let opened { return opened }
    let store = ComponentStore(
      schedule.context, log.file, MarkKinds.components, clock: { [now] in now.secondsSince1970 },
      naming: self)
    opened = store
    return store
  }
  private var opened: ComponentStore?

  /// Creates a store.
  ///
  /// If `former` is not nil, it must be a closed store of the same schedule. The new store reuses
  /// the entities of the closed store.
  package init(
    _ schedule: ConferenceSchedule, from source: ScheduleSource, _ log: RunLog, now: Instant,
    by command: String, after former: MarkStore? = nil
  ) {
    if let former {
      (cancelledWords, cancelled) = (former.cancelledWords, former.cancelled)
      (thingSubjects, things) = (former.thingSubjects, former.things)
    }
    self.schedule = schedule
    self.source = source
    self.log = log
    self.now = now
    self.command = command
  }

  /// True if the run has a data folder.
  package var hasFolder: Bool { log.file != nil }

  /// Detaches the store from the schedule, so that another store can attach.
  package func close() { opened = nil }

  // MARK: Reading

  /// Reads the marks from the log, sets them on the entities, and prints notes about damage.
  ///
  /// - Throws: ``StoreError`` if the log exists and cannot be read.
  package func load(_ streams: inout OutputStreams) throws(StoreError) {
    let contents = try log.contents()
    // Most logs are empty. An empty log does not need the name of the conference.
    if !contents.entries.isEmpty {
      // A log that contains only saved schedules needs no store.
      let hasMarks = contents.entries.contains { MarkKinds.components[$0.change.kind] != nil }
      if hasMarks { try store.load(log.reading) } else { history = read(contents) }
      if let history { noteUnread(history, &streams) }
    }
    log.note(contents, &streams)
  }

  /// Reads the log without changing the entities.
  ///
  /// - Throws: `Failure` if the log exists and cannot be read.
  package func readHistory() throws(Failure) {
    do throws(StoreError) { history = read(try log.contents()) } catch {
      throw Failure(ExitStatus(error), "\(error.description)")
    }
  }

  package func read(_ contents: LogContents) -> MarkHistory {
    history(of: contents.entries, in: SavedSchedules(contents))
  }

  /// Returns the marks of the schedule in entries from the log or from a file that devices
  /// exchange.
  ///
  /// If `identity` is nil, the name of the conference is looked up in the saved schedules.
  package func history(
    of entries: [LogEntry], in saved: SavedSchedules, called identity: String? = nil
  ) -> MarkHistory {
    let identity = identity ?? saved.conference(of: source)
    // The log has the name of each saved schedule's conference.
    let strangers = identity == nil ? [] : saved.conferences.subtracting([identity ?? ""])
    return MarkHistory(entries, of: lookup, identity: identity, except: strangers)
  }

  private func noteUnread(_ history: MarkHistory, _ streams: inout OutputStreams) {
    func words(_ entries: [LogEntry], _ problem: SafeText) -> SafeText {
      let kinds = Set(entries.map(\.change.kind)).sorted().joined(separator: ", ")
      return
        "\(SafeText.counted(entries.count, "value", "values")) that \(problem) (\(kinds)); not shown"
    }
    if !history.unread.isEmpty {
      let values = words(history.unread, "this konf cannot read")
      streams.note("a newer konf wrote \(values) and not changed")
    }
    if !history.refused.isEmpty {
      streams.note("the log has \(words(history.refused, "cannot be read"))")
    }
  }

  /// Returns the numbers of marks of a kind for all other conferences in the log, by name.
  package func elsewhere(_ kind: any MarkKind.Type) -> [String: Int] {
    history?.elsewhere(kind.storedName) ?? [:]
  }

  /// The log entries about ratings and devices.
  package var ratingEntries: [LogEntry] {
    ((try? log.contents())?.entries ?? []).ratings
  }

  func makeCancelled(_ words: SubjectWords, _ history: MarkHistory) -> Entity {
    if let known = cancelled[words] { return known }
    let entity = schedule.context.createEntity()
    let seen = history.seen[words]
    entity.set(
      CancelledTalk(
        id: schedule.id(ofRemoved: words.id), formerID: words.id.formerID, title: words.title,
        people: words.people, timing: seen?.timing, locations: seen?.locations ?? []))
    cancelledWords[entity] = words
    cancelled[words] = entity
    return entity
  }

  /// The marked talks and sessions that are no longer in the schedule, with all their marks.
  ///
  /// Talks whose only marks are not on the agenda, such as ratings, are included.
  ///
  /// The result is cached, because a command may need it for each of its words.
  package var cancelledTalks: [Entity] {
    if let foundCancelled { return foundCancelled }
    guard let history else { return [] }
    let subjects = history.marks.map(\.change.subject).filter { history.entity(of: $0) == nil }
    let found = subjects.map { makeCancelled(history.latestWords(of: $0), history) }.uniqued
      .map(withAllMarks)
    foundCancelled = found
    return found
  }

  /// Returns an entity for a formerly marked talk that is no longer in the schedule.
  ///
  /// The talk may have no marks now, but it can be marked again. The result is nil if the log
  /// contains no such talk with the identifier.
  package func cancelledTalk(_ id: String) -> Entity? {
    history.flatMap { history in
      history.goneWords(id).map { withAllMarks(makeCancelled($0, history)) }
    }
  }

  /// Sets all marks on a talk that is no longer in the schedule, and returns the talk.
  ///
  /// Marks that do not belong on the agenda are also set.
  package func withAllMarks(_ cancelled: Entity) -> Entity {
    guard let history, let words = cancelledWords[cancelled] else { return cancelled }
    store.load {
      for entry in history.marks
      where history.entity(of: entry.change.subject) == nil
        && history.latestWords(of: entry.change.subject) == words
      {
        if let kind = MarkKinds[entry.change.kind] { cancelled.set(kind, from: entry) }
      }
    }
    return cancelled
  }

  /// Returns the mark of a kind on a talk or session, as stored in the log.
  package func logged(_ kind: any MarkKind.Type, of entity: Entity) -> (any MarkKind)? {
    history?.mark(kind.storedName, of: entity).flatMap { kind.value(in: $0) }
  }

  /// The known appointments, to detect duplicates of new appointments.
  package var appointmentBook: AppointmentBook {
    AppointmentBook(
      schedule.appointments.compactMap { $0[Appointment.self] },
      except: (history?.unread ?? []).map(\.change.target))
  }

  /// Returns the marks of talks and sessions that are not in the schedule, oldest first.
  package func orphans<Kind: MarkKind>(_ kind: Kind.Type) -> [MarkHistory.Mark<Kind>] {
    (history?.latest(kind) ?? []).filter { $0.entity == nil }
  }

  /// The name of the conference in the log.
  package var scope: String {
    history?.scope
      ?? (log.contentsRead.flatMap { SavedSchedules($0).conference(of: source) })
      ?? schedule.scope
  }

  /// Returns the subject that the log uses for a mark on a talk or session.
  package func subject(of entity: Entity, _ kind: String, in scope: String) -> LogSubject {
    let words = cancelledWords[entity] ?? lookup.words(of: entity)
    return LogSubject(
      scope: scope, kind: kind, target: words.id, name: words.title, details: words.people)
  }

  package var eventIDs: EventIDs { savedSchedules?.eventIDs(of: source) ?? EventIDs() }

  /// The saved schedules in the log, or nil if the log cannot be read.
  ///
  /// The value is computed at the first use and stored. An export uses the value several times, and
  /// computing it visits all entries.
  package private(set) lazy var savedSchedules = (try? log.contents()).map { SavedSchedules($0) }

  /// Returns the logged identifier of an item outside the schedule, or nil for a new item.
  package func loggedID(of thing: Entity) -> String? { thingSubjects[thing]?.target }

  /// Returns the subject that the log uses for an item outside the schedule, or nil for a mark on a
  /// talk or session.
  package func subject(of value: any MarkKind) -> LogSubject? {
    value.ownName.map { name in
      LogSubject(
        scope: scope, kind: type(of: value).storedName, target: name.id, name: name.title,
        details: [])
    }
  }
}

extension Entity {
  /// Sets the component that an entry stores, or removes it if the entry is nil or a removal.
  package func set<C: StoredComponent>(_ type: C.Type, from entry: LogEntry?) {
    if let component = entry.flatMap({ C($0) }) {
      set(component)
    } else {
      remove(C.self)
    }
  }
}
