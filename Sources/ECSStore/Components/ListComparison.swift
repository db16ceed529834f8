// Compares a list of links in the context with the list in the file, and finds the fewest links to
// write. `UnsavedChanges` compares each changed list. Only links whose labels changed are compared.
// A link retains its identity and, if its neighbors allow it, its position.

import Basics
import ECSKit
import ECSModel

/// The differences between a list in the context and the same list in the file.
struct ListComparison {
  /// A change to one link, which must be written.
  struct Change {
    let id: StoredLinks.ID
    let old: StoredLinks.Link?
    /// The new link, or nil for a removal.
    let new: StoredLinks.Link?
  }

  /// The data that a comparison needs from the store.
  struct Source {
    let places: ListPlaces
    let writer: ListWriter
    var restored: [StoredLinks.ID: StoredLinks.Link] = [:]
    /// True if ids of targets have changed, so that all links must be compared.
    var isStale = false
    /// Returns the id that a target has in the file.
    let formerName: (Entity) -> String?
  }

  /// A link in the context that may have to be written.
  private struct Item {
    let place: Int
    let label: Int
    var id: StoredLinks.ID
    var position: ListPosition?
    var isRestored = false
  }

  private let base: (any StoredLinkList)?
  private let source: Source
  private(set) var changes: [Change] = []
  private(set) var placeChanges: ListPlaces.Changes
  /// The previous labels of removed, moved and changed links, by identity.
  private var freed: [StoredLinks.ID: Int] = [:]

  /// Creates a comparison of two values of a list.
  ///
  /// - Complexity: O(*d* log² *n*), where *d* is the number of changed links and *n* the number of
  ///   links, if one value is derived from the other.
  init(
    _ base: (any StoredLinkList)?, _ present: (any StoredLinkList)?, _ source: Source
  ) throws {
    (self.base, self.source) = (base, source)
    placeChanges = ListPlaces.Changes(isWhole: source.places.isWhole, areAll: base == nil)
    guard let present else {
      freeAll()
      placeChanges = ListPlaces.Changes(
        formerLinks: placeChanges.formerLinks, isWhole: false, areAll: true)
      try addRemovals()
      return
    }
    var items = assigned(labels(of: present), in: present)
    place(&items, in: present)
    try addRemovals()
    for item in items {
      guard let position = item.position else { continue }
      let new = StoredLinks.Link(position: position, text: try present.text(at: item.place))
      let old = try oldLink(item.id)
      if old != new { changes.append(Change(id: item.id, old: old, new: new)) }
    }
  }

  // MARK: Stored links

  private func position(_ id: StoredLinks.ID) -> ListPosition? {
    placeChanges.positions[id] ?? (placeChanges.areAll ? nil : source.places.positions[id])
  }

  private func copy(_ label: Int) -> String {
    (placeChanges.copies[label] ?? (placeChanges.areAll ? nil : source.places.copies[label])) ?? ""
  }

  /// Returns the id of a target, or nil if the target cannot be written.
  static func name(_ target: Entity) -> String? {
    guard target.isWritten else { return nil }
    let name = target.writtenName ?? target[DurableID.self]?.text
    return name?.isEmpty ?? true ? nil : name
  }

  /// Returns the identity of a link with an unchanged label.
  private func id(_ label: Int, _ target: Entity) -> StoredLinks.ID? {
    Self.name(target).map { StoredLinks.ID(target: $0, copy: copy(label)) }
  }

  private func oldLink(_ id: StoredLinks.ID) throws -> StoredLinks.Link? {
    guard let base, let label = freed[id], let position = source.places.positions[id] else {
      return nil
    }
    return StoredLinks.Link(
      position: position, text: try base.text(at: base.position(of: label)))
  }

  // MARK: Identities

  private mutating func free(_ label: Int, _ target: Entity) {
    guard let name = source.formerName(target) else { return }
    let id = StoredLinks.ID(target: name, copy: source.places.copies[label] ?? "")
    guard let position = source.places.positions[id] else { return }
    freed[id] = label
    placeChanges.formerLinks[label] = ListPlaces.FormerLink(id: id, position: position)
    placeChanges.positions[id] = .some(nil)
    placeChanges.copies[label] = .some(nil)
  }

  private mutating func freeAll() {
    guard let base else { return }
    for place in 0..<base.count {
      let (label, target) = base.link(at: place)
      free(label, target)
    }
  }

  /// Returns the changed labels of a list, and makes the identities of their old links available
  /// again.
  private mutating func labels(of present: any StoredLinkList) -> [(label: Int, target: Entity)] {
    if source.isStale {
      freeAll()
      placeChanges = ListPlaces.Changes(isWhole: source.places.isWhole, areAll: true)
      return (0..<present.count).map { present.link(at: $0) }
    }
    var labels: [(label: Int, target: Entity)] = []
    for change in present.changedLabels(since: base) {
      if let old = change.old { free(change.label, old) }
      if let new = change.new { labels.append((change.label, new)) }
    }
    return labels
  }

  /// Returns the links with the given labels, and assigns an identity to each of them.
  ///
  /// A moved link retains its identity.
  private mutating func assigned(
    _ labels: [(label: Int, target: Entity)], in present: any StoredLinkList
  ) -> [Item] {
    let freedByLabel = Dictionary(freed.map { ($1, $0) }) { first, _ in first }
    var available: [String: [StoredLinks.ID]] = [:]
    for (id, _) in freed.sorted(by: { $0.value > $1.value }) {
      available[id.target, default: []].append(id)
    }
    for id in source.restored.keys.sorted(by: >) where freed[id] == nil && position(id) == nil {
      available[id.target, default: []].insert(id, at: 0)
    }
    var named: [(label: Int, name: String, id: StoredLinks.ID?)] = []
    for (label, target) in labels {
      guard let name = Self.name(target) else { continue }
      let same = freedByLabel[label].flatMap { $0.target == name ? $0 : nil }
      if let same {
        // A new link to the same target must not get this identity.
        available[name]?.removeAll { $0 == same }
        placeChanges.positions[same] = source.places.positions[same]
      }
      named.append((label, name, same))
    }
    var items: [Item] = []
    var next = -1
    for (label, name, same) in named {
      let former = same == nil ? formerLink(label, name) : nil
      if let id = former?.id { available[name]?.removeAll { $0 == id } }
      let id =
        same ?? former?.id ?? available[name]?.popLast()
        ?? newID(name, isFromOne: type(of: present).isFromOne)
      let isNext = next >= 0 && present.link(at: next + 1).label == label
      next = isNext ? next + 1 : present.position(of: label)
      let restored = source.restored[id]?.position ?? former?.position
      items.append(
        Item(
          place: next, label: label, id: id,
          position: restored ?? (freed[id] == nil ? nil : source.places.positions[id]),
          isRestored: restored != nil))
      // A link without a known position gets a placeholder until it gets a position.
      placeChanges.positions[id] = items.last?.position ?? ListPosition(label: label)
      if !id.copy.isEmpty { placeChanges.copies[label] = id.copy }
    }
    return items
  }

  /// Returns the previous link with a label, if it has the same target and its identity is unused.
  private func formerLink(_ label: Int, _ name: String) -> ListPlaces.FormerLink? {
    guard let former = source.places.formerLink(label), former.id.target == name,
      position(former.id) == nil
    else { return nil }
    return former
  }

  private func newID(_ name: String, isFromOne: Bool) -> StoredLinks.ID {
    let first = StoredLinks.ID(target: name, copy: "")
    return isFromOne || position(first) == nil
      ? first : StoredLinks.ID(target: name, copy: source.writer.nextCopy())
  }

  private mutating func addRemovals() throws {
    let remaining = placeChanges.positions
    let gone =
      placeChanges.areAll
      ? Array(source.places.positions.keys) : Array(freed.keys)
    for id in gone.sorted() where (remaining[id] ?? nil) == nil {
      changes.append(Change(id: id, old: try oldLink(id), new: nil))
    }
  }

  // MARK: Positions

  /// Assigns each link a position between its neighbors.
  private mutating func place(_ items: inout [Item], in present: any StoredLinkList) {
    var start = 0
    var placed: [Item] = []
    while start < items.count {
      var group = [items[start]]
      start += 1
      let lower = neighbor(of: group[0].place, -1, in: present)?.position
      var upper: ListPosition?
      while let last = group.last?.place {
        if start < items.count, items[start].place == last + 1 {
          group.append(items[start])
          start += 1
          continue
        }
        guard let next = neighbor(of: last, 1, in: present) else { break }
        if start < items.count, next.item.place == items[start].place {
          group.append(items[start])
          start += 1
          continue
        }
        if lower.map({ $0 < next.position }) ?? true {
          upper = next.position
          break
        }
        // No position exists between two links with equal positions, so the second link moves.
        group.append(next.item)
        freed[next.item.id] = next.item.label
      }
      guard Self.place(&group, lower, upper, source.writer.tag) else {
        items = renumbered(present)
        return
      }
      for item in group { placeChanges.positions[item.id] = item.position }
      placed += group
    }
    items = placed
  }

  /// Returns the nearest link with a position in the file, before or after `place`.
  private func neighbor(
    of place: Int, _ direction: Int, in present: any StoredLinkList
  ) -> (item: Item, position: ListPosition)? {
    var place = place + direction
    while place >= 0, place < present.count {
      let (label, target) = present.link(at: place)
      if let id = id(label, target), let position = position(id) {
        return (Item(place: place, label: label, id: id), position)
      }
      place += direction
    }
    return nil
  }

  /// Assigns positions to successive links.
  ///
  /// - Returns: False if a position would be too long.
  private static func place(
    _ group: inout [Item], _ lower: ListPosition?, _ upper: ListPosition?, _ tag: Int
  ) -> Bool {
    func isInside(_ position: ListPosition) -> Bool {
      (lower.map { $0 < position } ?? true) && (upper.map { position < $0 } ?? true)
    }
    let inside = group.indices.filter { group[$0].position.map(isInside) ?? false }
    // Restored links retain their positions if possible. As few of the other links as possible
    // move.
    var kept = ascending(inside.filter { group[$0].isRestored }, group)
    kept += ascending(
      inside.filter { place in
        !group[place].isRestored
          && group[place].position.map { position in
            kept.allSatisfy { other in
              group[other].position.map { other < place ? $0 < position : position < $0 } ?? true
            }
          } ?? false
      }, group)
    let isKept = Set(kept)
    for place in group.indices where !isKept.contains(place) { group[place].position = nil }
    var start = 0
    while start < group.count {
      guard group[start].position == nil else {
        start += 1
        continue
      }
      let end = group[start...].firstIndex { $0.position != nil } ?? group.count
      guard
        let positions = ListPosition.between(
          start == 0 ? lower : group[start - 1].position,
          end == group.count ? upper : group[end].position, count: end - start, tag: tag)
      else { return false }
      for (place, position) in zip(start..<end, positions) { group[place].position = position }
      start = end
    }
    return true
  }

  /// Returns a longest subsequence with ascending positions (patience sorting).
  private static func ascending(_ places: [Int], _ group: [Item]) -> [Int] {
    // For each length, the smallest possible last element of an ascending sequence.
    var ends: [Int] = []
    var before: [Int: Int] = [:]
    for place in places {
      guard let position = group[place].position else { continue }
      let length = ends.partitioningIndex { group[$0].position.map { $0 >= position } ?? true }
      if length > 0 { before[place] = ends[length - 1] }
      if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    var result: [Int] = []
    var next = ends.last
    while let place = next {
      result.append(place)
      next = before[place]
    }
    return result.reversed()
  }

  /// Returns all links with new, short positions.
  ///
  /// The positions depend only on the order of the links.
  private mutating func renumbered(_ present: any StoredLinkList) -> [Item] {
    (0..<present.count).compactMap { place in
      let (label, target) = present.link(at: place)
      guard var item = id(label, target).map({ Item(place: place, label: label, id: $0) }) else {
        return nil
      }
      item.position = ListPosition(label: place * LinkLabels.step)
      if freed[item.id] == nil, source.places.positions[item.id] != nil { freed[item.id] = label }
      placeChanges.positions[item.id] = item.position
      return item
    }
  }
}
