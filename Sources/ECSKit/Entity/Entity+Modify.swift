extension Entity {
  /// Changes a component by a function of its value.
  ///
  /// The body gets a copy of the value, and what it makes of it is set: compared with what is there if
  /// it is `Equatable`, settled, and delivered to observers, as by ``set(_:)``. Nothing happens if the
  /// entity has no such component, or has none any more when the body returns.
  ///
  ///     talk.modify(Rating.self) { $0.stars += 1 }  // true
  ///     talk[Rating.self]?.stars  // 5
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - body: Changes the value; it may change the context.
  /// - Returns: Whether there was a component to change. A dead handle is reported, too.
  /// - Throws: What the body throws, and then nothing is changed.
  /// - Complexity: As for ``set(_:)``.
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
  /// Puts a value that foreign code made of the former one in its place.
  ///
  /// The foreign code may have ended the context or the entity, taken the component away or begun to
  /// watch the column, so everything is looked at again.
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
