package import ECSKit

/// An agenda prepared for display: items and free time in chronological order.
package struct AgendaView {
  package enum Entry {
    case item(Agenda.Item, clashes: Clashes)
    case gap(Agenda.Gap, [Agenda.Suggestion])
  }

  /// The clashes of an item, computed on access.
  ///
  /// Storing the clashes of all items could take quadratic memory.
  package struct Clashes {
    /// The positions of the clashing items in ``Agenda/items``, in ascending order.
    package let places: [Int]
    fileprivate let items: [Agenda.Item]
    /// The display positions of the shown items.
    fileprivate let order: [Entity: Int]
    fileprivate let position: Int

    package subscript(place: Int) -> Agenda.Item { items[place] }

    package var all: [Clash] {
      places.map { place in
        let item = items[place]
        return Clash(item: item, isNamedAbove: order[item.entity].map { $0 < position } ?? false)
      }
    }
  }

  package struct Clash {
    package let item: Agenda.Item
    /// True if the clashing item is shown above the item with which it clashes.
    package let isNamedAbove: Bool
  }

  private static let mostSuggestions = 3
  /// The minimum length of a gap that gets suggestions.
  private static let leastFilled = Duration.seconds(15 * 60)

  /// The items and gaps in chronological order.
  ///
  /// Items without a time sort last.
  package let entries: [Entry]
  /// The cancelled items that are no longer starred or have no known time.
  package let lost: [Entry]
  package let now: Instant
  /// True if the agenda has items with a time, and all of them are over.
  package let isAllOver: Bool

  /// The entries, followed by the lost items.
  package var all: [Entry] { lost.isEmpty ? entries : entries + lost }

  package var hasSuggestions: Bool {
    entries.contains { if case .gap(_, let found) = $0 { !found.isEmpty } else { false } }
  }

  /// Creates a view of an agenda.
  ///
  /// If `fills` is true, gaps get suggestions from the selection.
  package init(_ agenda: Agenda, selection: Selection, now: Instant, fills: Bool) {
    self.now = now
    let timings = agenda.items.compactMap(\.timing)
    isAllOver = !timings.isEmpty && timings.allSatisfy { $0.last <= now }
    var gaps = Self.gaps(of: agenda, selection: selection, now: now, fills: fills)[...]
    var entries: [Entry] = []
    let shown = agenda.shown.filter { !$0.isLost }
    let order = Dictionary(
      shown.enumerated().map { ($1.entity, $0) }, uniquingKeysWith: { first, _ in first })
    for (position, item) in shown.enumerated() {
      while let (gap, found) = gaps.first, Self.isFirst(gap, before: item) {
        gaps.removeFirst()
        entries.append(.gap(gap, found))
      }
      let clashes = Clashes(
        places: item.clashes, items: agenda.items, order: order, position: position)
      entries.append(.item(item, clashes: clashes))
    }
    entries += gaps.map { .gap($0, $1) }
    // Entries are large, so they are copied only if some have no time.
    let untimed = entries.filter { $0.timing == nil }
    if !untimed.isEmpty { entries = entries.filter { $0.timing != nil } + untimed }
    self.entries = entries
    lost = agenda.shown.filter(\.isLost).map {
      .item($0, clashes: Clashes(places: [], items: [], order: [:], position: 0))
    }
  }

  /// Returns the gaps with their suggestions.
  ///
  /// Gaps before the first and after the last item of a day are included only if a session fits
  /// into them.
  private static func gaps(
    of agenda: Agenda, selection: Selection, now: Instant, fills: Bool
  ) -> [(Agenda.Gap, [Agenda.Suggestion])] {
    guard fills else { return agenda.gaps.map { ($0, []) } }
    return agenda.allGaps(in: selection).compactMap { gap in
      let isFilled = gap.start.duration(to: gap.end) >= leastFilled
      let found =
        isFilled
        ? agenda.suggestions(for: gap, in: selection, after: now, upTo: mostSuggestions) : []
      return found.isEmpty && !agenda.gaps.contains(gap) ? nil : (gap, found)
    }
  }

  /// Returns true if a gap is shown before an item.
  ///
  /// The earlier start is shown first. If both start at the same time, the gap is shown first only
  /// if the item is a "maybe". Items without a time are last.
  private static func isFirst(_ gap: Agenda.Gap, before item: Agenda.Item) -> Bool {
    guard let start = item.timing?.listed else { return true }
    return gap.start < start || gap.start == start && item.isMaybe
  }

  /// The gaps that directly precede an item, keyed by the item's entity.
  package var gapsBefore: [Entity: Agenda.Gap] {
    var gaps: [Entity: Agenda.Gap] = [:]
    for (entry, next) in zip(entries, entries.dropFirst()) {
      if case .gap(let gap, _) = entry, case .item(let item, _) = next {
        gaps[item.entity] = gap
      }
    }
    return gaps
  }

  /// Returns true if a timing has ended at the current time of the view.
  ///
  /// For an unknown timing, the result is false.
  package func isOver(_ timing: Timing?) -> Bool { timing.map { $0.last <= now } ?? false }
}

extension ConferenceSchedule {
  /// Returns the name of a session, or of its first talk if the session has no name.
  package func name(ofSession session: Entity) -> String {
    name(of: session, orFirstOf: talks(in: session))
  }

  /// Returns the name of an agenda item, or of its first talk if the item has no name.
  package func name(of item: Agenda.Item) -> String {
    name(of: item.entity, orFirstOf: item.talks)
  }

  private func name(of entity: Entity, orFirstOf talks: @autoclosure () -> [Entity]) -> String {
    let name = name(of: entity)
    return name.isEmpty ? talks().first.map { self.name(of: $0) } ?? "" : name
  }
}

extension Agenda.Item {
  fileprivate var isLost: Bool { isCancelled && timing == nil }
}

extension AgendaView.Entry {
  package var timing: Timing? {
    switch self {
    case .item(let item, _): item.timing
    case .gap(let gap, _): Timing(start: gap.start, end: gap.end)
    }
  }
}
