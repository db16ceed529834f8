// Groups and lists that follow links. A group contains the sources of a target, by a condition on
// their links. A list contains the targets of a source, and is updated at the end of a burst.

public import ECSKit

extension Matcher {
  /// Returns a rule that requires a link to a target.
  ///
  /// A group with this rule contains the sources of the target and is always up to date, like any
  /// other group. On an existing rule, `linked` adds the condition:
  ///
  ///     let talks = context.group(.all(Title.self).linked(In.self, to: room))
  ///     talk.link(to: room, as: In.self)  // joins the group
  ///     talks.list(by: \Start.minute)     // the talks in the room, by time
  ///
  /// A link counts even if its target was destroyed, as for `sources(of:to:)`. If the target
  /// belongs to another context, the rule matches no entity.
  ///
  /// - Parameters:
  ///   - relation: The type of the relation.
  ///   - target: The target of the links.
  /// - Returns: The rule.
  /// - Complexity: Each change to links of the relation costs O(log *s*) for each group with such a
  ///   rule, where *s* is the number of the target's sources.
  public static func linked<R: Relation>(_ relation: R.Type, to target: Entity) -> Matcher {
    Matcher().linked(relation, to: target)
  }

  /// Returns a rule that requires a link to any target.
  ///
  /// - Parameter relation: The type of the relation.
  /// - Returns: The rule.
  public static func linked<R: Relation>(_ relation: R.Type) -> Matcher {
    .all(Links<R>.self)
  }

  /// Returns a copy of this rule that also requires a link to a target.
  ///
  /// - Parameters:
  ///   - relation: The type of the relation.
  ///   - target: The target of the links.
  /// - Returns: The combined rule.
  public func linked<R: Relation>(_ relation: R.Type, to target: Entity) -> Matcher {
    let identity = target.identity
    return requiring(
      Condition(
        on: Links<R>.self, of: identity,
        text: "linked(\(relation), to: \(target.creationNumber.map { "\($0)" } ?? "nothing"))"
      ) { scope in
        guard let target = scope.handle(identity) else { return { _ in false } }
        let table = scope.derived(from: Links<R>.self, SourceTable.init) {
          $0.file($1, $2, $3?.list)
        }
        return { table.contents.has($0, linkedTo: target) }
      })
  }

  /// Returns a copy of this rule that also requires a link to any target.
  ///
  /// - Parameter relation: The type of the relation.
  /// - Returns: The combined rule.
  public func linked<R: Relation>(_ relation: R.Type) -> Matcher { all(Links<R>.self) }
}

extension Group {
  /// Creates a list of the members to which an entity links, in the order of the links.
  ///
  /// The list follows the links of the entity and the members of the group:
  ///
  ///     let cards = context.group(.all(Title.self))
  ///     let list = cards.list(of: Cards.self, in: column)
  ///     list.onChange = { changes in view.apply(changes) }
  ///     column.link(to: card, as: Cards.self, at: 0)  // inserts the card at the top
  ///
  /// A target with several links is listed once, at its first link. An item is reported as updated
  /// if the data of this link, a shown component or a component in the group's rule changed. In all
  /// other respects, the list works like a list of the group; see `EntityList`.
  ///
  /// - Parameters:
  ///   - relation: The type of the relation.
  ///   - owner: The entity with the links. If it is destroyed, the list is empty until an undo
  ///     revives it.
  ///   - types: Components that an item shows, in addition to the components in the group's rule.
  /// - Returns: A list that follows the links as long as the list is referenced.
  /// - Complexity: O(*l* log *l* + *n*), where *l* is the number of links and *n* the number of
  ///   members. A later burst costs O(*k* log *l*) expected for *k* changed links or items, and
  ///   O(1) if it changes only links of other entities.
  public func list<R: Relation>(
    of relation: R.Type, in owner: Entity, showing types: any Component.Type...
  ) -> EntityList<Never> {
    let items = LinkedItems<R>(of: owner)
    return EntityList(
      self, in: items, following: .all(Links<R>.self), showing: types, by: items.position)
  }
}

/// A list source that contains the targets of an entity.
private final class LinkedItems<R: Relation>: ListSource {
  private let owner: Entity
  private var links = Links<R>()
  /// The labels of the links to each target, in ascending order.
  private var labels: [Entity: [Int]] = [:]
  private var changed: Set<Entity> = []

  init(of owner: Entity) {
    self.owner = owner
  }

  func contains(_ entity: Entity) -> Bool { labels[entity] != nil }

  func position(of entity: Entity) -> Int? { labels[entity]?.first }

  func isChanged(_ entity: Entity) -> Bool { changed.contains(entity) }

  func update() -> [Entity] {
    let present = owner[Links<R>.self] ?? Links()
    let changes = present.changes(since: links)
    let touched = Set(changes.flatMap { [$0.old, $0.new] }.compactMap { $0?.target })
    func data() -> [Entity: R.Data] {
      let data = touched.map { ($0, position(of: $0).flatMap { links.data(at: $0) }) }
      return Dictionary(uniqueKeysWithValues: data).compactMapValues(\.self)
    }
    let former = data()
    for change in changes {
      if let old = change.old { remove(change.label, of: old.target) }
      if let new = change.new { insert(change.label, of: new.target) }
    }
    links = present
    let now = data()
    changed = touched.filter { former[$0] != now[$0] }
    return Array(touched)
  }

  private func insert(_ label: Int, of target: Entity) {
    let position = labels[target]?.firstIndex { $0 > label }
    labels[target, default: []].insert(label, at: position ?? labels[target]?.count ?? 0)
  }

  private func remove(_ label: Int, of target: Entity) {
    labels[target]?.removeAll { $0 == label }
    if labels[target]?.isEmpty == true { labels[target] = nil }
  }
}

extension Links {
  /// Returns the data of the link with a label, or nil if no link has the label.
  fileprivate func data(at label: Int) -> R.Data? {
    let position = position(of: label)
    return position < count && self[position].label == label ? self[position].link.data : nil
  }
}
