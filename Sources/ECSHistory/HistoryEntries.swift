// The storage of a history: a ring buffer of entries, and the collection of events over it.
// `History` appends and drops entries. Queries and apps read snapshots: `HistoryEvents`. The
// position of an entry never changes, and event numbers increase without gaps.

public import ECSKit
import ECSReactive

/// A recorded change set, system run or note.
struct HistoryEntry {
  enum Content {
    case changes(ChangeSet, Int)
    case run(Loop.Run)
    case note(String, isError: Bool)

    /// A placeholder for removed content.
    static var none: Content { .note("", isError: false) }

    /// Releases the content.
    ///
    /// The context reuses the memory of the changes, unless the changes are referenced elsewhere.
    consuming func recycle() {
      switch consume self {
      case .changes(var changes, _): changes.recycle()
      case .run, .note: break
      }
    }
  }

  let first: UInt64
  let count: Int
  let time: Duration
  let tick: UInt64
  let system: String?
  fileprivate(set) var content: Content
}

/// A ring buffer of history entries.
///
/// The position of an entry never changes. The index of an entry in `slots` is its position modulo
/// the capacity. The capacity is a power of two.
struct EntryRing {
  private var slots: ContiguousArray<HistoryEntry> = []
  /// The positions of the stored entries.
  private(set) var indices = 0..<0
  private var eventCount = 0
  private(set) var nextNumber: UInt64 = 1

  var first: HistoryEntry? { indices.first.map { self[$0] } }
  var last: HistoryEntry? { indices.last.map { self[$0] } }

  subscript(position: Int) -> HistoryEntry { slots[position & (slots.count - 1)] }

  /// Adds an entry at the end.
  ///
  /// - Complexity: O(1) amortized.
  mutating func append(
    _ content: consuming HistoryEntry.Content, count: Int, time: Duration, tick: UInt64,
    system: String?
  ) {
    let entry = HistoryEntry(
      first: nextNumber, count: count, time: time, tick: tick, system: system, content: content)
    if indices.count == slots.count { grow(with: entry) }
    slots[indices.upperBound & (slots.count - 1)] = entry
    indices = indices.lowerBound..<indices.upperBound + 1
    eventCount += count
    nextNumber += UInt64(count)
  }

  private mutating func grow(with filling: HistoryEntry) {
    var filling = filling
    filling.content = .none
    var grown = ContiguousArray(repeating: filling, count: max(16, slots.count * 2))
    for position in indices { grown[position & (grown.count - 1)] = self[position] }
    slots = grown
  }

  /// Removes the last entry and returns its content.
  ///
  /// The last entry must exist.
  mutating func removeLast() -> HistoryEntry.Content {
    let last = indices.upperBound - 1
    indices = indices.lowerBound..<last
    eventCount -= self[last].count
    nextNumber -= UInt64(self[last].count)
    return empty(last)
  }

  /// Removes the oldest entry and returns its content, or nil if the limit is not exceeded.
  ///
  /// The last entry is never removed. Release the content only after the call, so that no deinit
  /// runs during the mutation.
  mutating func removeFirst(downTo limit: Int) -> HistoryEntry.Content? {
    guard eventCount > limit, indices.count > 1 else { return nil }
    let first = indices.lowerBound
    indices = first + 1..<indices.upperBound
    eventCount -= self[first].count
    return empty(first)
  }

  private mutating func empty(_ position: Int) -> HistoryEntry.Content {
    var content = HistoryEntry.Content.none
    swap(&content, &slots[position & (slots.count - 1)].content)
    return content
  }
}

/// A snapshot of the events of a ``History``.
///
/// Each event is created when it is read.
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

    /// Returns true if the first position precedes the second.
    public static func < (first: Index, second: Index) -> Bool {
      (first.entry, first.offset) < (second.entry, second.offset)
    }
  }

  /// The position of the first event.
  public var startIndex: Index { Index(entry: entries.indices.lowerBound, offset: 0) }
  /// The position after the last event.
  public var endIndex: Index { Index(entry: entries.indices.upperBound, offset: 0) }

  /// Returns the position after a given position.
  public func index(after index: Index) -> Index {
    index.offset + 1 < entries[index.entry].count
      ? Index(entry: index.entry, offset: index.offset + 1)
      : Index(entry: index.entry + 1, offset: 0)
  }

  /// Returns the position before a given position.
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
  /// - Parameter number: The number of the event, counted from 1.
  /// - Returns: The event, or nil if it was dropped or does not exist yet.
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
        .change(change.kind), system: set.system(at: offset) ?? entry.system,
        context: contexts[context], change: change,
        label: set.label)
    case .run(let run):
      return event(run.isOver ? .ended(run.phase) : .began(run.phase), system: run.system)
    case .note(let text, let isError):
      return event(isError ? .error : .info, system: entry.system, text: text)
    }
  }

  /// Calls the body with each event in order.
  ///
  /// A visit is faster than an iteration, because an iteration looks up each event by its position.
  func visit(_ body: (HistoryEvent) throws(QueryError) -> Void) throws(QueryError) {
    for position in entries.indices {
      let entry = entries[position]
      for offset in 0..<entry.count { try body(event(offset, of: entry)) }
    }
  }

  /// The change sets in order, with the names of their contexts.
  ///
  /// Replaying them in this order creates the same entities in other contexts.
  public var changeSets: [(context: String, changes: ChangeSet)] {
    entries.indices.compactMap { position in
      guard case .changes(let set, let context) = entries[position].content else { return nil }
      return (contexts[context], set)
    }
  }
}
