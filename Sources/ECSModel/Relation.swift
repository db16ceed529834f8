public import ECSKit

/// What happens to the targets of a relation when the source is deleted.
public enum DeleteRule: Sendable {
  /// They are deleted, too.
  ///
  /// Undoing the creation of a source is a deletion as well. It spares older targets if the source got
  /// its links after it was created, as `link(to:as:)` does.
  case cascade
  /// They stay.
  case nullify
  /// The source cannot be deleted while it has targets, unless they are deleted with it.
  ///
  /// ``Relations/delete(_:label:)`` throws. A plain `destroy()` cannot throw, and destroys.
  case deny
}

/// A kind of link from one entity to others.
///
/// A type that conforms is a name; it needs no instances:
///
///     enum Wrote: Relation {}
///     enum Chapters: Relation { static var deleteRule: DeleteRule { .cascade } }
///     enum Plays: Relation { typealias Data = Role }
///
///     ada.link(to: notes, as: Wrote.self)
///     ada.targets(of: Wrote.self)                     // [notes]
///     context.sources(of: Wrote.self, to: notes)      // [ada]
///
/// ``Relations`` follows the delete rules and removes links to what is destroyed.
public protocol Relation: SendableMetatype {
  /// What each link says besides its target.
  associatedtype Data: Equatable = NoData
  /// What happens to the targets when the source is deleted: ``DeleteRule/nullify`` by default.
  static var deleteRule: DeleteRule { get }
  /// Whether a source has at most one target: false by default.
  static var isToOne: Bool { get }
}

extension Relation {
  /// The targets stay.
  public static var deleteRule: DeleteRule { .nullify }
  /// A source may have many targets.
  public static var isToOne: Bool { false }
}

/// What links say that have nothing to say.
public struct NoData: Hashable, Codable, Sendable {
  /// Creates the only value.
  public init() {}
}

/// A target and what the link to it says.
public struct Link<R: Relation>: Equatable {
  /// The entity that the link leads to.
  public let target: Entity
  /// What the link says.
  public var data: R.Data

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - target: The entity that it leads to, of the same context.
  ///   - data: What it says.
  public init(to target: Entity, _ data: R.Data) {
    self.target = target
    self.data = data
  }
}

/// All links of one relation from an entity, in order.
///
/// A target can be there several times, and in the links of several sources. A relation to one
/// keeps only the last link. Copies share what they have in common, so a former value that is kept
/// for undo takes memory only for what was changed since.
public struct Links<R: Relation>: Component, Equatable, CustomReflectable {
  @usableFromInline var list: LinkList

  /// The links.
  ///
  /// - Complexity: O(*l*) to read and O(*l* log *l*) to set, where *l* is the number of links. To add
  ///   or remove one, `link(to:as:)` and `unlink(from:as:)` are faster.
  public var links: [Link<R>] {
    get { list.all.map { Link(to: $0.target, data(of: $0)) } }
    set { self = Links(newValue) }
  }

  /// Creates the component.
  ///
  /// - Parameter links: The links.
  public init(_ links: [Link<R>]) {
    self.init(LinkList())
    for link in R.isToOne ? links.suffix(1) : links[...] { insert(link.target, link.data, at: nil) }
  }

  @inlinable
  init(_ list: LinkList = LinkList()) {
    self.list = list
  }

  @inlinable
  mutating func insert(_ target: Entity, _ data: R.Data, at position: Int?) {
    if R.isToOne { list = LinkList() }
    list.insert(LinkEnd(target, data: Self.object(of: data)), at: position)
  }

  @inlinable
  static func object(of data: R.Data) -> AnyObject? {
    R.Data.self == NoData.self ? nil : LinkData(data)
  }

  /// The targets in the order of the links.
  ///
  /// - Complexity: O(*l*), where *l* is the number of links.
  public var targets: [Entity] { list.all.map(\.target) }

  @usableFromInline
  func data(of end: LinkEnd) -> R.Data {
    guard let data = (end.data as? LinkData<R.Data>)?.value ?? NoData() as? R.Data else {
      preconditionFailure("the links of a relation have its data")
    }
    return data
  }

  /// Returns whether two values have the same links in the same order.
  ///
  /// - Parameters:
  ///   - first: A value.
  ///   - second: Another value.
  /// - Returns: Whether they are equal.
  /// - Complexity: O(log *l*) if one was made from the other by few changes; at most O(*l*).
  public static func == (first: Links, second: Links) -> Bool {
    first.list.isEqual(to: second.list) { first.data(of: $0) == second.data(of: $1) }
  }

  /// The links, for descriptions and queries.
  public var customMirror: Mirror {
    Mirror(self, children: ["links": links], displayStyle: .struct)
  }
}

extension Links {
  /// The links with the labels that order them.
  package var labelled: [(label: Int, link: Link<R>)] {
    var all: [(label: Int, link: Link<R>)] = []
    list.tree.visit { all.append(($0.key.minor, link($0.value))) }
    return all
  }

  /// The number of links.
  package var count: Int { list.count }

  /// Creates the component.
  ///
  /// - Parameter labelled: The links with their labels. No two labels are equal.
  package init(labelled: [(label: Int, link: Link<R>)]) {
    let links = R.isToOne ? labelled.suffix(1) : labelled[...]
    self.init(
      LinkList(links.map { ($0, LinkEnd($1.target, data: Self.object(of: $1.data))) }))
  }

  /// Returns the links that are not under the same labels in another value, and the labels of those that
  /// are gone since.
  ///
  /// - Parameters:
  ///   - other: The other value.
  ///   - comparing: Whether the links are compared, or only their labels.
  /// - Returns: The links in their order; nil for one that is gone.
  /// - Complexity: O(*d* log *l*) for *d* links, if one value was made from the other by few
  ///   changes.
  package func changes(
    since other: Links, comparing: Bool = true
  ) -> [(label: Int, link: Link<R>?)] {
    var changes: [Int: Link<R>?] = [:]
    Tree.difference(
      other.list.tree, list.tree,
      isSame: {
        !comparing
          || $0.target == $1.target && ($0.data === $1.data || data(of: $0) == data(of: $1))
      },
      each: { entry, isHere in
        changes[entry.key.minor] = .some(
          isHere ? link(entry.value) : changes[entry.key.minor] ?? nil)
      })
    return changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func link(_ end: LinkEnd) -> Link<R> { Link(to: end.target, data(of: end)) }
}

extension Entity {
  /// Returns the links of a relation.
  ///
  /// - Parameter relation: The relation.
  /// - Returns: The links to entities of the context that exist, in order.
  /// - Complexity: O(*l*), where *l* is the number of links.
  @inlinable
  public func links<R: Relation>(of relation: R.Type) -> [Link<R>] {
    guard let links = self[Links<R>.self] else { return [] }
    return links.list.living(from: self).map { Link(to: $0.target, links.data(of: $0)) }
  }

  /// Returns the targets of a relation.
  ///
  /// - Parameter relation: The relation.
  /// - Returns: The targets that exist, in the order of the links.
  /// - Complexity: O(*l*), where *l* is the number of links.
  @inlinable
  public func targets<R: Relation>(of relation: R.Type) -> [Entity] {
    self[Links<R>.self]?.list.livingTargets(from: self) ?? []
  }

  /// Adds a link; a link of a relation to one replaces the former one.
  ///
  /// - Parameters:
  ///   - target: The entity that it leads to, of the same context.
  ///   - relation: The relation.
  ///   - data: What the link says.
  ///   - position: Where it is put among the links; last if nil or beyond the end.
  /// - Returns: Whether the target exists in the context of the source; otherwise there is no link.
  /// - Complexity: O(log *l*), where *l* is the number of links.
  @inlinable
  @discardableResult
  public func link<R: Relation>(
    to target: Entity, as relation: R.Type, _ data: R.Data, at position: Int? = nil
  ) -> Bool {
    guard target.isTarget(of: self) else { return false }
    // What a relation to one drops may be foreign. Nothing else here is.
    if !R.isToOne,
      changeUnseen(Links<R>.self, leaving: Links(), { $0.insert(target, data, at: position) })
    {
      return true
    }
    var links = self[Links<R>.self] ?? Links()
    links.insert(target, data, at: position)
    set(links)
    return true
  }

  /// Adds a link that has nothing to say; a link of a relation to one replaces the former one.
  ///
  /// - Parameters:
  ///   - target: The entity that it leads to, of the same context.
  ///   - relation: The relation.
  ///   - position: Where it is put among the links; last if nil or beyond the end.
  /// - Returns: Whether the target exists in the context of the source; otherwise there is no link.
  /// - Complexity: O(log *l*), where *l* is the number of links.
  @inlinable
  @discardableResult
  public func link<R: Relation>(
    to target: Entity, as relation: R.Type, at position: Int? = nil
  ) -> Bool where R.Data == NoData {
    link(to: target, as: relation, NoData(), at: position)
  }

  /// Removes all links to a target; both entities stay.
  ///
  /// - Parameters:
  ///   - target: The entity that they lead to.
  ///   - relation: The relation.
  /// - Complexity: O(log *l*) expected for each of them, where *l* is the number of links. The first
  ///   call for an entity with many links makes an index of the relation.
  @inlinable
  public func unlink<R: Relation>(from target: Entity, as relation: R.Type) {
    guard var links = self[Links<R>.self] else { return }
    if remove(target, from: &links.list, of: relation) { set(links.list, as: relation) }
  }

  /// Removes all links to a target from a list, and returns whether there were any.
  @usableFromInline
  func remove<R: Relation>(
    _ target: Entity, from list: inout LinkList, of relation: R.Type
  ) -> Bool {
    list.remove(target, of: self, SourceTable.of(relation, at: self))
  }

  /// Sets links, or removes the component if there are none.
  @inlinable
  func set<R: Relation>(_ list: LinkList, as relation: R.Type) {
    if list.count == 0 { remove(Links<R>.self) } else { set(Links<R>(list)) }
  }

  /// Whether the entity exists in the context of another one.
  @usableFromInline
  func isTarget(of source: Entity) -> Bool { isAlive && isOfContext(of: source) }
}

extension Context {
  /// Returns the entities that are linked to a target, in creation order.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - target: The entity that the links lead to.
  /// - Returns: The sources, each once.
  /// - Complexity: O(*s*) expected, where *s* is their number. The first call for a relation makes an
  ///   index of its links.
  public func sources<R: Relation>(of relation: R.Type, to target: Entity) -> [Entity] {
    sourceTable(of: relation).contents.sources(of: target)
  }

  /// The links of a relation by target.
  func sourceTable<R: Relation>(of relation: R.Type) -> Derived<SourceTable> {
    derived(from: Links<R>.self, SourceTable.init) { $0.file($1, $2, $3?.list) }
  }
}

extension SourceTable {
  fileprivate static func of<R: Relation>(_ relation: R.Type, at entity: Entity) -> SourceTable? {
    entity.derived(from: Links<R>.self, SourceTable.init) { $0.file($1, $2, $3?.list) }?.contents
  }
}
