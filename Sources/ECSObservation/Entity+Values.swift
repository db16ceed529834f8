public import ECSKit

extension Entity {
  /// The values of a component over time, beginning with the present value.
  ///
  /// A value is nil while the entity lacks the component. Only the newest value waits for a slow
  /// reader: a value that was replaced before it was read is skipped.
  ///
  ///     for await rating in talk.values(of: Rating.self) {
  ///       label.text = rating.map { "\($0.stars) of 5" } ?? "not rated"
  ///     }
  ///
  /// - Parameter type: The type of the component.
  /// - Returns: A sequence that can be iterated several times, each time from the value of then. It
  ///   is empty for a dead handle, whose use is reported.
  public func values<C: Component>(of type: C.Type) -> ComponentValues<C> {
    ComponentValues(entity: self)
  }
}

/// The values of a component of one entity over time, made by `Entity.values(of:)`.
///
/// It is iterated where the context lives, in whose isolation the elements are read. The iteration
/// ends when the entity is destroyed, its context goes away or the task is cancelled. Leaving the
/// loop ends the subscription at the next event of the entity.
public struct ComponentValues<C: Component>: AsyncSequence {
  let entity: Entity

  /// Returns an iterator that begins with the present value.
  ///
  /// - Returns: An iterator that subscribes when it is asked for its first element.
  /// - Complexity: O(1).
  public func makeAsyncIterator() -> Iterator {
    Iterator(entity: entity)
  }

  /// Gives out the value that a component has, whenever it has changed.
  public struct Iterator: AsyncIteratorProtocol {
    private let entity: Entity
    private var signal: Signal?

    init(entity: Entity) {
      self.entity = entity
    }

    /// Waits until the component was set or removed since the last call.
    ///
    /// - Parameter isolation: The isolation of the caller, which is that of the context.
    /// - Returns: The value, which may equal the one before, or nil for none; nil in place of both
    ///   when the entity is gone or the task was cancelled.
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
