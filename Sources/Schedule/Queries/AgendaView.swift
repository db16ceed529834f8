package import ECSKit

/// An agenda as it is shown: its items and the time between them, in the order of time.
package struct AgendaView {
  /// A line of the agenda.
  package enum Entry {
    /// An item, and what it overlaps with.
    case item(Agenda.Item, clashes: Clashes)
    /// A time in which nothing is planned, and what fits into it.
    case gap(Agenda.Gap, [Agenda.Suggestion])
  }

  /// What an item overlaps with, which is made when it is asked for: all may overlap with many.
  package struct Clashes {
    fileprivate let places: [Int]
    fileprivate let items: [Agenda.Item]
    /// The order in which items are shown.
    fileprivate let order: [Entity: Int]
    fileprivate let position: Int

    package var all: [Clash] {
      places.map { place in
        let item = items[place]
        return Clash(item: item, isNamedAbove: order[item.entity].map { $0 < position } ?? false)
      }
    }
  }

  /// An item that overlaps with another one.
  package struct Clash {
    package let item: Agenda.Item
    /// Whether it is shown, and first.
    package let isNamedAbove: Bool
  }

  /// How many suggestions there are for a gap.
  private static let mostSuggestions = 3
  /// The shortest gap for which talks are suggested.
  private static let leastFilled = Duration.seconds(15 * 60)

  /// The items with a time, and the free time between them.
  package let entries: [Entry]
  /// What is marked and no longer in the schedule, and is not starred or has no known time.
  package let lost: [Entry]
  /// The moment that it is laid out for.
  package let now: Instant

  /// Whether anything fits into the free time.
  package var hasSuggestions: Bool {
    entries.contains { if case .gap(_, let found) = $0 { !found.isEmpty } else { false } }
  }

  /// Lays an agenda out for a moment; proposals for free time are of a part of the schedule.
  package init(_ agenda: Agenda, selection: Selection, now: Instant, fills: Bool) {
    self.now = now
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
    // What has no time comes last.
    self.entries = entries.filter { $0.timing != nil } + entries.filter { $0.timing == nil }
    lost = agenda.shown.filter(\.isLost).map {
      .item($0, clashes: Clashes(places: [], items: [], order: [:], position: 0))
    }
  }

  /// The gaps with what fits into them; those before the first and after the last item of a day
  /// only if something fits.
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

  /// Whether a gap is shown before an item: it begins earlier, or the item is a maybe within the
  /// gap.
  private static func isFirst(_ gap: Agenda.Gap, before item: Agenda.Item) -> Bool {
    guard let start = item.timing?.listed else { return true }
    return gap.start < start || gap.start == start && item.isMaybe
  }

  /// The free time before items, by the item that comes after it.
  package var gapsBefore: [Entity: Agenda.Gap] {
    var gaps: [Entity: Agenda.Gap] = [:]
    for (entry, next) in zip(entries, entries.dropFirst()) {
      if case .gap(let gap, _) = entry, case .item(let item, _) = next {
        gaps[item.entity] = gap
      }
    }
    return gaps
  }

  /// Returns whether a time is over.
  package func isOver(_ timing: Timing?) -> Bool { timing.map { $0.last <= now } ?? false }
}

extension ConferenceSchedule {
  /// What an item of an agenda is called, or its first talk if it has no name.
  package func name(of item: Agenda.Item) -> String {
    let name = name(of: item.entity)
    return name.isEmpty ? item.talks.first.map { self.name(of: $0) } ?? "" : name
  }
}

extension Agenda.Item {
  fileprivate var isLost: Bool { isCancelled && timing == nil }
}

extension AgendaView.Entry {
  /// When it is.
  package var timing: Timing? {
    switch self {
    case .item(let item, _): item.timing
    case .gap(let gap, _): Timing(start: gap.start, end: gap.end)
    }
  }
}
