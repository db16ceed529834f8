public import ECSKit

/// A set of relations whose delete rules are enforced in a context.
///
/// Create the rules once, together with the context, and list the relations:
///
///     let relations = RelationRules(Wrote.self, Chapters.self, in: context)
///     try relations.delete(ada)
///
/// Afterwards, destroying a target removes the links to it, and destroying a source applies the
/// ``DeleteRule`` to its targets. These changes belong to the same change set, so an undo restores
/// all of them. Links may form cycles.
///
/// This value keeps its context alive, as an ``Identity`` does. Its observers do not keep the
/// context alive.
public struct RelationRules {
  let context: Context
  let graph: LinkGraph

  /// Creates the rules of relations, and begins to apply them.
  ///
  /// - Parameters:
  ///   - types: The relations whose delete rules apply.
  ///   - context: The context of the linked entities.
  /// - Complexity: O(*n*) for each relation, where *n* is the number of entities.
  public init(_ types: any Relation.Type..., in context: Context) {
    self.context = context
    let graph = LinkGraph(relations: types.map { LinkGraph.Edges($0, context) })
    self.graph = graph
    // Entities leave this group only when they are destroyed.
    context.group(Matcher()).observe(.removed, body: graph.settle)
    context.companion(FollowedLinks.init).graphs.append(graph)
  }

  // MARK: Deleting

  /// A reason why an entity cannot be deleted.
  public struct Denial: Equatable, Sendable, CustomStringConvertible {
    /// The name of the relation with the rule ``DeleteRule/deny``.
    public let relation: String
    /// The creation number of the entity that cannot be deleted.
    public let source: UInt64
    /// The creation number of the target that would not be deleted.
    public let target: UInt64

    /// A sentence that names the relation and both entities.
    public var description: String {
      "entity \(source) cannot be deleted while \(relation) links it to entity \(target)"
    }
  }

  /// An error with the reasons why nothing was deleted.
  public struct DeletionError: Error, Equatable, CustomStringConvertible {
    /// All reasons why nothing was deleted, in the order of the entities and their links.
    public let denials: [Denial]

    /// The reasons, separated by semicolons.
    public var description: String { denials.map(\.description).joined(separator: "; ") }
  }

  /// Destroys entities and their dependents in one transaction, unless a relation denies this.
  ///
  /// All entities to destroy are determined before anything changes. A target that is also
  /// destroyed does not prevent the deletion.
  ///
  /// - Parameters:
  ///   - entities: The entities to delete.
  ///   - label: The label of the change set.
  /// - Throws: ``DeletionError`` with all reasons; nothing is then changed.
  /// - Complexity: O(*e* + *l*), where *e* is the number of destroyed entities and *l* the number
  ///   of their links, plus the cost of destroying them.
  public func delete(_ entities: Entity..., label: String? = nil) throws(DeletionError) {
    let doomed = graph.cascade(from: entities)
    let all = Set(doomed)
    let denying = graph.relations.filter { $0.deleteRule == .deny }
    let denials = doomed.flatMap { entity in
      denying.flatMap { edges in
        edges.targets(entity).filter { !all.contains($0) }.map { target in
          Denial(
            relation: edges.name, source: entity.creationNumber ?? 0,
            target: target.creationNumber ?? 0)
        }
      }
    }
    guard denials.isEmpty else { throw DeletionError(denials: denials) }
    context.transaction(label: label) {
      for entity in doomed { entity.destroy() }
    }
  }

  // MARK: Observing

  /// Calls a closure after each change to an entity or to its direct and indirect targets.
  ///
  /// Targets are found through all relations of the rules. For a whole transaction, the closure is
  /// called once, after all observers. The closure must not change the context.
  ///
  ///     relations.observe(library) { changes in list.reload() }
  ///     page.set(Text("…"))  // a page of a chapter of a book of the library
  ///
  /// - Parameters:
  ///   - whole: The entity to observe with its targets.
  ///   - body: A closure that receives the changes, possibly with changes to unrelated entities.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1). Each later call costs O(*a*), where *a* is the number of entities whose
  ///   links lead to a changed entity. Each change also costs a copy of the changed values.
  @discardableResult
  public func observe(_ whole: Entity, _ body: @escaping (ChangeSet) -> Void) -> ObserverToken {
    context.observeChanges { [graph] changes in
      if graph.isReached(changes.changes.map(\.entity), from: { $0 == whole }) { body(changes) }
    }
  }
}

extension Context {
  /// Removes the links to an entity in all relations whose rules the context applies.
  ///
  /// The entity may have been destroyed.
  ///
  /// - Complexity: O(*l* log *n*) for *l* links.
  package func removeLinks(to entity: Entity) {
    for graph in companion(FollowedLinks.init).graphs { graph.removeLinks(to: entity) }
  }
}

/// The old name of ``RelationRules``.
@available(*, deprecated, renamed: "RelationRules")
public typealias Relations = RelationRules
