package import ECSKit

/// A step of an ``UndoStack``.
package struct UndoStep: UndoableStep {
  /// Changes that are undone and redone together as part of a step.
  package enum Part {
    /// Changes made in the context.
    case changes(ChangeSet)
    /// Changes that are stored in a log, with their label and a closure.
    ///
    /// The closure undoes the changes if its argument is true, and redoes them otherwise.
    indirect case stored(label: String?, (Bool) throws(ChangeSetError) -> Void)
  }

  package internal(set) var number: UInt64?
  package var isUndone = false
  /// True if the stored changes were made by an undo.
  ///
  /// If the value equals ``isUndone``, `move(in:)` applies the inverse of the stored changes. The
  /// values differ after another process has undone or redone the step. Then `move(in:)` applies
  /// the stored changes.
  private var isMadeByUndo = false
  /// The first part.
  ///
  /// Most steps have no other part, so they need no array.
  private var first: Part
  private var others: [Part] = []

  package init(number: UInt64?, _ part: Part) {
    self.number = number
    first = part
  }

  package var label: String? {
    switch first {
    case .changes(let changes): changes.label
    case .stored(let label, _): label
    }
  }

  var partCount: Int { 1 + others.count }

  /// True if the changes cancel each other out.
  var endsAsItBegan: Bool {
    guard case .changes = first else { return false }
    let sets = (0..<partCount).lazy.map { number in
      if case .changes(let changes) = number == 0 ? first : others[number - 1] {
        changes
      } else {
        ChangeSet()
      }
    }
    return sets.endAsTheyBegan
  }

  /// Replaces all parts with the changes of an undo or redo.
  mutating func replace(with part: Part) {
    first = part
    others = []
    isMadeByUndo = !isUndone
  }

  /// Moves the parts starting at a position to a new step, and returns that step.
  ///
  /// The position must not be zero.
  mutating func split(at position: Int, number: UInt64?) -> UndoStep {
    var rest = UndoStep(number: number, others[position - 1])
    rest.others = Array(others[position...])
    others.removeLast(partCount - position)
    return rest
  }

  package mutating func join(_ next: UndoStep) {
    // A log may lack an entry for the earlier changes.
    number = number ?? next.number
    others.append(next.first)
    others += next.others
  }

  /// Releases the step.
  ///
  /// The context reuses the memory of the step's first changes, unless the changes are referenced
  /// elsewhere.
  mutating func recycle() {
    var part = Part.changes(ChangeSet())
    swap(&part, &first)
    switch consume part {
    case .changes(var changes): changes.recycle()
    case .stored: break
    }
  }

  func move(in context: Context) throws(ChangeSetError) {
    if isUndone { try move(first, in: context) }
    for part in isUndone ? others : others.reversed() { try move(part, in: context) }
    if !isUndone { try move(first, in: context) }
  }

  private func move(_ part: Part, in context: Context) throws(ChangeSetError) {
    switch part {
    case .changes(let changes):
      try context.apply(isUndone == isMadeByUndo ? changes.inverse : changes)
    case .stored(_, let move): try move(!isUndone)
    }
  }
}
