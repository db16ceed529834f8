import ECSKit

/// The tracked reads of one component, by entity.
///
/// One observer serves all entities. An observer for each entity would make every change in the
/// context more expensive. The single observer is called only for changes to the component, and
/// finds the entity in a table.
final class ComponentReads {
  private var entities: [Entity: Reads] = [:]
  /// The reads of dead handles.
  ///
  /// A change set can make a dead handle valid again.
  private let dead = Reads()
  private var sweepCount = 64

  /// Creates the reads of a component and observes its holders.
  ///
  /// - Parameter holders: The group of all entities that hold the component.
  init(_ holders: Group) {
    follow(self, observe: { holders.observe(body: $0) }, body: { $0.note($1) })
  }

  /// Registers a read of the component of an entity.
  ///
  /// - Complexity: O(1) expected and amortized.
  func access(_ entity: Entity) {
    reads(of: entity).access()
  }

  private func reads(of entity: Entity) -> Reads {
    if let reads = entities[entity] { return reads }
    guard entity.isAlive else { return dead }
    if entities.count >= sweepCount { sweep() }
    let reads = Reads()
    entities[entity] = reads
    return reads
  }

  private func note(_ event: Event) {
    guard let reads = entities[event.entity] else {
      if event.kind == .added { dead.change() }
      return
    }
    if !event.entity.isAlive { entities[event.entity] = nil }
    reads.change()
  }

  /// Drops entities that were destroyed while they lacked the component.
  ///
  /// No event reports such a destruction. The readers of these entities are notified. Their next
  /// reads are tracked as reads of dead handles.
  private func sweep() {
    let ended = entities.filter { !$0.key.isAlive }
    for entity in ended.keys { entities[entity] = nil }
    sweepCount = max(64, 2 * entities.count)
    for reads in ended.values { reads.change() }
  }
}
