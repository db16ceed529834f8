import ECSKit

/// A graph of the links of several relations.
///
/// The graph does not keep its context alive.
struct LinkGraph {
  /// A type-erased relation.
  ///
  /// `Edges` is a class, because a loop over structures would copy six references for each
  /// relation.
  final class Edges {
    let deleteRule: DeleteRule
    let name: String
    let relation: ObjectIdentifier
    let group: Group
    /// An index of the links by target.
    private let table: Derived<SourceTable>
    private let list: (Entity) -> LinkList?
    private let component: KnownComponent
    /// A function that returns the links before a change.
    private let oldList: (Event) -> LinkList?
    private let newList: (Event) -> LinkList?
    private let update: (Entity, LinkList) -> Void

    init<R: Relation>(_ type: R.Type, _ context: Context) {
      deleteRule = type.deleteRule
      name = Rule.name(type)
      relation = ObjectIdentifier(type)
      group = context.group(.all(Links<R>.self))
      table = context.sourceTable(of: type)
      component = context.known(Links<R>.self)
      (list, oldList, newList) = Self.readers(of: Links<R>.self)
      update = { $0.set($1, as: type) }
    }

    /// Returns functions that read an entity's current links, its old links and its new links.
    ///
    /// The old and new links are the links before and after a change. The functions need no lookup
    /// of the component at run time.
    private static func readers<L: LinkComponent>(
      of type: L.Type
    ) -> ((Entity) -> LinkList?, (Event) -> LinkList?, (Event) -> LinkList?) {
      ({ $0[type]?.list }, { $0.old(type)?.list }, { $0.new(type)?.list })
    }

    func targets(_ source: Entity) -> [Entity] { list(source)?.livingTargets(from: source) ?? [] }

    /// Returns true if an event changes links of the relation, without a type check at run time.
    func isChanged(by event: Event) -> Bool { event.touches(component) }

    /// Returns the existing targets of the links before a change.
    func formerTargets(_ event: Event) -> [Entity] {
      oldList(event)?.livingTargets(from: event.entity) ?? []
    }

    /// Returns the existing targets of the links that a change removed.
    func lostTargets(_ event: Event) -> [Entity] {
      guard let old = oldList(event) else { return [] }
      return old.targets(missingIn: newList(event) ?? LinkList()).filter {
        $0.isTarget(of: event.entity)
      }
    }

    func sources(_ target: Entity) -> [Entity] { table.contents.sources(of: target) }

    func hasSources(_ target: Entity) -> Bool { table.contents.hasSources(of: target) }

    func unlink(_ source: Entity, _ target: Entity) {
      guard var list = list(source), list.remove(target, of: source, table.contents) else { return }
      update(source, list)
    }
  }

  let relations: [Edges]
  private let cascading: [Edges]

  init(relations: [Edges]) {
    self.relations = relations
    cascading = relations.filter { $0.deleteRule == .cascade }
  }

  func contains(_ relation: any Relation.Type) -> Bool {
    relations.contains { $0.relation == ObjectIdentifier(relation) }
  }

  func sources(to target: Entity) -> [Entity] { relations.flatMap { $0.sources(target) } }

  func targets(of source: Entity) -> [Entity] { relations.flatMap { $0.targets(source) } }

  /// Returns true if a condition holds for a target or for one of its direct or indirect sources.
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

  /// Returns the start entities and all entities destroyed with them, without duplicates.
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

  func removeLinks(to entity: Entity) {
    for edges in relations where edges.hasSources(entity) {
      for source in edges.sources(entity) { edges.unlink(source, entity) }
    }
  }

  /// Removes the links to a destroyed entity, and destroys the targets of its cascading relations.
  ///
  /// Indirect targets are destroyed in the same call, so that a long chain does not count as an
  /// endless cascade.
  func settle(after event: Event) {
    let entity = event.entity
    // A change set may have revived the entity before observers were notified of the destruction.
    guard !entity.isAlive else { return }
    var parts: [Entity] = []
    // An applied change set already contains every destruction of its step. So an undo must not
    // cause further destructions. Most destroyed entities have no links.
    for edges in cascading where edges.isChanged(by: event) && !event.isApplied {
      parts += edges.formerTargets(event)
    }
    removeLinks(to: entity)
    if parts.isEmpty { return }
    for part in cascade(from: parts) where part.isAlive { part.destroy() }
  }
}

/// A type-erased component that stores links.
private protocol LinkComponent: Component {
  var list: LinkList { get }
}

extension Links: LinkComponent {}

final class FollowedLinks {
  var graphs: [LinkGraph] = []
}
