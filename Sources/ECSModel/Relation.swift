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
  /// ``Relations/delete(_:label:)`` throws. A plain `destroy()` has nobody to refuse to, and destroys.
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
public struct NoData: Hashable, Sendable {
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
/// A target can be there several times, and in the links of several sources. Of a relation to one
/// only the last link is kept.
public struct Links<R: Relation>: Component, Equatable {
  /// The links.
  public var links: [Link<R>] { didSet { limit() } }

  /// Creates the component.
  ///
  /// - Parameter links: The links.
  public init(_ links: [Link<R>]) {
    self.links = links
    limit()
  }

  private mutating func limit() {
    if R.isToOne, links.count > 1 { links.removeFirst(links.count - 1) }
  }

  /// The targets in the order of the links.
  ///
  /// - Complexity: O(*l*), where *l* is the number of links.
  public var targets: [Entity] { links.map(\.target) }
}

extension Entity {
  /// Returns the links of a relation.
  ///
  /// - Parameter relation: The relation.
  /// - Returns: The links to entities that exist, in order.
  /// - Complexity: O(*l*), where *l* is the number of links.
  public func links<R: Relation>(of relation: R.Type) -> [Link<R>] {
    (self[Links<R>.self]?.links ?? []).filter { $0.target.isAlive }
  }

  /// Returns the targets of a relation.
  ///
  /// - Parameter relation: The relation.
  /// - Returns: The targets that exist, in the order of the links.
  /// - Complexity: O(*l*), where *l* is the number of links.
  public func targets<R: Relation>(of relation: R.Type) -> [Entity] {
    links(of: relation).map(\.target)
  }

  /// Adds a link; a link of a relation to one replaces the former one.
  ///
  /// - Parameters:
  ///   - target: The entity that it leads to, of the same context.
  ///   - relation: The relation.
  ///   - data: What the link says.
  ///   - position: Where it is put among the links; last if nil or beyond the end.
  /// - Returns: Whether the target exists; otherwise there is no link.
  /// - Complexity: O(*l*), where *l* is the number of links.
  @discardableResult
  public func link<R: Relation>(
    to target: Entity, as relation: R.Type, _ data: R.Data, at position: Int? = nil
  ) -> Bool {
    guard target.isAlive else { return false }
    var links = self[Links<R>.self]?.links ?? []
    let end = links.count
    links.insert(Link(to: target, data), at: R.isToOne ? end : min(max(position ?? end, 0), end))
    set(Links<R>(links))
    return true
  }

  /// Adds a link that has nothing to say; a link of a relation to one replaces the former one.
  ///
  /// - Parameters:
  ///   - target: The entity that it leads to, of the same context.
  ///   - relation: The relation.
  ///   - position: Where it is put among the links; last if nil or beyond the end.
  /// - Returns: Whether the target exists; otherwise there is no link.
  /// - Complexity: O(*l*), where *l* is the number of links.
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
  /// - Complexity: O(*l*), where *l* is the number of links.
  public func unlink<R: Relation>(from target: Entity, as relation: R.Type) {
    guard var links = self[Links<R>.self] else { return }
    links.links.removeAll { $0.target == target }
    if links.links.isEmpty { remove(Links<R>.self) } else { set(links) }
  }
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
    links(R.self)[target]
  }

  /// The links of a relation by target.
  ///
  /// A key path of a generic type is made anew each time, which takes longer than all the rest.
  func links<R: Relation>(_ type: R.Type) -> Index<Links<R>, Entity> {
    index(forEach: "targets", of: Links<R>.self) { $0.targets }
  }
}
