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
    /// The links by target.
    private let table: Derived<SourceTable>
    /// The links of an entity.
    private let list: (Entity) -> LinkList?
    /// The component that has the links.
    private let component: KnownComponent
    /// The links before a change, and after it.
    private let oldList: (Event) -> LinkList?
    private let newList: (Event) -> LinkList?
    private let update: (Entity, LinkList) -> Void

    init<R: Relation>(_ type: R.Type, _ context: Context) {
      deleteRule = type.deleteRule
      name = Rule.name(type)
      group = context.group(.all(Links<R>.self))
      table = context.sourceTable(of: type)
      component = context.known(Links<R>.self)
      (list, oldList, newList) = Self.readers(of: Links<R>.self)
      update = { $0.set($1, as: type) }
    }

    /// Returns functions that read links, and know the type of the component without a search for it.
    private static func readers<L: LinkComponent>(
      of type: L.Type
    ) -> ((Entity) -> LinkList?, (Event) -> LinkList?, (Event) -> LinkList?) {
      ({ $0[type]?.list }, { $0.old(type)?.list }, { $0.new(type)?.list })
    }

    /// Returns the targets of an entity that exist.
    func targets(_ source: Entity) -> [Entity] { list(source)?.livingTargets(from: source) ?? [] }

    /// Whether a change is about links; this asks for no type at run time.
    func isChanged(by event: Event) -> Bool { event.touches(component) }

    /// Returns the targets before a change that still exist.
    func formerTargets(_ event: Event) -> [Entity] {
      oldList(event)?.livingTargets(from: event.entity) ?? []
    }

    /// Returns the targets that a change took away and that still exist.
    func lostTargets(_ event: Event) -> [Entity] {
      guard let old = oldList(event) else { return [] }
      return old.targets(missingIn: newList(event) ?? LinkList()).filter {
        $0.isTarget(of: event.entity)
      }
    }

    /// Returns the entities that are linked to a target.
    func sources(_ target: Entity) -> [Entity] { table.contents.sources(of: target) }

    /// Whether entities are linked to a target.
    func hasSources(_ target: Entity) -> Bool { table.contents.hasSources(of: target) }

    /// Removes the links of an entity to a target.
    func unlink(_ source: Entity, _ target: Entity) {
      guard var list = list(source), list.remove(target, of: source, table.contents) else { return }
      update(source, list)
    }
  }

  let relations: [Edges]
  /// Those whose targets are deleted with the source.
  private let cascading: [Edges]

  init(relations: [Edges]) {
    self.relations = relations
    cascading = relations.filter { $0.deleteRule == .cascade }
  }

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

  /// Removes the links to an entity.
  func removeLinks(to entity: Entity) {
    for edges in relations where edges.hasSources(entity) {
      for source in edges.sources(entity) { edges.unlink(source, entity) }
    }
  }

  /// Removes the links to a destroyed entity, and destroys what depended on it.
  ///
  /// All of it is destroyed in this one step, however deep it is: a long chain is no endless cascade.
  func settle(after event: Event) {
    let entity = event.entity
    // A change set may have brought it back before its observers were notified.
    guard !entity.isAlive else { return }
    var parts: [Entity] = []
    // Most of what is destroyed has no links. A change set has what its step destroyed, and undoing it
    // touches nothing else.
    for edges in cascading where edges.isChanged(by: event) && !event.isApplied {
      parts += edges.formerTargets(event)
    }
    removeLinks(to: entity)
    if parts.isEmpty { return }
    for part in cascade(from: parts) where part.isAlive { part.destroy() }
  }
}

/// The component of a relation, whose type is not known.
private protocol LinkComponent: Component {
  var list: LinkList { get }
}

extension Links: LinkComponent {}

/// The graphs that a context follows.
final class FollowedLinks {
  var graphs: [LinkGraph] = []
}
