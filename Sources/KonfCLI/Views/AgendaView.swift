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

  init(_ agenda: Agenda, selection: Selection, now: Instant, fills: Bool) {
    self.now = now
    var holes = agenda.holes[...]
    var entries: [Entry] = []
    for item in agenda.items where !item.isLost {
      // What may be passed by stands in the hole that it is in.
      while let hole = holes.first, let start = item.timing?.listed, hole.start <= start {
        holes.removeFirst()
        let isFilled = fills && hole.start.duration(to: hole.end) >= Self.leastFilled
        let found = isFilled ? agenda.suggestions(for: hole, in: selection) : []
        entries.append(.hole(hole, Array(found.prefix(Self.mostSuggestions))))
      }
      entries.append(.item(item, clashes: item.clashes.map { agenda.items[$0] }))
    }
    self.entries = entries
    lost = agenda.items.filter(\.isLost).map { .item($0, clashes: []) }
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
