public import ECSKit

extension Group {
  /// Returns the changes of the group as batches, beginning with the current members.
  ///
  /// The first batch contains every member as `added`. Each later batch contains the changes since
  /// the previous batch. So a slow reader receives fewer and larger batches but misses no change.
  ///
  ///     for await changes in talks.changes() {
  ///       for change in changes {
  ///         rows[change.entity] = change.kind == .removed ? nil : row(of: change.entity)
  ///       }
  ///     }
  ///
  /// - Parameter mode: The way to combine the changes to one entity in a batch.
  ///   `Collector.Mode.latest` gives one item for each entity, with the latest kind. In this mode,
  ///   a `removed` item may refer to an entity that the reader never received, and an `added` item
  ///   may refer to an entity that left and joined again. `Collector.Mode.net` omits entities that
  ///   joined and left. `Collector.Mode.every` gives an item for each change and takes unbounded
  ///   memory.
  /// - Returns: A sequence that can be iterated several times. Each iteration begins with the
  ///   members at that time.
  public func changes(mode: Collector.Mode = .latest) -> GroupChanges {
    GroupChanges(group: self, mode: mode)
  }
}

/// The changes of a group over time, as returned by `Group.changes(mode:)`.
///
/// Iterate over the sequence in the isolation of the context. The iteration ends when the context
/// is deallocated or the task is cancelled. After you leave the loop, the subscription ends at the
/// next event of the group.
public struct GroupChanges: AsyncSequence {
  let group: Group
  let mode: Collector.Mode

  /// Returns an iterator that begins with the current members.
  ///
  /// - Returns: An iterator that subscribes when its first element is requested.
  /// - Complexity: O(1).
  public func makeAsyncIterator() -> Iterator {
    Iterator(group: group, mode: mode)
  }

  /// An iterator over the changes of a group, beginning with its members.
  public struct Iterator: AsyncIteratorProtocol {
    private let group: Group
    private let mode: Collector.Mode
    private var following: (collector: Collector, signal: Signal)?

    init(group: Group, mode: Collector.Mode) {
      self.group = group
      self.mode = mode
    }

    /// Waits until the group has changed since the previous call.
    ///
    /// - Parameter isolation: The isolation of the caller. It must be the isolation of the context.
    /// - Returns: In the first call, the members as `added` items, or an empty array if the group
    ///   has no members. In a later call, at least one item. The items are in the order of each
    ///   entity's first change. The result is nil if the context was deallocated or the task is
    ///   cancelled.
    /// - Complexity: O(*n*), where *n* is the number of items. The first call costs as much as
    ///   `Group.entities`.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> [Collector.Item]? {
      guard var following else { return await begin(isolation: isolation) }
      defer { self.following = following }
      while await following.signal.wake(isolation: isolation) {
        let items = following.collector.drain()
        if !items.isEmpty { return items }
      }
      return nil
    }

    private mutating func begin(isolation: isolated (any Actor)?) async -> [Collector.Item]? {
      let group = group
      // The collector is registered first, so that it has collected each change that wakes the
      // iterator.
      let collector = Collector(group, mode: mode)
      var signal = Signal(where: { _ in true }, observe: { group.observe(body: $0) })
      defer { following = (collector, signal) }
      guard await signal.wake(isolation: isolation) else { return nil }
      return group.map { Collector.Item(entity: $0, kind: .added) }
    }
  }
}
