// The order and the state of undo steps, independent of their content. `UndoStack` uses this list
// for a context, and `LogSteps` in ECSStore uses it for the steps of a log. The position of a step
// never changes. All steps at and after `top` are undone.

/// A step that can be undone and redone.
package protocol UndoableStep {
  /// The number of the step's first log entry, or nil if the step is in no log.
  var number: UInt64? { get }
  var isUndone: Bool { get set }
  /// Adds the changes of the next step to this step.
  mutating func join(_ next: Self)
}

/// An ordered list of undo steps, in memory or in a log.
///
/// After a new step is added, earlier undone steps can no longer be redone. An undone step keeps
/// its position and need not be the last step.
package struct StepList<Step: UndoableStep> {
  private var steps = StepRing<Step>()
  /// The positions of the redoable steps.
  ///
  /// The position of the next step to redo is last.
  private var redoablePositions: [Int] = []
  private var positions: [UInt64: Int] = [:]
  /// The position after the last step that has not been undone.
  private var top = 0
  /// Separate ranges of positions whose steps are all undone, in ascending order.
  ///
  /// A search skips a whole range instead of visiting each of its steps.
  private var gaps: [Range<Int>] = []

  package init() {}

  private var first: Int { steps.first }
  private var end: Int { steps.end }

  /// The step at a position, or nil if it was removed.
  package subscript(position: Int) -> Step? { steps[position] }

  /// Changes the step at a position in place.
  package mutating func update(_ position: Int, _ body: (inout Step) -> Void) {
    guard var step = steps[position].take() else { return }
    let former = step.number
    body(&step)
    if let former, former != step.number { positions[former] = nil }
    if let number = step.number { positions[number] = position }
    steps[position] = step
  }

  package var all: [Step] { (first..<end).compactMap { steps[$0] } }
  /// The last step, undone or not.
  package var last: Step? { first < end ? steps[end - 1] : nil }
  /// The number of undoable steps.
  ///
  /// The number is correct only if every undone step can be redone.
  package var undoCount: Int { end - first - redoablePositions.count }
  package var redoCount: Int { redoablePositions.count }
  /// The next step to undo, or nil if no step can be undone.
  package var next: Step? { position(before: nil).flatMap { self[$0] } }
  /// The next step to redo, or nil if no step can be redone.
  package var nextToRedo: Step? { redoPosition.flatMap { self[$0] } }
  package var redoPosition: Int? { redoablePositions.last }
  /// The redoable steps.
  ///
  /// The next step to redo is last.
  package var redoable: [Step] { redoablePositions.compactMap { self[$0] } }

  /// Returns the position of the last undoable step before a position.
  ///
  /// If the position is nil, the search begins at the end.
  ///
  /// - Complexity: O(1) if the position is nil, otherwise O(*n*), where *n* is the number of undone
  ///   steps between the two positions.
  package func position(before position: Int?) -> Int? {
    let end = endOfDoneSteps(below: position ?? top)
    return end > first ? end - 1 : nil
  }

  /// Returns the position after the last step below `position` that is not undone.
  ///
  /// If no such step exists, the result is the position of the first step.
  private func endOfDoneSteps(below position: Int) -> Int {
    var position = position
    while position > first, isStepUndone(position - 1, ifRemoved: true) {
      position -= 1
      if !gaps.isEmpty, let gap = gap(at: position) { position = gaps[gap].lowerBound }
    }
    return max(position, first)
  }

  private func gap(at position: Int) -> Int? {
    guard let last = gaps.last, position < last.upperBound else { return nil }
    var low = 0
    var high = gaps.count
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle].upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return gaps[low].contains(position) ? low : nil
  }

  private mutating func removeGapsAboveTop() {
    while let last = gaps.last, last.upperBound > top { gaps.removeLast() }
  }

  /// Makes the step at a position the last step that is not undone.
  ///
  /// All steps from ``top`` up to, but not including, the position must be undone. They are
  /// recorded as a gap.
  private mutating func raise(to position: Int) {
    removeGapsAboveTop()
    // If a gap ends at the start of the new gap, the two gaps are merged.
    let start = gaps.last?.upperBound == top ? gaps.removeLast().lowerBound : top
    if start < position { gaps.append(start..<position) }
  }

  package func position(of number: UInt64) -> Int? { positions[number] }

  /// Adds a step.
  ///
  /// Undone steps can then no longer be redone.
  ///
  /// - Complexity: O(1) amortized.
  package mutating func append(_ step: consuming Step) {
    if !redoablePositions.isEmpty { redoablePositions = [] }
    if let number = step.number { positions[number] = end }
    if top != end {
      top = min(top, end)
      raise(to: end)
    }
    steps.append(step)
    top = end
  }

  /// Merges the last steps of the list into one step, as long as their numbers are in a range.
  package mutating func join(in numbers: Range<UInt64>) {
    var joined: [Step] = []
    while end > first, let step = self[end - 1], let last = step.number, numbers.contains(last) {
      joined.append(step)
      _ = steps.removeLast()
      positions[last] = nil
    }
    guard var step = joined.popLast() else { return }
    while let next = joined.popLast() { step.join(next) }
    append(step)
  }

  /// Adds the changes of a step to the last step.
  ///
  /// The last step must exist.
  package mutating func joinLast(_ step: Step) {
    steps[end - 1]?.join(step)
    if let number = step.number, steps[end - 1]?.number == number {
      positions[number] = end - 1
    }
  }

  /// Returns true if the step at a position is undone.
  ///
  /// For a removed step, the function returns `result`. It does not use the subscript of the list,
  /// because that subscript would copy the step.
  private func isStepUndone(_ position: Int, ifRemoved result: Bool) -> Bool {
    steps[position]?.isUndone ?? result
  }

  /// Records that a step was undone or redone.
  ///
  /// - Complexity: O(*n*), where *n* is the number of undone steps directly before the step and
  ///   outside of gaps.
  package mutating func note(_ isUndone: Bool, at position: Int) {
    if isUndone, !isStepUndone(position, ifRemoved: true) { redoablePositions.append(position) }
    steps[position]?.isUndone = isUndone
    while let last = redoablePositions.last, !isStepUndone(last, ifRemoved: false) {
      redoablePositions.removeLast()
    }
    if isUndone {
      if position + 1 == top { top = endOfDoneSteps(below: top) }
    } else if position >= top {
      raise(to: position)
      top = position + 1
    } else if let number = gap(at: position) {
      let gap = gaps[number]
      let parts = [gap.lowerBound..<position, (position + 1)..<gap.upperBound]
      gaps.replaceSubrange(number...number, with: parts.filter { !$0.isEmpty })
    }
  }

  /// Removes and returns the undone steps.
  ///
  /// Release the returned steps only after the call, so that no deinit runs during the mutation.
  ///
  /// - Complexity: O(*k*) if the *k* undone steps are the last steps, otherwise O(*n*), where *n*
  ///   is the number of all steps.
  package mutating func removeUndone() -> [Step?] {
    var removed: [Step?] = []
    while end > first, isStepUndone(end - 1, ifRemoved: true) {
      removed.append(steps.removeLast())
      if let number = removed.last??.number { positions[number] = nil }
    }
    top = min(top, end)
    removeGapsAboveTop()
    let isLeft = redoablePositions.contains { $0 < end }
    redoablePositions = []
    guard isLeft else { return removed }
    let former = all
    self = StepList()
    for step in former where !step.isUndone { append(step) }
    return removed + former
  }

  /// Removes and returns the last step, so that the caller can release it after the call.
  ///
  /// The last step must exist.
  package mutating func removeLast() -> Step? {
    let last = steps.removeLast()
    if let number = last?.number { positions[number] = nil }
    top = min(top, end)
    removeGapsAboveTop()
    return last
  }

  /// Removes and returns the oldest step, so that the caller can release it after the call.
  ///
  /// - Complexity: O(1) amortized.
  package mutating func removeFirst() -> Step? {
    let oldest = steps.removeFirst()
    if let number = oldest?.number { positions[number] = nil }
    return oldest
  }
}

/// A ring buffer of steps that allows removal at both ends.
///
/// The position of a step never changes. The index of a step in `slots` is its position modulo the
/// capacity. The capacity is a power of two.
private struct StepRing<Step> {
  /// The steps by index, or nil at unused indices.
  private var slots: ContiguousArray<Step?> = []
  /// The position of the first step.
  private(set) var first = 0
  /// The position after the last step.
  private(set) var end = 0

  subscript(position: Int) -> Step? {
    _read {
      assert(position >= first && position < end)
      yield slots[position & (slots.count - 1)]
    }
    _modify {
      assert(position >= first && position < end)
      yield &slots[position & (slots.count - 1)]
    }
  }

  /// Adds a step at the end.
  ///
  /// - Complexity: O(1) amortized.
  mutating func append(_ step: consuming Step) {
    if end - first == slots.count { grow() }
    slots[end & (slots.count - 1)] = consume step
    end += 1
  }

  private mutating func grow() {
    // While every position is below the capacity, an index equals its position, so the array can
    // grow in place.
    if end <= slots.count {
      let count = max(16, slots.count * 2)
      slots.reserveCapacity(count)
      while slots.count < count { slots.append(nil) }
      return
    }
    var grown = ContiguousArray<Step?>(repeating: nil, count: slots.count * 2)
    for position in first..<end { grown[position & (grown.count - 1)] = self[position].take() }
    slots = grown
  }

  /// Removes the first step and returns it.
  ///
  /// The first step must exist.
  mutating func removeFirst() -> Step? {
    let removed = self[first].take()
    first += 1
    return removed
  }

  /// Removes the last step and returns it.
  ///
  /// The last step must exist.
  mutating func removeLast() -> Step? {
    let removed = self[end - 1].take()
    end -= 1
    return removed
  }
}
