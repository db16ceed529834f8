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
  /// True for the stack of a store, which writes the steps down.
  @exclusivity(unchecked) package var isStored = false
  /// The calls that the store has not written, in order.
  package private(set) var calls: [UnwrittenCall] = []
  /// The number of unwritten steps so far.
  private var stepCount: UInt64 = 0
  /// How many parts the last step had before that was changed which is not written down and belongs to it.
  private var writtenParts = 0
  /// The store's write of the running call; nil if it did not write.
  private var written: Written?

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
    if isStored { return appendStored(changes) }
    append(changes, joins: joins(changes.label), number: nil)
  }

  @inline(__always)
  private func append(_ changes: ChangeSet, joins: Bool, number: UInt64?) {
    if move != nil, move?.made == nil {
      move?.made = changes
      return
    }
    let step = UndoStep(number: number, .changes(changes))
    if joins { join(step) } else { add(step) }
  }

  /// Appends changes that the store writes, or has just written.
  @inline(never)
  private func appendStored(_ changes: ChangeSet) {
    let joins = joins(changes.label)
    let written = written.take()
    // The log has no step either for a call that changed nothing in the end.
    if move == nil, !joins, [changes].endAsTheyBegan { return }
    let number = written == nil ? noteUnwritten(changes, joins) : written?.number
    append(changes, joins: joins, number: number)
    if joins, steps.last?.endsAsItBegan ?? false { removeLast() }
  }

  @inline(never)
  private func join(_ step: consuming UndoStep) { steps.joinLast(step) }

  /// Removes the last step, whose joined changes cancel each other out.
  @inline(never)
  private func removeLast() {
    isOpen = false
    let dropped = steps.removeLast()
    withExtendedLifetime(dropped) {}
  }

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

// MARK: The stack of a store

extension UndoStack {
  /// The most calls that stay separate until they are written; a log does not remember more.
  private static let mostCalls = 1_000

  /// A write of the store for the running call.
  private struct Written {
    /// The number of the first entry.
    let number: UInt64?
  }

  /// Returns the unwritten calls with the one that is under way.
  package func calls(before label: String?) -> [UnwrittenCall] {
    let joins = joins(label)
    return joinsCall(joins) ? calls : calls + [call(label, joins, [])]
  }

  /// Returns true if changes belong to the last call, which is not written.
  private func joinsCall(_ joins: Bool) -> Bool {
    guard let last = calls.last else { return false }
    if case .many = last.kind { return true }
    return joins && last.isStep
  }

  private func call(_ label: String?, _ joins: Bool, _ changes: [ChangeSet]) -> UnwrittenCall {
    var kind = UnwrittenCall.Kind.step(number: UnwrittenCall.firstNumber + stepCount)
    if let move, move.made == nil {
      kind = .move(number: move.number, isUndo: move.isUndo)
    } else if joins, let number = steps.next?.number, number < UnwrittenCall.firstNumber {
      kind = .part(of: number)
    }
    return UnwrittenCall(kind: kind, label: label, changes: changes)
  }

  /// Notes a call as unwritten, and returns the number of its step if it is a new one.
  @inline(never)
  private func noteUnwritten(_ changes: ChangeSet, _ joins: Bool) -> UInt64? {
    if joinsCall(joins) {
      if case .many = calls[calls.count - 1].kind { return nil }
      calls[calls.count - 1].changes.append(changes)
      return nil
    }
    if calls.count == Self.mostCalls {
      calls = [UnwrittenCall(kind: .many, label: nil, changes: [])]
      return nil
    }
    let call = call(changes.label, joins, [changes])
    calls.append(call)
    if case .part = call.kind { writtenParts = steps.last?.partCount ?? 0 }
    guard case .step(let number) = call.kind else { return nil }
    stepCount += 1
    return number
  }

  /// Notes that everything is written down, with the call under way if there is one.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the first entries of new steps, by those that they had.
  ///   - last: The number of the first entry of the last call.
  ///   - isUnderWay: Whether a call is under way.
  ///   - isApart: Whether others have written since the last step, so that nothing belongs to it any more.
  package func noteWritten(
    _ numbers: [UInt64: UInt64], last: UInt64?, isUnderWay: Bool, isApart: Bool
  ) {
    if isApart { isOpen = false }
    for call in calls {
      guard case .step(let number) = call.kind, let position = steps.position(of: number) else {
        continue
      }
      steps.update(position) { $0.number = numbers[number] }
    }
    if !isUnderWay, isApart, calls.count == 1, case .part = calls[0].kind { splitLast(last) }
    calls = []
    written = isUnderWay ? Written(number: last) : nil
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
