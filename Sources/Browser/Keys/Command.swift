/// What a key does.
package enum Command: Hashable, Sendable {
  // Moving.
  case up, down, pageUp, pageDown, first, last, left, right
  /// The day of a number, from 1.
  case day(Int)
  case nextDay, previousDay, now
  // Finding.
  case find, findNext, findPrevious, facets, running, showHidden
  // Opening and leaving.
  case open, back, grid, agenda, help, quit
  // About the selected talk.
  case star, maybe, rate, note, hide, copy, people
  /// Marks a line for a choice of several.
  case mark
  // About the visit.
  case undo, redo, undoVisit, showChanges, showCommand, mouse

  /// The line to which it goes from another one, in a list of some lines; nil if it goes to none.
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

  /// Whether it is about the selected talk.
  var isAboutTalk: Bool {
    switch self {
    case .star, .maybe, .rate, .note, .hide, .copy, .people, .running: true
    default: false
    }
  }

  /// Whether it goes from line to line or from screen to screen.
  var isMove: Bool {
    switch self {
    case .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .day, .nextDay, .previousDay,
      .open, .back, .mark, .findNext, .findPrevious:
      true
    default: false
    }
  }
}
