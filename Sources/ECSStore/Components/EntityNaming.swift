package import ECSKit

/// The names of entities in a log that does not use durable IDs.
///
/// Inside a store an entity has a ``DurableID``. A naming replaces it where the log is read and
/// written, so that everything between works in the same way for every log.
package protocol EntityNaming: AnyObject {
  /// The scope of the subjects, which marks of steps have, too.
  var scope: String { get }

  /// Returns the subject under which the log has a value of an entity.
  ///
  /// - Parameters:
  ///   - entity: The entity, which may have been destroyed.
  ///   - value: The value, or the last one if it was removed.
  /// - Returns: The subject.
  func subject(of entity: Entity, with value: any StoredComponent) -> LogSubject

  /// Returns the entity of each entry, and creates the entities that only the log knows.
  ///
  /// - Parameter entries: The entries of the log, in its order.
  /// - Returns: The entities; nil for an entry that concerns none here, which stays as it is.
  func entities(for entries: [LogEntry]) -> [NamedEntity?]
}

/// The entity that an entry of a log is about.
package struct NamedEntity {
  let entity: Entity
  let subject: LogSubject?

  /// Creates an answer of an ``EntityNaming``.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - subject: The subject for values that are read from it, in addition to their text.
  package init(_ entity: Entity, _ subject: LogSubject? = nil) {
    (self.entity, self.subject) = (entity, subject)
  }
}

extension ComponentStore {
  /// Returns entries of the log with the durable IDs of their entities.
  func withDurableIDs(_ entries: [LogEntry]) -> [LogEntry] {
    guard let naming else { return entries }
    // Entries that were read together share their subjects.
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
        if let original = found.subject { references.originals[new] = original }
        known[ObjectIdentifier(change.subject)] = new
        subject = new
      }
      renamed.append(
        entry.saying(
          LogChange(
            subject: subject ?? change.subject, version: change.version, value: change.value,
            comment: change.comment)))
    }
    return renamed
  }

  /// Returns the ID of an entity whose name in the log is another one, so that any ID will do.
  private func localID(of entity: Entity) -> DurableID {
    if let id = entity[DurableID.self] { return id }
    let id = DurableID("\(entity.creationNumber ?? 0)")
    entity.set(id)
    references.note(entity, isNamed: id)
    return id
  }
}
