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
  case undo, redo, undoVisit, showChanges, showCommand

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
