package import ECSKit

/// An agenda as it is shown: its items and the time between them, in the order of time.
package struct AgendaView {
  /// A line of the agenda.
  package enum Entry {
    /// An item, and what it overlaps with.
    case item(Agenda.Item, clashes: [Clash])
    /// A time in which nothing is planned, and what fits into it.
    case hole(Agenda.Hole, [Agenda.Suggestion])
  }

  /// An item that overlaps with another one.
  package struct Clash {
    package let item: Agenda.Item
    /// Whether it is shown, and first.
    package let isNamedAbove: Bool
  }

  /// How many suggestions there are for a hole.
  private static let mostSuggestions = 3
  /// The shortest hole for which talks are suggested.
  private static let leastFilled = Duration.seconds(15 * 60)

  /// The items with a time, and the free time between them.
  package let entries: [Entry]
  /// What is marked and no longer in the schedule, and is not starred or has no known time.
  package let lost: [Entry]
  /// The moment that it is laid out for.
  package let now: Instant

  /// Whether anything fits into the free time.
  package var hasSuggestions: Bool {
    entries.contains { if case .hole(_, let found) = $0 { !found.isEmpty } else { false } }
  }

  /// Lays an agenda out for a moment; proposals for free time are of a part of the schedule.
  package init(_ agenda: Agenda, selection: Selection, now: Instant, fills: Bool) {
    self.now = now
    var holes = Self.holes(of: agenda, selection: selection, now: now, fills: fills)[...]
    var entries: [Entry] = []
    var above: Set<Entity> = []
    for item in agenda.shown where !item.isLost {
      while let (hole, found) = holes.first, Self.isFirst(hole, before: item) {
        holes.removeFirst()
        entries.append(.hole(hole, found))
      }
      let clashes = item.clashes.map { number in
        let other = agenda.items[number]
        return Clash(item: other, isNamedAbove: above.contains(other.entity))
      }
      entries.append(.item(item, clashes: clashes))
      above.insert(item.entity)
    }
    entries += holes.map { .hole($0, $1) }
    // What has no time comes last.
    self.entries = entries.filter { $0.timing != nil } + entries.filter { $0.timing == nil }
    lost = agenda.shown.filter(\.isLost).map { .item($0, clashes: []) }
  }

  /// The holes with what fits into them; those before the first and after the last item of a day
  /// only if something fits.
  private static func holes(
    of agenda: Agenda, selection: Selection, now: Instant, fills: Bool
  ) -> [(Agenda.Hole, [Agenda.Suggestion])] {
    guard fills else { return agenda.holes.map { ($0, []) } }
    return agenda.allHoles(in: selection).compactMap { hole in
      let isFilled = hole.start.duration(to: hole.end) >= leastFilled
      let found =
        isFilled
        ? agenda.suggestions(for: hole, in: selection, after: now, upTo: mostSuggestions) : []
      return found.isEmpty && !agenda.holes.contains(hole) ? nil : (hole, found)
    }
  }

  /// Whether a hole is shown before an item: it begins earlier, or the item is a maybe within the
  /// hole.
  private static func isFirst(_ hole: Agenda.Hole, before item: Agenda.Item) -> Bool {
    guard let start = item.timing?.listed else { return true }
    return hole.start < start || hole.start == start && item.isMaybe
  }

  /// The free time before items, by the item that comes after it.
  package var holesBefore: [Entity: Agenda.Hole] {
    var holes: [Entity: Agenda.Hole] = [:]
    for (entry, next) in zip(entries, entries.dropFirst()) {
      if case .hole(let hole, _) = entry, case .item(let item, _) = next {
        holes[item.entity] = hole
      }
    }
    return holes
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
    case .hole(let hole, _): Timing(start: hole.start, end: hole.end)
    }
  }
}
