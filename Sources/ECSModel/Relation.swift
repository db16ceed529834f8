// Relations: typed, ordered links between entities, stored as `Links` components of the source.
// Apps read and write links. `LinkGraph` applies the delete rules, and ECSStore saves the links. A
// link may outlive its target, so reads omit targets that no longer exist.

public import ECSKit

/// The effect of deleting a source on the targets of a relation.
public enum DeleteRule: Sendable {
  /// The targets are also deleted.
  ///
  /// Undoing the creation of a source also deletes its targets. An older target survives if its
  /// link was added after the creation of the source, for example by `link(to:as:)`.
  case cascade
  /// The targets remain.
  case nullify
  /// The source cannot be deleted while it has targets that would remain.
  ///
  /// Only ``RelationRules/delete(_:label:)`` enforces this rule, by throwing an error. The method
  /// `destroy()` cannot throw, so it destroys the source despite the rule.
  case deny
}

/// A kind of link from one entity to other entities.
///
/// A conforming type serves only as a name and needs no instances:
///
///     enum Wrote: Relation {}
///     enum Chapters: Relation { static var deleteRule: DeleteRule { .cascade } }
///     enum Plays: Relation { typealias Data = Role }
///
///     ada.link(to: notes, as: Wrote.self)
///     ada.targets(of: Wrote.self)                     // [notes]
///     context.sources(of: Wrote.self, to: notes)      // [ada]
///
/// ``RelationRules`` applies the delete rules and removes links to destroyed entities.
public protocol Relation: SendableMetatype {
  /// The data of each link, in addition to its target.
  associatedtype Data: Equatable = NoData
  /// The effect of deleting a source on its targets.
  ///
  /// The default is ``DeleteRule/nullify``.
  static var deleteRule: DeleteRule { get }
  /// A Boolean value that indicates whether a source has at most one target.
  ///
  /// The default is false.
  static var isToOne: Bool { get }
  /// A Boolean value that indicates whether a target has at most one source.
  ///
  /// The links then form trees. The default is false.
  static var isFromOne: Bool { get }
}

extension Relation {
  /// The rule `nullify`: deleting a source does not delete its targets.
  public static var deleteRule: DeleteRule { .nullify }
  /// False, so a source may have any number of targets.
  public static var isToOne: Bool { false }
  /// False, so a target may have any number of sources.
  public static var isFromOne: Bool { false }
}

/// The link data of a relation whose links have no data.
public struct NoData: Hashable, Codable, Sendable {
  /// Creates the only value.
  public init() {}
}

/// A link of a relation, with its target and data.
public struct Link<R: Relation>: Equatable {
  /// The target of the link.
  public let target: Entity
  /// The data of the link.
  public var data: R.Data

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - target: The target, an entity of the same context.
  ///   - data: The data of the link.
  public init(to target: Entity, _ data: R.Data) {
    self.target = target
    self.data = data
  }
}

/// All links of one relation from an entity, in order.
///
/// A target can occur several times in one list, and in the lists of several sources. A to-one
/// relation stores only the last link. Copies share memory, so an earlier value in an undo step
/// needs memory only for the differences.
public struct Links<R: Relation>: Component, Equatable, CustomReflectable {
  @usableFromInline var list: LinkList

  /// The links in order.
  ///
  /// - Complexity: O(*l*) to read and O(*l* log *l*) to set, where *l* is the number of links. To
  ///   add or remove a single link, `link(to:as:)` and `unlink(from:as:)` are faster.
  public var links: [Link<R>] {
    get { list.all.map { Link(to: $0.target, data(of: $0)) } }
    set { self = Links(newValue) }
  }

  /// Creates a list of links.
  ///
  /// In a to-one relation, only the last link is used.
  ///
  /// - Parameter links: The links, in order.
  /// - Complexity: O(*l* log *l*), where *l* is the number of links.
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
      preconditionFailure("the links must have the data type of their relation")
    }
    return data
  }

  /// Returns true if two values have the same links in the same order.
  ///
  /// - Parameters:
  ///   - first: A value.
  ///   - second: Another value.
  /// - Returns: True if the values are equal.
  /// - Complexity: O(log *l*) if one value is derived from the other by few changes, and at most
  ///   O(*l*).
  public static func == (first: Links, second: Links) -> Bool {
    first.list.isEqual(to: second.list) { first.data(of: $0) == second.data(of: $1) }
  }

  /// The links, for descriptions and queries.
  public var customMirror: Mirror {
    Mirror(self, children: ["links": links], displayStyle: .struct)
  }
}

extension Links {
  /// A label that has different links in two values.
  package struct Change {
    package let label: Int
    package fileprivate(set) var old: Link<R>?
    package fileprivate(set) var new: Link<R>?
  }

  package var count: Int { list.count }

  /// The label and the link at a position.
  ///
  /// - Complexity: O(log *l*), where *l* is the number of links.
  package subscript(position: Int) -> (label: Int, link: Link<R>) {
    let entry = list.tree[position]
    return (entry.key.minor, link(entry.value))
  }

  /// Returns the position of the first link with this label or a greater one.
  ///
  /// - Complexity: O(log² *l*), where *l* is the number of links.
  package func position(of label: Int) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if list.tree[middle].key.minor < label {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// Returns the labels with different links in this value and another value, in ascending order.
  ///
  /// - Complexity: O(*d* log *l*) for *d* labels, if one value is derived from the other by few
  ///   changes.
  package func changes(since other: Links) -> [Change] {
    var changes: [Int: Change] = [:]
    OrderedMap.difference(
      other.list.tree, list.tree,
      isSame: {
        $0.target == $1.target && ($0.data === $1.data || data(of: $0) == data(of: $1))
      },
      each: { entry, isHere in
        let label = entry.key.minor
        if isHere {
          changes[label, default: Change(label: label)].new = link(entry.value)
        } else {
          changes[label, default: Change(label: label)].old = link(entry.value)
        }
      })
    return changes.values.sorted { $0.label < $1.label }
  }

  /// Returns a copy of the value without the links to the given entities.
  ///
  /// The other links keep their labels.
  package func removing(_ targets: Set<Entity>) -> Links {
    var links = self
    links.list.remove(targets)
    return links
  }

  private func link(_ end: LinkEnd) -> Link<R> { Link(to: end.target, data(of: end)) }
}

extension Links: IdentifyingComponent {
  package static var isIdentifying: Bool { R.isFromOne || R.self is any OwningRelation.Type }
}
