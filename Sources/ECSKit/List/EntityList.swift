// Sorted lists with sections. A list reports its changes to a view. Browser and ECSObservation use
// lists. A collector updates a list at the end of an outermost call. ListContents stores the items.

/// A sorted list of the members of a group, in sections, that reports its changes to a view.
///
/// ``Group/list(by:descending:sectionBy:showing:)`` creates a list, with or without `sectionBy`.
/// The list follows the group in bursts. A burst consists of all changes made by an outermost call,
/// for example a `set` or a transaction, and the changes that observers make in response. At the
/// end of a burst, the list is updated and passes the net difference to ``onChange``:
///
///     let talks = context.group(.all(Title.self))
///     let list = talks.list(by: \Start.minute, sectionBy: \Start.day)
///     list.onChange = { print($0.inserted.map { "\($0.section), \($0.item)" }) }
///     context.createEntity(Title(text: "World Modeling"), Start(day: 14, minute: 600))
///     // ["0, 0"]
///     context.createEntity(Title(text: "Swift Thinking"), Start(day: 14, minute: 540))
///     // ["0, 0"]
///     list[0].map { $0[Title.self]?.text ?? "" }  // ["Swift Thinking", "World Modeling"]
///
/// The items of a section are in the order of ``Group/sorted(by:descending:)``. Items with equal
/// keys are in creation order. Items whose key is not equal to itself, such as NaN, follow in
/// creation order. Items without the component are last. Sections are in ascending order of their
/// keys. Items without a section key are in the last section, whose key is nil. No section is
/// empty.
///
/// **Changes.** Only the net difference of a burst is a change. An item is not reported if it
/// joined and left again, moved and moved back, or was destroyed and revived by an undo. A burst
/// that is rolled back is not reported either. An item is reported as updated if a relevant
/// component changed. A component is relevant if the group's rule requires or offers it, if it
/// determines the order or the sections, or if the list shows it. Components that are not
/// `Equatable` count as changed when they are set.
///
/// During a burst, the list keeps the state from before the burst. A list that is created during a
/// burst is empty until the burst ends. If code that computes or compares keys reads the list
/// during its update, the list is empty. When the context is deallocated, the list does not change,
/// but the handles in it become invalid.
///
/// **Cost.** O(*k* log *n*) expected for each burst that changes *k* of *n* items, and nothing for
/// other bursts. The interface follows `NSFetchedResultsController`, which also divides its items
/// into sections by a key.
public final class EntityList<Section: Comparable> {
  /// A closure that is called after each change to the list.
  ///
  /// When the closure is called, the list is already up to date, and observers and readers of
  /// change sets have been notified. The closure must not change the context. If it tries, the
  /// changes are refused and reported. The closure is not called for a burst that does not change
  /// the list.
  ///
  ///     list.onChange = { changes in table.apply(changes) }
  public var onChange: ((ListChanges) -> Void)?
  private let group: Group
  private let collector: Collector
  /// The source of the items, or nil if all members of the group are items.
  private let source: (any ListSource)?
  /// A collector of the changes that may change the source.
  private let triggers: Collector?
  /// The contents, or nil during an update.
  ///
  /// Code that computes or compares keys may read the list during an update.
  private var contents: ListContents?
  /// The keys of the sections, or nil if all items are in one section.
  private let sectionKeys: SortKeys?
  /// True after the initial members of the group have been added to the list.
  private var isFilled = false

  @usableFromInline
  init(
    _ group: Group, showing types: [any Component.Type], sectionKeys: SortKeys?,
    keys: SortKeys, source: (any ListSource)? = nil, following triggers: Group? = nil
  ) {
    self.group = group
    self.source = source
    self.triggers = triggers.map { Collector($0, mode: .net) }
    self.sectionKeys = sectionKeys
    contents = ListContents(sectionKeys: sectionKeys, keys: keys)
    collector = Collector(group, mode: .net)
    // The group already emits events for the components that its rule names.
    var named = Set((group.matcher.required + group.matcher.offered).map { ObjectIdentifier($0) })
    for type in types where named.insert(ObjectIdentifier(type)).inserted {
      guard let core = group.core else { break }
      collector.watch(core.group(group.matcher.adding(all: [type])))
    }
    for each in [collector, self.triggers].compactMap(\.self) {
      each.items.onSettle = { [weak self] in self?.update() }
    }
    fill()
  }

  // MARK: Reading

  /// The number of items in all sections.
  ///
  /// - Complexity: O(1).
  public var count: Int { present?.count ?? 0 }

  /// True if the list has no items.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { count == 0 }

  /// The number of sections.
  ///
  /// - Complexity: O(1).
  public var sectionCount: Int { present?.sectionCount ?? 0 }

  /// The sections in order, each with its key and its items.
  ///
  ///     for section in list.sections { print(section.key ?? 0, section.entities.count) }
  ///
  /// - Complexity: O(*n* + *s* log *s*), where *n* is the number of items and *s* the number of
  ///   sections.
  public var sections: [(key: Section?, entities: [Entity])] {
    (0..<sectionCount).map { (key(ofSection: $0), self[$0]) }
  }

  /// Returns the key of a section.
  ///
  /// - Parameter section: The index of the section.
  /// - Returns: The key of the section's first item, or nil for the section of items without a key
  ///   and for an invalid index.
  /// - Complexity: O(log *s*) expected, where *s* is the number of sections.
  public func key(ofSection section: Int) -> Section? {
    guard let sectionKeys, let first = present?.number(at: .init(section: section, item: 0))
    else { return nil }
    return (sectionKeys.storage as? KeyStorage<Section>)?.keys[Int(first)]
  }

  /// Returns the number of items in a section.
  ///
  /// - Parameter section: The index of the section.
  /// - Returns: The number, or 0 for an invalid index.
  /// - Complexity: O(log *s*) expected, where *s* is the number of sections.
  public func count(ofSection section: Int) -> Int { present?.count(ofSection: section) ?? 0 }

  /// The items of a section, in order.
  ///
  /// The array is empty for an invalid index.
  ///
  /// - Parameter section: The index of the section.
  /// - Complexity: O(*k* + log *s*) expected, where *k* is the number of items in the section and
  ///   *s* the number of sections.
  public subscript(_ section: Int) -> [Entity] { present?.entities(ofSection: section) ?? [] }

  /// The item at a position, or nil for an invalid position.
  ///
  /// - Parameter position: The index of the section, and the index of the item in the section.
  /// - Complexity: O(log *n*) expected.
  public subscript(_ position: ListChanges.Position) -> Entity? { present?.entity(at: position) }

  /// Returns the position of an entity in the list.
  ///
  ///     let row = list.position(of: selected)  // the position of the selection
  ///
  /// - Parameter entity: Any handle.
  /// - Returns: The position, or nil if the entity is not in the list.
  /// - Complexity: O(log *n*) expected.
  public func position(of entity: Entity) -> ListChanges.Position? {
    present?.position(of: entity)
  }

  private var present: ListContents? {
    if !isFilled { fill() }
    return contents
  }

  // MARK: Following

  /// Adds all members of the group that are items.
  ///
  /// During a burst, nothing is added, because a burst may be rolled back.
  private func fill() {
    guard let core = group.core, core.isIdle, !core.isFrozen else { return }
    core.beginUse()
    core.withoutChanges {
      _ = source?.update()
      _ = update { contents in contents.fill(group.entities, where: isItem) }
    }
    core.endUse()
    drain()
  }

  @discardableResult
  private func drain() -> [Entity] {
    _ = triggers?.drain()
    return collector.drain().map(\.entity)
  }

  private func isItem(_ entity: Entity) -> Bool {
    group.contains(entity) && source?.contains(entity) ?? true
  }

  /// Updates the list after a burst and passes the differences to `onChange`.
  private func update() {
    let collected = drain()
    var entities = isFilled ? collected : group.entities
    var isUpdated: (Entity) -> Bool = { _ in true }
    if let source {
      let changed = Set(collected)
      let moved = source.update()
      if isFilled { entities += moved.filter { !changed.contains($0) } }
      isUpdated = { changed.contains($0) || source.isChanged($0) }
    }
    let changes = update { contents in
      contents.update(entities, where: isItem, isUpdated: isUpdated)
    }
    guard let changes, !changes.isEmpty, group.core != nil else { return }
    onChange?(changes)
  }

  private func update<Result>(_ body: (inout ListContents) -> Result) -> Result? {
    guard var contents else { return nil }
    isFilled = true
    self.contents = nil
    let result = body(&contents)
    self.contents = contents
    contents.dropRemovedKeys()
    return result
  }
}

extension Group {
  /// Creates a list of the members in the order of a property of a component.
  ///
  ///     let best = ratings.list(by: \Rating.stars, descending: true)
  ///     best[0].first  // the item with the most stars
  ///
  /// All items are in one section. In all other respects, this method works like
  /// ``list(by:descending:sectionBy:showing:)``.
  ///
  /// - Parameters:
  ///   - key: The property to order by.
  ///   - descending: True to put the largest key first.
  ///   - types: Components that an item shows, in addition to the components in the group's rule.
  /// - Returns: A list that follows the group as long as the list is referenced.
  /// - Complexity: As for ``list(by:descending:sectionBy:showing:)``.
  @inlinable
  public func list<C: Component, Key: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false, showing types: any Component.Type...
  ) -> EntityList<Never> {
    let key = key.reader
    return EntityList(
      self, showing: [C.self] + types, sectionKeys: nil,
      keys: SortKeys({ $0[C.self].map(key) }, by: descending ? { $0 > $1 } : { $0 < $1 }))
  }

  /// Creates a list of the members, sorted by one property and divided into sections by another.
  ///
  /// The two properties may belong to the same component or to different components.
  ///
  ///     let talks = context.group(.all(Title.self))
  ///     let list = talks.list(by: \Start.minute, sectionBy: \Location.name)
  ///     for section in list.sections { print(section.key ?? "somewhere", section.entities.count) }
  ///
  /// Without `sectionBy`, all items are in one section. While the group is empty, the list has no
  /// section:
  ///
  ///     let best = ratings.list(by: \Rating.stars, descending: true)
  ///     best[0].first  // the item with the most stars
  ///
  /// The key path `\Rating.self` sorts by the component itself. Items are in the same section if
  /// neither of their section keys precedes the other.
  ///
  /// - Parameters:
  ///   - key: The property to order by. It must depend only on the component's value.
  ///   - descending: True to put the largest key of a section first.
  ///   - sectionKey: The property that determines the section. It must depend only on the
  ///     component's value.
  ///   - types: Components that an item shows, in addition to the components in the group's rule.
  /// - Returns: A list that follows the group as long as the list is referenced.
  /// - Complexity: O(*n* log *n*), where *n* is the number of members. Each later change to one of
  ///   the components costs as much as for a ``Collector`` in the mode `net`, plus O(log *n*) at
  ///   the end of its burst.
  @inlinable
  public func list<C: Component, Key: Comparable, D: Component, Section: Comparable>(
    by key: KeyPath<C, Key>, descending: Bool = false, sectionBy sectionKey: KeyPath<D, Section>,
    showing types: any Component.Type...
  ) -> EntityList<Section> {
    let (key, sectionKey) = (key.reader, sectionKey.reader)
    return EntityList(
      self, showing: [C.self, D.self] + types,
      sectionKeys: SortKeys({ $0[D.self].map(sectionKey) }, by: <),
      keys: SortKeys({ $0[C.self].map(key) }, by: descending ? { $0 > $1 } : { $0 < $1 }))
  }
}
