/// Old and new values of changes, kept until nobody can be told of them any more.
extension Column {
  /// Puts a value at the end of the history.
  ///
  /// What needs no dropping is left there when its time is over, and overwritten now.
  @inlinable
  @inline(__always)
  func log(_ value: consuming C, _ log: inout ChangeLog) -> Int32 {
    if _isPOD(C.self) {
      if historyDelivery != log.delivery {
        historyDelivery = log.delivery
        history.truncate(to: 0)
      }
    } else {
      log.needsDropping = true
    }
    history.append(value)
    return Int32(truncatingIfNeeded: history.count &- 1)
  }

  /// Puts an old and a new value into the history while no record of the log points there.
  ///
  /// - Returns: The place of the old one, which the new one follows.
  @inlinable
  @inline(__always)
  func logOnly(_ old: consuming C, _ new: consuming C, _ log: inout ChangeLog) -> Int32 {
    guard _isPOD(C.self) else {
      let place = self.log(old, &log)
      _ = self.log(new, &log)
      return place
    }
    historyDelivery = log.delivery
    history.restart(with: old, new)
    return 0
  }

  /// Drops the values of the history from a place on.
  ///
  /// Each is moved out first: what is dropped may run code that makes changes, which leave the
  /// history as long as they found it.
  @inlinable
  @inline(__always)
  func forget(from first: Int) {
    if _isPOD(C.self) { return history.truncate(to: first) }
    while history.count > first {
      let dropped = history.removeLast()
      withExtendedLifetime(dropped) {}
    }
  }

  /// Reports that a value is in the column though a unique index would not let it in.
  ///
  /// It was let in before the index was made unique, or it would not be there.
  @usableFromInline
  func reportDuplicate(_ value: C, _ index: UInt32, _ core: Core) {
    for follower in followers where !isUnique {
      guard let taken = follower.refusal(of: value, for: index) else { continue }
      core.reportDuplicate(self, taken.text)
    }
  }

  /// Tells all followers of a change.
  ///
  /// They call foreign code, so the caller refuses changes meanwhile.
  @inlinable
  func tellFollowers(_ index: UInt32, old: C?, new: C?) {
    for follower in followers { follower.changed(index, old: old, new: new) }
  }
}

extension Column {
  /// Moves the values together, in the order of the entities' places.
  func closeGaps() {
    guard !gaps.isEmpty else { return }
    var dense = Buffer<C>()
    for place in 0..<positions.count where positions[place] >= 0 {
      dense.append(values.leaveGap(Int(positions[place])))
      positions[place] = Int32(dense.count - 1)
    }
    values.truncate(to: 0)
    values = dense
    gaps = Buffer()
  }
}
