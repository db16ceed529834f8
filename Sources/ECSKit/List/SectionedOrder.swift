/// The items of a list by section and order, whatever the type of the key in the order.
protocol ListOrder<Section> {
  associatedtype Section

  var count: Int { get }
  var sectionCount: Int { get }
  func key(ofSection section: Int) -> Section?
  func count(ofSection section: Int) -> Int
  func entities(ofSection section: Int) -> [Entity]
  func entity(at position: ListChanges.Position) -> Entity?
  func position(of entity: Entity) -> ListChanges.Position?

  /// Brings entities up to date that may have come, gone or changed, each given once.
  mutating func update(_ entities: [Entity], in group: Group) -> ListChanges
}

/// An order of sections, each of them an order of items.
///
/// Sections are kept without gaps: the last item of a section takes it along.
struct SectionedOrder<Section: Comparable, Key: Comparable>: ListOrder {
  typealias Position = ListChanges.Position

  /// A key, or the place of an item that has none, which is behind the others.
  private enum Rank {
    case key(Key)
    /// The key does not equal itself (a not-a-number).
    case unordered
    case missing
  }

  private struct Item {
    let entity: Entity
    let creation: UInt64
    let rank: Rank
  }

  private struct SectionOfItems {
    let key: Section?
    var items = RankedOrder<Item>()
  }

  /// Where an item is kept, as numbers that stay when others come and go.
  private struct Place {
    let section: RankedOrder<SectionOfItems>.Number
    let item: RankedOrder<Item>.Number
  }

  /// An entity in an update.
  private struct Step {
    let entity: Entity
    var old: (place: Place, position: Position)?
    var new: (place: Place, position: Position)?
    /// Whether it neither comes nor goes and its keys are as they were.
    var isInPlace = false
    /// How many items before it, in its section, do not move: in the old and in the new order.
    var restBefore = (old: 0, new: 0)
  }

  private var sections = RankedOrder<SectionOfItems>()
  private var places: [Entity: Place] = [:]
  private let sectionKey: (Entity) -> Section?
  private let key: (Entity) -> Key?
  private let precedes: (Key, Key) -> Bool

  init(
    sectionKey: @escaping (Entity) -> Section?, key: @escaping (Entity) -> Key?,
    by precedes: @escaping (Key, Key) -> Bool
  ) {
    self.sectionKey = sectionKey
    self.key = key
    self.precedes = precedes
  }

  // MARK: Reading

  var count: Int { places.count }

  var sectionCount: Int { sections.count }

  func key(ofSection section: Int) -> Section? { self.section(section)?.key }

  func count(ofSection section: Int) -> Int { self.section(section)?.items.count ?? 0 }

  func entities(ofSection section: Int) -> [Entity] {
    var entities: [Entity] = []
    self.section(section)?.items.visit { entities.append($0.entity) }
    return entities
  }

  func entity(at position: Position) -> Entity? {
    guard let items = section(position.section)?.items, let number = items.number(at: position.item)
    else { return nil }
    return items[number].entity
  }

  func position(of entity: Entity) -> Position? {
    places[entity].map(position)
  }

  private func section(_ section: Int) -> SectionOfItems? {
    sections.number(at: section).map { sections[$0] }
  }

  private func position(of place: Place) -> Position {
    Position(
      section: sections.rank(of: place.section),
      item: sections[place.section].items.rank(of: place.item))
  }

  // MARK: Updating

  mutating func update(_ entities: [Entity], in group: Group) -> ListChanges {
    var changes = ListChanges()
    var steps = entities.map { entity in
      Step(entity: entity, old: places[entity].map { ($0, position(of: $0)) })
    }
    // Sections that lose an item, with their indices before, until they get one.
    var left: [RankedOrder<SectionOfItems>.Number: Int] = [:]
    var arrived: Set<RankedOrder<SectionOfItems>.Number> = []
    let arrivals = steps.indices.compactMap { number in
      leave(&steps[number], group, &left).map { (number, $0.section, $0.item) }
    }
    for (number, section, item) in arrivals {
      let place = arrive(item, in: section, &arrived)
      places[item.entity] = place
      steps[number].new = (place, Position(section: 0, item: 0))
    }
    var removed: Set<RankedOrder<SectionOfItems>.Number> = []
    for (number, index) in left.sorted(by: { $0.value < $1.value })
    where sections[number].items.count == 0 {
      changes.removedSections.append(index)
      removed.insert(number)
      sections.remove(number)
    }
    changes.insertedSections = arrived.map { sections.rank(of: $0) }.sorted()
    for number in steps.indices where !steps[number].isInPlace {
      guard let place = steps[number].new?.place else { continue }
      steps[number].new?.position = position(of: place)
    }
    let rested = Self.rest(of: &steps)
    for (number, step) in steps.enumerated() {
      switch (step.old, step.new) {
      case (nil, nil): break
      case (nil, let new?): changes.inserted.append(new.position)
      case (let old?, nil): changes.removed.append(old.position)
      case (let old?, let new?):
        if step.isInPlace || rested.contains(number) {
          changes.updated.append(old.position)
        } else if removed.contains(old.place.section) || arrived.contains(new.place.section) {
          changes.removed.append(old.position)
          changes.inserted.append(new.position)
        } else {
          changes.moved.append(.init(source: old.position, target: new.position))
        }
      }
    }
    changes.removed.sort()
    changes.inserted.sort()
    changes.moved.sort { $0.source < $1.source }
    changes.updated.sort()
    return changes
  }

  /// Takes an item out that is gone or has other keys.
  ///
  /// - Returns: The item to put in and the key of its section, if there is one.
  private mutating func leave(
    _ step: inout Step, _ group: Group, _ left: inout [RankedOrder<SectionOfItems>.Number: Int]
  ) -> (section: Section?, item: Item)? {
    let entity = step.entity
    let arrival = group.contains(entity) ? item(of: entity) : nil
    guard let old = step.old else { return arrival }
    let place = old.place
    if let arrival {
      let former = sections[place.section]
      if isSame(former.key, arrival.section),
        isSame(former.items[place.item].rank, arrival.item.rank)
      {
        step.isInPlace = true
        step.new = old
        return nil
      }
    }
    left[place.section] = old.position.section
    places[entity] = nil
    let removed = sections.update(place.section) { $0.items.remove(place.item) }
    return withExtendedLifetime(removed) { arrival }
  }

  /// Puts an item in, and makes its section if there is none.
  private mutating func arrive(
    _ item: Item, in key: Section?, _ arrived: inout Set<RankedOrder<SectionOfItems>.Number>
  ) -> Place {
    var section = sections.firstNumber { !Self.precedes($0.key, key) }
    if let found = section, Self.precedes(key, sections[found].key) { section = nil }
    let number =
      section
      ?? sections.insert(SectionOfItems(key: key)) { Self.precedes(key, $0.key) }
    if section == nil { arrived.insert(number) }
    let precedes = precedes
    let place = sections.update(number) { section in
      section.items.insert(item) { Self.precedes(item, $0, by: precedes) }
    }
    return Place(section: number, item: place)
  }

  private func item(of entity: Entity) -> (section: Section?, item: Item)? {
    guard let creation = entity.creationNumber else { return nil }
    let rank = key(entity).map { $0 == $0 ? Rank.key($0) : .unordered } ?? .missing
    let section = sectionKey(entity).flatMap { $0 == $0 ? $0 : nil }
    return (section, Item(entity: entity, creation: creation, rank: rank))
  }

  private func isSame(_ first: Section?, _ second: Section?) -> Bool {
    !Self.precedes(first, second) && !Self.precedes(second, first)
  }

  private func isSame(_ first: Rank, _ second: Rank) -> Bool {
    switch (first, second) {
    case (.key(let first), .key(let second)): !precedes(first, second) && !precedes(second, first)
    case (.unordered, .unordered), (.missing, .missing): true
    default: false
    }
  }

  /// Returns whether a section is before another one; the one without a key is the last.
  private static func precedes(_ first: Section?, _ second: Section?) -> Bool {
    guard let first else { return false }
    return second.map { first < $0 } ?? true
  }

  private static func precedes(
    _ first: Item, _ second: Item, by precedes: (Key, Key) -> Bool
  ) -> Bool {
    switch (first.rank, second.rank) {
    case (.key(let key), .key(let other)):
      if precedes(key, other) { return true }
      if precedes(other, key) { return false }
    case (.key, _), (.unordered, .missing): return true
    case (.unordered, .unordered), (.missing, .missing): break
    default: return false
    }
    return first.creation < second.creation
  }

  // MARK: The fewest moves

  /// Returns the steps of items with other keys that need no move: as many as possible.
  ///
  /// Such an item is in the section that it was in, among the same items that do not move, and no two
  /// of them have changed places.
  private static func rest(of steps: inout [Step]) -> Set<Int> {
    let leaving = steps.indices.filter { !steps[$0].isInPlace && steps[$0].old != nil }
      .sorted { position(steps[$0].old) < position(steps[$1].old) }
    let arriving = steps.indices.filter { !steps[$0].isInPlace && steps[$0].new != nil }
      .sorted { position(steps[$0].new) < position(steps[$1].new) }
    count(leaving, of: steps.map { $0.old?.position }) { steps[$0].restBefore.old = $1 }
    count(arriving, of: steps.map { $0.new?.position }) { steps[$0].restBefore.new = $1 }
    let candidates = leaving.filter { number in
      let step = steps[number]
      guard let old = step.old, let new = step.new else { return false }
      return old.place.section == new.place.section && step.restBefore.old == step.restBefore.new
    }
    return longestRun(candidates) { position(steps[$0].new) < position(steps[$1].new) }
  }

  private static func position(_ side: (place: Place, position: Position)?) -> Position {
    side?.position ?? Position(section: 0, item: 0)
  }

  /// Counts, for each of some items in order, the other items that are before it in its section.
  private static func count(
    _ numbers: [Int], of positions: [Position?], _ note: (Int, Int) -> Void
  ) {
    var (section, count) = (-1, 0)
    for number in numbers {
      guard let position = positions[number] else { continue }
      if position.section != section { (section, count) = (position.section, 0) }
      note(number, position.item - count)
      count += 1
    }
  }

  /// Returns the longest of the parts of a list, in order, in which each precedes the next.
  ///
  /// Source: M. Fredman, *On computing the length of longest increasing subsequences*, 1975.
  ///
  /// - Complexity: O(*k* log *k*) for *k* elements.
  private static func longestRun(_ list: [Int], by precedes: (Int, Int) -> Bool) -> Set<Int> {
    /// The positions of the smallest last elements of the runs of each length.
    var ends: [Int] = []
    var previous: [Int] = []
    for (position, number) in list.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(list[ends[middle]], number) { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : -1)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var run: Set<Int> = []
    var next = ends.last ?? -1
    while next >= 0 {
      run.insert(list[next])
      next = previous[next]
    }
    return run
  }
}
