package import ECSKit
package import ECSStore
import Schedule

/// The names of talks, sessions and appointments in the store.
///
/// The log identifies a talk by the identifier, title and people that the talk had when it was
/// marked. So one talk may have several subjects. ``MarkHistory`` pairs the subjects with the talks
/// of the schedule.
extension MarkStore: EntityNaming {
  package func subject(of entity: Entity, with value: any StoredComponent) -> LogSubject {
    thingSubjects[entity] ?? (value as? any MarkKind).flatMap { subject(of: $0) }
      ?? subject(of: entity, type(of: value).storedName, in: scope)
  }

  package func entities(for entries: [LogEntry]) -> [NamedEntity?] {
    let history = history(of: entries, in: SavedSchedules(entries))
    self.history = history
    for (value, subject) in history.livingThings {
      makeThing(subject, named: subject.withTarget(value.ownName?.id ?? ""))
    }
    let talks = TalkNames(history, findingRemoved: findsRemoved ? entries : nil, in: self)
    return entries.map { entry in
      guard history.isRead(entry), let kind = MarkKinds[entry.change.kind] else { return nil }
      if kind.topic == .talk { return talks.entity(of: entry, kind).map { NamedEntity($0) } }
      let subject = entry.change.subject
      return things[subject] ?? (findsRemoved ? makeThing(subject, named: subject) : nil)
    }
  }

  @discardableResult
  private func makeThing(_ subject: LogSubject, named own: LogSubject) -> NamedEntity {
    if let known = things[subject] { return known }
    let entity = schedule.context.createEntity()
    thingSubjects[entity] = subject
    let thing = NamedEntity(entity, own)
    things[subject] = thing
    return thing
  }
}

/// A lookup of the talks and sessions that log entries refer to.
private struct TalkNames {
  private struct Mark: Hashable {
    let kind: String
    let entity: Entity
  }

  private let history: MarkHistory
  private let store: MarkStore
  /// The moved marks, or nil if the talks of removed marks are not needed.
  private let carried: MovedMarks?
  /// The talks that are no longer in the schedule, by their numbers in the history.
  private var cancelled: [Int: Entity] = [:]
  /// The number of each marked talk in the history, by its current mark.
  private var numbers: [Mark: Int] = [:]

  init(_ history: MarkHistory, findingRemoved entries: [LogEntry]?, in store: MarkStore) {
    self.history = history
    self.store = store
    carried = entries.map { MovedMarks($0.inOrder) }
    for entry in history.marks {
      let (kind, subject) = (entry.change.kind, entry.change.subject)
      guard let number = history.thing(of: subject) else { continue }
      if let entity = history.entity(ofThing: number) {
        if carried != nil { numbers[Mark(kind: kind, entity: entity)] = number }
      } else if MarkKinds[kind]?.isOnAgenda ?? false, cancelled[number] == nil {
        cancelled[number] = store.makeCancelled(history.latestWords(of: subject), history)
      }
    }
  }

  func entity(of entry: LogEntry, _ kind: any MarkKind.Type) -> Entity? {
    let subject = carried?.latest(entry.change.subject, since: entry) ?? entry.change.subject
    guard let number = history.thing(of: subject) else { return nil }
    if let entity = history.entity(ofThing: number) { return entity }
    if carried == nil { return kind.isOnAgenda ? cancelled[number] : nil }
    let words = SubjectWords(subject)
    let found =
      history.entity(of: subject) ?? store.lookup.entities(for: [words], seen: history.seen)[0]
    guard let entity = found else {
      return cancelled[number] ?? store.makeCancelled(history.latestWords(of: subject), history)
    }
    // The mark may belong to a different talk that now has the same entity.
    let present = numbers[Mark(kind: entry.change.kind, entity: entity)]
    return present ?? number == number ? entity : nil
  }
}
