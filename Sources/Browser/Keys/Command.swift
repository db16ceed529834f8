package enum Command: Hashable, Sendable {
  // Movement
  case up, down, pageUp, pageDown, first, last, left, right
  /// Goes to the day with the given number, counted from 1.
  case day(Int)
  case nextDay, previousDay, now
  // Search and filters
  case find, findNext, findPrevious, facets, running, showHidden
  // Screens
  case open, back, grid, list, agenda, plan, help, quit
  // The selected talk
  case star, maybe, rate, note, hide, copy, people
  /// Marks or unmarks the selected line, to pick several talks.
  case mark
  // The whole visit
  case undo, redo, undoVisit, showChanges, showCommand, mouse

  /// Returns the line to select in a list, or nil if the command does not move the selection.
  func target(from line: Int, of count: Int, page: Int) -> Int? {
    let target =
      switch self {
      case .up: line - 1
      case .down: line + 1
      case .pageUp: line - max(1, page)
      case .pageDown: line + max(1, page)
      case .first: 0
      case .last: count - 1
      default: Int?.none
      }
    return target.map { max(0, min($0, count - 1)) }
  }

  var isAboutTalk: Bool { isMark || [.copy, .people, .running].contains(self) }

  /// True if the command sets a mark on the selected talk.
  ///
  /// Appointments cannot have marks.
  var isMark: Bool { [.star, .maybe, .rate, .note, .hide].contains(self) }

  var isMove: Bool {
    switch self {
    case .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .day, .nextDay, .previousDay,
      .open, .back, .mark, .findNext, .findPrevious:
      true
    default: false
    }
  }
}
