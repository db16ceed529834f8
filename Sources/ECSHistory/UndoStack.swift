// The undo stack turns the change sets of a context into steps, and undoes and redoes the steps.
// Apps call the stack. ECSStore reports its writes and the steps of its log to the stack. Steps are
// released only after they have left the list, because the deinit of a value may call the stack.
// It is one file, because all parts change the same private state.

public import ECSKit

/// A stack of the undo and redo steps of a context.
///
///     let steps = UndoStack(context, coalescing: ["Typing"])
///     context.transaction(label: "Delete Talk") { talk.destroy() }
///     steps.undoLabel       // "Delete Talk"
///     try steps.undo()      // the talk is restored with its original handle
///     try steps.redo()      // and is destroyed again
///
/// A step contains the changes of one outermost call and the changes that observers made in
/// response. A new change drops the redoable steps. Undo and redo are ordinary changes. They notify
/// observers, and the changes that the observers make belong to the step.
///
/// A step can be undone only while the context has the values that the step set. If another change
/// has replaced one of these values, ``undo()`` skips the step and tries the previous step.
///
/// Inside a transaction or an observer, ``undo()`` and ``redo()`` add their changes to the step in
/// progress. Afterwards, the undone step can still be undone, and the redone step can still be
/// redone. The stack of a store (module ECSStore) also contains the steps of its file.
public final class UndoStack {
  private let limit: Int
  private let coalescing: Set<String>
  private weak var context: Context?
  // Steps are released after they have left the list. So user code, such as the deinit of a value,
  // never runs during an access.
  @exclusivity(unchecked) private var steps = StepList<UndoStep>()
  /// True if the next change may join the last step.
  @exclusivity(unchecked) private var isOpen = false
  @exclusivity(unchecked) private var move: Move?
  private var token: ObserverToken?

  /// The way to record incoming changes.
  package enum Recording {
    case newSteps
    /// No step is recorded, because the log already contains the changes.
    case nothing
    /// The changes, such as IDs that a store assigns, join the step that is undone next.
    case nextStep
  }

  // The unchecked fields below hold no references. So no user code runs during an access.
  @exclusivity(unchecked) package var recording = Recording.newSteps
  /// True if the stack belongs to a store.
  ///
  /// The store writes the steps to its log.
  @exclusivity(unchecked) package var isStored = false
  /// The calls that the store has not written, in order.
  package private(set) var calls: [UnwrittenCall] = []
  /// The number of temporary step numbers that have been assigned.
  private var stepCount: UInt64 = 0
  /// The number of parts of the last step that are already in the log.
  ///
  /// The number is meaningful only while an unwritten call extends the step.
  private var writtenParts = 0
  /// The write by the store during the current call, or nil if the store has not written.
  private var written: Written?

  /// The number of the step that was undone or redone last.
  ///
  /// The value is set even if the undo or redo changed nothing.
  package private(set) var movedNumber: UInt64?

  private struct Move {
    let number: UInt64?
    let isUndo: Bool
    /// The changes that the undo or redo made.
    ///
    /// The value is nil until the changes are delivered. Inside a transaction, it remains nil.
    var made: ChangeSet?
  }

  /// Creates a stack that records all later changes.
  ///
  /// - Parameters:
  ///   - context: The context. The stack does not keep the context alive.
  ///   - limit: The maximum number of undoable steps. Above the limit, the oldest step is dropped.
  ///   - coalescing: The labels of changes that form one step if they directly follow each other.
  ///     For example, typed letters form one step until ``endStep()`` is called.
  /// - Complexity: O(1). While a stack exists, each change costs a copy of the changed values.
  public init(_ context: Context, limit: Int = .max, coalescing: Set<String> = []) {
    self.context = context
    self.limit = limit
    self.coalescing = coalescing
    // The deinit cancels the token, so no call arrives after the stack is deallocated.
    token = context.observeChanges { [unowned self] changes in append(changes) }
  }

  deinit {
    token?.cancel()
  }

  /// The labels of the undoable steps, beginning with the oldest.
  ///
  /// The next step to undo is last.
  public var undoLabels: [String?] { steps.all.lazy.filter { !$0.isUndone }.map(\.label) }
  /// The labels of the redoable steps.
  ///
  /// The next step to redo is last.
  public var redoLabels: [String?] { steps.redoable.map(\.label) }
  /// True if the stack has a step to undo.
  ///
  /// An undo can still fail if later changes have replaced the values of the steps.
  ///
  /// - Complexity: O(1).
  public var canUndo: Bool { steps.position(before: nil) != nil }
  /// True if the stack has a step to redo.
  ///
  /// A redo can still fail if later changes have replaced the values of the step.
  ///
  /// - Complexity: O(1).
  public var canRedo: Bool { steps.redoPosition != nil }
  /// The label of the step that is undone next.
  ///
  /// The value is nil if the step has no label, or if no step can be undone.
  public var undoLabel: String? { steps.next?.label }
  /// The label of the step that is redone next.
  ///
  /// The value is nil if the step has no label, or if no step can be redone.
  public var redoLabel: String? { steps.nextToRedo?.label }

  /// Undoes the most recent step whose values are unchanged.
  ///
  /// - Returns: The changes, including changes by observers, or nil if no undoable step exists or
  ///   the undo was rolled back.
  /// - Throws: `ChangeSetError` for the most recent step if no step can be undone. The context and
  ///   the stack are then unchanged.
  /// - Complexity: The cost of making the changes one by one.
  @discardableResult
  public func undo() throws(ChangeSetError) -> ChangeSet? { try undo(where: nil) }

  /// Undoes the most recent step that a condition allows and whose values are unchanged.
  ///
  /// If every step is allowed, pass nil. Then no step is copied to read its number.
  package func undo(
    where isAllowed: ((_ number: UInt64?) -> Bool)?
  ) throws(ChangeSetError) -> ChangeSet? {
    var failure: ChangeSetError?
    var position = steps.position(before: nil)
    while let tried = position {
      do throws(ChangeSetError) {
        if isAllowed?(steps[tried]?.number) ?? true { return try move(tried) }
      } catch {
        if error == .frozen { throw error }
        failure = failure ?? error
      }
      position = steps.position(before: tried)
    }
    if let failure { throw failure }
    return nil
  }

  /// Redoes the most recently undone step.
  ///
  /// - Returns: The changes, including changes by observers, or nil if no redoable step exists or
  ///   the redo was rolled back.
  /// - Throws: `ChangeSetError` if a value was changed after the undo.
  /// - Complexity: The cost of making the changes one by one.
  @discardableResult
  public func redo() throws(ChangeSetError) -> ChangeSet? {
    guard let position = steps.redoPosition else { return nil }
    return try move(position)
  }

  /// The number of the step that is redone next.
  ///
  /// The value is nil if the step has no number, or if no step can be redone.
  package var redoNumber: UInt64? { steps.nextToRedo?.number }

  /// Ends the last step.
  ///
  /// The next change then begins a new step, even if its label is coalesced.
  public func endStep() { isOpen = false }

  /// Removes all steps.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes in the steps.
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

  /// Appends changes that the stack's store has just written, or will write later.
  @inline(never)
  private func appendStored(_ changes: ChangeSet) {
    let joins = joins(changes.label)
    let written = written.take()
    // No step is recorded for a call without net changes, because a log contains no such step
    // either.
    if move == nil, !joins, [changes].endAsTheyBegan { return }
    let number = written == nil ? noteUnwritten(changes, joins) : written?.number
    append(changes, joins: joins, number: number)
    if joins, steps.last?.endsAsItBegan ?? false { removeLast() }
  }

  @inline(never)
  private func join(_ step: consuming UndoStep) { steps.joinLast(step) }

  /// Removes the last step after its joined changes have cancelled each other out.
  @inline(never)
  private func removeLast() {
    isOpen = false
    let dropped = steps.removeLast()
    withExtendedLifetime(dropped) {}
  }

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
    // The step is unwrapped first, because releasing an optional would use its type metadata at run
    // time.
    if var dropped = steps.removeFirst() { dropped.recycle() }
  }

  /// Returns true if changes with a label join the last step.
  private func joins(_ label: @autoclosure () -> String?) -> Bool {
    guard isOpen, !coalescing.isEmpty, let label = label(), coalescing.contains(label) else {
      return false
    }
    return steps.next?.label == label
  }

  /// Undoes or redoes a step, and replaces the changes of the step with the changes just made.
  ///
  /// - Returns: The new changes, or nil if nothing was changed.
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
    let isLogged = isStored && step.number != nil
    var isChanged = true
    try context.transaction(label: step.label) { () throws(ChangeSetError) in
      try step.move(in: context)
      if isLogged { isChanged = context.changeCount > 0 }
    }
    if isLogged { movedNumber = step.number }
    if !isChanged {
      // The context already had these values, so only the log changes.
      _ = noteUnwritten(ChangeSet(), false)
      steps.note(!step.isUndone, at: position)
      return ChangeSet()
    }
    // If a cascade was rolled back, nothing has changed.
    guard let made = move?.made else { return nil }
    withExtendedLifetime(step) {
      steps.update(position) { $0.replace(with: .changes(made)) }
      steps.note(!step.isUndone, at: position)
    }
    return made
  }
}

// MARK: Interface for stores

extension UndoStack {
  /// The maximum number of unwritten calls that remain separate.
  ///
  /// The maximum equals the number of steps that a log retains.
  private static let mostCalls = 1_000

  /// A write by the store during the current call.
  private struct Written {
    let number: UInt64?
  }

  /// Returns the unwritten calls and the current call, unless the current call joins the last one.
  ///
  /// `label` is the label of the current call.
  package func calls(before label: String?) -> [UnwrittenCall] {
    let joins = joins(label)
    return joinsCall(joins) ? calls : calls + [call(label, joins, [])]
  }

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

  /// Records a call as unwritten.
  ///
  /// - Returns: The temporary number of the new step, or nil if the call does not begin a step.
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

  /// Records that the store has written all calls, including a call that is in progress.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the first entries of new steps, by their temporary numbers.
  ///   - last: The number of the first entry of the last call.
  ///   - isInsideCall: True if a call is in progress.
  ///   - othersWrote: True if other writers have added entries since the last step, so that no
  ///     change can join the step.
  package func noteWritten(
    _ numbers: [UInt64: UInt64], last: UInt64?, isInsideCall: Bool, othersWrote: Bool
  ) {
    if othersWrote { isOpen = false }
    for call in calls {
      guard case .step(let number) = call.kind, let position = steps.position(of: number) else {
        continue
      }
      steps.update(position) { $0.number = numbers[number] }
    }
    if !isInsideCall, othersWrote, calls.count == 1, case .part = calls[0].kind { splitLast(last) }
    calls = []
    written = isInsideCall ? Written(number: last) : nil
  }

  /// Moves the parts of the last step that follow ``writtenParts`` to a new step.
  ///
  /// The log has two steps because other writers added entries between the parts.
  private func splitLast(_ number: UInt64?) {
    guard let position = steps.position(before: nil), let step = steps[position],
      writtenParts > 0, writtenParts < step.partCount
    else { return }
    var rest = step
    steps.update(position) { rest = $0.split(at: writtenParts, number: number) }
    add(rest)
    isOpen = false
  }

  package var isEmpty: Bool { steps.undoCount + steps.redoCount == 0 }

  /// Adds a step of a log.
  package func add(logged step: UndoStep) {
    add(step)
    isOpen = false
  }

  /// Records that a step of a log was undone or redone.
  package func note(_ isUndone: Bool, number: UInt64) {
    isOpen = false
    if let position = steps.position(of: number) { steps.note(isUndone, at: position) }
  }
}
