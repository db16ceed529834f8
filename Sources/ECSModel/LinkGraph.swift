import ECSKit

/// The links of some relations as one graph; it does not keep its context alive.
struct LinkGraph {
  /// A relation, whose type is not known any more.
  ///
  /// A class, because a loop over relations would copy six references of each.
  final class Edges {
    let deleteRule: DeleteRule
    let name: String
    /// The entities that have links.
    let group: Group
    /// The targets of an entity that exist.
    let targets: (Entity) -> [Entity]
    /// The targets before a change that still exist.
    let formerTargets: (Event) -> [Entity]
    /// The entities that are linked to a target.
    let sources: (Entity) -> [Entity]
    /// Removes the links of the first entity to the second one.
    let unlink: (Entity, Entity) -> Void

    init<R: Relation>(_ type: R.Type, _ context: Context) {
      let index = context.links(type)
      deleteRule = type.deleteRule
      name = Rule.name(type)
      group = context.group(.all(Links<R>.self))
      targets = { $0.targets(of: type) }
      formerTargets = { $0.old(Links<R>.self)?.targets.filter(\.isAlive) ?? [] }
      sources = { index[$0] }
      unlink = { $0.unlink(from: $1, as: type) }
    }
  }

  let relations: [Edges]

  func sources(to target: Entity) -> [Entity] { relations.flatMap { $0.sources(target) } }

  func targets(of source: Entity) -> [Entity] { relations.flatMap { $0.targets(source) } }

  /// Returns whether an entity is wanted, or one from which some entities can be reached.
  func isReached(_ targets: [Entity], from isWanted: (Entity) -> Bool) -> Bool {
    var seen: Set<Entity> = []
    var waiting = targets
    while let target = waiting.popLast() {
      guard seen.insert(target).inserted else { continue }
      if isWanted(target) { return true }
      waiting += sources(to: target)
    }
    return false
  }

  /// Returns what is deleted with some entities: themselves and what cascades reach, each once.
  func cascade(from start: [Entity]) -> [Entity] {
    let cascading = relations.filter { $0.deleteRule == .cascade }
    var seen: Set<Entity> = []
    var reached = start.filter { seen.insert($0).inserted }
    var position = 0
    while position < reached.count {
      for edges in cascading {
        reached += edges.targets(reached[position]).filter { seen.insert($0).inserted }
      }
      position += 1
    }
    return reached
  }

  /// Removes the links to a destroyed entity, and destroys what depended on it.
  ///
  /// All of it is destroyed in this one step, however deep it is: a long chain is no endless cascade.
  func settle(after event: Event) {
    let entity = event.entity
    // A change set may have brought it back before its observers were notified.
    guard !entity.isAlive else { return }
    var parts: [Entity] = []
    // A change set has what its step destroyed, and undoing it touches nothing else.
    for edges in relations where edges.deleteRule == .cascade && !event.isApplied {
      parts += edges.formerTargets(event)
    }
    for edges in relations {
      for source in edges.sources(entity) { edges.unlink(source, entity) }
    }
    for part in cascade(from: parts) where part.isAlive { part.destroy() }
  }
}
