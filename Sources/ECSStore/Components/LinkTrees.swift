// Restores the trees of relations with one source per target after a merge. Two writers may have
// linked different sources to one target, or have moved links so that the links form a cycle.
// `ComponentStore` creates a `LinkTrees` value before it applies entries of other writers, and
// calls `settle()` after it has applied them. Afterwards, each target has at most one source, no
// links form a cycle, and the removals are unsaved changes.

import ECSDetached
import ECSKit
import ECSModel

/// The trees of relations with one source per target, during a merge.
struct LinkTrees {
  private typealias Lists = any StoredLinkList.Type

  /// The target of an incoming link, and its source before the merge.
  private struct Target {
    let id: DurableID
    let lists: Lists
    let former: (source: Entity, position: Int?)?
  }

  /// A link, identified by the ids of its source and target.
  private struct Edge: Hashable {
    let kind: String
    let source: String
    let target: String

    var withoutSource: Edge { Edge(kind: kind, source: "", target: target) }
  }

  private let store: ComponentStore
  private let policy: SyncPolicy
  private var targets: [Target] = []
  /// The position of each link's entry among the incoming entries, in log order.
  private var places: [Edge: Int] = [:]
  /// The previous sources of moved targets, as recorded in the entries.
  private var formerSources: [Edge: DurableID] = [:]
  /// The sources whose links to a target were removed because a later link exists.
  private var replacedSources: [Edge: [Entity]] = [:]
  /// A conflict for each link that was removed or moved.
  private(set) var conflicts: [ComponentStore.Conflict] = []

  /// Creates the trees from the latest entries, with a separate entry for each link.
  init(_ entries: [LogEntry], of store: ComponentStore, _ policy: SyncPolicy) {
    (self.store, self.policy) = (store, policy)
    guard store.components.types.contains(where: { $0.hasOneSource }) else { return }
    var seen: Set<Edge> = []
    for (place, entry) in entries.enumerated() where entry.change.subject.isLink {
      let change = entry.change
      guard let lists = store.components[change.kind] as? Lists, lists.isFromOne else { continue }
      let edge = Edge(kind: change.kind, source: change.target, target: change.name)
      if !change.isRemoval {
        places[edge] = place
        formerSources[edge] = change.comment.isEmpty ? nil : DurableID(change.comment)
      }
      guard seen.insert(edge.withoutSource).inserted else {
        continue
      }
      let id = DurableID(change.name)
      let former = store.context.entity(id).flatMap { target in
        lists.sources(of: target, in: store.context).first.map {
          ($0, lists.position(of: target, in: $0))
        }
      }
      targets.append(Target(id: id, lists: lists, former: former))
    }
  }

  /// Conflicts for unsaved links to targets that have another source in the file.
  var unsavedConflicts: [ComponentStore.Conflict] {
    targets.compactMap { target in
      guard let entity = store.context.entity(target.id) else { return nil }
      let sources = target.lists.sources(of: entity, in: store.context)
      guard let mine = sources.first(where: { place(of: entity, in: $0, target.lists) == .max }),
        let id = mine[DurableID.self],
        places.keys.contains(where: {
          ($0.kind, $0.target) == (target.lists.storedName, target.id.text) && $0.source != id.text
        })
      else { return nil }
      let saved = store.unsaved.savedValue(mine, target.lists)
      return ComponentStore.Conflict(
        entity: id, component: target.lists.storedName, base: saved,
        mine: mine.component(target.lists) as? any StoredComponent,
        theirs: saved)
    }
  }

  /// Removes links until each target has one source and no links form a cycle.
  mutating func settle() {
    for target in targets {
      guard let entity = store.context.entity(target.id) else { continue }
      removeEarlierSources(of: entity, target.lists)
    }
    for target in targets {
      guard let entity = store.context.entity(target.id) else { continue }
      breakCycle(through: entity, target.lists)
    }
  }

  private mutating func removeEarlierSources(of target: Entity, _ lists: Lists) {
    let sources = lists.sources(of: target, in: store.context)
    if sources.count < 2 { return }
    let isMine = { [policy] (place: Int) in policy == .theirs && place == .max ? -2 : place }
    let ordered = sources.map { (source: $0, place: isMine(place(of: target, in: $0, lists))) }
      .sorted { ($0.place, Self.id($0.source)) < ($1.place, Self.id($1.source)) }
    for (source, _) in ordered.dropLast() { move(target, from: source, to: nil, lists) }
    replacedSources[edge(sources[0], target, lists).withoutSource] =
      ordered.dropLast().reversed().map(\.source)
  }

  private mutating func breakCycle(through start: Entity, _ lists: Lists) {
    var cycle: [(source: Entity, target: Entity)] = []
    var seen: Set<Entity> = []
    var target = start
    while seen.insert(target).inserted {
      guard let source = lists.sources(of: target, in: store.context).first else { return }
      cycle.append((source, target))
      target = source
    }
    if target != start { return }
    let latestFirst = cycle.sorted {
      (place(of: $0.target, in: $0.source, lists), Self.id($0.target))
        > (place(of: $1.target, in: $1.source, lists), Self.id($1.target))
    }
    for (source, child) in latestFirst {
      if let other = formerSource(of: child, otherThan: source, outside: child, lists) {
        return move(child, from: source, to: other, lists)
      }
    }
    for (source, child) in latestFirst {
      for other in formerSources(of: child, otherThan: source, lists)
      where undoMove(above: other.source, upTo: child, lists) {
        return move(child, from: source, to: other, lists)
      }
    }
    if let (source, child) = latestFirst.first { move(child, from: source, to: nil, lists) }
  }

  /// Moves an entity back to an earlier source, so that `entity` is no longer below `child`.
  ///
  /// The search goes upward from `entity` and ends before `child`. It moves the first entity that
  /// has an existing earlier source outside of the tree below `child`.
  ///
  /// - Returns: True if an entity was moved.
  private mutating func undoMove(
    above entity: Entity, upTo child: Entity, _ lists: Lists
  ) -> Bool {
    var target = entity
    while target != child, let source = lists.sources(of: target, in: store.context).first {
      if let other = formerSource(of: target, otherThan: source, outside: child, lists) {
        move(target, from: source, to: other, lists)
        return true
      }
      target = source
    }
    return false
  }

  /// Returns the sources of a target before its last move, without destroyed entities.
  private func formerSources(
    of child: Entity, otherThan source: Entity, _ lists: Lists
  ) -> [(source: Entity, position: Int?)] {
    let id = Self.id(child)
    let former = targets.first { $0.lists == lists && $0.id.text == id }?.former
    let named = formerSources[edge(source, child, lists)].flatMap { store.context.entity($0) }
    let saved = store.unsaved.values.first { value in
      value.type == lists
        && (value.base as? any StoredLinkList)?.targets(changedSince: nil).contains(child) ?? false
    }?.entity
    let replaced = replacedSources[edge(source, child, lists).withoutSource] ?? []
    let others = [named, saved].compactMap(\.self) + replaced
    let all = [former].compactMap(\.self) + others.map { ($0, nil) }
    return all.filter { $0.source != source && $0.source.isAlive }
  }

  /// Returns the first former source that neither equals `top` nor is below it.
  private func formerSource(
    of target: Entity, otherThan source: Entity, outside top: Entity, _ lists: Lists
  ) -> (source: Entity, position: Int?)? {
    formerSources(of: target, otherThan: source, lists).first {
      !lists.isBelow($0.source, top, in: store.context)
    }
  }

  private mutating func move(
    _ target: Entity, from source: Entity, to other: (source: Entity, position: Int?)?,
    _ lists: Lists
  ) {
    let theirs = source.component(lists) as? any StoredComponent
    let base = store.unsaved.savedValue(source, lists)
    lists.move(target, from: source, to: other)
    // The file may contain a removal of this link, so the link is written again.
    if let other { store.unsaved.forgetLink(from: other.source, lists, to: target) }
    guard let id = source[DurableID.self] else { return }
    conflicts.append(
      ComponentStore.Conflict(
        entity: id, component: lists.storedName, base: base,
        mine: source.component(lists) as? any StoredComponent,
        theirs: theirs))
  }

  /// Returns the position of a link's entry among the incoming entries, in log order.
  ///
  /// The position is -1 for a link that was saved earlier, and `Int.max` for an unsaved link.
  private func place(of target: Entity, in source: Entity, _ lists: Lists) -> Int {
    if let place = places[edge(source, target, lists)] { return place }
    let saved = store.unsaved.savedValue(source, lists) as? any StoredLinkList
    return saved?.targets(changedSince: nil).contains(target) ?? false ? -1 : .max
  }

  private func edge(_ source: Entity, _ target: Entity, _ lists: Lists) -> Edge {
    Edge(kind: lists.storedName, source: Self.id(source), target: Self.id(target))
  }

  private static func id(_ entity: Entity) -> String { entity[DurableID.self]?.text ?? "" }
}

extension StoredComponent {
  /// True if the component contains the links of a relation with one source per target.
  static var hasOneSource: Bool { (self as? any StoredLinkList.Type)?.isFromOne ?? false }
}
