package import CommandLine
import Diary
package import ECSHistory
import ECSStore
import Schedule

/// What was changed, step by step.
extension Run {
  /// Takes the last step back, and answers with it.
  package mutating func undo() throws(Failure) {
    try answer(writing: .undo, orElse: "there is nothing to take back")
  }

  /// Makes the step again that was taken back last, and answers with it.
  package mutating func redo() throws(Failure) {
    try answer(writing: .redo, orElse: "nothing was taken back")
  }

  /// Answers with the changes that a query asks for, the last first; with all without one.
  package mutating func answerWithChanges(_ query: Query?) throws(Failure) {
    let (steps, devices) = try reading { () throws(StoreError) in
      (try kept.steps, try kept.otherDevices)
    }
    var rows: [LogRow] = []
    do throws(QueryError) {
      let found = try query.map { (query) throws(QueryError) in
        try steps.changes(matching: query, describing: describing)
      }
      for (number, step) in steps.all.enumerated().reversed() {
        let remark = step.carriedWords
        for place in step.shownPositions
        where found?.contains(KeptChangePosition(step: number, change: place)) ?? true {
          let change = step.changes[place]
          rows.append(
            LogRow(
              change: change, step: step, remark: remark, device: devices[change.entry.device]))
        }
      }
    } catch {
      throw failure(for: error)
    }
    if let limit = query?.limit { rows = Array(rows.prefix(limit)) }
    if query?.isCount ?? false { return answer(count: rows.count, "change", "changes") }
    judge(isEmpty: rows.isEmpty)
    if rows.isEmpty {
      streams.note(
        steps.all.isEmpty
          ? "nothing was changed yet for this conference" : "no change matches the query")
    }
    if isData {
      let context = RecordContext(self)
      return streams.write(rows) {
        StepRecord(change: $0.change, step: $0.step, device: $0.device, context: context)
      }
    }
    var page = Page(self)
    page.log(rows, zone)
    streams.write(page.text)
  }

  /// Reads the log.
  private func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(Failure) -> Result {
    do throws(StoreError) { return try body() } catch {
      throw Failure(ExitStatus(error), "\(invocation.command.name): \(error.description)")
    }
  }

  /// Undoes or redoes a step, and answers with it.
  private mutating func answer(
    writing mark: LogSteps.Mark, orElse message: SafeText
  ) throws(Failure) {
    _ = try reading { () throws(StoreError) in try kept.log.contents() }
    guard kept.hasFolder,
      let step = try change("changes", { kept throws(Failure) in try kept.move(mark) })
    else {
      throw Failure(.notFound, "\(invocation.command.name): \(message)")
    }
    if isData { return write(step) }
    var page = Page(self)
    page.step(step, isUndo: mark == .undo)
    streams.write(page.text)
  }

  private mutating func write(_ step: LogStep) {
    let context = RecordContext(self)
    let shown = step.shownPositions.map { step.changes[$0] }
    streams.write(step.isUndone ? shown.reversed() : shown) {
      StepRecord(change: $0, step: step, device: nil, context: context)
    }
  }
}
