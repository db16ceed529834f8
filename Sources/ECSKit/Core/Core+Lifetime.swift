/// Calls that go on with the core after foreign code has run.
///
/// An observer, a comparison, a key function, the end of a value: each may let go of the last
/// reference to the context. Every handle is dead from then on and nobody is notified any more, but the
/// core stays whole until the last call that will touch it returns. So what runs after foreign code
/// never meets a core that is empty or serves another thread.
///
/// Invariant: a call that touches the core after foreign code is counted, or delivers; what is not
/// counted touches nothing after it.
extension Core {
  /// What a call adds to `calls` that keeps events back.
  @inlinable static var compound: Int { 1 << 32 }

  /// Whether events are kept back, because changes belong together.
  @inlinable @inline(__always)
  var isCompound: Bool { calls >= Self.compound }

  /// Whether a call is under way that will go on with the core.
  var isBusy: Bool { calls != 0 || isDelivering }

  /// Keeps the core whole until the matching `letGo`.
  @inlinable @inline(__always)
  func hold() {
    calls &+= 1
  }

  /// Ends what `hold` began; the caller must not touch the core afterwards unless it has another hold.
  @inlinable @inline(__always)
  func letGo() {
    calls &-= 1
    if hasLeftovers { tidyUp() }
  }

  /// Does what had to wait for the end of the calls, if this was the last one.
  @usableFromInline @inline(never)
  func tidyUp() {
    guard !isBusy else { return }
    if isIn(entities.epoch) { dropIdleObservers() } else { CorePool.giveBack(self) }
  }

  /// Makes every handle dead, and empties the core as soon as no call is under way in it.
  func end() {
    retire()
    // Loops over members stop.
    for group in groups.values { group.members.clear() }
    if isBusy { hasLeftovers = true } else { CorePool.giveBack(self) }
  }

  // MARK: Foreign code that must not change the context

  /// Calls foreign code in the middle of a change: what it tries to change is refused and reported.
  @inlinable @inline(__always)
  func withoutChanges<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasFrozen = freeze()
    defer { thaw(wasFrozen) }
    return try body()
  }

  /// Refuses changes until the matching `thaw`, and keeps the core whole.
  ///
  /// - Returns: Whether changes are refused already.
  @usableFromInline
  func freeze() -> Bool {
    let wasFrozen = isFrozen
    hold()
    isFrozen = true
    // The short ways of making a change look at nothing else.
    isRecording = true
    return wasFrozen
  }

  @usableFromInline
  func thaw(_ wasFrozen: Bool) {
    isFrozen = wasFrozen
    updateRecording()
    letGo()
  }

  /// Reports what could not be done to the misuse handler, which must not change the context.
  ///
  /// What the handler itself is refused goes to standard error, as it would come back for ever.
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
