package import ECSKit
package import ECSStore
import Schedule

/// The names of talks, sessions and appointments in the log.
///
/// The log names a talk by its words when it was marked, so one talk may have several subjects.
/// ``KeptHistory`` pairs them with the talks of the schedule.
extension KeptStore: EntityNaming {
  package func subject(of entity: Entity, with value: any StoredComponent) -> LogSubject {
    (value as? any KeptKind).flatMap { thingSubjects[entity] ?? subject(of: $0) }
      ?? subject(of: entity, type(of: value).storedName, in: scope)
  }

  package func entities(for entries: [LogEntry]) -> [NamedEntity?] {
    let history = history(of: entries, in: RememberedSchedules(entries))
    self.history = history
    let cancelled = makeCancelled(history)
    var things: [LogSubject: NamedEntity] = [:]
    for (value, subject) in history.livingThings {
      let entity = schedule.context.createEntity()
      thingSubjects[entity] = subject
      things[subject] = NamedEntity(entity, subject.withTarget(value.ownName?.id ?? ""))
    }
    return entries.map { entry in
      guard history.isRead(entry), let kind = KeptKinds[entry.change.kind] else { return nil }
      if kind.topic == .thing { return things[entry.change.subject] }
      guard let number = history.thing(of: entry.change.subject) else { return nil }
      return (history.entity(ofThing: number) ?? (kind.isOnAgenda ? cancelled[number] : nil))
        .map { NamedEntity($0) }
    }
  }

  /// Makes an entity of each thing that is marked and no longer in the schedule.
  private func makeCancelled(_ history: KeptHistory) -> [Int: Entity] {
    var entities: [Int: Entity] = [:]
    for entry in history.marks where KeptKinds[entry.change.kind]?.isOnAgenda ?? false {
      let subject = entry.change.subject
      guard let number = history.thing(of: subject), entities[number] == nil,
        history.entity(ofThing: number) == nil
      else { continue }
      entities[number] = makeCancelled(history.latestWords(of: subject), history)
    }
    return entities
  }
}
