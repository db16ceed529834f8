/// Observers in the order of their registration.
///
/// The references are counted once, by `kept`; `fast` holds the same objects to be walked without
/// counting. Invariant: an observer is dropped only while no change is staged, told or recorded,
/// so what the change log points at is alive.
@usableFromInline
struct ObserverList: ~Copyable {
  private(set) var kept: ContiguousArray<Observer> = []
  @usableFromInline var fast = Buffer<Unretained<Observer>>()

  /// Whether collectors are among them.
  @usableFromInline private(set) var hasCollectors = false

  /// The observer, if there is one alone and it is no collector.
  @usableFromInline private(set) var only: Unretained<Observer>?

  init() {}

  @inlinable var isEmpty: Bool { fast.isEmpty }

  mutating func append(_ observer: Observer) {
    kept.append(observer)
    fast.append(Unretained(observer))
    if observer.isCollector { hasCollectors = true }
    only = fast.count == 1 && !hasCollectors ? fast[0] : nil
  }

  mutating func removeAll(where isIdle: (Observer) -> Bool) {
    guard kept.contains(where: isIdle) else { return }
    let all = kept
    kept = []
    fast.removeAll()
    hasCollectors = false
    only = nil
    for observer in all where !isIdle(observer) { append(observer) }
    // What the others hold ends here, after the list is whole again.
    for observer in all where isIdle(observer) { observer.release() }
  }

  @inlinable
  @inline(__always)
  func visit(_ body: (Unretained<Observer>) -> Void) {
    var place = 0
    while place < fast.count {
      body(fast[place])
      place &+= 1
    }
  }
}
