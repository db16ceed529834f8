public import ECSKit

extension Entity {
  /// Returns a copy of the entity that may leave its context.
  ///
  /// The copy holds the values of all its ``DetachableComponent``s and the names of what stays. The
  /// entity does not change. From the first time on that a component is detached that is neither
  /// `Equatable` nor a flag, writes to it are marked, which costs as much as an index.
  ///
  ///     let copy = person.detach()
  ///     let size = await Task.detached { copy[Photo.self]?.bytes.count }.value
  ///
  /// - Returns: The copy; for a dead handle one that holds nothing and syncs as gone.
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
  /// Merges a detached entity back: what was edited there, and only that, is set or removed here.
  ///
  /// An edited component has three values: the base it was detached with, mine from the detached
  /// entity, and theirs, which the entity holds now. Where mine is the base nothing is done; where
  /// theirs is the base, or mine already, mine is applied; all else is a conflict, which the policy
  /// decides. `Equatable` components are compared by value, flags by being there; of others every
  /// write counts as a change, even one that was taken back.
  ///
  /// All is one transaction, and observers are notified of it as such. Under ``SyncPolicy/fail`` one
  /// conflict leaves everything as it was. A unique component that was set elsewhere moves here from
  /// its holder. A key of a unique index does not move: an edit whose key another entity has fails the
  /// sync under ``SyncPolicy/fail`` and is left out under the other policies. It is in the report with
  /// the key and the entity that has it, and not reported to the misuse handler.
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
  /// - Returns: What was done and the value to go on with. The entity being gone, or of another
  ///   context, is an outcome, not an error.
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
        // Only foreign code that runs between the two looks can have given a key away.
        if merge.isObstructed { throw Obstruction() }
      }
    } catch {
      return .unchanged(detached, .refused, merge)
    }
    return SyncReport(
      outcome: .synced, applied: merge.applied, conflicts: merge.conflicts,
      refusals: merge.refusals, detached: entity.detach())
  }

  /// Where detached entities are posted to from other threads.
  ///
  /// It is the one part of a context that may be handed to anybody.
  public var inbox: Inbox {
    companion(InboxOfContext.init).inbox
  }

  /// Syncs what has arrived in the inbox, in the order of arrival.
  ///
  /// Each is a transaction of its own, as in ``sync(_:policy:)``, and its completion is called before
  /// the next one is applied. What arrives meanwhile waits for the next call. Where nothing may change
  /// everything waits, and the call is reported to the misuse handler, even if nothing has arrived.
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

/// Why a transaction of a sync is taken back.
private struct Obstruction: Error {}

/// Closes an inbox when the context ends that it belongs to.
private final class InboxOfContext {
  let inbox = Inbox()

  deinit { inbox.close() }
}
