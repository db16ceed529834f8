/// Observers in the order of their registration.
///
/// The references are counted once, by `kept`; `fast` holds the same objects to be walked without
/// counting. Invariant: an observer is dropped only while no change is staged, told or recorded,
/// so what the change log points at is alive.
@usableFromInline
struct ObserverList: ~Copyable {
  private(set) var kept: ContiguousArray<Observer> = []
  @usableFromInline var fast = Buffer<Unretained<Observer>>()

  private var collectors = 0
  /// Whether collectors are among them.
  @usableFromInline private(set) var hasCollectors = false

  /// The observer, if there is one alone and it is no collector.
  @usableFromInline private(set) var only: Unretained<Observer>?

  init() {}

  @inlinable var isEmpty: Bool { fast.isEmpty }

  mutating func append(_ observer: Observer) {
    kept.append(observer)
    fast.append(Unretained(observer))
    if observer.isCollector { collectors += 1 }
    updateSummary()
  }

  /// Takes out those of some observers that are listed; they have ended, and the caller keeps them.
  ///
  /// - Complexity: O(log *o*) and a move in memory for each of a few, where *o* is the length of the
  ///   list; O(*o*) for many.
  mutating func remove(_ ended: ContiguousArray<Observer>) {
    if ended.count <= 8 {
      for observer in ended { remove(observer) }
      return updateSummary()
    }
    kept.removeAll { !$0.isActive }
    fast.removeAll()
    for observer in kept { fast.append(Unretained(observer)) }
    collectors = kept.count { $0.isCollector }
    updateSummary()
  }

  private mutating func remove(_ observer: Observer) {
    var low = 0
    var high = kept.count
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].number < observer.number { low = middle + 1 } else { high = middle }
    }
    guard low < kept.count, kept[low] === observer else { return }
    kept.remove(at: low)
    fast.remove(at: low)
    if observer.isCollector { collectors -= 1 }
  }

  private mutating func updateSummary() {
    hasCollectors = collectors > 0
    only = fast.count == 1 && !hasCollectors ? fast[0] : nil
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
