package import CommandLine
package import ECSKit
import ECSModel
package import ECSStore
package import Schedule

/// Keeps components of a context in a log, and sets those of the log on the context's entities.
///
/// A change that cannot be written is rolled back, so that konf never shows what is not on the disk.
package final class MarkStore {
  package internal(set) var history: MarkHistory?
  /// The words in the log for the entities that are no longer in the schedule.
  private var cancelledWords: [Entity: SubjectWords] = [:]
  private var cancelled: [SubjectWords: Entity] = [:]
  /// The subjects of the things beside the schedule that the log had when it was read.
  var thingSubjects: [Entity: LogSubject] = [:]
  /// These things by their subjects.
  var things: [LogSubject: NamedEntity] = [:]
  /// True if the store also finds the talks of removed marks, which only undo and redo need.
  var findsRemoved = false
  package let schedule: ConferenceSchedule
  /// The schedule as lines of the log are looked up in it.
  private(set) lazy var lookup = TalkLookup(schedule)
  package let log: RunLog
  package let source: ScheduleSource
  package let now: Instant
  /// The command that changes what is kept, for its messages.
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

  /// Prepares the store.
  ///
  /// - Parameters:
  ///   - schedule: The schedule whose entities have the components.
  ///   - source: Where the schedule comes from.
  ///   - log: The log of the run.
  ///   - now: The moment that changes are made at.
  ///   - command: The command that makes them.
  ///   - former: A closed store of the same schedule, whose entities this one uses again.
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

  /// Whether there is a folder to keep anything in.
  package var hasFolder: Bool { log.file != nil }

  /// Stops following the schedule, so that another store can.
  package func close() { opened = nil }

  // MARK: Reading

  /// Sets the components of the log on the entities, and notes damage.
  ///
  /// - Throws: ``StoreError`` if there is a log and it cannot be read.
  package func load(_ streams: inout OutputStreams) throws(StoreError) {
    let contents = try log.contents()
    // Most runs find no log, and need not know what the conference is called in it.
    if !contents.entries.isEmpty {
      // A log that only names the saved schedules has nothing for a store.
      let hasMarks = contents.entries.contains { MarkKinds.components[$0.change.kind] != nil }
      if hasMarks { try store.load(log.reading) } else { history = read(contents) }
      if let history { noteUnread(history, &streams) }
    }
    log.note(contents, &streams)
  }

  /// Reads the log and leaves the entities as they are.
  ///
  /// - Throws: `Failure` if there is a log and it cannot be read.
  package func look() throws(Failure) {
    do throws(StoreError) { history = read(try log.contents()) } catch {
      throw Failure(ExitStatus(error), "\(error.description)")
    }
  }

  /// Reads what a log holds about the schedule.
  package func read(_ contents: LogContents) -> MarkHistory {
    history(of: contents.entries, in: SavedSchedules(contents))
  }

  /// Returns the marks that entries hold about the schedule.
  ///
  /// - Parameters:
  ///   - entries: The entries, of the log or of a file that devices exchange.
  ///   - saved: The schedules of the log.
  ///   - identity: The name of the conference in the log; nil for the one that the log says.
  /// - Returns: The marks.
  package func history(
    of entries: [LogEntry], in saved: SavedSchedules, called identity: String? = nil
  ) -> MarkHistory {
    let identity = identity ?? saved.conference(of: source)
    // The log knows the conference of each saved schedule.
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
      streams.note("a newer konf wrote \(values) or changed")
    }
    if !history.refused.isEmpty {
      streams.note("the log has \(words(history.refused, "cannot be read"))")
    }
  }

  /// For each other conference in the log the number of values of a kind that are kept for it.
  package func elsewhere(_ kind: any MarkKind.Type) -> [String: Int] {
    history?.elsewhere(kind.storedName) ?? [:]
  }

  /// The entries of the log that are ratings, and those that say which devices are of one person.
  package var ratingEntries: [LogEntry] {
    ((try? log.contents())?.entries ?? []).ratings
  }

  func makeCancelled(_ words: SubjectWords, _ history: MarkHistory) -> Entity {
    if let known = cancelled[words] { return known }
    let entity = schedule.context.createEntity()
    let seen = history.seen[words]
    let former = words.id.formerID
    entity.set(
      CancelledTalk(
        id: schedule.target(former) == nil ? former : words.id, formerID: former,
        title: words.title, people: words.people, timing: seen?.timing,
        locations: seen?.locations ?? []))
    cancelledWords[entity] = words
    cancelled[words] = entity
    return entity
  }

  /// Returns a talk that has left the schedule and has lost its marks, so that it can be marked again.
  ///
  /// - Parameter id: Its identifier when it was in the schedule.
  /// - Returns: A new entity; nil if the log knows no such talk.
  package func cancelledTalk(_ id: String) -> Entity? {
    history.flatMap { history in
      history.goneWords(id).map { withAllMarks(makeCancelled($0, history)) }
    }
  }

  /// Returns a talk that has left the schedule after setting its marks that the agenda does not list.
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

  /// Returns the value of a kind that the log has for a talk or a session.
  package func logged(_ kind: any MarkKind.Type, of entity: Entity) -> (any MarkKind)? {
    history?.mark(kind.storedName, of: entity).flatMap { kind.value(in: $0) }
  }

  /// The appointments, which say of others whether they are new.
  package var appointmentBook: AppointmentBook {
    AppointmentBook(
      schedule.appointments.compactMap { $0[Appointment.self] },
      except: (history?.unread ?? []).map(\.change.target))
  }

  /// The components of a kind of talks and sessions that are not in the schedule, the oldest first.
  package func orphans<Kind: MarkKind>(_ kind: Kind.Type) -> [MarkHistory.Mark<Kind>] {
    (history?.latest(kind) ?? []).filter { $0.entity == nil }
  }

  /// What the log calls the conference.
  package var scope: String {
    history?.scope
      ?? (log.contentsRead.flatMap { SavedSchedules($0).conference(of: source) })
      ?? schedule.scope
  }

  /// What the log calls a talk or a session when something of a kind is kept of it.
  package func subject(of entity: Entity, _ kind: String, in scope: String) -> LogSubject {
    let words = cancelledWords[entity] ?? lookup.words(of: entity)
    return LogSubject(
      scope: scope, kind: kind, target: words.id, name: words.title, details: words.people)
  }

  /// Under which identifiers calendars know talks and sessions.
  package var eventIDs: EventIDs {
    (try? log.contents()).map { SavedSchedules($0).eventIDs(of: source) } ?? EventIDs()
  }

  /// The identifier that the log has for a thing beside the schedule; nil for one that it had not when it
  /// was read.
  package func loggedID(of thing: Entity) -> String? { thingSubjects[thing]?.target }

  /// What the log calls a thing that is not in the schedule; nil for what is kept of talks and sessions.
  package func subject(of value: any MarkKind) -> LogSubject? {
    value.ownName.map { name in
      LogSubject(
        scope: scope, kind: type(of: value).storedName, target: name.id, name: name.title,
        details: [])
    }
  }
}

extension Entity {
  /// Sets the component that an entry of the log keeps; removes it if the entry keeps none.
  package func set<C: StoredComponent>(_ type: C.Type, from entry: LogEntry?) {
    if let component = entry.flatMap({ C($0) }) {
      set(component)
    } else {
      remove(C.self)
    }
  }
}
