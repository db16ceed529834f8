public import ECSKit

/// The steps of a context that can be undone and redone.
///
///     let steps = UndoStack(context)
///     context.transaction(label: "Delete Talk") { talk.destroy() }
///     steps.undoLabel       // "Delete Talk"
///     try steps.undo()      // the talk exists again, under its handle
///     try steps.redo()      // and is gone again
///
/// A step is what one outermost call changed, with everything that observers changed in response. A
/// new change drops what could be redone. Undo and redo are changes like any others: observers are
/// notified, and what they change belongs to the step.
///
/// Inside a transaction or an observer, ``undo()`` and ``redo()`` are changes of the step under way,
/// and the stack keeps the step that they undo or redo.
public final class UndoStack {
  private let limit: Int
  private weak var context: Context?
  private var undoable = StepList()
  private var redoable = StepList()
  private var isMoving = false
  /// Whether the present undo or redo was delivered; one inside a transaction is not.
  private var isDelivered = false
  private var token: ObserverToken?

  /// Creates a stack of the changes from now on.
  ///
  /// - Parameters:
  ///   - context: The context, which the stack does not keep alive.
  ///   - limit: How many steps can be undone; the oldest one is dropped when there are more.
  /// - Complexity: O(1). While there is a stack, each change costs a copy of its values.
  public init(_ context: Context, limit: Int = .max) {
    self.context = context
    self.limit = limit
    token = context.observeChanges { [weak self] changes in self?.append(changes) }
  }

  deinit {
    token?.cancel()
  }

  /// The number of steps that can be undone.
  public var undoCount: Int { undoable.count }
  /// The number of steps that can be redone.
  public var redoCount: Int { redoable.count }
  /// The label of the step that is undone next; nil if it has none or there is none.
  public var undoLabel: String? { undoable.last?.label }
  /// The label of the step that is redone next; nil if it has none or there is none.
  public var redoLabel: String? { redoable.last?.label }

  /// Undoes the last step.
  ///
  /// - Returns: The changes that this made, with those of observers; nil if there is no step.
  /// - Throws: `ChangeSetError` if what the step changed is not as the step left it, because
  ///   observers were not notified of a change; the context and the stack are then as they were.
  /// - Complexity: As for the changes one by one.
  @discardableResult
  public func undo() throws(ChangeSetError) -> ChangeSet? {
    try move(from: \.undoable, to: \.redoable)
  }

  /// Makes the changes of the step that was undone last.
  ///
  /// - Returns: The changes that this made, with those of observers; nil if there is no step.
  /// - Throws: `ChangeSetError` as for ``undo()``.
  /// - Complexity: As for the changes one by one.
  @discardableResult
  public func redo() throws(ChangeSetError) -> ChangeSet? {
    try move(from: \.redoable, to: \.undoable)
  }

  /// Forgets all steps.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes in them.
  public func removeAll() {
    undoable = StepList()
    redoable = StepList()
  }

  private func append(_ changes: ChangeSet) {
    isDelivered = true
    if isMoving || changes.isEmpty { return }
    redoable = StepList()
    undoable.append(changes)
    if undoable.count > limit { undoable.removeFirst() }
  }

  /// Takes the last step of a list back; what that changed is the last step of the other list.
  private func move(
    from source: ReferenceWritableKeyPath<UndoStack, StepList>,
    to target: ReferenceWritableKeyPath<UndoStack, StepList>
  ) throws(ChangeSetError) -> ChangeSet? {
    guard let step = self[keyPath: source].last, let made = try apply(step.inverse) else {
      return nil
    }
    if isDelivered {
      self[keyPath: source].removeLast()
      self[keyPath: target].append(made)
    }
    return made
  }

  private func apply(_ changes: ChangeSet) throws(ChangeSetError) -> ChangeSet? {
    guard let context else { return nil }
    isMoving = true
    isDelivered = false
    defer { isMoving = false }
    let made = try context.changes(label: changes.label) { () throws(ChangeSetError) in
      try context.apply(changes)
    }
    // A cascade that was rolled back leaves everything as it was.
    return made.isEmpty ? nil : made
  }
}

/// A list of steps from which the first can be dropped without moving the others.
private struct StepList {
  private var steps: [ChangeSet?] = []
  /// How many of them were dropped at the front.
  private var dropped = 0

  var count: Int { steps.count - dropped }

  var last: ChangeSet? { count > 0 ? steps[steps.count - 1] : nil }

  mutating func append(_ step: ChangeSet) { steps.append(step) }

  mutating func removeLast() { steps.removeLast() }

  mutating func removeFirst() {
    steps[dropped] = nil
    dropped += 1
    guard dropped > steps.count / 2 else { return }
    steps.removeFirst(dropped)
    dropped = 0
  }
}
