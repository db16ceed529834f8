import ECSKit
import Schedule

/// An agenda as it is shown: its items and the time between them, in the order of time.
struct AgendaView {
  /// A line of the agenda.
  enum Entry {
    /// An item, and what it overlaps with.
    case item(Agenda.Item, clashes: [Agenda.Item])
    /// A time in which nothing is planned, and what fits into it.
    case hole(Agenda.Hole, [Agenda.Suggestion])
  }

  /// How many suggestions there are for a hole.
  private static let mostSuggestions = 3
  /// The shortest hole that a talk is suggested for.
  private static let leastFilled = Duration.seconds(15 * 60)

  /// What has a time, and the time between.
  let entries: [Entry]
  /// What is marked and no longer in the schedule, and not starred, or of which no time is known.
  let lost: [Entry]
  let now: Instant

  /// Lays an agenda out for a moment; proposals for free time are of a part of the schedule.
  init(_ agenda: Agenda, selection: Selection, now: Instant, fills: Bool) {
    self.now = now
    var holes = Self.holes(of: agenda, selection: selection, now: now, fills: fills)[...]
    var entries: [Entry] = []
    for item in agenda.shown where !item.isLost {
      while let (hole, found) = holes.first, Self.isFirst(hole, before: item) {
        holes.removeFirst()
        entries.append(.hole(hole, found))
      }
      entries.append(.item(item, clashes: item.clashes.map { agenda.items[$0] }))
    }
    entries += holes.map { .hole($0, $1) }
    // What has no time comes last.
    self.entries = entries.filter { $0.timing != nil } + entries.filter { $0.timing == nil }
    lost = agenda.shown.filter(\.isLost).map { .item($0, clashes: []) }
  }

  /// The holes with what fits into them; those before the first and after the last item of a day only
  /// with something that fits.
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

  /// Whether a hole is shown before an item: it begins earlier, or the item is one in the hole that may
  /// be passed by.
  private static func isFirst(_ hole: Agenda.Hole, before item: Agenda.Item) -> Bool {
    guard let start = item.timing?.listed else { return true }
    return hole.start < start || hole.start == start && item.isMaybe
  }

  /// Returns whether a time is over.
  func isOver(_ timing: Timing?) -> Bool { timing.map { $0.last <= now } ?? false }
}

extension Agenda.Item {
  fileprivate var isLost: Bool { isCancelled && timing == nil }
}

extension AgendaView.Entry {
  /// When it is.
  var timing: Timing? {
    switch self {
    case .item(let item, _): item.timing
    case .hole(let hole, _): Timing(start: hole.start, end: hole.end)
    }
  }
}
