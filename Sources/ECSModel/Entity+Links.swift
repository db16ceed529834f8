// Reading, adding and removing links. Apps call these functions on the source. A change of links
// goes through `set`, or through `changeUnseen` if nobody observes the change.

public import ECSKit

extension Entity {
  /// Returns the links of a relation.
  ///
  /// - Parameter relation: The type of the relation.
  /// - Returns: The links to existing entities of the context, in order.
  /// - Complexity: O(*l*), where *l* is the number of links.
  @inlinable
  public func links<R: Relation>(of relation: R.Type) -> [Link<R>] {
    guard let links = self[Links<R>.self] else { return [] }
    return links.list.existing(from: self).map { Link(to: $0.target, links.data(of: $0)) }
  }

  /// Returns the targets of a relation.
  ///
  /// - Parameter relation: The type of the relation.
  /// - Returns: The existing targets, in the order of the links.
  /// - Complexity: O(*l*), where *l* is the number of links.
  @inlinable
  public func targets<R: Relation>(of relation: R.Type) -> [Entity] {
    self[Links<R>.self]?.list.livingTargets(from: self) ?? []
  }

  /// Adds a link.
  ///
  /// In a to-one relation, the link replaces the previous link. If the relation allows only one
  /// source for each target, the previous link to the target is removed in the same change, so a
  /// move is one undo step.
  ///
  /// - Parameters:
  ///   - target: The target, an entity of the same context.
  ///   - relation: The type of the relation.
  ///   - data: The data of the link.
  ///   - position: The position among the links. If it is nil or beyond the end, the link is
  ///     appended.
  /// - Returns: True if the link was added. A link is not added if the target does not exist in the
  ///   context of the source. If the relation allows only one source for each target, a link that
  ///   would close a cycle is not added either.
  /// - Complexity: O(log *l*), where *l* is the number of links. If the relation allows only one
  ///   source for each target, add O(*a*), where *a* is the number of direct and indirect sources.
  @inlinable
  @discardableResult
  public func link<R: Relation>(
    to target: Entity, as relation: R.Type, _ data: R.Data, at position: Int? = nil
  ) -> Bool {
    guard target.isTarget(of: self) else { return false }
    if R.isFromOne {
      guard let sources = formerSources(of: target, relation) else { return false }
      if !sources.isEmpty {
        replaceLinks(to: target, from: sources, as: relation, data, at: position)
        return true
      }
    }
    insertLink(to: target, as: relation, data, at: position)
    return true
  }

  @inlinable @inline(__always)
  func insertLink<R: Relation>(
    to target: Entity, as relation: R.Type, _ data: R.Data, at position: Int?
  ) {
    // In a to-one relation, replacing the link may run user code: the deinit of its data.
    if !R.isToOne,
      changeUnseen(Links<R>.self, leaving: Links(), { $0.insert(target, data, at: position) })
    {
      return
    }
    var links = self[Links<R>.self] ?? Links()
    links.insert(target, data, at: position)
    set(links)
  }

  /// Adds a link without data.
  ///
  /// Equivalent to `link(to:as:_:at:)` for a relation whose links have no data.
  ///
  /// - Parameters:
  ///   - target: The target, an entity of the same context.
  ///   - relation: The type of the relation.
  ///   - position: The position among the links. If it is nil or beyond the end, the link is
  ///     appended.
  /// - Returns: True if the link was added.
  /// - Complexity: As for `link(to:as:_:at:)`.
  @inlinable
  @discardableResult
  public func link<R: Relation>(
    to target: Entity, as relation: R.Type, at position: Int? = nil
  ) -> Bool where R.Data == NoData {
    link(to: target, as: relation, NoData(), at: position)
  }

  /// Removes all links to a target without destroying either entity.
  ///
  /// - Parameters:
  ///   - target: The target of the links.
  ///   - relation: The type of the relation.
  /// - Complexity: O(log *l*) expected for each removed link, where *l* is the number of links. The
  ///   first call for an entity that has many links creates an index of the relation.
  @inlinable
  public func unlink<R: Relation>(from target: Entity, as relation: R.Type) {
    guard var links = self[Links<R>.self] else { return }
    if remove(target, from: &links.list, of: relation) { set(links.list, as: relation) }
  }

  /// Returns the current sources of a target, whose links a link from this entity would replace.
  ///
  /// The relation must allow only one source for each target.
  ///
  /// - Returns: The sources, or nil if the target is this entity or one of its direct or indirect
  ///   sources.
  @usableFromInline
  func formerSources<R: Relation>(of target: Entity, _ relation: R.Type) -> [Entity]? {
    guard let table = SourceTable.of(relation, at: self), !table.isBelow(self, target) else {
      return nil
    }
    return table.sources(of: target)
  }

  /// Moves a target from its sources to this entity, as one change.
  @usableFromInline
  func replaceLinks<R: Relation>(
    to target: Entity, from sources: [Entity], as relation: R.Type, _ data: R.Data,
    at position: Int?
  ) {
    together {
      for source in sources { source.unlink(from: target, as: relation) }
      insertLink(to: target, as: relation, data, at: position)
    }
  }

  /// Removes all links to a target from a list.
  ///
  /// - Returns: True if any link existed.
  @usableFromInline
  func remove<R: Relation>(
    _ target: Entity, from list: inout LinkList, of relation: R.Type
  ) -> Bool {
    list.remove(target, of: self, SourceTable.of(relation, at: self))
  }

  @inlinable
  func set<R: Relation>(_ list: LinkList, as relation: R.Type) {
    if list.count == 0 { remove(Links<R>.self) } else { set(Links<R>(list)) }
  }

  /// Returns true if the entity exists in the context of a source.
  @usableFromInline
  func isTarget(of source: Entity) -> Bool { isAlive && isOfContext(of: source) }
}

extension Context {
  /// Returns the entities with a link to a target, in creation order.
  ///
  /// - Parameters:
  ///   - relation: The type of the relation.
  ///   - target: The target of the links.
  /// - Returns: The sources, without duplicates.
  /// - Complexity: O(*s*) expected, where *s* is the number of sources. The first call for a
  ///   relation creates an index of its links.
  public func sources<R: Relation>(of relation: R.Type, to target: Entity) -> [Entity] {
    sourceTable(of: relation).contents.sources(of: target)
  }

  /// Returns true if an entity equals another entity or is one of its direct or indirect targets.
  ///
  /// The relation must allow only one source for each target.
  package func isBelow<R: Relation>(
    _ entity: Entity, _ other: Entity, as relation: R.Type
  ) -> Bool {
    sourceTable(of: relation).contents.isBelow(entity, other)
  }

  func sourceTable<R: Relation>(of relation: R.Type) -> Derived<SourceTable> {
    derived(from: Links<R>.self, SourceTable.init) { $0.file($1, $2, $3?.list) }
  }
}

extension SourceTable {
  static func of<R: Relation>(_ relation: R.Type, at entity: Entity) -> SourceTable? {
    entity.derived(from: Links<R>.self, SourceTable.init) { $0.file($1, $2, $3?.list) }?.contents
  }
}
