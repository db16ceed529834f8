/// A list of observers in the order of their registration.
///
/// Invariant: an observer is dropped only while no change is staged, recorded or delivered. So the
/// observers to which the journal refers are alive.
@usableFromInline
struct ObserverList: ~Copyable {
  @usableFromInline var observers = ObjectList<Observer>()
  private var collectors = 0
  @usableFromInline private(set) var hasCollectors = false
  /// The only observer.
  ///
  /// The reference is nil if the list does not have exactly one observer, or if the observer is a
  /// collector.
  @usableFromInline private(set) var only: Unretained<Observer>?

  init() {}

  @inlinable var isEmpty: Bool { observers.isEmpty }

  mutating func append(_ observer: Observer) {
    observers.append(observer)
    if observer.isCollector { collectors += 1 }
    updateSummary()
  }

  /// Removes ended observers.
  ///
  /// Observers that are not in the list are ignored. The caller must keep the observers alive.
  ///
  /// - Complexity: For a few observers, O(log *o*) and one move in memory for each, where *o* is
  ///   the length of the list. For many observers, O(*o*).
  mutating func remove(_ ended: ContiguousArray<Observer>) {
    if ended.count <= 8 {
      for observer in ended { remove(observer) }
    } else {
      observers.removeAll { !$0.isActive }
      collectors = observers.all.count { $0.isCollector }
    }
    updateSummary()
  }

  private mutating func remove(_ observer: Observer) {
    var low = 0
    var high = observers.count
    while low < high {
      let middle = (low + high) / 2
      if observers[middle].number < observer.number { low = middle + 1 } else { high = middle }
    }
    guard low < observers.count, observers[low] === observer else { return }
    observers.remove(at: low)
    if observer.isCollector { collectors -= 1 }
  }

  private mutating func updateSummary() {
    hasCollectors = collectors > 0
    only = observers.count == 1 && !hasCollectors ? Unretained(observers[0]) : nil
  }

  @inlinable @inline(__always)
  func visit(_ body: (Observer) -> Void) {
    observers.visit(body)
  }
}
