/// Keeps the core intact for calls that use it after foreign code has run.
///
/// An observer, a comparison, a key function or the deinit of a value may release the last
/// reference to the context. From then on every handle is invalid and no observer is notified, but
/// the core stays intact until the last call that uses it returns. So code that runs after foreign
/// code never finds a core that is empty or serves another thread.
///
/// Invariant: a call that uses the core after foreign code is counted, or delivers. A call that is
/// neither does not use the core after foreign code.
extension Core {
  /// The number that a call which holds events back adds to `calls`.
  @inlinable static var compound: Int { 1 << 32 }

  /// Whether events are held back because changes belong together.
  @inlinable @inline(__always)
  var isCompound: Bool { calls >= Self.compound }

  /// Whether a call is under way that will use the core again.
  var isBusy: Bool { calls != 0 || isDelivering }

  /// Keeps the core intact until the matching `letGo`.
  @inlinable @inline(__always)
  func hold() {
    calls &+= 1
  }

  /// Ends a `hold`.
  ///
  /// The caller must not use the core afterwards unless it has another hold.
  @inlinable @inline(__always)
  func letGo() {
    calls &-= 1
    if hasLeftovers { tidyUp() }
  }

  /// Does the work that had to wait for the last call to end, if no call is under way.
  @usableFromInline @inline(never)
  func tidyUp() {
    guard !isBusy else { return }
    if isIn(entities.epoch) { dropIdleObservers() } else { CorePool.giveBack(self) }
  }

  /// Makes every handle invalid, and empties the core as soon as no call is under way in it.
  func end() {
    retire()
    // Loops over members stop.
    for group in groups.values { group.members.clear() }
    if isBusy { hasLeftovers = true } else { CorePool.giveBack(self) }
  }

  // MARK: Foreign code that must not change the context

  /// Calls foreign code in the middle of a change.
  ///
  /// Changes that it tries to make are refused and reported.
  @inlinable @inline(__always)
  func withoutChanges<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasFrozen = freeze()
    defer { thaw(wasFrozen) }
    return try body()
  }

  /// Refuses changes until the matching `thaw`, and keeps the core intact.
  ///
  /// - Returns: Whether changes were refused already.
  @usableFromInline
  func freeze() -> Bool {
    let wasFrozen = isFrozen
    hold()
    isFrozen = true
    // The fast paths of a change check only this flag.
    isRecording = true
    return wasFrozen
  }

  @usableFromInline
  func thaw(_ wasFrozen: Bool) {
    isFrozen = wasFrozen
    updateRecording()
    letGo()
  }

  /// Reports a misuse to the handler, which must not change the context.
  ///
  /// If a change by the handler itself is refused, that goes to standard error, because it would
  /// recur for ever.
  func report(_ misuse: Misuse) {
    guard isIn(entities.epoch) else { return }
    if isReporting { return StandardError.report(misuse) }
    hold()
    isReporting = true
    withoutChanges { misuseHandler(misuse) }
    isReporting = false
    letGo()
  }
}
