package import ECSKit

/// A step of an ``UndoStack``.
package struct UndoStep: UndoableStep {
  /// A part of what it changed.
  package enum Part {
    /// Changes that were made in the context.
    case changes(ChangeSet)
    /// What a log has under a label; the closure takes it back, or makes it again if it is false.
    indirect case stored(label: String?, (Bool) throws(ChangeSetError) -> Void)
  }

  package internal(set) var number: UInt64?
  package var isUndone = false
  /// Whether its changes are those that took it back.
  ///
  /// If another process takes it back, or makes it again, this is not what ``isUndone`` is: then the
  /// changes are made once more, and else they are taken back.
  private var isMadeByUndo = false
  /// Most steps have one part, which needs no list.
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

  /// True if its changes leave everything as it was.
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

  /// Replaces all that it changed by what took it back, or made it again.
  mutating func replace(with part: Part) {
    first = part
    others = []
    isMadeByUndo = !isUndone
  }

  /// Makes a step of the parts from one on, which is not the first one.
  mutating func split(at position: Int, number: UInt64?) -> UndoStep {
    var rest = UndoStep(number: number, others[position - 1])
    rest.others = Array(others[position...])
    others.removeLast(partCount - position)
    return rest
  }

  package mutating func join(_ next: UndoStep) {
    // What it changed before may be nothing that a log has.
    number = number ?? next.number
    others.append(next.first)
    others += next.others
  }

  /// Drops the step, and gives the memory of its changes back to their context, unless they are held
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
