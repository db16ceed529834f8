import Basics
package import CommandLine
package import ECSKit
import ECSModel
package import ECSStore
package import Schedule

extension MarkStore {
  /// Sets values on talks and sessions, and appends the changes to the log.
  ///
  /// The values must be of different kinds.
  ///
  /// - Throws: `Failure` if the log cannot be written. The entities are then unchanged.
  package func set(_ values: [any MarkKind], on entities: [Entity]) throws(Failure) {
    try set([(values, entities)])
  }

  /// Sets and removes marks on talks and sessions, and adds appointments, as one undo step.
  ///
  /// The identifiers of new appointments must be unique.
  ///
  /// - Throws: `Failure` if the log cannot be written. Nothing is then changed.
  package func set(
    _ marks: [(values: [any MarkKind], entities: [Entity])], adding things: [Appointment] = [],
    removing removals: [(kind: any MarkKind.Type, entities: [Entity])] = []
  ) throws(Failure) {
    func set(_ value: some MarkKind, on entities: [Entity]) {
      for entity in entities { entity.set(value) }
    }
    func remove(_ kind: (some MarkKind).Type, from entities: [Entity]) {
      for entity in entities { entity.remove(kind) }
    }
    for (values, entities) in marks {
      for value in values { try requireMarkable(type(of: value), entities) }
    }
    for (kind, entities) in removals { try requireMarkable(kind, entities) }
    let repeated = marks.flatMap { values, entities in
      values.flatMap { value in entities.compactMap { repetition(of: value, on: $0) } }
    }
    try write(and: repeated) {
      for (values, entities) in marks { for value in values { set(value, on: entities) } }
      for thing in things { schedule.context.createEntity(thing) }
      for (kind, entities) in removals { remove(kind, from: entities) }
    }
  }

  /// Returns a change that repeats an equal mark set by another device, or nil if there is none.
  ///
  /// Because of the repetition, the mark remains even if the other device removes it.
  private func repetition(of value: any MarkKind, on entity: Entity) -> LogChange? {
    let kind = type(of: value)
    guard kind.value(on: entity) != nil, let stored = try? value.stored,
      let entry = history?.mark(kind.storedName, of: entity),
      entry.change.value == stored.text, entry.change.comment == stored.comment,
      let device = try? log.file?.device(), device != entry.device
    else { return nil }
    return LogChange(
      subject: subject(of: entity, kind.storedName, in: scope), value: stored.text,
      comment: stored.comment)
  }

  /// Removes a mark from talks and sessions, and appends the removals to the log.
  ///
  /// A damaged line of the log may hide a mark. So if the log is damaged, the function writes a
  /// removal for every talk.
  ///
  /// - Throws: `Failure` if the log cannot be written. The entities are then unchanged.
  package func remove<Kind: MarkKind>(_ kind: Kind.Type, from entities: [Entity]) throws(Failure) {
    try requireMarkable(kind, entities)
    let others = try contents.damageCount > 0 ? entities.filter { !$0.has(kind) } : []
    let removals = others.map {
      LogChange(.removed, of: subject(of: $0, kind.storedName, in: scope))
    }
    try write(and: removals) {
      for entity in entities { entity.remove(kind) }
    }
  }

  /// Removes an appointment or another item outside the schedule, and appends the removal to the
  /// log.
  ///
  /// - Throws: `Failure` if the log cannot be written. The entity is then unchanged.
  package func remove(_ thing: Entity) throws(Failure) {
    try write { thing.destroy() }
  }

  /// Throws an error if a newer version of konf has written one of the marks, or if an entity is an
  /// appointment.
  ///
  /// An appointment has no marks. Without this check, its entries could contain the value of a
  /// mark.
  private func requireMarkable(
    _ kind: any MarkKind.Type, _ entities: [Entity]
  ) throws(Failure) {
    for case let appointment? in entities.map({ $0[Appointment.self] }) {
      throw Failure(
        .usage,
        """
        \(command): \(appointment.title.quoted()) is an appointment; only talks and sessions have \
        \(kind.words.many)
        """)
    }
    guard let history, !history.unread.isEmpty else { return }
    for entity in entities {
      let words = SubjectWords(subject(of: entity, kind.storedName, in: scope))
      guard let entry = history.newerEntry(kind.storedName, of: entity, called: words) else {
        continue
      }
      let error = StoreError(
        path: log.file?.path ?? "",
        reason: .newerKind(
          name: kind.storedName, found: entry.change.version, known: kind.storedVersion))
      throw Failure(error, of: command, log.invocation)
    }
  }

  package var contents: LogContents {
    get throws(Failure) {
      do throws(StoreError) {
        return try log.contents()
      } catch {
        throw Failure(error, of: command, log.invocation)
      }
    }
  }

  /// Changes the context and the log together.
  ///
  /// The changes in `others` are written to the log only.
  ///
  /// - Throws: `Failure` if the log cannot be written. Nothing is then changed.
  private func write(
    and others: [LogChange] = [], _ changes: () -> Void
  ) throws(Failure) {
    do {
      let amending: ([LogChange]) -> [LogChange] = { [self] in amended($0 + others) }
      try store.write(amending: amending, remarking: remarks) {
        let rules = MarkKinds.all.flatMap { $0.rules(in: schedule) }
        try schedule.context.transaction(keeping: rules, changes)
      }
    } catch let error as StoreError {
      throw Failure(error, of: command, log.invocation)
    } catch let error as RuleError {
      throw Failure(error, of: command)
    } catch {
      preconditionFailure("only the store or a rule can reject a change of marks: \(error)")
    }
  }

  /// Returns the changes, preceded by removals of any duplicates of the changed marks.
  ///
  /// The log may know a talk under several subjects. A duplicate is a mark of the same kind under
  /// another subject of the same talk.
  func amended(_ lines: [LogChange]) -> [LogChange] {
    let lines = lines.map(withTime)
    return replacements(of: lines) + lines
  }

  /// Returns a change with the time of the rating that it sets.
  ///
  /// After an undo, this is the time of the restored rating. Any other change is returned
  /// unmodified.
  private func withTime(_ line: LogChange) -> LogChange {
    guard line.kind == Rating.storedName, !line.value.isEmpty,
      let rating = schedule.target(line.target)?[Rating.self]
    else { return line }
    return LogChange(
      subject: line.subject, version: line.version, value: line.value, comment: line.comment,
      time: rating.time.secondsSince1970)
  }

  /// Returns removals of the duplicates that changed marks have under other subjects.
  private func replacements(of lines: [LogChange]) -> [LogChange] {
    guard let history else { return [] }
    let marks = lines.filter { MarkKinds.areOfTalks($0.kind) }
    let entities = marks.map { schedule.target($0.target) }
    let subjects = history.subjects(of: Set(entities.compactMap(\.self)))
    return zip(marks, entities).flatMap { line, entity in
      (entity.flatMap { subjects[$0] } ?? [])
        .filter { $0.kind == line.kind && $0 != line.subject }
        .map { LogChange(line.removal ?? .withdrawn, of: $0) }
    }
  }

  /// Returns changes that record the times and locations of newly marked talks.
  ///
  /// These facts identify a talk in a later version of the schedule, even if all identifiers
  /// change.
  package func remarks(on lines: [LogChange]) -> [LogChange] {
    var known = history?.seen ?? [:]
    return lines.compactMap { line in
      let words = SubjectWords(line.subject)
      guard !line.value.isEmpty, MarkKinds.areOfTalks(line.kind),
        let entity = schedule.target(line.target)
      else { return nil }
      let seen = SeenTalk(entity, in: schedule, hasTwins: lookup.hasTwins(entity))
      if known.updateValue(seen, forKey: words) == seen { return nil }
      return seen.change(of: line.subject)
    }
  }
}
