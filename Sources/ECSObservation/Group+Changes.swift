public import ECSKit

extension Group {
  /// The changes of the group as batches, beginning with the present state.
  ///
  /// The first batch has every member as `added`. Each later one has the changes since the batch
  /// before was taken, so a reader who takes long gets fewer and larger batches and misses nothing.
  ///
  ///     for await changes in talks.changes() {
  ///       for change in changes {
  ///         rows[change.entity] = change.kind == .removed ? nil : row(of: change.entity)
  ///       }
  ///     }
  ///
  /// - Parameter mode: What waits for a slow reader. In `Collector.Mode.latest` it is one item for
  ///   each entity, with the latest kind: `removed` may then be of an entity that the reader never
  ///   saw, `added` of one that left and came back. `Collector.Mode.net` leaves out who came and
  ///   went; `Collector.Mode.every` keeps each change, without a bound.
  /// - Returns: A sequence that can be iterated several times, each time from the state of then.
  public func changes(mode: Collector.Mode = .latest) -> GroupChanges {
    GroupChanges(group: self, mode: mode)
  }
}

/// The changes of a group over time, made by `Group.changes(mode:)`.
///
/// It is iterated where the context lives, in whose isolation the elements are made. The iteration
/// ends when the context goes away or the task is cancelled. Leaving the loop ends the subscription
/// at the next event of the group.
public struct GroupChanges: AsyncSequence {
  let group: Group
  let mode: Collector.Mode

  /// Returns an iterator that begins with the present state.
  ///
  /// - Returns: An iterator that subscribes when it is asked for its first element.
  /// - Complexity: O(1).
  public func makeAsyncIterator() -> Iterator {
    Iterator(group: group, mode: mode)
  }

  /// Gives out the members and then the changes of a group.
  public struct Iterator: AsyncIteratorProtocol {
    private let group: Group
    private let mode: Collector.Mode
    private var following: (collector: Collector, signal: Signal)?

    init(group: Group, mode: Collector.Mode) {
      self.group = group
      self.mode = mode
    }

    /// Waits until something has changed.
    ///
    /// - Parameter isolation: The isolation of the caller, which is that of the context.
    /// - Returns: At first the members as `added`, if there are any; then what has changed since the
    ///   last call, at least one item, in the order of first touch. It is nil when the context is
    ///   gone or the task was cancelled.
    /// - Complexity: O(*n*), where *n* is the number of items; as for `Group.entities` the first time.
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
      // The collector registers first: what wakes is collected.
      let collector = Collector(group, mode: mode)
      var signal = Signal(where: { _ in true }, observe: { group.observe(body: $0) })
      defer { following = (collector, signal) }
      guard await signal.wake(isolation: isolation) else { return nil }
      return group.map { Collector.Item(entity: $0, kind: .added) }
    }
  }
}
