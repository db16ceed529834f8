/// A step that can be taken back and made again.
package protocol UndoableStep {
  /// The number of its first entry in a log; nil if it is in no log by itself.
  var number: UInt64? { get }
  /// Whether it was taken back.
  var isUndone: Bool { get set }
  /// Adds what was changed directly after it as a part of it.
  mutating func join(_ next: Self)
}

/// Steps in their order, in memory or in a log, and which of them can be taken back and made again.
///
/// A new step ends what could be made again. A step that was taken back keeps its position, and it
/// need not be the last one.
package struct StepList<Step: UndoableStep> {
  private var steps = StepRing<Step>()
  /// The positions of the steps that can be made again, the next one last.
  private var undone: [Int] = []
  private var positions: [UInt64: Int] = [:]
  /// From here on every step was taken back.
  private var top = 0
  /// Positions between which every step was taken back, rising and apart from each other.
  ///
  /// Without them the same steps would be passed again for each step that comes after them.
  private var gaps: [Range<Int>] = []

  /// Creates a list without steps.
  package init() {}

  /// The position of the first step that is not dropped, and that after the last one.
  private var first: Int { steps.first }
  private var end: Int { steps.end }

  /// The step at a position.
  package subscript(position: Int) -> Step? { steps[position] }

  /// Changes the step at a position, where it is.
  package mutating func update(_ position: Int, _ body: (inout Step) -> Void) {
    guard var step = steps[position].take() else { return }
    let former = step.number
    body(&step)
    if let former, former != step.number { positions[former] = nil }
    if let number = step.number { positions[number] = position }
    steps[position] = step
  }

  /// All steps.
  package var all: [Step] { (first..<end).compactMap { steps[$0] } }
  /// The last step, whether or not it was taken back.
  package var last: Step? { first < end ? steps[end - 1] : nil }
  /// The number of steps that can be taken back, if those that were taken back can all be made again.
  package var undoCount: Int { end - first - undone.count }
  /// The number of steps that can be made again.
  package var redoCount: Int { undone.count }
  /// The step that is taken back next.
  package var next: Step? { position(before: nil).flatMap { self[$0] } }
  /// The step that is made again next; none if something was changed since it was taken back.
  package var nextAgain: Step? { positionAgain.flatMap { self[$0] } }
  /// The position of the step that is made again next.
  package var positionAgain: Int? { undone.last }
  /// The steps that can be made again, the next one last.
  package var again: [Step] { undone.compactMap { self[$0] } }

  /// Returns the position of the last step, of those before another one, that can be taken back.
  ///
  /// - Complexity: O(1) for the last of all, else O(*n*) for the *n* steps between that were taken back.
  package func position(before position: Int?) -> Int? {
    let end = endOfTaken(below: position ?? top)
    return end > first ? end - 1 : nil
  }

  /// Returns the position after the last step below another position that was not taken back.
  private func endOfTaken(below position: Int) -> Int {
    var position = position
    while position > first, wasTakenBack(position - 1, else: true) {
      position -= 1
      if !gaps.isEmpty, let gap = gap(at: position) { position = gaps[gap].lowerBound }
    }
    return max(position, first)
  }

  /// Returns the gap that a position is in.
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

  /// Makes a step the last one that was not taken back; all from ``top`` to it were.
  private mutating func raise(to position: Int) {
    removeGapsAboveTop()
    // What ends where this begins is the same gap.
    let start = gaps.last?.upperBound == top ? gaps.removeLast().lowerBound : top
    if start < position { gaps.append(start..<position) }
  }

  /// Returns the position of the step whose first entry has a number.
  package func position(of number: UInt64) -> Int? { positions[number] }

  /// Adds a step, after which nothing can be made again.
  ///
  /// - Complexity: O(1) amortized.
  package mutating func append(_ step: consuming Step) {
    if !undone.isEmpty { undone = [] }
    if let number = step.number { positions[number] = end }
    if top != end {
      top = min(top, end)
      raise(to: end)
    }
    steps.append(step)
    top = end
  }

  /// Makes one step of all those at the end whose numbers are in a range.
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

  /// Adds changes to the last step, which must exist.
  package mutating func joinLast(_ step: Step) {
    steps[end - 1]?.join(step)
    if let number = step.number, steps[end - 1]?.number == number {
      positions[number] = end - 1
    }
  }

  /// Whether the step at a position was taken back, without a copy of it.
  private func wasTakenBack(_ position: Int, else isGone: Bool) -> Bool {
    steps[position]?.isUndone ?? isGone
  }

  /// Notes that a step was taken back or made again.
  ///
  /// - Complexity: O(*n*) for the *n* steps before it that were taken back since a step came after them.
  package mutating func note(_ isUndone: Bool, at position: Int) {
    if isUndone, !wasTakenBack(position, else: true) { undone.append(position) }
    steps[position]?.isUndone = isUndone
    while let last = undone.last, !wasTakenBack(last, else: false) { undone.removeLast() }
    if isUndone {
      if position + 1 == top { top = endOfTaken(below: top) }
    } else if position >= top {
      raise(to: position)
      top = position + 1
    } else if let number = gap(at: position) {
      let gap = gaps[number]
      let parts = [gap.lowerBound..<position, (position + 1)..<gap.upperBound]
      gaps.replaceSubrange(number...number, with: parts.filter { !$0.isEmpty })
    }
  }

  /// Removes the steps that were taken back and returns what has to be released, by the caller.
  ///
  /// - Complexity: O(*n*), where *n* is the number of steps from the first of them on; of all steps if
  ///   one of them is before one that was not taken back.
  package mutating func removeUndone() -> [Step?] {
    var removed: [Step?] = []
    while end > first, wasTakenBack(end - 1, else: true) {
      removed.append(steps.removeLast())
      if let number = removed.last??.number { positions[number] = nil }
    }
    top = min(top, end)
    removeGapsAboveTop()
    let isLeft = undone.contains { $0 < end }
    undone = []
    guard isLeft else { return removed }
    let former = all
    self = StepList()
    for step in former where !step.isUndone { append(step) }
    return removed + former
  }

  /// Removes the last step, which must exist, and returns it, for the caller to release.
  package mutating func removeLast() -> Step? {
    let last = steps.removeLast()
    if let number = last?.number { positions[number] = nil }
    top = min(top, end)
    removeGapsAboveTop()
    return last
  }

  /// Removes the oldest step and returns it, for the caller to release.
  ///
  /// - Complexity: O(1) amortized.
  package mutating func removeFirst() -> Step? {
    let oldest = steps.removeFirst()
    if let number = oldest?.number { positions[number] = nil }
    return oldest
  }
}

/// Elements with rising positions; the first and the last can be removed.
///
/// An element keeps its position; its index in the array is the rest of the position by the length, which
/// is a power of two.
private struct StepRing<Step> {
  /// Nil where no step is.
  private var slots: ContiguousArray<Step?> = []
  /// The position of the first step, and that after the last one.
  private(set) var first = 0
  private(set) var end = 0

  /// The step at a position from the first to the last one.
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

  /// Adds a step after the others.
  ///
  /// - Complexity: O(1) amortized.
  mutating func append(_ step: consuming Step) {
    if end - first == slots.count { grow() }
    slots[end & (slots.count - 1)] = consume step
    end += 1
  }

  private mutating func grow() {
    // As long as no position is as large as the length, a step keeps its index, too.
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

  /// Removes the first step, which there must be, and returns it.
  mutating func removeFirst() -> Step? {
    let removed = self[first].take()
    first += 1
    return removed
  }

  /// Removes the last step, which there must be, and returns it.
  mutating func removeLast() -> Step? {
    let removed = self[end - 1].take()
    end -= 1
    return removed
  }
}
