import ECSKit

/// The lists of the tests go by these components.
struct Track: Component, Equatable { var number: Int }

/// The component that the lists are ordered by, whose key may be no number.
struct Time: Component {
  var hours: Double
}

extension Time: Equatable {
  /// Values are the same if their bits are, so that what is no number can be unchanged, too.
  static func == (first: Time, second: Time) -> Bool {
    first.hours.bitPattern == second.hours.bitPattern
  }
}

/// What a list shows besides the components that it goes by.
struct Caption: Component, Equatable { var number: Int }

/// An item of a naive list: an entity with everything that the list shows of it.
struct NaiveItem: Equatable, CustomStringConvertible {
  let entity: Entity
  let creation: UInt64
  let track: Track?
  let time: Time?
  let caption: Caption?
  let number: Number?

  init(_ entity: Entity) {
    self.entity = entity
    creation = entity.creationNumber ?? 0
    track = entity[Track.self]
    time = entity[Time.self]
    caption = entity[Caption.self]
    number = entity[Number.self]
  }

  var description: String {
    "\(creation)(\(track?.number ?? -1) \(time?.hours ?? -1) \(caption?.number ?? -1))"
  }

  /// 0 for an item with a key, 1 for a key that is no number, 2 for none.
  var rank: Int { time.map { $0.hours.isNaN ? 1 : 0 } ?? 2 }
}

/// A list made from all entities of a context.
struct NaiveList: Equatable {
  /// The keys and the items of the sections.
  var keys: [Int?]
  var items: [[NaiveItem]]

  init(_ context: Context, sectioned: Bool, descending: Bool) {
    let members = context.entities.filter { $0.has(Number.self) && !$0.has(Hidden.self) }
      .map(NaiveItem.init)
    let keys = Set(members.map { sectioned ? $0.track?.number : nil })
    let sorted = keys.sorted { ($0 ?? .max) < ($1 ?? .max) }
    self.keys = sorted
    items = sorted.map { key in
      members.filter { !sectioned || $0.track?.number == key }.sorted { first, second in
        if first.rank != second.rank { return first.rank < second.rank }
        if first.rank == 0, let time = first.time?.hours, let other = second.time?.hours,
          time != other
        {
          return descending ? time > other : time < other
        }
        return first.creation < second.creation
      }
    }
  }

  /// Applies the changes that a list handed on, with new elements from the later list.
  func applying(_ changes: ListChanges, _ after: NaiveList) -> NaiveList {
    var list = self
    for place in changes.updated {
      let entity = items[place.section][place.item].entity
      let now = after.items.joined().first { $0.entity == entity }
      if let now { list.items[place.section][place.item] = now }
    }
    for place in (changes.removed + changes.moved.map(\.source)).sorted().reversed() {
      list.items[place.section].remove(at: place.item)
    }
    for section in changes.removedSections.reversed() {
      if !list.items[section].isEmpty { return list }
      list.items.remove(at: section)
      list.keys.remove(at: section)
    }
    for section in changes.insertedSections {
      list.items.insert([], at: section)
      list.keys.insert(after.keys[section], at: section)
    }
    for place in (changes.inserted + changes.moved.map(\.target)).sorted() {
      list.items[place.section].insert(after.items[place.section][place.item], at: place.item)
    }
    return list
  }

  /// An item and where it is.
  struct Found {
    let item: NaiveItem
    let key: Int?
    let position: ListChanges.Position
  }

  var found: [Entity: Found] {
    var found: [Entity: Found] = [:]
    for (section, items) in items.enumerated() {
      for (number, item) in items.enumerated() {
        found[item.entity] = Found(
          item: item, key: keys[section], position: .init(section: section, item: number))
      }
    }
    return found
  }

  /// Returns the changes from this list to another one, found by comparing everything with everything.
  ///
  /// Which of several items moves is left open if they are equally many; then the moves are as few.
  func difference(to after: NaiveList, descending: Bool) -> NaiveDifference {
    let (old, new) = (found, after.found)
    let gone = Set(keys).subtracting(after.keys)
    let come = Set(after.keys).subtracting(keys)
    var difference = NaiveDifference()
    difference.removedSections = keys.indices.filter { gone.contains(keys[$0]) }
    difference.insertedSections = after.keys.indices.filter { come.contains(after.keys[$0]) }
    difference.removed = Set(old.filter { new[$0.key] == nil }.map(\.value.position))
    difference.inserted = Set(new.filter { old[$0.key] == nil }.map(\.value.position))
    var unmoved: [(Found, Found)] = []
    var others: [(Found, Found)] = []
    for (entity, was) in old {
      guard let now = new[entity] else { continue }
      if was.item != now.item { difference.changed.insert(was.position) }
      if was.key != now.key {
        if gone.contains(was.key) || come.contains(now.key) {
          difference.removed.insert(was.position)
          difference.inserted.insert(now.position)
        } else {
          difference.moved.insert(was.position)
        }
      } else if hasSameKey(was.item, now.item) {
        unmoved.append((was, now))
      } else {
        others.append((was, now))
      }
    }
    func agree(_ first: (Found, Found), _ second: (Found, Found)) -> Bool {
      first.0.key != second.0.key
        || (first.0.position < second.0.position) == (first.1.position < second.1.position)
    }
    let candidates = others.filter { other in unmoved.allSatisfy { agree($0, other) } }
      .sorted { $0.0.position < $1.0.position }
    // The longest run that ends with each candidate, in the order of all sections.
    var lengths: [Int] = []
    for (number, candidate) in candidates.enumerated() {
      let before = (0..<number).filter { candidates[$0].1.position < candidate.1.position }
      lengths.append(1 + (before.map { lengths[$0] }.max() ?? 0))
    }
    difference.movedInSections = others.count - (lengths.max() ?? 0)
    difference.mayMove = Set(others.map(\.0.position))
    return difference
  }

  private func hasSameKey(_ first: NaiveItem, _ second: NaiveItem) -> Bool {
    first.rank == second.rank && (first.rank > 0 || first.time?.hours == second.time?.hours)
  }
}

/// The difference of two naive lists.
struct NaiveDifference {
  var removedSections: [Int] = []
  var insertedSections: [Int] = []
  var removed: Set<ListChanges.Position> = []
  var inserted: Set<ListChanges.Position> = []
  /// The sources of items that move to another section.
  var moved: Set<ListChanges.Position> = []
  /// How many items move in their section, and which may be among them.
  var movedInSections = 0
  var mayMove: Set<ListChanges.Position> = []
  /// The items that show something else, wherever they are.
  var changed: Set<ListChanges.Position> = []

  /// Returns what is wrong with the changes that a list handed on; nil if nothing is.
  func objection(to changes: ListChanges) -> String? {
    let sources = changes.moved.map(\.source)
    let inside = Set(sources).subtracting(moved)
    let checks = [
      ("removed sections", changes.removedSections == removedSections),
      ("inserted sections", changes.insertedSections == insertedSections),
      ("removed", changes.removed == removed.sorted()),
      ("inserted", changes.inserted == inserted.sorted()),
      ("moved between sections", moved.isSubset(of: sources)),
      ("moved in sections", inside.count == movedInSections && inside.isSubset(of: mayMove)),
      ("order of moves", sources == sources.sorted() && Set(sources).count == sources.count),
      (
        "updated",
        changes.updated == changed.subtracting(sources).subtracting(removed).sorted()
      ),
    ]
    return checks.first { !$0.1 }?.0
  }
}
