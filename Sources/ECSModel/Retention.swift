public import ECSKit

/// A rule that destroys entities when they are no longer needed.
///
/// Without a retention, no entity is destroyed automatically. A retention applies to the entities
/// of a matcher. When such an entity loses its last lease, alias or link, the retention destroys
/// the entity, and observers are notified as usual. A link counts only if its source is itself
/// needed or does not match the matcher. Entities that are linked in a cycle therefore do not keep
/// each other alive.
///
///     let photos = Retention(of: .all(Photo.self), along: relations)
///     let lease = photos.lease(photo)
///     lease.cancel()  // destroys the photo, unless an alias or an album refers to it
///
/// An entity that has never had a lease, alias or link is not affected. Leases represent the
/// current users of an entity. They are not part of the context, so undo does not restore them.
public struct Retention {
  /// The number of leases of each entity, shared by all copies of the retention.
  private final class Counts {
    var counts: [Entity: Int] = [:]
  }

  private let members: Group
  private let graph: LinkGraph
  private let leases = Counts()
  private let aliases: Index<Alias.Target, Entity>

  /// Creates a retention, which destroys entities when they are no longer needed.
  ///
  /// - Parameters:
  ///   - matcher: The entities that are subject to the retention.
  ///   - relations: The relations whose links protect their targets.
  /// - Complexity: O(*n*), where *n* is the number of entities.
  public init(of matcher: Matcher, along relations: RelationRules) {
    members = relations.context.group(matcher)
    graph = relations.graph
    aliases = relations.context.index(\Alias.Target.entity)
    let retention = self
    for edges in graph.relations {
      // An applied change set already contains all changes of its step. So an undo must not destroy
      // further entities.
      edges.group.observe(.updated, .removed) { event in
        if !event.isApplied { retention.release(edges.lostTargets(event)) }
      }
    }
    relations.context.group(.all(Alias.Target.self)).observe(.updated, .removed) { event in
      if !event.isApplied, let old = event.old(Alias.Target.self) {
        retention.release([old.entity])
      }
    }
  }

  /// Retains an entity until the lease is cancelled.
  ///
  /// - Parameter entity: The entity to retain.
  /// - Returns: The token of the lease. Dropping the token does not end the lease.
  /// - Complexity: O(1) expected. Cancelling the lease costs O(*a*), where *a* is the number of
  ///   entities whose links lead to the entity.
  public func lease(_ entity: Entity) -> ObserverToken {
    leases.counts[entity, default: 0] += 1
    return ObserverToken {
      let count = (leases.counts[entity] ?? 1) - 1
      leases.counts[entity] = count > 0 ? count : nil
      release([entity])
    }
  }

  /// Destroys the given entities that are not needed, and then each of their targets in turn.
  ///
  /// A target is destroyed only if it is no longer needed either.
  private func release(_ entities: [Entity]) {
    var waiting = entities
    while let entity = waiting.popLast() {
      let isNeeded = graph.isReached([entity]) {
        !members.contains($0) || leases.counts[$0] != nil || aliases.count($0) > 0
      }
      guard !isNeeded else { continue }
      waiting += graph.targets(of: entity)
      entity.destroy()
    }
  }
}

// MARK: Old names

/// The old name of a lease's token.
@available(*, deprecated, renamed: "ObserverToken")
public typealias Lease = ObserverToken

extension ObserverToken {
  /// The old name of `cancel()`.
  @available(*, deprecated, renamed: "cancel()")
  public func end() { cancel() }
}
