public import ECSKit
import ECSReactive

/// What a history recorded at once.
struct HistoryEntry {
  enum Content {
    case changes(ChangeSet, Int)
    case run(Loop.Run)
    case note(String, isError: Bool)
  }

  /// The number of its first event.
  let first: UInt64
  /// How many events it has.
  let count: Int
  let time: Duration
  let tick: UInt64
  let system: String?
  fileprivate(set) var content: Content
}

/// The entries of a history, of which the oldest may be dropped.
struct EntryRing {
  private var all: ContiguousArray<HistoryEntry> = []
  private var start = 0
  private var eventCount = 0
  /// The number of the next event.
  private(set) var nextNumber: UInt64 = 1

  var indices: Range<Int> { start..<all.count }
  var first: HistoryEntry? { start < all.count ? all[start] : nil }
  var last: HistoryEntry? { start < all.count ? all[all.count - 1] : nil }

  subscript(position: Int) -> HistoryEntry { all[position] }

  mutating func append(_ entry: HistoryEntry) {
    all.append(entry)
    eventCount += entry.count
    nextNumber += UInt64(entry.count)
  }

  mutating func removeLast() {
    let last = all.removeLast()
    eventCount -= last.count
    nextNumber -= UInt64(last.count)
  }

  /// Drops the oldest entries until at most a number of events are left, but not the last entry.
  mutating func drop(downTo limit: Int) {
    while eventCount > limit, start < all.count - 1 {
      eventCount -= all[start].count
      // Its values are released now, not when the place is moved.
      all[start].content = .note("", isError: false)
      start += 1
    }
    // Amortized: as many are moved as were dropped.
    if start > all.count / 2 {
      all.removeFirst(start)
      start = 0
    }
  }
}

/// The events of a ``History`` as they were when it was asked for them.
///
/// They are made when they are read.
public struct HistoryEvents: BidirectionalCollection {
  private let entries: EntryRing
  private let contexts: [String]

  init(_ entries: EntryRing, _ contexts: [String]) {
    self.entries = entries
    self.contexts = contexts
  }

  /// The position of an event.
  public struct Index: Comparable {
    fileprivate let entry: Int
    fileprivate let offset: Int

    /// Returns whether a position is before another one.
    public static func < (first: Index, second: Index) -> Bool {
      (first.entry, first.offset) < (second.entry, second.offset)
    }
  }

  /// The position of the first event.
  public var startIndex: Index { Index(entry: entries.indices.lowerBound, offset: 0) }
  /// The position behind the last event.
  public var endIndex: Index { Index(entry: entries.indices.upperBound, offset: 0) }

  /// Returns the position behind another one.
  public func index(after index: Index) -> Index {
    index.offset + 1 < entries[index.entry].count
      ? Index(entry: index.entry, offset: index.offset + 1)
      : Index(entry: index.entry + 1, offset: 0)
  }

  /// Returns the position before another one.
  public func index(before index: Index) -> Index {
    index.offset > 0
      ? Index(entry: index.entry, offset: index.offset - 1)
      : Index(entry: index.entry - 1, offset: entries[index.entry - 1].count - 1)
  }

  /// The event at a position.
  ///
  /// - Complexity: O(1).
  public subscript(index: Index) -> HistoryEvent { event(index.offset, of: entries[index.entry]) }

  /// Returns the event with a number.
  ///
  /// - Parameter number: The number.
  /// - Returns: The event; nil if it was dropped or is still to come.
  /// - Complexity: O(log *n*), where *n* is the number of change sets.
  public func event(number: UInt64) -> HistoryEvent? {
    guard let first = entries.first?.first, number >= first, number < entries.nextNumber else {
      return nil
    }
    var range = entries.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range =
        entries[middle].first <= number
        ? middle..<range.upperBound : range.lowerBound..<middle
    }
    let entry = entries[range.lowerBound]
    return event(Int(number - entry.first), of: entry)
  }

  private func event(_ offset: Int, of entry: HistoryEntry) -> HistoryEvent {
    func event(
      _ kind: HistoryEvent.Kind, system: String?, context: String? = nil,
      change: ChangeSet.Change? = nil, label: String? = nil, text: String? = nil
    ) -> HistoryEvent {
      HistoryEvent(
        number: entry.first + UInt64(offset), kind: kind, time: entry.time, tick: entry.tick,
        context: context, entity: change?.creationNumber, component: change?.component,
        old: change?.old, new: change?.new,
        cause: change?.cause.map { entry.first + UInt64($0) }, depth: change?.depth ?? 0,
        system: system, label: label, text: text)
    }
    switch entry.content {
    case .changes(let set, let context):
      let change = set.changes[offset]
      return event(
        .change(change.kind), system: entry.system, context: contexts[context], change: change,
        label: set.label)
    case .run(let run):
      return event(run.isOver ? .ended(run.phase) : .began(run.phase), system: run.system)
    case .note(let text, let isError):
      return event(isError ? .error : .info, system: entry.system, text: text)
    }
  }

  /// The change sets, with the names of their contexts, from the first to the last.
  ///
  /// Replayed in this order, they make the same entities in other contexts.
  public var changeSets: [(context: String, changes: ChangeSet)] {
    entries.indices.compactMap { position in
      guard case .changes(let set, let context) = entries[position].content else { return nil }
      return (contexts[context], set)
    }
  }
}
