import ECSKit
import ECSStore
import Schedule

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
  static let kinds: [any KeptComponent.Type] = [Rating.self, Star.self, Note.self, Hidden.self]

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
      for kind in Self.kinds { place(kind, of: history) }
      for entry in history.appointments {
        if let appointment = Appointment(entry) { schedule.context.createEntity().set(appointment) }
      }
      self.history = history
    }
    log.note(contents, &streams)
  }

  /// For each other conference in the log the number of components of a kind that are kept for it.
  func elsewhere<C: KeptComponent>(_ type: C.Type) -> [String: Int] {
    history?.elsewhere(C.kind) ?? [:]
  }

  /// The entries of the log that are ratings.
  var ratingEntries: [LogEntry] {
    ((try? log.contents())?.entries ?? []).filter { $0.change.kind == Rating.kind }
  }

  private func place<C: KeptComponent>(_ type: C.Type, of history: KeptHistory) {
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

  /// A change of the context and of the log, made together.
  private struct Edit {
    let change: LogChange
    let apply: () -> Void
  }

  /// Sets components on talks and sessions, and appends the changes to the log.
  ///
  /// - Parameters:
  ///   - components: The new values, each of another type.
  ///   - entities: The talks and sessions.
  /// - Throws: ``StoreError`` if the log cannot be written; the entities are then as they were.
  func keep(_ components: [any KeptComponent], on entities: [Entity]) throws(StoreError) {
    try write(components.flatMap { edits(setting: $0, on: entities) })
  }

  /// Removes a component from talks and sessions, and appends that to the log.
  ///
  /// A damaged line of the log, or one that is too new, may hold a component. Therefore a removal is
  /// then written even if no component is known.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - entities: The talks and sessions.
  /// - Throws: ``StoreError`` if the log cannot be written; the entities are then as they were.
  func remove<C: KeptComponent>(_ type: C.Type, from entities: [Entity]) throws(StoreError) {
    let isDamaged = try log.contents().damageCount > 0
    let holders = entities.filter { $0.has(C.self) || isDamaged }
    try write(
      holders.map { entity in
        Edit(change: change(of: entity, C.kind)) { entity.remove(C.self) }
      })
  }

  /// Adds an appointment, and appends it to the log.
  ///
  /// - Throws: ``StoreError`` if the log cannot be written; there is then no such entity.
  func add(_ appointment: Appointment) throws(StoreError) {
    let context = schedule.context
    try write([
      Edit(change: appointment.change(in: scope)) { context.createEntity().set(appointment) }
    ])
  }

  /// Removes an appointment, and appends that to the log.
  ///
  /// - Throws: ``StoreError`` if the log cannot be written; the entity is then as it was.
  func remove(_ appointment: Appointment, _ entity: Entity) throws(StoreError) {
    try write([Edit(change: appointment.removal(in: scope)) { entity.destroy() }])
  }

  /// The greatest number that an appointment of the conference has had.
  var appointmentNumber: Int {
    let ids = (history?.appointments ?? []).compactMap {
      Int($0.change.target.dropFirst(Appointment.kind.count))
    }
    return ids.max() ?? 0
  }

  private var scope: String { history?.scope ?? schedule.scope }

  private func edits<C: KeptComponent>(setting component: C, on entities: [Entity]) -> [Edit] {
    entities.filter { $0[C.self] != component }.map { entity in
      Edit(change: change(of: entity, C.kind, component.value, component.comment)) {
        entity.set(component)
      }
    }
  }

  private func change(
    of entity: Entity, _ kind: String, _ value: String = "", _ comment: String = ""
  ) -> LogChange {
    LogChange(
      scope: scope, kind: kind, target: schedule.id(of: entity), name: schedule.name(of: entity),
      details: schedule.people(of: entity), value: value, comment: comment)
  }

  /// Changes the context and appends to the log, or does neither; several changes are one step.
  private func write(_ edits: [Edit]) throws(StoreError) {
    if edits.isEmpty { return }
    try schedule.context.transaction { () throws(StoreError) in
      for edit in edits { edit.apply() }
      try log.file?.append(at: now.secondsSince1970) { contents in
        let mark = KeptSteps.Mark.step.change(from: contents.nextCounter, of: nil, in: scope)
        return edits.map(\.change) + (edits.count > 1 ? [mark] : [])
      }
    }
  }

  // MARK: Steps

  /// What was changed, from the first command to the last.
  var steps: KeptSteps {
    get throws(StoreError) {
      let entries = try log.contents().entries
      return KeptSteps(history?.ofConference(entries) ?? [], of: schedule)
    }
  }

  /// Takes a step back, or makes it again.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - mark: Which of the two.
  /// - Throws: ``StoreError`` if the log cannot be written, or another program appended to it since it
  ///   was read; everything is then as it was.
  func write(_ step: KeptStep, as mark: KeptSteps.Mark) throws(StoreError) {
    let isUndo = mark == .undo
    let known = try log.contents().nextCounter
    try schedule.context.transaction { () throws(StoreError) in
      var changes: [LogChange] = []
      for change in isUndo ? step.changes.reversed() : step.changes {
        let state = isUndo ? change.former : change.entry
        changes.append(
          LogChange(
            scope: scope, kind: change.entry.change.kind, target: change.entry.change.target,
            name: change.entry.change.name, details: change.entry.change.details,
            value: state?.change.value ?? "", comment: state?.change.comment ?? ""))
        set(state, of: change)
      }
      let written = try log.file?.append(at: now.secondsSince1970) { contents in
        if contents.nextCounter != known { return [] }
        return changes + [mark.change(from: known, of: step, in: scope)]
      }
      if let file = log.file, written?.isEmpty ?? true {
        throw StoreError(path: file.path, reason: .replaced)
      }
    }
  }

  /// Makes what the log says of a thing so in the context; nil says that there is nothing.
  private func set(_ state: LogEntry?, of change: KeptStep.Change) {
    if change.entry.change.kind == Appointment.kind {
      let id = change.entry.change.target
      for entity in schedule.appointments where entity[Appointment.self]?.id == id {
        entity.destroy()
      }
      if let appointment = state.flatMap({ Appointment($0) }) {
        schedule.context.createEntity().set(appointment)
      }
    } else if let kind = Self.kinds.first(where: { $0.kind == change.entry.change.kind }) {
      change.entity?.set(kind, from: state)
    }
  }
}
