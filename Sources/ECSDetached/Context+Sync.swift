public import ECSKit

extension Entity {
  /// Returns a copy of the entity that can leave its context.
  ///
  /// The copy holds the values of all ``DetachableComponent``s and the names of the components that
  /// stay. The entity does not change. Once a component that is neither `Equatable` nor a flag is
  /// detached, writes to it are marked from then on, which costs as much as an index.
  ///
  ///     let copy = person.detach()
  ///     let size = await Task.detached { copy[Photo.self]?.bytes.count }.value
  ///
  /// - Returns: The copy. If the handle is invalid, the copy is empty and a sync reports it as
  ///   gone.
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
      type: type, base: value, mark: writeMark(of: type), mine: value, isEdited: false)
  }
}

extension Context {
  /// Merges a detached entity back: sets and removes the components that were edited in it, and no
  /// others.
  ///
  /// An edited component has three values: the base that it was detached with, mine from the
  /// detached entity, and theirs, which the entity holds now. If mine equals the base, nothing is
  /// done. If theirs equals the base or mine, mine is applied. Anything else is a conflict, which
  /// the policy decides. `Equatable` components are compared by value, flags by their presence. For
  /// other components every write counts as a change, even one that was rolled back.
  ///
  /// The sync is one transaction, and observers are notified of it as such. Under
  /// ``SyncPolicy/fail``, one conflict leaves everything unchanged. A unique component that was set
  /// in the detached entity moves here from its holder. A key of a unique index does not move: an
  /// edit whose key another entity has fails the sync under ``SyncPolicy/fail`` and is skipped
  /// under the other policies. The report contains it with the key and the entity that has it; the
  /// misuse handler is not called.
  ///
  ///     var detached = talk.detach()
  ///     detached.set(Rating(stars: 5))
  ///     talk.set(Rating(stars: 3))
  ///     context.sync(detached, policy: .fail).conflicts.map(\.component)  // ["Rating"]
  ///     context.sync(detached, policy: .mine).applied  // ["Rating"], and the talk has 5 stars
  ///
  /// - Parameters:
  ///   - detached: The detached entity.
  ///   - policy: What to do about conflicts.
  /// - Returns: What was done, and the value to continue with. If the entity is gone or belongs to
  ///   another context, that is an outcome, not an error.
  /// - Complexity: O(*c* + *g*), where *c* is the number of components and *g* the number of groups
  ///   whose rule names one that comes or goes; plus the comparisons, followers and observers.
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
        // Only foreign code that runs between the two checks can have taken a key.
        if merge.isObstructed { throw Obstruction() }
      }
    } catch {
      return .unchanged(detached, .refused, merge)
    }
    return SyncReport(
      outcome: .synced, applied: merge.applied, conflicts: merge.conflicts,
      refusals: merge.refusals, detached: entity.detach())
  }

  /// The inbox to which other threads post detached entities.
  ///
  /// It is the only part of a context that you may pass to any thread.
  public var inbox: Inbox {
    companion(InboxOfContext.init).inbox
  }

  /// Syncs the detached entities that have arrived in the inbox, in the order of arrival.
  ///
  /// Each is a transaction of its own, as in ``sync(_:policy:)``, and its completion is called
  /// before the next one is applied. Those that arrive meanwhile wait for the next call. If the
  /// context must not change now, all of them wait and the call is reported to the misuse handler,
  /// even if nothing has arrived.
  ///
  /// - Returns: The reports, in the order of arrival.
  /// - Complexity: O(*n*) syncs, where *n* is the number of posted values.
  @discardableResult
  public func receive() -> [SyncReport] {
    if refuses("receive") { return [] }
    let inbox = inbox
    var reports: [SyncReport] = []
    for _ in 0..<inbox.beginReceiving() {
      // A call from an observer or a completion may have received the rest.
      guard let letter = inbox.next() else { break }
      let report = sync(letter.detached, policy: letter.policy)
      reports.append(report)
      letter.completion?(report)
    }
    return reports
  }
}

/// The reason why a sync rolls its transaction back.
private struct Obstruction: Error {}

/// Closes an inbox when its context ends.
private final class InboxOfContext {
  let inbox = Inbox()

  deinit { inbox.close() }
}
