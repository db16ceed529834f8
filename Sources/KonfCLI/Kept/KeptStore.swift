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

  /// Calls what fails by the store or a rule.
  static func catching<Result>(_ body: () throws -> Result) throws(KeptError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as RuleError {
      throw .rules(error)
    } catch {
      preconditionFailure("a change of what is kept fails by the store or a rule: \(error)")
    }
  }
}

/// Keeps components of a context in a log, and sets those of the log on the context's entities.
///
/// A change that cannot be written is rolled back, so that konf never shows what is not on the disk.
final class KeptStore {
  /// A rating whose talk or session is not in the schedule.
  struct Orphan {
    let target: String
    let title: String
    let rating: Rating
  }

  /// The components that are kept.
  static let components = StoredComponents(
    Rating.self, Star.self, Note.self, Hidden.self, Appointment.self)

  /// The ratings of what has left the schedule, the oldest first.
  private(set) var orphans: [Orphan] = []
  private var history: KeptHistory?
  private let schedule: ConferenceSchedule
  private let log: RunLog
  private let now: Instant

  /// Prepares the store.
  ///
  /// - Parameters:
  ///   - schedule: The schedule whose entities have the components.
  ///   - log: The log of the run.
  ///   - now: The moment that changes are made at.
  init(_ schedule: ConferenceSchedule, _ log: RunLog, now: Instant) {
    self.schedule = schedule
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
      let history = KeptHistory(contents.entries, of: schedule)
      for type in Self.components.types where type != Appointment.self { place(type, of: history) }
      for entry in history.appointments {
        if let appointment = Appointment(entry) { schedule.context.createEntity().set(appointment) }
      }
      self.history = history
      noteUnread(history, &streams)
    }
    log.note(contents, &streams)
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
      guard let entity = schedule.target(of: entry.change.subject), entities.contains(entity) else {
        continue
      }
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
    for kept in history.latest(type) {
      if let entity = kept.entity {
        entity.set(kept.component)
      } else if let rating = kept.component as? Rating {
        orphans.append(
          Orphan(target: kept.subject.target, title: kept.subject.title, rating: rating))
      }
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
    try write(removing: others.map { subject(of: $0, type) }) {
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

  private var scope: String { history?.scope ?? schedule.scope }

  private func subject(of entity: Entity, _ type: any StoredComponent.Type) -> LogSubject {
    LogSubject(
      scope: scope, kind: type.storedName, target: schedule.id(of: entity),
      name: schedule.name(of: entity), details: schedule.people(of: entity))
  }

  private func subject(of appointment: Appointment) -> LogSubject {
    LogSubject(
      scope: scope, kind: Appointment.storedName, target: appointment.id, name: appointment.title,
      details: [])
  }

  /// Changes the context and appends to the log, or does neither.
  ///
  /// - Parameters:
  ///   - subjects: What is removed from the log whether the context has it or not.
  ///   - changes: Makes the changes.
  /// - Throws: ``KeptError`` if the log cannot be written; everything is then as it was.
  private func write(
    removing subjects: [LogSubject] = [], _ changes: () -> Void
  ) throws(KeptError) {
    let store = ComponentStore(schedule.context, log.file, Self.components) { entity, component in
      (component as? Appointment).map { self.subject(of: $0) }
        ?? self.subject(of: entity, type(of: component))
    }
    try KeptError.catching {
      try store.write(at: now.secondsSince1970, removing: subjects) {
        try schedule.context.transaction(keeping: schedule.rulesOfMarks, changes)
      }
    }
  }

  // MARK: Steps

  /// What was changed, from the first command to the last.
  var steps: LogSteps {
    get throws(StoreError) {
      let entries = try log.contents().entries
      var things: [String: KeptThings] = [:]
      var appointments: [String: LogEntry] = [:]
      return LogSteps(history?.ofConference(entries) ?? []) { entry in
        let change = entry.change
        guard KeptHistory.isUnderstood(entry) else { return nil }
        if change.kind == Appointment.storedName {
          return (appointments.updateValue(entry, forKey: change.target), nil)
        }
        return things[change.kind, default: KeptThings(schedule)].add(entry)
      }
    }
  }

  /// Takes a step back, or makes it again.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - mark: Which of the two.
  /// - Throws: ``KeptError`` if the log cannot be written, or another program appended to it since it
  ///   was read; everything is then as it was.
  func write(_ step: LogStep, as mark: LogSteps.Mark) throws(KeptError) {
    try KeptError.catching {
      let known = try log.contents().nextCounter
      try schedule.context.transaction {
        for (change, state) in step.states(after: mark) { set(state, of: change) }
        try log.file?.append(
          step, as: mark, after: known, in: scope, at: now.secondsSince1970)
      }
    }
  }

  /// Makes what the log says of a thing so in the context; nil says that there is nothing.
  private func set(_ state: LogEntry?, of change: LogStep.Change) {
    guard let type = Self.components[change.entry.change.kind] else { return }
    if type == Appointment.self {
      let id = change.entry.change.target
      let present = schedule.appointments.first { $0[Appointment.self]?.id == id }
      if state == nil {
        present?.destroy()
      } else {
        (present ?? schedule.context.createEntity()).set(type, from: state)
      }
    } else {
      change.entity?.set(type, from: state)
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
