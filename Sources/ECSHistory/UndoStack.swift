public import ECSKit

/// The steps of a context that can be undone and redone.
///
///     let steps = UndoStack(context, coalescing: ["Typing"])
///     context.transaction(label: "Delete Talk") { talk.destroy() }
///     steps.undoLabel       // "Delete Talk"
///     try steps.undo()      // the talk exists again, under its handle
///     try steps.redo()      // and is gone again
///
/// A step is what one outermost call changed, with everything that observers changed in response. A
/// new change drops what could be redone. Undo and redo are changes like any others: observers are
/// notified, and what they change belongs to the step.
///
/// A step is undone only if what it changed is as it left it. One that does not fit, because others
/// have changed the same since, is passed over for the one before it.
///
/// Inside a transaction or an observer, ``undo()`` and ``redo()`` are changes of the step under way,
/// and the stack keeps the step that they undo or redo. The stack of a store, in the module ECSStore,
/// has the steps of its file as well.
public final class UndoStack {
  private let limit: Int
  private let coalescing: Set<String>
  private weak var context: Context?
  // Steps are released after they were taken out of the list, so no code of others, the deinit of a
  // value, runs while it is accessed.
  @exclusivity(unchecked) private var steps = StepList<UndoStep>()
  /// Whether the next change may belong to the last step.
  @exclusivity(unchecked) private var isOpen = false
  @exclusivity(unchecked) private var move: Move?
  private var token: ObserverToken?

  /// How changes are treated.
  package enum Recording {
    case newSteps
    /// It is no step, since a log has it already.
    case nothing
    /// It belongs to the step that is undone next, as the ids that a store gives.
    case nextStep
  }

  // What is unchecked here has no references, so no code of others runs while it is accessed.
  /// How present changes are treated.
  @exclusivity(unchecked) package var recording = Recording.newSteps
  /// What was changed and not written down.
  @exclusivity(unchecked) package private(set) var unwritten = Unwritten.nothing
  /// How many parts the last step had before that was changed which is not written down and belongs to it.
  private var writtenParts = 0
  /// What a store wrote of the call that is under way; nil if there is no store, or it did not write.
  @exclusivity(unchecked) private var written: Written?

  /// An undo or redo that is under way.
  private struct Move {
    let number: UInt64?
    let isUndo: Bool
    /// What it changed, when that was delivered; one inside a transaction is not.
    var made: ChangeSet?
  }

  /// Creates a stack of the changes from now on.
  ///
  /// - Parameters:
  ///   - context: The context, which the stack does not keep alive.
  ///   - limit: How many steps can be undone; the oldest one is dropped when there are more.
  ///   - coalescing: The labels of changes that are one step if they follow each other directly, such
  ///     as those of single letters; see ``endStep()``.
  /// - Complexity: O(1). While there is a stack, each change costs a copy of its values.
  public init(_ context: Context, limit: Int = .max, coalescing: Set<String> = []) {
    self.context = context
    self.limit = limit
    self.coalescing = coalescing
    // It is not called once the stack is gone, which cancels the token.
    token = context.observeChanges { [unowned self] changes in append(changes) }
  }

  deinit {
    token?.cancel()
  }

  /// The labels of the steps that can be undone, the next one last.
  public var undoLabels: [String?] { steps.all.lazy.filter { !$0.isUndone }.map(\.label) }
  /// The labels of the steps that can be redone, the next one last.
  public var redoLabels: [String?] { steps.again.map(\.label) }
  /// The label of the step that is undone next; nil if it has none or there is none.
  public var undoLabel: String? { steps.next?.label }
  /// The label of the step that is redone next; nil if it has none or there is none.
  public var redoLabel: String? { steps.nextAgain?.label }

  /// Undoes the last step that fits.
  ///
  /// - Returns: The changes that this made, with those of observers; nil if there is no step.
  /// - Throws: `ChangeSetError` if there are steps and none of them fits, with what was found for the
  ///   last of them; the context and the stack are then as they were.
  /// - Complexity: As for the changes one by one.
  @discardableResult
  public func undo() throws(ChangeSetError) -> ChangeSet? {
    var failure: ChangeSetError?
    var position = steps.position(before: nil)
    while let tried = position {
      do throws(ChangeSetError) { return try move(tried) } catch {
        if error == .frozen { throw error }
        failure = failure ?? error
      }
      position = steps.position(before: tried)
    }
    if let failure { throw failure }
    return nil
  }

  /// Makes the changes of the step that was undone last.
  ///
  /// - Returns: The changes that this made, with those of observers; nil if there is no step.
  /// - Throws: `ChangeSetError` if what the step changed is not as the undo left it.
  /// - Complexity: As for the changes one by one.
  @discardableResult
  public func redo() throws(ChangeSetError) -> ChangeSet? {
    guard let position = steps.positionAgain else { return nil }
    return try move(position)
  }

  /// Begins a new step with the next change, even if its label is one of those that are coalesced.
  public func endStep() { isOpen = false }

  /// Forgets all steps.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes in them.
  public func removeAll() {
    let dropped = steps
    steps = StepList()
    withExtendedLifetime(dropped) {}
  }

  private func append(_ changes: ChangeSet) {
    if changes.isEmpty { return }
    switch recording {
    case .newSteps: break
    case .nothing: return
    case .nextStep: return addToNext(changes)
    }
    let joins = joins(changes.label)
    let number = noteUnwritten(joins)
    if move != nil, move?.made == nil {
      move?.made = changes
      return
    }
    let step = UndoStep(number: number, .changes(changes))
    if joins { join(step) } else { add(step) }
  }

  /// Notes changes as unwritten, unless a store has just written them; returns the number that it gave them.
  @inline(__always)
  private func noteUnwritten(_ joins: Bool) -> UInt64? {
    // Several stay several until they are written.
    if case .several = unwritten, written == nil { return nil }
    let present = unwritten(ifItJoins: joins)
    if joins, case .nothing = unwritten { noteWrittenParts() }
    unwritten = written == nil ? present : .nothing
    defer { written = nil }
    return written?.number
  }

  @inline(never)
  private func noteWrittenParts() { writtenParts = steps.last?.partCount ?? 0 }

  @inline(never)
  private func join(_ step: consuming UndoStep) { steps.joinLast(step) }

  /// Adds changes to the step that is undone next.
  @inline(never)
  private func addToNext(_ changes: ChangeSet) {
    guard let position = steps.position(before: nil) else { return }
    steps.update(position) { $0.join(UndoStep(number: nil, .changes(changes))) }
  }

  private func add(_ step: consuming UndoStep) {
    isOpen = true
    if steps.redoCount > 0 { removeUndone() }
    steps.append(step)
    if steps.undoCount > limit { removeFirst() }
  }

  @inline(never)
  private func removeUndone() {
    let dropped = steps.removeUndone()
    withExtendedLifetime(dropped) {}
  }

  private func removeFirst() {
    // An optional would be released by what the runtime knows of its type.
    if var dropped = steps.removeFirst() { dropped.recycle() }
  }

  /// Whether changes with a label belong to the last step.
  private func joins(_ label: @autoclosure () -> String?) -> Bool {
    guard isOpen, !coalescing.isEmpty, let label = label(), coalescing.contains(label) else {
      return false
    }
    return steps.next?.label == label
  }

  /// Takes a step back, or makes it again; from then on it has the changes that this made.
  private func move(_ position: Int) throws(ChangeSetError) -> ChangeSet? {
    guard let context, let step = steps[position] else { return nil }
    isOpen = false
    move = Move(number: step.number, isUndo: !step.isUndone)
    defer { move = nil }
    if !context.isIdle {
      let made = try context.recordChanges { () throws(ChangeSetError) in
        try step.move(in: context)
      }
      return made.isEmpty ? nil : made
    }
    try context.transaction(label: step.label) { () throws(ChangeSetError) in
      try step.move(in: context)
    }
    // A cascade that was rolled back leaves everything as it was.
    guard let made = move?.made else { return nil }
    withExtendedLifetime(step) {
      steps.update(position) { $0.replace(with: .changes(made)) }
      steps.note(!step.isUndone, at: position)
    }
    return made
  }
}

/// A step of an ``UndoStack``.
package struct UndoStep: UndoableStep {
  /// A part of what it changed.
  package enum Part {
    /// Changes that were made in the context.
    case changes(ChangeSet)
    /// What a log has under a label; the closure takes it back, or makes it again if it is false.
    indirect case stored(label: String?, (Bool) throws(ChangeSetError) -> Void)
  }

  package fileprivate(set) var number: UInt64?
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

  fileprivate var partCount: Int { 1 + others.count }

  /// Replaces all that it changed by what took it back, or made it again.
  fileprivate mutating func replace(with part: Part) {
    first = part
    others = []
    isMadeByUndo = !isUndone
  }

  /// Makes a step of the parts from one on, which is not the first one.
  fileprivate mutating func split(at position: Int, number: UInt64?) -> UndoStep {
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
  fileprivate mutating func recycle() {
    var part = Part.changes(ChangeSet())
    swap(&part, &first)
    switch consume part {
    case .changes(var changes): changes.recycle()
    case .stored: break
    }
  }

  fileprivate func move(in context: Context) throws(ChangeSetError) {
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

// MARK: The stack of a store

extension UndoStack {
  /// Changes as a store writes them down.
  package enum Unwritten {
    case nothing
    /// One step, or more of the step whose first entry has a number.
    case step(joins: UInt64?)
    /// A step was taken back, or made again.
    case move(number: UInt64?, isUndo: Bool)
    case several
  }

  /// What a store wrote of the call that is under way.
  private struct Written {
    /// The number of the first entry, if the call is a step by itself.
    let number: UInt64?
  }

  /// Returns what is not written down when the call with a label that is under way ends.
  package func unwritten(after label: String?) -> Unwritten {
    unwritten(ifItJoins: joins(label))
  }

  private func unwritten(ifItJoins joins: Bool) -> Unwritten {
    switch (unwritten, move) {
    case (.nothing, let move?): .move(number: move.number, isUndo: move.isUndo)
    case (.nothing, nil): .step(joins: joins ? steps.next?.number : nil)
    case (.step, nil) where joins: unwritten
    default: .several
    }
  }

  /// Notes that everything is written down, with the call under way if there is one.
  ///
  /// - Parameters:
  ///   - number: The number of the first entry, if there is any.
  ///   - isUnderWay: Whether a call is under way.
  ///   - isApart: Whether others have written since the last step, so that nothing belongs to it any more.
  package func noteWritten(_ number: UInt64?, isUnderWay: Bool, isApart: Bool) {
    if isApart { isOpen = false }
    if isUnderWay {
      if case .nothing = unwritten {
        written = Written(number: number)
      } else {
        written = Written(number: nil)
      }
    } else {
      if case .step(nil) = unwritten, let last = steps.position(before: nil) {
        steps.update(last) { $0.number = number }
      } else if case .step = unwritten, isApart {
        splitLast(number)
      }
      unwritten = .nothing
    }
  }

  /// Makes a step of its own of what belonged to the last one and was written apart from it.
  private func splitLast(_ number: UInt64?) {
    guard let position = steps.position(before: nil), let step = steps[position],
      writtenParts > 0, writtenParts < step.partCount
    else { return }
    var rest = step
    steps.update(position) { rest = $0.split(at: writtenParts, number: number) }
    add(rest)
    isOpen = false
  }

  /// Whether it has no steps.
  package var isEmpty: Bool { steps.undoCount + steps.redoCount == 0 }

  /// Adds a step that a log has.
  package func add(logged step: UndoStep) {
    add(step)
    isOpen = false
  }

  /// Notes that a step of a log was taken back or made again.
  package func note(_ isUndone: Bool, number: UInt64) {
    isOpen = false
    if let position = steps.position(of: number) { steps.note(isUndone, at: position) }
  }
}
