import ECSKit

/// A copy of an entity list in arrays, updated with each change of the list.
struct ListMirror {
  private(set) var sections: [[Entity]]

  /// Applies changes, and returns the items that were added, removed, moved or updated.
  ///
  /// - Complexity: O(*n*) if items are inserted or removed, where *n* is the number of items in the
  ///   list.
  mutating func apply<Key>(_ changes: ListChanges, of list: EntityList<Key>) -> [Entity] {
    let updated = changes.updated.map { self[$0] }
    let moved = changes.moved.map { self[$0.source] }
    let removed = changes.removed.map { self[$0] }
    for position in (changes.removed + changes.moved.map(\.source)).sorted().reversed() {
      sections[position.section].remove(at: position.item)
    }
    for section in changes.removedSections.reversed() { sections.remove(at: section) }
    for section in changes.insertedSections { sections.insert([], at: section) }
    var inserted: [Entity] = []
    for position in (changes.inserted + changes.moved.map(\.target)).sorted() {
      guard let entity = list[position] else { continue }
      sections[position.section].insert(entity, at: position.item)
      inserted.append(entity)
    }
    return updated + moved + removed + inserted
  }

  private subscript(position: ListChanges.Position) -> Entity {
    sections[position.section][position.item]
  }
}
