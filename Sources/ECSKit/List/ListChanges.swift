/// What a burst of changes did to an ``EntityList``.
///
/// The rules are those of `UICollectionView`: indices of removed, updated and departed elements are
/// those before the burst, indices of inserted and arrived elements those after it. So an
/// array of arrays follows a list in this order: take out what is in ``removed`` and the sources of
/// ``moved``, last first; take out ``removedSections``, last first; put in ``insertedSections``,
/// then ``inserted`` and the targets of ``moved``, first first.
///
///     list.onChange = { changes in
///       view.performBatchUpdates {
///         view.deleteSections(IndexSet(changes.removedSections))
///         view.insertSections(IndexSet(changes.insertedSections))
///         view.deleteItems(at: changes.removed.map(path))
///         view.insertItems(at: changes.inserted.map(path))
///         for move in changes.moved { view.moveItem(at: path(move.source), to: path(move.target)) }
///         view.reloadItems(at: changes.updated.map(path))
///       }
///     }
///
/// An item is in one list at most, and in none if it is as it was and among the same others. A
/// moved item has another key, so its edit shows other values, too. No move leaves a section that
/// is removed or enters one that is inserted, since table views refuse that: it is a removal and an
/// insertion. The items of a removed or inserted section are listed like all others.
public struct ListChanges: Equatable, Sendable {
  /// Where an item is in a list.
  public struct Position: Hashable, Comparable, Sendable {
    /// The index of the section.
    public let section: Int
    /// The index of the item in its section.
    public let item: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - section: The index of the section.
    ///   - item: The index of the item in its section.
    @_documentation(visibility: internal)
    public init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }

    /// Returns whether a position is before another one.
    ///
    /// - Parameters:
    ///   - first: A position.
    ///   - second: Another position.
    /// - Returns: Whether its section is before the other's, or its item in the same section.
    @_documentation(visibility: internal)
    public static func < (first: Position, second: Position) -> Bool {
      (first.section, first.item) < (second.section, second.item)
    }
  }

  /// An item that is somewhere else than before, among those that stayed.
  public struct Move: Equatable, Sendable {
    /// Where the item was, in the indices before.
    public let source: Position
    /// Where the item is, in the indices after.
    public let target: Position
  }

  /// The sections that are gone, ascending, in the indices before.
  public internal(set) var removedSections: [Int] = []
  /// The sections that are new, ascending, in the indices after.
  public internal(set) var insertedSections: [Int] = []
  /// The items that are gone, ascending, in the indices before.
  public internal(set) var removed: [Position] = []
  /// The items that are new, ascending, in the indices after.
  public internal(set) var inserted: [Position] = []
  /// The items that moved, ascending by source.
  public internal(set) var moved: [Move] = []
  /// The items whose components changed and that stayed where they were among the others,
  /// ascending, in the indices before.
  public internal(set) var updated: [Position] = []

  /// Whether nothing changed.
  public var isEmpty: Bool {
    // Sections need no check, because a section is inserted or removed only together with its
    // items.
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }
}
