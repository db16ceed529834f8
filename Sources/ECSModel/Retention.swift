public import ECSKit

/// A rule that entities are destroyed when they are no longer needed.
///
/// Nothing is destroyed by itself unless you state it. A retention states it for the entities of a
/// matcher: one of them is destroyed, with its events as always, when it loses its last lease, alias
/// or link. A link counts if its source is needed, or not subject to the retention; so a cycle does
/// not keep itself.
///
///     let photos = Retention(of: .all(Photo.self), along: relations)
///     let lease = photos.lease(photo)
///     lease.end()  // the photo is destroyed if no alias and no album has it
///
/// An entity that never had any of them is not looked at, and stays. Leases say who looks at an entity
/// at the moment; they are not part of the context, so undo does not bring them back.
public struct Retention {
  /// How many leases each entity has.
  private final class Counts {
    var counts: [Entity: Int] = [:]
  }

  private let members: Group
  private let graph: LinkGraph
  private let leases = Counts()
  private let aliases: Index<Alias.Target, Entity>

  /// Begins to destroy what is no longer needed.
  ///
  /// - Parameters:
  ///   - matcher: The entities that are subject to it.
  ///   - relations: The relations whose sources keep their targets.
  /// - Complexity: O(*n*), where *n* is the number of entities.
  public init(of matcher: Matcher, along relations: Relations) {
    members = relations.context.group(matcher)
    graph = relations.graph
    aliases = relations.context.index(\Alias.Target.entity)
    let retention = self
    for edges in graph.relations {
      // What a change set makes is all that belongs to it, so undo destroys nothing else.
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

  /// Keeps an entity until the lease ends.
  ///
  /// - Parameter entity: The entity.
  /// - Returns: The lease. Dropping it does not end it.
  /// - Complexity: O(1) expected.
  public func lease(_ entity: Entity) -> Lease {
    leases.counts[entity, default: 0] += 1
    return Lease {
      let count = (leases.counts[entity] ?? 1) - 1
      leases.counts[entity] = count > 0 ? count : nil
      release([entity])
    }
  }

  /// Destroys the unneeded ones among some entities, then among their targets.
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

/// Keeps an entity in use as long as it is held, see ``Retention``.
public final class Lease {
  private var onEnd: (() -> Void)?

  init(_ onEnd: @escaping () -> Void) {
    self.onEnd = onEnd
  }

  /// Ends the lease; ending it again does nothing.
  ///
  /// - Complexity: O(*a*), where *a* is the number of entities from which the entity can be reached.
  public func end() {
    onEnd?()
    onEnd = nil
  }
}
