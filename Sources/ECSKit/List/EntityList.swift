// Sorted lists with sections that report their changes to a view. Browser and ECSObservation use
// them. A collector updates a list at the end of an outermost call; ListContents holds the items.

/// The members of a group in an order and in sections, with the changes to hand on to a view.
///
/// ``Group/list(by:descending:sectionBy:showing:)``, with or without `sectionBy`, makes
/// a list. It follows the group in bursts. A burst is all that an outermost call changes, be it a
/// `set` or a transaction, with what observers change in response. When a burst is over, the list
/// takes it in, and hands on to ``onChange`` what is different, with nothing in between and nothing
/// superfluous:
///
///     let talks = context.group(.all(Title.self))
///     let list = talks.list(by: \Start.minute, sectionBy: \Start.day)
///     list.onChange = { print($0.inserted.map { "\($0.section), \($0.item)" }) }
///     context.createEntity(Title(text: "World Modeling"), Start(day: 14, minute: 600))  // ["0, 0"]
///     context.createEntity(Title(text: "Swift Thinking"), Start(day: 14, minute: 540))  // ["0, 0"]
///     list[0].map { $0[Title.self]?.text ?? "" }  // ["Swift Thinking", "World Modeling"]
///
/// The order of items in a section is that of ``Group/sorted(by:descending:)``: items with equal
/// keys are in creation order, then come those whose key does not even equal itself (a
/// not-a-number), then those without the component. Sections are in ascending order of their keys.
/// Items without a section key are in a last section, whose key is nil. There are no empty
/// sections.
///
/// **What counts as a change** is the net difference of a burst. An item that came and went, was
/// moved and moved back, or was destroyed and brought back by an undo is not mentioned; nor is a
/// burst that is rolled back. An item is updated when a component changed that the group's rule
/// requires or offers, that the list goes by, or that it was made to show. Components that are not
/// `Equatable` count as changed when they are set.
///
/// In the middle of a burst the list shows the state before it. A list that is made there is empty
/// until the burst is over. A key or a comparison that reads the list while it takes in a burst
/// finds it empty. When its context ends, the list stays as it is, with invalid handles.
///
/// **What it costs.** O(*k* log *n*) expected for each burst that changes *k* of *n* items, and
/// nothing for other bursts.
/// Source: the interface is that of `NSFetchedResultsController`, whose sections also come from a
/// key.
public final class EntityList<Section: Comparable> {
  /// A closure that is called with each change of the list.
  ///
  /// The list has taken the burst in already, observers have been notified, and readers of change
  /// sets, too. Like such a reader, the closure must not change the context: changes are refused
  /// and reported. It is not called for a burst that leaves the list as it is.
  ///
  ///     list.onChange = { changes in table.apply(changes) }
  public var onChange: ((ListChanges) -> Void)?
  private let group: Group
  private let collector: Collector
  /// The contents; nil during an update, because keys and comparisons may then read the list.
  private var contents: ListContents?
  private let sectionKeys: KeysOfItems<Section>
  /// True once the initial members of the group are in the list.
  private var isFilled = false

  @usableFromInline
  init(
    _ group: Group, showing types: [any Component.Type], sectionKeys: KeysOfItems<Section>,
    keys: any ListKeys
  ) {
    self.group = group
    self.sectionKeys = sectionKeys
    contents = ListContents(sectionKeys: sectionKeys, keys: keys)
    collector = Collector(group, mode: .net)
    // The group already emits events for the components that its rule names.
    var named = Set((group.matcher.required + group.matcher.offered).map { ObjectIdentifier($0) })
    for type in types where named.insert(ObjectIdentifier(type)).inserted {
      guard let core = group.core else { break }
      collector.watch(core.group(group.matcher.adding(all: [type])))
    }
    collector.items.onSettle = { [weak self] in self?.update() }
    fill()
  }

  // MARK: Reading

  /// The number of items in all sections.
  ///
  /// - Complexity: O(1).
  public var count: Int { present?.count ?? 0 }

  /// Whether there are no items.
  ///
  /// - Complexity: O(1).
  @_documentation(visibility: internal)
  public var isEmpty: Bool { count == 0 }

  /// The number of sections.
  ///
  /// - Complexity: O(1).
  public var sectionCount: Int { present?.sectionCount ?? 0 }

  /// The keys of the sections with their items, in order.
  ///
  ///     for section in list.sections { print(section.key ?? 0, section.entities.count) }
  ///
  /// - Complexity: O(*n* + *s* log *s*), where *n* is the number of items and *s* that of sections.
  public var sections: [(key: Section?, entities: [Entity])] {
    (0..<sectionCount).map { (key(ofSection: $0), self[$0]) }
  }

  /// Returns the key of a section.
  ///
  /// - Parameter section: The index of the section.
  /// - Returns: The key of its first item; nil for the section of items without a key, and for an
  ///   index that no section has.
  /// - Complexity: O(log *s*) expected, where *s* is the number of sections.
  public func key(ofSection section: Int) -> Section? {
    guard let first = present?.number(at: .init(section: section, item: 0)) else { return nil }
    return sectionKeys.keys[Int(first)]
  }

  /// Returns the number of items in a section.
  ///
  /// - Parameter section: The index of the section.
  /// - Returns: The number; 0 for an index that no section has.
  /// - Complexity: O(log *s*) expected, where *s* is the number of sections.
  public func count(ofSection section: Int) -> Int { present?.count(ofSection: section) ?? 0 }

  /// The items of a section, in order; none for an index that no section has.
  ///
  /// - Parameter section: The index of the section.
  /// - Complexity: O(*k* + log *s*) expected, where *k* is the number of items in the section and
  ///   *s* the number of sections.
  public subscript(_ section: Int) -> [Entity] { present?.entities(ofSection: section) ?? [] }

  /// The item at a position; nil if there is none.
  ///
  /// - Parameter position: The index of the section and the index in it.
  /// - Complexity: O(log *n*) expected.
  public subscript(_ position: ListChanges.Position) -> Entity? { present?.entity(at: position) }

  /// Returns where an entity is in the list.
  ///
  ///     let row = list.position(of: selected)  // where the selection is after a burst
  ///
  /// - Parameter entity: Any handle.
  /// - Returns: The position; nil if the entity is not in the list.
  /// - Complexity: O(log *n*) expected.
  public func position(of entity: Entity) -> ListChanges.Position? {
    present?.position(of: entity)
  }

  private var present: ListContents? {
    if !isFilled { fill() }
    return contents
  }

  // MARK: Following

  /// Adds all members of the group; does nothing during a burst, because a burst may be rolled
  /// back.
  private func fill() {
    guard let core = group.core, core.isIdle, !core.isFrozen else { return }
    core.beginUse()
    core.withoutChanges { _ = update { contents in contents.fill(group.entities, in: group) } }
    core.endUse()
    _ = collector.drain()
  }

  /// Updates the list after a burst and passes the differences to `onChange`.
  private func update() {
    let collected = collector.drain()
    let entities = isFilled ? collected.map(\.entity) : group.entities
    let changes = update { contents in contents.update(entities, in: group) }
    guard let changes, !changes.isEmpty, group.core != nil else { return }
    onChange?(changes)
  }

  private func update<Result>(_ body: (inout ListContents) -> Result) -> Result? {
    guard var contents else { return nil }
    isFilled = true
    self.contents = nil
    let result = body(&contents)
    self.contents = contents
    return result
  }
}

extension Group {
  /// Makes a list of the members in the order of a property of a component.
  ///
  ///     let best = ratings.list(by: \Rating.stars, descending: true)
  ///     best[0].first  // what has the most stars
  ///
  /// Otherwise the same as ``list(by:descending:sectionBy:showing:)``.
  ///
  /// - Parameters:
  ///   - key: The property to order by.
  ///   - descending: Whether the largest key comes first.
  ///   - types: Components that an item shows, besides those that the rule of the group names.
  /// - Returns: A list that follows the group as long as it is held.
  /// - Complexity: As for ``list(by:descending:sectionBy:showing:)``.
  @_documentation(visibility: internal)
  @inlinable
  public func list<C: Component, Key: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false, showing types: any Component.Type...
  ) -> EntityList<Never> {
    let key = key.reader
    return EntityList(
      self, showing: [C.self] + types, sectionKeys: KeysOfItems({ _ in nil }, by: <),
      keys: KeysOfItems({ $0[C.self].map(key) }, by: descending ? { $0 > $1 } : { $0 < $1 }))
  }

  /// Makes a list of the members in sections by a property of one component, and in the order of a
  /// property of another or the same one.
  ///
  ///     let talks = context.group(.all(Title.self))
  ///     let list = talks.list(by: \Start.minute, sectionBy: \Location.name)
  ///     for section in list.sections { print(section.key ?? "somewhere", section.entities.count) }
  ///
  /// Without `sectionBy` all items are in one section, and there is none while the group is empty:
  ///
  ///     let best = ratings.list(by: \Rating.stars, descending: true)
  ///     best[0].first  // what has the most stars
  ///
  /// `\Rating.self` orders by the component itself. Keys that order the same are one section.
  ///
  /// - Parameters:
  ///   - key: The property to order by. It must depend only on the component's value.
  ///   - descending: Whether the largest key comes first in a section.
  ///   - sectionKey: The property that is equal in a section. It must depend only on the
  ///     component's value.
  ///   - types: Components that an item shows, besides those that the rule of the group names.
  /// - Returns: A list that follows the group as long as it is held.
  /// - Complexity: O(*n* log *n*), where *n* is the number of members. Each later change of one of
  ///   the components costs O(*c*) and a copy of the values, as for a ``Collector`` in the mode
  ///   `net`, and O(log *n*) at the end of its burst.
  @inlinable
  public func list<C: Component, Key: Comparable, D: Component, Section: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false, sectionBy sectionKey: KeyPath<D, Section>,
    showing types: any Component.Type...
  ) -> EntityList<Section> {
    let (key, sectionKey) = (key.reader, sectionKey.reader)
    return EntityList(
      self, showing: [C.self, D.self] + types,
      sectionKeys: KeysOfItems({ $0[D.self].map(sectionKey) }, by: <),
      keys: KeysOfItems({ $0[C.self].map(key) }, by: descending ? { $0 > $1 } : { $0 < $1 }))
  }
}
