// Changes the context and the file together. Apps call `transaction` and `save`, and `konf` calls
// `write`. If writing fails, the changes are rolled back before any change set is delivered.

import ECSHistory
import ECSKit

extension ComponentStore {
  /// Changes the context and the file together.
  ///
  /// The net change of each stored component is written, including changes by observers and earlier
  /// unsaved changes. Entities get a ``DurableID`` if necessary. If writing fails, all changes of
  /// the transaction are rolled back. Observers then receive the inverse events, and no change set
  /// is delivered.
  ///
  /// Inside another transaction or an observer, the changes belong to the outermost call and are
  /// saved with it or later.
  ///
  /// - Parameters:
  ///   - label: The label of the change set.
  ///   - body: A closure that makes the changes.
  /// - Returns: The result of the closure.
  /// - Throws: ``StoreError`` if the file cannot be written, a component cannot be stored, the
  ///   changes trigger each other endlessly, or another store follows the context. Everything is
  ///   then unchanged.
  /// - Complexity: The complexity of the closure, plus O(*n*) in the number of bytes that the call
  ///   writes and that others have written since the last read. Without ``load()``, the first
  ///   change reads the whole file.
  @discardableResult
  public func transaction<Result>(
    label: String? = nil, _ body: () -> Result
  ) throws(StoreError) -> Result {
    try write(label: label, Writing(), failure: { $0 }, { () throws(StoreError) in body() })
  }

  /// Makes changes that may fail, in the context and in the file together.
  ///
  /// If the closure throws an error, its changes are rolled back. In all other respects, the method
  /// behaves as ``transaction(label:_:)-50y9`` does.
  ///
  /// - Parameters:
  ///   - label: The label of the change set.
  ///   - body: A closure that makes the changes.
  /// - Returns: The result of the closure.
  /// - Throws: ``StoreError``, or the error that the closure throws. Everything is then unchanged.
  /// - Complexity: As for ``transaction(label:_:)-50y9``.
  @discardableResult
  public func transaction<Result>(
    label: String? = nil, _ body: () throws -> Result
  ) throws -> Result {
    try write(label: label, body)
  }

  /// Writes the unsaved changes.
  ///
  /// Inside a transaction or an observer, the changes are written at the end of the outermost call,
  /// because that call may still be rolled back.
  ///
  /// - Throws: ``StoreError``. Nothing is then written, and all changes remain unsaved.
  /// - Complexity: As for ``transaction(label:_:)-50y9``.
  public func save() throws(StoreError) {
    try requireFollowing()
    if !context.isIdle, !context.isFrozen {
      isSaveDue = true
      return
    }
    if case .onRequest = saving, context.isIdle { giveIDs() }
    try write()
  }

  /// Assigns ids to the targets of unsaved links, because the target id identifies a link in a
  /// merge.
  func giveIDsToTargetsOfLinks() {
    if case .onRequest = saving, unsaved.hasChangedLists { giveIDs() }
  }

  /// Assigns ids to the targets of unsaved values, outside of any undo step.
  private func giveIDs() {
    isGivingIDs = true
    steps.stack?.recording = .nextStep
    defer {
      isGivingIDs = false
      steps.stack?.recording = .newSteps
    }
    context.transaction { makeTargetsDurable() }
  }

  /// Changes the context and the file together.
  ///
  /// If several lines are written, they form one undo step.
  ///
  /// - Parameters:
  ///   - label: The label of the change set.
  ///   - amend: Returns the lines to write, given the lines of the changes.
  ///   - remark: Returns more lines, given the written lines. These lines are not part of the step.
  ///   - body: A closure that makes the changes.
  /// - Returns: The result of the closure.
  /// - Throws: ``StoreError``, or the error that the closure throws; everything is then unchanged.
  @discardableResult
  package func write<Answer>(
    label: String? = nil, amending amend: @escaping ([LogChange]) -> [LogChange] = { $0 },
    remarking remark: @escaping ([LogChange]) -> [LogChange] = { _ in [] },
    _ body: () throws -> Answer
  ) throws -> Answer {
    try write(
      label: label, Writing(amend: amend, remark: remark), failure: { $0 }, body)
  }

  private func write<Answer, Failure: Error>(
    label: String?, _ writing: Writing, failure: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard context.isIdle, self.writing == nil else {
      try call(failure, requireFollowing)
      return try context.transaction(label: label, body)
    }
    return try write(writing, failure: failure) { () throws(Failure) in
      try context.transaction(label: label, body)
    }
  }

  /// Calls a function that throws only ``StoreError``, from a function that also throws other
  /// errors.
  private func call<Failure: Error>(
    _ failure: (StoreError) -> Failure, _ body: () throws(StoreError) -> Void
  ) throws(Failure) {
    do throws(StoreError) { try body() } catch { throw failure(error) }
  }

  /// Undoes or redoes a step of the stack and writes the result.
  ///
  /// - Parameters:
  ///   - amend: Returns the lines to write, given the lines of the changes.
  ///   - remark: Returns more lines, given the written lines. These lines are not part of the step.
  ///   - move: A closure that undoes or redoes the step.
  /// - Throws: ``StoreError``, or the error that the closure throws; everything is then unchanged.
  ///   The reason `replaced` means that other programs have written since the last read.
  package func writeMove(
    amending amend: @escaping ([LogChange]) -> [LogChange],
    remarking remark: @escaping ([LogChange]) -> [LogChange], _ move: () throws -> Void
  ) throws {
    try write(
      Writing(amend: amend, remark: remark, isExclusive: true), failure: { $0 }, move)
  }

  /// Calls a closure that changes the context, and writes the changes when the closure ends.
  private func write<Answer, Failure: Error>(
    _ writing: Writing, failure: (StoreError) -> Failure, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try call(failure, requireFollowing)
    self.writing = writing
    defer { self.writing = nil }
    let answer = try body()
    try call(failure) { () throws(StoreError) in
      if let writing = self.writing, writing.result == nil {
        if writing.hasStoredChanges { throw StoreError(path: log?.path ?? "", reason: .endless) }
        // Without changes, unsaved values may still refer to entities without ids.
        giveIDs()
      }
      if let result = self.writing?.result { try result.get() } else { try write() }
    }
    return answer
  }
}
