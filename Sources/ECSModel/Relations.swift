public import ECSKit

/// The relations of a context, with their delete rules kept.
///
/// Make it once, when you make the context, and name the relations that it is to follow:
///
///     let relations = Relations(Wrote.self, Chapters.self, in: context)
///     try relations.delete(ada)
///
/// From then on a link disappears when its target is destroyed, in whichever way, and the targets of
/// a destroyed source follow the ``DeleteRule``. Both are changes like any others, in the same change
/// set, so undo brings everything back. Cycles are no obstacle.
///
/// Like an ``Identity`` it keeps its context alive; what it observes does not.
public struct Relations {
  let context: Context
  let graph: LinkGraph

  /// Begins to follow relations.
  ///
  /// - Parameters:
  ///   - types: The relations.
  ///   - context: The context.
  /// - Complexity: O(*n*) for each relation, where *n* is the number of entities.
  public init(_ types: any Relation.Type..., in context: Context) {
    self.context = context
    let graph = LinkGraph(relations: types.map { LinkGraph.Edges($0, context) })
    self.graph = graph
    // Only destroyed entities leave this group.
    context.group(Matcher()).observe(.removed, body: graph.settle)
    context.companion(FollowedLinks.init).graphs.append(graph)
  }

  // MARK: Deleting

  /// Why an entity was not deleted.
  public struct Denial: Equatable, Sendable, CustomStringConvertible {
    /// The name of the relation that denies.
    public let relation: String
    /// The creation number of the entity that cannot be deleted.
    public let source: UInt64
    /// The creation number of the target that would stay.
    public let target: UInt64

    /// A sentence that names the relation and both entities.
    public var description: String {
      "entity \(source) cannot be deleted while \(relation) links it to entity \(target)"
    }
  }

  /// The reasons why nothing was deleted.
  public struct DeletionError: Error, Equatable, CustomStringConvertible {
    /// All reasons, in the order of the entities and their links.
    public let denials: [Denial]

    /// The reasons, one after the other.
    public var description: String { denials.map(\.description).joined(separator: "; ") }
  }

  /// Destroys entities and what depends on them, in one transaction, unless a relation denies it.
  ///
  /// The entities to destroy are found before anything changes. A target that is destroyed as well
  /// does not deny.
  ///
  /// - Parameters:
  ///   - entities: The entities.
  ///   - label: What the changes are called in their change set.
  /// - Throws: ``DeletionError`` with everyone who denies; nothing is changed then.
  /// - Complexity: O(*e* + *l*), where *e* is the number of entities that are destroyed and *l* that of
  ///   their links, plus what destroying them costs.
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

  // MARK: Wholes

  /// Calls a closure after each call that changed an entity or anything that it leads to.
  ///
  /// Its parts, their parts and so on count, along all relations. The closure is called once for a
  /// whole transaction with everything that observers changed in response, and finds the context as
  /// they left it. Like any reader of change sets it must not change the context.
  ///
  ///     relations.observe(library) { changes in list.reload() }
  ///     page.set(Text("…"))  // a page of a chapter of a book of the library
  ///
  /// - Parameters:
  ///   - whole: The entity.
  ///   - body: A closure that is called with the changes, which may concern other entities, too.
  /// - Returns: The token that ends the subscription.
  /// - Complexity: O(1). Each later call costs O(*a*), where *a* is the number of entities from which
  ///   those that it changed can be reached, and each change a copy of its values.
  @discardableResult
  public func observe(_ whole: Entity, _ body: @escaping (ChangeSet) -> Void) -> ObserverToken {
    context.observeChanges { [graph] changes in
      if graph.isReached(changes.changes.map(\.entity), from: { $0 == whole }) { body(changes) }
    }
  }
}

extension Context {
  /// Removes the links to an entity, dead or alive, of the relations that are followed.
  ///
  /// - Parameter entity: The entity.
  /// - Complexity: O(*l* log *n*) for *l* links.
  package func removeLinks(to entity: Entity) {
    for graph in companion(FollowedLinks.init).graphs { graph.removeLinks(to: entity) }
  }
}
