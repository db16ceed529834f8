import ECSKit
import ECSModel
import ECSStore
import Schedule

/// Why nothing that is kept was changed.
enum KeptError: Error {
  /// The log cannot be read or written.
  case store(StoreError)
  /// The change breaks rules.
  case rules(RuleError)
  /// The copy of a schedule cannot be read that would be shown again.
  case copy(RememberedSchedule, RememberedSchedule.Problem)

  /// Calls what fails by the store or a rule.
  static func catching<Result>(_ body: () throws -> Result) throws(KeptError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as RuleError {
      throw .rules(error)
    } catch let error as KeptError {
      throw error
    } catch {
      preconditionFailure("a change of what is kept fails by the store or a rule: \(error)")
    }
  }
}

/// Keeps components of a context in a log, and sets those of the log on the context's entities.
///
/// A change that cannot be written is rolled back, so that konf never shows what is not on the disk.
final class KeptStore {
  /// What is kept of a talk or a session that is not in the schedule.
  struct Orphan<C: StoredComponent> {
    let target: String
    let title: String
    let component: C
  }

  /// The components that are kept.
  static let components = StoredComponents(
    Rating.self, Star.self, Note.self, Hidden.self, Appointment.self)

  private(set) var history: KeptHistory?
  /// What the log calls the entities of what is no longer in the schedule.
  private var cancelledWords: [Entity: SubjectWords] = [:]
  let schedule: ConferenceSchedule
  /// The schedule as lines of the log are looked up in it.
  private(set) lazy var lookup = TalkLookup(schedule, digits: source.digits)
  let log: RunLog
  let source: ScheduleSource
  let now: Instant
  /// What writes changes of the context to the log, from the first change on.
  private lazy var store = ComponentStore(
    schedule.context, log.file, Self.components, clock: { [now] in now.secondsSince1970 },
    naming: { [unowned self] entity, component in
      (component as? Appointment).map { subject(of: $0) }
        ?? subject(of: entity, type(of: component))
    })

  /// Prepares the store.
  ///
  /// - Parameters:
  ///   - schedule: The schedule whose entities have the components.
  ///   - source: Where the schedule comes from.
  ///   - log: The log of the run.
  ///   - now: The moment that changes are made at.
  init(_ schedule: ConferenceSchedule, from source: ScheduleSource, _ log: RunLog, now: Instant) {
    self.schedule = schedule
    self.source = source
    self.log = log
    self.now = now
  }

  /// Whether there is a folder to keep anything in.
  var hasFolder: Bool { log.file != nil }

  // MARK: Reading

  /// Puts what the log keeps on the entities, and notes what is damaged.
  ///
  /// - Throws: ``StoreError`` if there is a log and it cannot be read.
  func load(_ streams: inout OutputStreams) throws(StoreError) {
    let contents = try log.contents()
    // Most runs find no log, and need not know what the conference is called in it.
    if !contents.entries.isEmpty {
      let history = read(contents)
      place(history)
      self.history = history
      noteUnread(history, &streams)
    }
    log.note(contents, &streams)
  }

  /// Reads what a log holds about the schedule.
  func read(_ contents: LogContents) -> KeptHistory {
    let remembered = RememberedSchedules(contents)
    let identity = remembered.conference(of: source)
    // Which of two remembered schedules are of one conference is known.
    let strangers = identity == nil ? [] : remembered.conferences.subtracting([identity ?? ""])
    return KeptHistory(contents.entries, of: lookup, identity: identity, except: strangers)
  }

  /// Puts what the log keeps on the entities.
  private func place(_ history: KeptHistory) {
    for type in Self.components.types where type != Appointment.self { place(type, of: history) }
    placeCancelled(history)
    for entry in history.appointments {
      if let appointment = Appointment(entry) { schedule.context.createEntity().set(appointment) }
    }
  }

  private func noteUnread(_ history: KeptHistory, _ streams: inout OutputStreams) {
    if history.unread.isEmpty { return }
    let kinds = Set(history.unread.map(\.change.kind)).sorted().joined(separator: ", ")
    streams.note(
      """
      a newer konf wrote \(Run.counted(history.unread.count, "value", "values")) that this one \
      cannot read (\(kinds)); not shown, and not changed
      """)
  }

  /// Refuses a change of something that a newer program kept in a version of its own.
  private func requireRead(_ type: any StoredComponent.Type, _ entities: [Entity])
    throws(StoreError)
  {
    for entry in history?.unread ?? [] where entry.change.kind == type.storedName {
      guard let entity = lookup.exact(SubjectWords(entry.change.subject)),
        entities.contains(entity)
      else { continue }
      throw StoreError(
        path: log.file?.path ?? "",
        reason: .newerKind(
          name: type.storedName, found: entry.change.version, known: type.storedVersion))
    }
  }

  /// For each other conference in the log the number of components of a kind that are kept for it.
  func elsewhere<C: StoredComponent>(_ type: C.Type) -> [String: Int] {
    history?.elsewhere(C.storedName) ?? [:]
  }

  /// The entries of the log that are ratings.
  var ratingEntries: [LogEntry] {
    ((try? log.contents())?.entries ?? []).filter { $0.change.kind == Rating.storedName }
  }

  private func place<C: StoredComponent>(_ type: C.Type, of history: KeptHistory) {
    for kept in history.latest(type) { kept.entity?.set(kept.component) }
  }

  /// Makes an entity of each thing that is marked and no longer in the schedule.
  private func placeCancelled(_ history: KeptHistory) {
    var entities: [SubjectWords: Entity] = [:]
    // Ratings have a list of their own, and may be very many.
    for entry in history.marks
    where entry.change.kind != Rating.storedName && history.entity(of: entry.change.subject) == nil
    {
      let words = history.latestWords(of: entry.change.subject)
      let entity = entities[words] ?? schedule.context.createEntity()
      if entities.updateValue(entity, forKey: words) == nil {
        let seen = history.seen[words]
        let former = words.id.formerID
        entity.set(
          CancelledTalk(
            id: schedule.target(former) == nil ? former : words.id, formerID: former,
            title: words.title, people: words.people, timing: seen?.timing,
            locations: seen?.locations ?? []))
      }
      if let type = Self.components[entry.change.kind] { entity.set(type, from: entry) }
    }
    cancelledWords = Dictionary(uniqueKeysWithValues: entities.map { ($1, $0) })
  }

  /// What is kept of a kind for talks and sessions that are not in the schedule, the oldest first.
  func orphans<C: StoredComponent>(_ type: C.Type) -> [Orphan<C>] {
    (history?.latest(type) ?? []).filter { $0.entity == nil }.map {
      Orphan(target: $0.subject.target.formerID, title: $0.subject.title, component: $0.component)
    }
  }

  // MARK: Writing

  /// Sets components on talks and sessions, and appends the changes to the log.
  ///
  /// - Parameters:
  ///   - components: The new values, each of another type.
  ///   - entities: The talks and sessions.
  /// - Throws: ``KeptError`` if the log cannot be written; the entities are then as they were.
  func keep(_ components: [any StoredComponent], on entities: [Entity]) throws(KeptError) {
    func set<C: StoredComponent>(_ component: C) {
      for entity in entities { entity.set(component) }
    }
    try KeptError.catching {
      for component in components { try requireRead(type(of: component), entities) }
    }
    try write { for component in components { set(component) } }
  }

  /// Removes a component from talks and sessions, and appends that to the log.
  ///
  /// A damaged line of the log, or one that is too new, may hold a component. Therefore a removal is
  /// then written even if no component is known.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - entities: The talks and sessions.
  /// - Throws: ``KeptError`` if the log cannot be written; the entities are then as they were.
  func remove<C: StoredComponent>(_ type: C.Type, from entities: [Entity]) throws(KeptError) {
    try KeptError.catching { try requireRead(type, entities) }
    let isDamaged = try KeptError.catching { try log.contents().damageCount > 0 }
    let others = isDamaged ? entities.filter { !$0.has(type) } : []
    let removals = others.map { LogChange(subject: subject(of: $0, type), value: "") }
    try write(and: removals) {
      for entity in entities { entity.remove(type) }
    }
  }

  /// Adds an appointment, and appends it to the log.
  ///
  /// Its identifier is chosen while nobody else appends, so that no two runs choose the same one.
  ///
  /// - Parameter appointment: Returns the appointment for an identifier; it may be called again.
  /// - Returns: The appointment.
  /// - Throws: ``KeptError`` if the log cannot be written; there is then no such entity.
  func add(_ appointment: (String) -> Appointment) throws(KeptError) -> Appointment {
    var added = appointment("\(Appointment.storedName)1")
    try KeptError.catching {
      _ = try log.file?.append(at: now.secondsSince1970) { contents in
        let number = Self.nextAppointment(contents.entries)
        added = appointment("\(Appointment.storedName)\(number)")
        let stored = added.stored
        return [
          LogChange(subject: subject(of: added), value: stored.text, comment: stored.comment)
        ]
      }
    }
    schedule.context.createEntity(added)
    return added
  }

  /// The number after all that appointments of any conference have had.
  ///
  /// What is behind the word in a line that was made by hand need not be a number that konf gave.
  private static func nextAppointment(_ entries: [LogEntry]) -> UInt32 {
    let numbers = entries.lazy.filter { $0.change.kind == Appointment.storedName }
      .compactMap { UInt32($0.change.target.dropFirst(Appointment.storedName.count)) }
      .filter { $0 < .max }
    return (numbers.max() ?? 0) + 1
  }

  /// Removes an appointment, and appends that to the log.
  ///
  /// - Throws: ``KeptError`` if the log cannot be written; the entity is then as it was.
  func remove(_ appointment: Entity) throws(KeptError) {
    try write { appointment.destroy() }
  }

  /// What the log calls the conference.
  var scope: String {
    history?.scope
      ?? (log.contentsRead.flatMap { RememberedSchedules($0).conference(of: source) })
      ?? schedule.scope
  }

  /// What the log calls a talk or a session when something of a kind is kept of it.
  func subject(of entity: Entity, _ kind: String, in scope: String) -> LogSubject {
    let words = cancelledWords[entity] ?? lookup.words(of: entity)
    return LogSubject(
      scope: scope, kind: kind, target: words.id, name: words.title, details: words.people)
  }

  private func subject(of entity: Entity, _ type: any StoredComponent.Type) -> LogSubject {
    subject(of: entity, type.storedName, in: scope)
  }

  /// Under which identifiers calendars know talks and sessions.
  var eventIDs: EventIDs {
    (try? log.contents()).map { RememberedSchedules($0).eventIDs(of: source) } ?? EventIDs()
  }

  private func subject(of appointment: Appointment) -> LogSubject {
    LogSubject(
      scope: scope, kind: Appointment.storedName, target: appointment.id, name: appointment.title,
      details: [])
  }

  /// Changes the context and appends to the log, or does neither.
  ///
  /// - Parameters:
  ///   - removals: What is removed from the log whether the context has it or not.
  ///   - changes: Makes the changes.
  /// - Throws: ``KeptError`` if the log cannot be written; everything is then as it was.
  private func write(
    and removals: [LogChange] = [], _ changes: () -> Void
  ) throws(KeptError) {
    try KeptError.catching {
      try store.write(
        amending: { self.replacements(of: $0) + $0 + removals },
        remarking: remarks
      ) {
        try schedule.context.transaction(keeping: schedule.rulesOfMarks, changes)
      }
    }
  }

  /// The lines that take back what the log says of talks and sessions in other words than these lines,
  /// so that it says everything once.
  private func replacements(of lines: [LogChange]) -> [LogChange] {
    guard let history else { return [] }
    let marks = lines.filter { $0.kind != Appointment.storedName }
    let entities = marks.map { schedule.target($0.target) }
    let subjects = history.subjects(of: Set(entities.compactMap(\.self)))
    return zip(marks, entities).flatMap { line, entity in
      (entity.flatMap { subjects[$0] } ?? [])
        .filter { $0.kind == line.kind && $0 != line.subject }
        .map { LogChange(subject: $0, value: "") }
    }
  }

  /// The lines that say when and where the talks are that lines are about, if an identifier alone does
  /// not say for ever which talk it is.
  func remarks(on lines: [LogChange]) -> [LogChange] {
    var known = history?.seen ?? [:]
    return lines.compactMap { line in
      let words = SubjectWords(line.subject)
      guard !line.value.isEmpty, line.kind != Appointment.storedName,
        !TalkFacts.isUniversal(line.target), let entity = schedule.target(line.target)
      else { return nil }
      let seen = SeenTalk(entity, in: schedule, hasTwins: lookup.hasTwins(entity))
      if known.updateValue(seen, forKey: words) == seen { return nil }
      return seen.change(of: line.subject)
    }
  }
}

extension Entity {
  /// Sets the component that an entry of the log keeps; removes it if the entry keeps none.
  func set<C: StoredComponent>(_ type: C.Type, from entry: LogEntry?) {
    if let component = entry.flatMap({ C($0) }) {
      set(component)
    } else {
      remove(C.self)
    }
  }
}
