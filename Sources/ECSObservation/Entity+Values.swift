public import ECSKit

extension Entity {
  /// Returns the values of a component over time, beginning with the current value.
  ///
  /// A value is nil while the entity lacks the component. A slow reader receives only the newest
  /// value and skips values that were replaced in between.
  ///
  ///     for await rating in talk.values(of: Rating.self) {
  ///       label.text = rating.map { "\($0.stars) of 5" } ?? "not rated"
  ///     }
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: A sequence that can be iterated several times. Each iteration begins with the value
  ///   at that time. For a dead handle, the sequence is empty and a misuse is reported.
  public func values<C: Component>(of type: C.Type) -> ComponentValues<C> {
    ComponentValues(entity: self)
  }
}

/// The values of an entity's component over time, as returned by `Entity.values(of:)`.
///
/// Iterate over the sequence in the isolation of the context. The iteration ends when the entity is
/// destroyed, its context is deallocated, or the task is cancelled. After you leave the loop, the
/// subscription ends at the next event of the entity.
public struct ComponentValues<C: Component>: AsyncSequence {
  let entity: Entity

  /// Returns an iterator that begins with the current value.
  ///
  /// - Returns: An iterator that subscribes when its first element is requested.
  /// - Complexity: O(1).
  public func makeAsyncIterator() -> Iterator {
    Iterator(entity: entity)
  }

  /// An iterator over the values of a component.
  public struct Iterator: AsyncIteratorProtocol {
    private let entity: Entity
    private var signal: Signal?

    init(entity: Entity) {
      self.entity = entity
    }

    /// Waits until the component has been set or removed since the previous call.
    ///
    /// - Parameter isolation: The isolation of the caller. It must be the isolation of the context.
    /// - Returns: The value, or `.some(nil)` if the entity lacks the component. The value may equal
    ///   the previous value. The result is nil if the entity is destroyed, its context was
    ///   deallocated or the task is cancelled.
    /// - Complexity: O(1).
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> C?? {
      let entity = entity
      var signal =
        signal
        ?? Signal(
          where: { $0.component.map { $0 == C.self } ?? true },
          observe: { entity.observe(body: $0) })
      defer { self.signal = signal }
      guard await signal.wake(isolation: isolation), entity.isAlive else { return nil }
      return .some(entity[C.self])
    }
  }
}
