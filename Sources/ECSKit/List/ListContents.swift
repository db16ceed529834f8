// The sections and items of an EntityList. The list updates them at the end of each burst.
// Computing and comparing keys runs user code, which may read the list. So during an update, the
// list moves its contents out of its storage.

/// The sections and items of a list.
///
/// The sections form a tree, and each section has a tree of its items. No section is empty, so the
/// key of a section is the section key of any of its items.
///
/// Invariant: keys are read and compared only in `fill` and `update`. Both call user code that may
/// read the list. So the owner must move the contents out of its storage during these calls.
struct ListContents {
  typealias Position = ListChanges.Position

  private struct Item {
    let entity: Entity
    let creation: UInt64
    var section: Int32 = -1
  }

  /// The old and new state of an entity in an update.
  private struct Step {
    let entity: Entity
    /// The number of the item before the update, or -1 if the entity was not in the list.
    var old: Int32 = -1
    /// The number of the item after the update.
    ///
    /// The number is -1 if the entity is no longer in the list. If the keys of the item are
    /// unchanged, the number equals `old`.
    var new: Int32 = -1
    var oldSection: Int32 = -1
    var newSection: Int32 = -1
    var oldPosition = Position(section: -1, item: -1)
    var newPosition = Position(section: -1, item: -1)
    /// One less than the number of unmoved items before the item in its section.
    ///
    /// The value `old` is for the order before the update, and `new` for the order after it.
    var restBefore = (old: 0, new: 0)

    var isInPlace: Bool { old == new }
  }

  private var trees = RankForest()
  /// The items, by their node number in `trees`.
  private var items: [Item] = []
  private var numbers: [Entity: Int32] = [:]
  private var sections = RankForest()
  private var sectionRoot: Int32 = -1
  /// The root of each section's items, by the node number of the section in `sections`.
  private var roots: [Int32] = []
  /// The keys of the sections, or nil if all items are in one section.
  private let sectionKeys: SortKeys?
  private let keys: SortKeys

  init(sectionKeys: SortKeys?, keys: SortKeys) {
    self.sectionKeys = sectionKeys
    self.keys = keys
  }

  // MARK: Reading

  var count: Int { numbers.count }

  var sectionCount: Int { sections.count(sectionRoot) }

  func count(ofSection section: Int) -> Int {
    sections.node(at: section, in: sectionRoot).map { trees.count(roots[Int($0)]) } ?? 0
  }

  func entities(ofSection section: Int) -> [Entity] {
    guard let section = sections.node(at: section, in: sectionRoot) else { return [] }
    var entities: [Entity] = []
    entities.reserveCapacity(trees.count(roots[Int(section)]))
    trees.visit(roots[Int(section)]) { entities.append(items[Int($0)].entity) }
    return entities
  }

  /// Returns the number of the item at a position, or nil if the position is invalid.
  ///
  /// The number also identifies the keys of the item.
  func number(at position: Position) -> Int32? {
    sections.node(at: position.section, in: sectionRoot)
      .flatMap { trees.node(at: position.item, in: roots[Int($0)]) }
  }

  func entity(at position: Position) -> Entity? {
    number(at: position).map { items[Int($0)].entity }
  }

  func position(of entity: Entity) -> Position? { numbers[entity].map(position) }

  private func position(of item: Int32) -> Position {
    Position(
      section: sections.rank(of: items[Int(item)].section), item: trees.rank(of: item))
  }

  // MARK: Updating

  /// Drops the keys that the list no longer needs.
  ///
  /// The owner must call this function after each update. During an update, no key may be dropped,
  /// because its deinit may run user code.
  func dropRemovedKeys() {
    sectionKeys?.dropRemoved()
    keys.dropRemoved()
  }

  /// Adds distinct entities to an empty list without computing changes.
  mutating func fill(_ entities: [Entity], where isItem: (Entity) -> Bool) {
    var arrived: Set<Int32> = []
    for entity in entities {
      let item = step(of: entity, where: isItem).new
      if item < 0 { continue }
      _ = insert(item, &arrived)
      numbers[entity] = item
    }
  }

  /// Updates the list for distinct entities, and returns the differences.
  ///
  /// The entities may have been added, removed or changed. An entity that neither moved nor
  /// satisfies `isUpdated` is not reported.
  mutating func update(
    _ entities: [Entity], where isItem: (Entity) -> Bool, isUpdated: (Entity) -> Bool
  ) -> ListChanges {
    var steps = entities.map { step(of: $0, where: isItem) }
    // Items are inserted first, so that a section never becomes empty when all its items are
    // replaced.
    var arrived: Set<Int32> = []
    for number in steps.indices where !steps[number].isInPlace && steps[number].new >= 0 {
      steps[number].newSection = insert(steps[number].new, &arrived)
    }
    var emptied: [(section: Int32, index: Int)] = []
    for step in steps where !step.isInPlace && step.old >= 0 {
      remove(step.old)
      if roots[Int(step.oldSection)] < 0 {
        emptied.append((step.oldSection, step.oldPosition.section))
      }
    }
    for step in steps where !step.isInPlace {
      numbers[step.entity] = step.new >= 0 ? step.new : nil
    }
    for section in emptied { sections.remove(section.section, from: &sectionRoot) }
    for number in steps.indices where !steps[number].isInPlace && steps[number].new >= 0 {
      steps[number].newPosition = position(of: steps[number].new)
    }
    var changes = Self.changes(
      &steps, removed: Set(emptied.map(\.section)), arrived: arrived, isUpdated: isUpdated)
    changes.removedSections = emptied.map(\.index).sorted()
    changes.insertedSections = arrived.map { sections.rank(of: $0) }.sorted()
    return changes
  }

  /// Returns the old and the new item number of an entity.
  ///
  /// If the entity joined or its keys changed, a new item is created.
  private mutating func step(of entity: Entity, where isItem: (Entity) -> Bool) -> Step {
    var step = Step(entity: entity)
    if let old = numbers[entity] {
      step.old = old
      step.oldSection = items[Int(old)].section
      step.oldPosition = position(of: old)
    }
    guard isItem(entity), let creation = entity.creationNumber else { return step }
    let new = trees.make()
    let item = Item(entity: entity, creation: creation)
    if Int(new) < items.count { items[Int(new)] = item } else { items.append(item) }
    _ = sectionKeys?.read(entity, Int(new))
    _ = keys.read(entity, Int(new))
    let old = step.old
    if old >= 0, sectionKeys?.compare(old, new) ?? 0 == 0, keys.compare(old, new) == 0 {
      forget(new)
      trees.drop(new)
      step.new = old
    } else {
      step.new = new
    }
    return step
  }

  /// Inserts an item into its section and returns the section's number.
  ///
  /// The section is created if needed.
  private mutating func insert(_ item: Int32, _ arrived: inout Set<Int32>) -> Int32 {
    let (sectionKeys, keys) = (sectionKeys, keys)
    func compare(_ first: Int32, _ second: Int32) -> Int {
      sectionKeys?.compare(first, second) ?? 0
    }
    let found = sections.first(in: sectionRoot) { [roots] in
      compare(roots[Int($0)], item) >= 0
    }
    let section: Int32
    if let found, compare(item, roots[Int(found)]) >= 0 {
      section = found
    } else {
      section = sections.make()
      if Int(section) == roots.count { roots.append(-1) }
      sections.insert(section, in: &sectionRoot) { [roots] in
        compare(item, roots[Int($0)]) < 0
      }
      arrived.insert(section)
    }
    let creation = items[Int(item)].creation
    trees.insert(item, in: &roots[Int(section)]) { [items] other in
      let order = keys.compare(item, other)
      return order != 0 ? order < 0 : creation < items[Int(other)].creation
    }
    items[Int(item)].section = section
    return section
  }

  private mutating func remove(_ item: Int32) {
    trees.remove(item, from: &roots[Int(items[Int(item)].section)])
    forget(item)
  }

  private func forget(_ item: Int32) {
    sectionKeys?.forget(Int(item))
    keys.forget(Int(item))
  }

  private static func changes(
    _ steps: inout [Step], removed: Set<Int32>, arrived: Set<Int32>, isUpdated: (Entity) -> Bool
  ) -> ListChanges {
    var changes = ListChanges()
    let resting = rest(of: &steps)
    for (number, step) in steps.enumerated() {
      if step.old < 0, step.new < 0 { continue }
      if step.isInPlace || resting.contains(number) {
        if isUpdated(step.entity) { changes.updated.append(step.oldPosition) }
      } else if step.old >= 0, step.new >= 0, !removed.contains(step.oldSection),
        !arrived.contains(step.newSection)
      {
        changes.moved.append(.init(source: step.oldPosition, target: step.newPosition))
      } else {
        if step.old >= 0 { changes.removed.append(step.oldPosition) }
        if step.new >= 0 { changes.inserted.append(step.newPosition) }
      }
    }
    changes.removed.sort()
    changes.inserted.sort()
    changes.moved.sort { $0.source < $1.source }
    changes.updated.sort()
    return changes
  }

  // MARK: Minimal moves

  /// Returns the positions in `steps` of a largest set of changed items that need no move.
  ///
  /// Each item of the set remains in its section, with the same number of unmoved items before it.
  /// The relative order of two items of the set does not change.
  private static func rest(of steps: inout [Step]) -> Set<Int> {
    if steps.count == 1, let step = steps.first {
      return !step.isInPlace && step.old >= 0 && step.oldSection == step.newSection
        && step.oldPosition.item == step.newPosition.item ? [0] : []
    }
    let leaving = steps.indices.filter { !steps[$0].isInPlace && steps[$0].old >= 0 }
      .sorted { steps[$0].oldPosition < steps[$1].oldPosition }
    let arriving = steps.indices.filter { !steps[$0].isInPlace && steps[$0].new >= 0 }
      .sorted { steps[$0].newPosition < steps[$1].newPosition }
    var (section, count) = (-1, 0)
    func rank(_ position: Position) -> Int {
      if position.section != section { (section, count) = (position.section, 0) }
      count += 1
      return position.item - count
    }
    for number in leaving { steps[number].restBefore.old = rank(steps[number].oldPosition) }
    section = -1
    for number in arriving { steps[number].restBefore.new = rank(steps[number].newPosition) }
    let candidates = leaving.filter { number in
      let step = steps[number]
      return step.new >= 0 && step.oldSection == step.newSection
        && step.restBefore.old == step.restBefore.new
    }
    return Set(longestRun(of: candidates.map { steps[$0].newPosition }).map { candidates[$0] })
  }

  /// Returns the indices of the elements of a longest increasing subsequence.
  ///
  /// Source: M. Fredman, *On computing the length of longest increasing subsequences*, 1975.
  ///
  /// - Complexity: O(*k* log *k*) for *k* elements.
  private static func longestRun(of list: [Position]) -> [Int] {
    /// For each length, the index of the smallest last element of a subsequence of that length.
    var ends: [Int] = []
    var previous: [Int] = []
    for (number, position) in list.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if list[ends[middle]] < position { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : -1)
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    var run: [Int] = []
    var next = ends.last ?? -1
    while next >= 0 {
      run.append(next)
      next = previous[next]
    }
    return run
  }
}
