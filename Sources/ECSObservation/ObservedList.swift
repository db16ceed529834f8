public import ECSKit
public import Observation

/// A list in sections for a SwiftUI view, with separately tracked reads of each section.
///
/// A reader of ``sections`` is notified when a section is added or removed. A reader of
/// ``Section/entities`` is notified when an item of the section is added, removed or moved. Read
/// the components of a row with ``ObservedContext/subscript(_:_:)``, so that a change redraws only
/// this row.
///
///     let list = ObservedList(guests.list(by: \Name.text, sectionBy: \Table.number))
///     List {
///       ForEach(list.sections) { section in
///         Section("Table \(section.key ?? 0)") {
///           ForEach(section.entities) { GuestRow(observed: observed, guest: $0) }
///         }
///       }
///     }
///
/// Create the list once and store it as a model of the view. Readers are notified once at the end
/// of each burst of changes; see `EntityList`. They are not notified of a burst that is rolled
/// back. The list does not keep its context alive. After the context is deallocated, the list does
/// not change.
///
/// **Cost.** Each burst costs as much as for `EntityList`, plus O(*s*) if one of *s* sections is
/// added or removed. A change to a few items edits the cached items of their section. A change to
/// many items drops the cache until the next read.
public final class ObservedList<Key: Comparable>: Observable {
  /// A section of the list.
  ///
  /// A section keeps its identity until its last item is removed.
  public final class Section: Observable, Identifiable {
    /// The key that the items have in common, or nil in the section of items without a key.
    public let key: Key?
    fileprivate let reads = Reads()
    private let list: EntityList<Key>
    /// The index in the list, or -1 if the section was removed.
    fileprivate var index: Int
    private var kept: [Entity]?

    fileprivate init(_ list: EntityList<Key>, at index: Int) {
      self.list = list
      self.index = index
      key = list.key(ofSection: index)
    }

    /// The items in order, or an empty array if the section was removed.
    ///
    /// The read is tracked.
    ///
    /// - Complexity: O(1) if the items have already been read, and no later burst added, removed or
    ///   moved more than eight of them. Otherwise, as for `EntityList.subscript(_:)`.
    public var entities: [Entity] {
      reads.access()
      if let kept { return kept }
      let entities = list[index]
      kept = entities
      return entities
    }

    fileprivate func follow(_ edit: Edit) {
      guard var entities = kept else { return }
      kept = nil
      // For a few items, moving the rest of the array is much faster than visiting the whole list.
      guard edit.removed.count + edit.inserted.count <= 8 else { return }
      for item in edit.removed.sorted(by: >) { entities.remove(at: item) }
      for item in edit.inserted.sorted() {
        guard let entity = list[.init(section: index, item: item)] else { return }
        entities.insert(entity, at: item)
      }
      kept = entities
    }
  }

  /// The positions of the items that a burst removed from and inserted into one section.
  ///
  /// Removed items have their positions before the burst. Inserted items have their positions after
  /// the burst.
  fileprivate struct Edit {
    let section: Section
    var removed: [Int] = []
    var inserted: [Int] = []
  }

  private let list: EntityList<Key>
  private let reads = Reads()
  private var present: [Section]

  /// Creates a list that follows another list and replaces the `onChange` of that list.
  ///
  /// - Parameter list: A list that was created outside of a transaction or an observer.
  /// - Complexity: O(*s* log *s*) expected, where *s* is the number of sections.
  public init(_ list: EntityList<Key>) {
    self.list = list
    present = (0..<list.sectionCount).map { Section(list, at: $0) }
    list.onChange = { [weak self] changes in self?.follow(changes) }
  }

  /// The sections in order.
  ///
  /// The read is tracked.
  ///
  /// - Complexity: O(1).
  public var sections: [Section] {
    reads.access()
    return present
  }

  /// A Boolean value that indicates whether the list has no sections, and therefore no items.
  ///
  /// A read is tracked as a read of the sections.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { sections.isEmpty }

  private func follow(_ changes: ListChanges) {
    var edits: [ObjectIdentifier: Edit] = [:]
    func note(_ position: ListChanges.Position, _ add: (inout Edit) -> Void) {
      let section = present[position.section]
      add(&edits[section.id, default: Edit(section: section)])
    }
    for position in changes.removed + changes.moved.map(\.source) {
      note(position) { $0.removed.append(position.item) }
    }
    for index in changes.removedSections.reversed() { present.remove(at: index).index = -1 }
    for index in changes.insertedSections { present.insert(Section(list, at: index), at: index) }
    let isOther = !changes.removedSections.isEmpty || !changes.insertedSections.isEmpty
    if isOther {
      for (index, section) in present.enumerated() { section.index = index }
    }
    for position in changes.inserted + changes.moved.map(\.target) {
      note(position) { $0.inserted.append(position.item) }
    }
    // A notified reader may read at once. So all sections are updated before the first reader is
    // notified.
    for edit in edits.values { edit.section.follow(edit) }
    if isOther { reads.change() }
    for edit in edits.values.sorted(by: { $0.section.index < $1.section.index }) {
      edit.section.reads.change()
    }
  }
}
