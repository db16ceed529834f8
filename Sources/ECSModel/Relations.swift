public import ECSKit

/// The relations of a context, with their delete rules kept.
///
/// Make it once, when you make the context, and name the relations that it is to follow:
///
///     let relations = Relations(Wrote.self, Chapters.self, in: context)
///     try relations.delete(ada)
///
/// From then on a link disappears when its target is destroyed, in whichever way, and what the
/// targets of a destroyed source depend on by ``DeleteRule/cascade`` is destroyed with it. Both are
/// changes like any others, in the same change set, so undo brings everything back. Cycles are no
/// obstacle.
///
/// Like an ``Identity`` it keeps its context alive; what it observes does not.
public struct Relations {
  let context: Context
  let types: [any Relation.Type]

  private init(_ types: [any Relation.Type], _ context: Context) {
    self.types = types
    self.context = context
  }

  /// Begins to follow relations.
  ///
  /// - Parameters:
  ///   - types: The relations.
  ///   - context: The context.
  /// - Complexity: O(*n*) for each relation, where *n* is the number of entities.
  public init(_ types: any Relation.Type..., in context: Context) {
    self.init(types, context)
    for type in types { makeIndex(type) }
    let again = whileContextLives
    // Only destroyed entities leave this group.
    context.group(.all([])).observe(.removed) { again()?.settle(after: $0) }
  }

  /// Makes the same relations as long as the context exists, for observers that must not keep it.
  var whileContextLives: () -> Relations? {
    { [types, weak context] in context.map { Relations(types, $0) } }
  }

  private func makeIndex<R: Relation>(_ type: R.Type) {
    _ = context.index(forEach: \Links<R>.targets)
  }

  // MARK: Following links

  /// The targets of an entity that exist, by the relations that a closure accepts.
  func targets(of entity: Entity, where isIncluded: (any Relation.Type) -> Bool) -> [Entity] {
    types.flatMap { isIncluded($0) ? entity.targets(of: $0) : [] }
  }

  /// The entities that are linked to a target by any relation.
  func sources(to target: Entity) -> [Entity] {
    types.flatMap { context.sources(of: $0, to: target) }
  }

  /// Visits entities and what is reachable from them, each once, until a closure returns true.
  @discardableResult
  static func visit(
    _ start: [Entity], next: (Entity) -> [Entity], until isFound: (Entity) -> Bool
  ) -> Bool {
    var seen: Set<Entity> = []
    var waiting = start
    var position = 0
    while position < waiting.count {
      let entity = waiting[position]
      position += 1
      guard seen.insert(entity).inserted else { continue }
      if isFound(entity) { return true }
      waiting += next(entity)
    }
    return false
  }

  /// What is deleted with some entities: themselves and what cascades reach, each once.
  private func cascade(from start: [Entity]) -> [Entity] {
    var reached: [Entity] = []
    Self.visit(
      start, next: { targets(of: $0) { $0.deleteRule == .cascade } },
      until: {
        reached.append($0)
        return false
      })
    return reached
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
  /// What is to be destroyed is worked out before anything changes. A target that is destroyed as
  /// well does not deny.
  ///
  /// - Parameters:
  ///   - entities: The entities.
  ///   - label: What the changes are called in their change set.
  /// - Throws: ``DeletionError`` with everyone who denies; nothing is changed then.
  /// - Complexity: O(*e* + *l*), where *e* is the number of entities that are destroyed and *l* that of
  ///   their links, plus what destroying them costs.
  public func delete(_ entities: Entity..., label: String? = nil) throws(DeletionError) {
    let doomed = cascade(from: entities)
    let all = Set(doomed)
    let denials = doomed.flatMap { entity in
      types.filter { $0.deleteRule == .deny }.flatMap { type in
        entity.targets(of: type).filter { !all.contains($0) }.map { target in
          Denial(
            relation: Rule.name(type), source: entity.creationNumber ?? 0,
            target: target.creationNumber ?? 0)
        }
      }
    }
    guard denials.isEmpty else { throw DeletionError(denials: denials) }
    context.transaction(label: label) {
      for entity in doomed { entity.destroy() }
    }
  }

  /// Removes the links to a destroyed entity, and destroys what depended on it.
  ///
  /// All of it is destroyed in this one step, however deep it is: a long chain is no endless cascade.
  private func settle(after event: Event) {
    let entity = event.entity
    // A change set may have brought it back before its observers were notified.
    guard !entity.isAlive else { return }
    let parts = types.flatMap { $0.deleteRule == .cascade ? Self.former(of: $0, in: event) : [] }
    for type in types {
      for source in context.sources(of: type, to: entity) { source.unlink(from: entity, as: type) }
    }
    for part in cascade(from: parts) where part.isAlive { part.destroy() }
  }

  /// The targets before a change that still exist.
  static func former<R: Relation>(of type: R.Type, in event: Event) -> [Entity] {
    (event.old(Links<R>.self)?.targets ?? []).filter(\.isAlive)
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
    let again = whileContextLives
    return context.observeChanges { changes in
      guard let relations = again() else { return }
      let isPart = Self.visit(
        changes.changes.map(\.entity), next: relations.sources, until: { $0 == whole })
      if isPart { body(changes) }
    }
  }
}
