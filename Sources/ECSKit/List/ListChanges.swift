/// The differences in an ``EntityList`` after a burst of changes.
///
/// The rules are the same as for `UICollectionView`. The indices of removed items, updated items
/// and sources of moves are the indices before the burst. The indices of inserted items and targets
/// of moves are the indices after the burst. To update an array of arrays, follow this order. First
/// remove the items of ``removed`` and the sources of ``moved``, in descending order. Then remove
/// ``removedSections``, in descending order. Then insert ``insertedSections``, and after them
/// ``inserted`` and the targets of ``moved``, in ascending order.
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
/// An item is in none of the arrays if its components did not change and it did not move relative
/// to the other items. Otherwise it is in one array. The exception is an item that moves out of a
/// removed section or into an inserted section. Table views refuse such a move, so the item is
/// listed as removed and inserted. A moved item has a new key, so it must also be reloaded. The
/// items of a removed or inserted section are listed like all other items.
public struct ListChanges: Equatable, Sendable {
  /// The position of an item in a list.
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
    public init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }

    /// Returns true if a position is before another position.
    ///
    /// - Parameters:
    ///   - first: A position.
    ///   - second: Another position.
    /// - Returns: True if the first position has a smaller section, or the same section and a
    ///   smaller item.
    public static func < (first: Position, second: Position) -> Bool {
      (first.section, first.item) < (second.section, second.item)
    }
  }

  /// An item that remained in the list but moved relative to the other items.
  public struct Move: Equatable, Sendable {
    /// The position of the item before the burst.
    public let source: Position
    /// The position of the item after the burst.
    public let target: Position
  }

  /// The removed sections in ascending order, with their indices before the burst.
  public internal(set) var removedSections: [Int] = []
  /// The new sections in ascending order, with their indices after the burst.
  public internal(set) var insertedSections: [Int] = []
  /// The removed items in ascending order, with their positions before the burst.
  public internal(set) var removed: [Position] = []
  /// The new items in ascending order, with their positions after the burst.
  public internal(set) var inserted: [Position] = []
  /// The moved items, in ascending order of their sources.
  public internal(set) var moved: [Move] = []
  /// The items with changed components that did not move relative to the other items.
  ///
  /// The items are in ascending order, with their positions before the burst.
  public internal(set) var updated: [Position] = []

  /// True if nothing changed.
  public var isEmpty: Bool {
    // Sections need no check. A section is inserted or removed only together with its items.
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }
}
