package import ECSKit

/// A translator between entities and their names in a log without durable ids.
///
/// Inside a store, entities have a ``DurableID``. A naming translates between ids and names when
/// the log is read or written, so all other parts of the store need no special case.
package protocol EntityNaming: AnyObject {
  /// The scope of all subjects, and of the entries that mark undo steps.
  var scope: String { get }

  /// Returns the subject for an entity's value.
  ///
  /// The entity may have been destroyed. If the value was removed, `value` is the last value.
  func subject(of entity: Entity, with value: any StoredComponent) -> LogSubject

  /// Returns the entity of each entry, and creates the entities that only the log contains.
  ///
  /// - Parameter entries: The entries of the log, in order.
  /// - Returns: The entities, or nil for an entry whose entity is not in the context. The store
  ///   leaves such entries unchanged.
  func entities(for entries: [LogEntry]) -> [NamedEntity?]
}

/// The entity to which a log entry refers.
package struct NamedEntity {
  let entity: Entity
  let subject: LogSubject?

  /// Creates an element of the result of ``EntityNaming/entities(for:)``.
  ///
  /// When a component is decoded from the entry, its ``StoredValue/subject`` is the given subject.
  /// If `subject` is nil, it is the subject with the durable id.
  package init(_ entity: Entity, _ subject: LogSubject? = nil) {
    (self.entity, self.subject) = (entity, subject)
  }
}

extension ComponentStore {
  /// Returns entries with the durable ids of their entities.
  func withDurableIDs(_ entries: [LogEntry]) -> [LogEntry] {
    guard let naming else { return entries }
    // Entries that were read together share the objects of their subjects.
    var known: [ObjectIdentifier: LogSubject] = [:]
    var renamed: [LogEntry] = []
    renamed.reserveCapacity(entries.count)
    for (entry, found) in zip(entries, naming.entities(for: entries)) {
      let change = entry.change
      if LogKind.isOwn(change.kind) {
        renamed.append(entry)
        continue
      }
      guard let found else { continue }
      var subject = known[ObjectIdentifier(change.subject)]
      if subject == nil {
        let new = LogSubject(scope: "", kind: change.kind, target: localID(of: found.entity).text)
        if let original = found.subject { references.subjectsInLog[new] = original }
        known[ObjectIdentifier(change.subject)] = new
        subject = new
      }
      renamed.append(entry.withChange(change.repeated(for: subject ?? change.subject)))
    }
    return renamed
  }

  /// Returns the id of an entity, and creates one from the creation number if necessary.
  ///
  /// The log uses another name for the entity, so the id must be unique only in the context.
  private func localID(of entity: Entity) -> DurableID {
    if let id = entity[DurableID.self] { return id }
    let id = DurableID("\(entity.creationNumber ?? 0)")
    entity.set(id)
    references.note(entity, isNamed: id)
    return id
  }
}
