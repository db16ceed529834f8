public import ECSKit

extension Entity {
  /// Returns a copy of the entity that can leave its context.
  ///
  /// The copy contains the values of all ``DetachableComponent``s and the names of all other
  /// components. The entity does not change. After the first detachment, the context tracks writes
  /// to each detachable component type that is neither `Equatable` nor a flag. Tracking costs as
  /// much as an index.
  ///
  ///     let copy = person.detach()
  ///     let size = await Task.detached { copy[Photo.self]?.bytes.count }.value
  ///
  /// - Returns: The copy. If the handle is invalid, the copy is empty, and a sync has the outcome
  ///   ``SyncReport/Outcome/gone``.
  /// - Complexity: O(*c*), where *c* is the number of components.
  public func detach() -> DetachedEntity {
    var detached = DetachedEntity(identity: identity)
    for type in componentTypes {
      if let type = type as? any DetachableComponent.Type {
        detached.parts.append(part(type))
      } else {
        detached.leftBehind.append(String(describing: type))
      }
    }
    return detached
  }

  private func part<C: DetachableComponent>(_ type: C.Type) -> DetachedPart {
    let value = self[type]
    return DetachedPart(
      type: type, base: value, version: versionOfUncomparable(type), mine: value, isEdited: false)
  }
}

extension Context {
  /// Merges the edits of a detached entity into its entity in this context.
  ///
  /// Only components that were edited in the detached entity are set or removed. An edited
  /// component has three values: *base* at the time of detachment, *mine* in the detached entity,
  /// and *theirs* in the context. If *mine* equals *base*, nothing changes. If *theirs* equals
  /// *base* or *mine*, *mine* is applied. All other cases are conflicts, and the policy resolves
  /// them. `Equatable` components are compared by value, and flags by their presence. For all other
  /// components, every write counts as a change, even a write that was rolled back.
  ///
  /// The sync is one transaction. Under ``SyncPolicy/fail``, one conflict leaves everything
  /// unchanged. A unique component that was set in the detached entity moves from its holder in the
  /// context to this entity.
  ///
  /// A key of a unique index does not move. If an edit sets a key that another entity has, the sync
  /// fails under ``SyncPolicy/fail``. Under the other policies, the edit is skipped. The report
  /// names the edit, the key and the other entity. The misuse handler is not called.
  ///
  ///     var detached = talk.detach()
  ///     detached.set(Rating(stars: 5))
  ///     talk.set(Rating(stars: 3))
  ///     context.sync(detached, policy: .fail).conflicts.map(\.component)  // ["Rating"]
  ///     context.sync(detached, policy: .mine).applied  // ["Rating"], and the talk has 5 stars
  ///
  /// - Parameters:
  ///   - detached: The detached entity whose edits to merge.
  ///   - policy: The policy for conflicts.
  /// - Returns: A report with the outcome and the value to continue with. An entity that is
  ///   destroyed or belongs to another context is an outcome, not an error.
  /// - Complexity: O(*c* + *g*), where *c* is the number of components and *g* the number of groups
  ///   whose rule names an added or removed component. Comparisons, indices, sorted orders and
  ///   observers take additional time.
  @discardableResult
  public func sync(_ detached: DetachedEntity, policy: SyncPolicy) -> SyncReport {
    guard let entity = entity(detached.identity) else { return .unchanged(detached, .gone) }
    if refuses("sync an entity") { return .unchanged(detached, .refused) }
    var merge = Merge(detached, entity, policy)
    guard entity.isAlive else { return .unchanged(detached, .gone) }
    if merge.isObstructed { return .unchanged(detached, .refused, merge) }
    do throws(Obstruction) {
      try transaction { () throws(Obstruction) in
        merge.apply()
        // User code that ran after the first check may have taken a key.
        if merge.isObstructed { throw Obstruction() }
      }
    } catch {
      return .unchanged(detached, .refused, merge)
    }
    return SyncReport(
      outcome: .synced, applied: merge.applied, conflicts: merge.conflicts,
      refusals: merge.refusals, detached: entity.detach())
  }

  /// The inbox for detached entities from other threads.
  ///
  /// The inbox is the only part of a context that may be passed to any thread.
  public var inbox: Inbox {
    companion(InboxOfContext.init).inbox
  }

  /// Syncs the detached entities in the inbox, in the order of arrival.
  ///
  /// Each sync is a separate transaction, as in ``sync(_:policy:)``. Its completion is called
  /// before the next sync. Entities that arrive during the call wait for the next call. If the
  /// context currently refuses changes, all entities remain in the inbox. The call is then reported
  /// to the misuse handler, even if the inbox is empty.
  ///
  /// - Returns: The reports, in the order of arrival.
  /// - Complexity: The complexity of *n* syncs, where *n* is the number of posted entities.
  @discardableResult
  public func receive() -> [SyncReport] {
    if refuses("receive") { return [] }
    let inbox = inbox
    var reports: [SyncReport] = []
    for _ in 0..<inbox.beginReceiving() {
      // A nested call from an observer or a completion may have emptied the inbox.
      guard let letter = inbox.next() else { break }
      let report = sync(letter.detached, policy: letter.policy)
      reports.append(report)
      letter.completion?(report)
    }
    return reports
  }
}

/// An error that rolls back the transaction of a refused sync.
private struct Obstruction: Error {}

/// The owner of a context's inbox.
///
/// This object closes the inbox when the context is deallocated.
private final class InboxOfContext {
  let inbox = Inbox()

  deinit { inbox.close() }
}
