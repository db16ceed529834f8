extension Entity {
  /// Changes a component in a closure.
  ///
  /// The body changes a copy of the value, which is then set as by `set(_:)`: compared with the
  /// present value if it is `Equatable`, settled, and delivered to observers. Nothing happens if
  /// the entity has no such component, or has none any more when the body returns.
  ///
  ///     talk.modify(Rating.self) { $0.stars += 1 }  // true
  ///     talk[Rating.self]?.stars  // 5
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - body: Changes the value; it may change the context.
  /// - Returns: Whether there was a component to change. An invalid handle is also reported.
  /// - Throws: What the body throws; nothing is changed then.
  /// - Complexity: As for `set(_:)`.
  @inlinable
  @discardableResult
  public func modify<C: Component, Failure: Error>(
    _ type: C.Type, _ body: (inout C) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let core = livingOrReported("modify \(C.self)"), var value = self[type] else {
      return false
    }
    let column: Column<C> = core.column(type)
    try body(&value)
    return core.update(value, column, index, generation)
  }
}

extension Core {
  /// Replaces a value by one that foreign code made from it.
  ///
  /// The foreign code may have ended the context, destroyed the entity, removed the component or
  /// begun to observe the column, so everything is checked again.
  ///
  /// - Returns: Whether the entity still has the component.
  @inlinable @inline(__always)
  @discardableResult
  func update<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ generation: UInt32
  ) -> Bool {
    guard isIn(generation >> EntityTable.countBits), entities.isAlive(index, generation) else {
      return false
    }
    let position = column.store.position(of: index)
    guard position >= 0 else { return Column<C>.isFlag && has(column, index) }
    if column.isWatched || isRecording {
      set(value, index)
    } else {
      let old = column.store.exchange(at: position, for: value)
      withExtendedLifetime(old) {}
    }
    return true
  }
}
