public import ECSKit
public import Observation

/// A list in sections for a SwiftUI view, which tracks reads of each section by itself.
///
/// It reports only what has changed: a reader of ``sections`` is notified when a section comes or
/// goes, and a reader of ``Section/entities`` when an item of this section comes, goes or moves.
/// What a row shows is read with ``ObservedContext/subscript(_:_:)``, so that a change of it draws
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
/// Make one and keep it, as a model of the view. Readers are notified once for each burst, when it
/// is over, and never for one that is rolled back; see `EntityList`. Like that, it does not keep
/// its context and stays as it is when that ends.
///
/// **Cost.** For each burst that of `EntityList`, and O(*s*) if one of *s* sections
/// comes or goes. After a change of a few items the kept items of their section are edited; after one of many
/// they are copied when they are read again.
public final class ObservedList<Key: Comparable>: Observable {
  /// A section of the list, with an identity that it keeps until its last item is gone.
  public final class Section: Observable, Identifiable {
    /// The key of its items; nil if they have none.
    public let key: Key?
    fileprivate let reads = Reads()
    private let list: EntityList<Key>
    /// The index in the list; -1 if the section is gone.
    fileprivate var index: Int
    private var kept: [Entity]?

    fileprivate init(_ list: EntityList<Key>, at index: Int) {
      self.list = list
      self.index = index
      key = list.key(ofSection: index)
    }

    /// The items in order, none if the section is gone; a read of them is tracked.
    ///
    /// - Complexity: O(1) if they were read before and no more than eight of them at once came, went or moved
    ///   since; otherwise as for `EntityList.subscript(_:)`.
    public var entities: [Entity] {
      reads.access()
      if let kept { return kept }
      let entities = list[index]
      kept = entities
      return entities
    }

    /// Brings the kept items up to date.
    fileprivate func follow(_ edit: Edit) {
      guard var entities = kept else { return }
      kept = nil
      // Moving the rest of an array is far quicker than a walk through the list, if it is not often.
      guard edit.removed.count + edit.inserted.count <= 8 else { return }
      for item in edit.removed.sorted(by: >) { entities.remove(at: item) }
      for item in edit.inserted.sorted() {
        guard let entity = list[.init(section: index, item: item)] else { return }
        entities.insert(entity, at: item)
      }
      kept = entities
    }
  }

  /// The items of a section that left it and came to it, by their positions before and after.
  fileprivate struct Edit {
    let section: Section
    var removed: [Int] = []
    var inserted: [Int] = []
  }

  private let list: EntityList<Key>
  private let reads = Reads()
  private var present: [Section]

  /// Creates a list that follows another one and takes over its `onChange`.
  ///
  /// - Parameter list: A list that was made outside of a transaction and of an observer.
  /// - Complexity: O(*s* log *s*) expected, where *s* is the number of sections.
  public init(_ list: EntityList<Key>) {
    self.list = list
    present = (0..<list.sectionCount).map { Section(list, at: $0) }
    list.onChange = { [weak self] changes in self?.follow(changes) }
  }

  /// The sections in order; a read of them is tracked.
  ///
  /// - Complexity: O(1).
  public var sections: [Section] {
    reads.access()
    return present
  }

  /// Whether there is no section, and so no item; a read of it is tracked as one of the sections.
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
    // Readers may read at once, so everything is up to date before the first is notified.
    for edit in edits.values { edit.section.follow(edit) }
    if isOther { reads.change() }
    for edit in edits.values.sorted(by: { $0.section.index < $1.section.index }) {
      edit.section.reads.change()
    }
  }
}
