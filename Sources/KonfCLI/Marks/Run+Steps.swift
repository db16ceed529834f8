import Basics
import CommandLine
import ECSHistory
import ECSStore
import Marks
import Schedule

/// Functions that list, undo and redo steps.
///
/// `konf log`, `konf undo` and `konf redo` use these functions. They fail if the log is unreadable,
/// because undo and redo append entries to it.
extension Run {
  mutating func undo() throws(Failure) {
    try answer(writing: .undo, orElse: "nothing to undo")
  }

  mutating func redo() throws(Failure) {
    try answer(writing: .redo, orElse: "nothing to redo")
  }

  /// Outputs the changes that match a query, or all changes, newest first.
  mutating func answerWithChanges(_ query: Query?) throws(Failure) {
    let (steps, devices) = try reading { () throws(StoreError) in
      (try store.steps, try store.otherDevices)
    }
    var rows: [LogRow] = []
    do throws(QueryError) {
      let found = try query.map { (query) throws(QueryError) in
        try steps.changes(matching: query, describing: describing)
      }
      var isLater: Set<String> = []
      for (number, step) in steps.all.enumerated().reversed() {
        let carried = step.carriedWords
        for place in step.shownPositions
        where found?.contains(MarkChangePosition(step: number, change: place)) ?? true {
          let change = step.changes[place]
          let device = devices[change.entry.device]
          // Only the latest change of a mark can be restored.
          let isLast = step.isUndone || isLater.insert(markKey(of: change)).inserted
          let lost = device != nil && isLast ? bringingBack(change) : nil
          rows.append(LogRow(change: change, step: step, remark: carried ?? lost, device: device))
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
          ? "no changes yet for this conference" : "no change matches the query")
    }
    if isData {
      let context = RecordContext(self)
      return streams.write(rows) {
        StepRecord(change: $0.change, step: $0.step, device: $0.device, context: context)
      }
    }
    var page = Page(self)
    if !rows.isEmpty, !isLocal(at: rows.map(\.change.moment)) { page.addZone() }
    page.log(rows, zone)
    streams.write(page.text)
  }

  /// Returns a key that is equal for all changes of the same mark.
  private func markKey(of change: LogStep.Change) -> String {
    let thing = change.entity.map { schedule.id(of: $0) } ?? change.entry.change.target
    return "\(change.entry.change.kind) \(thing)"
  }

  /// Returns the command that restores a mark after another device has removed or replaced it.
  private func bringingBack(_ change: LogStep.Change) -> SafeText? {
    let id = change.entity.map { schedule.shownID(of: $0) } ?? change.entry.change.target.formerID
    let former = change.former.flatMap { MarkKinds[$0.change.kind]?.value(in: $0) }
    guard let command = former?.command(for: id, in: schedule.zone) else { return nil }
    return "\(command.line(of: invocation)) restores it"
  }

  private func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(Failure) -> Result {
    do throws(StoreError) { return try body() } catch {
      throw Failure(ExitStatus(error), "\(invocation.command.name): \(error.description)")
    }
  }

  private mutating func answer(
    writing mark: LogSteps.Mark, orElse message: SafeText
  ) throws(Failure) {
    _ = try reading { () throws(StoreError) in try store.log.contents() }
    let name: SafeText = "\(invocation.command.name)"
    guard store.hasFolder else { throw Failure(.notFound, "\(name): \(message)") }
    switch try change("changes", { store throws(Failure) in try store.move(mark) }) {
    case .nothing:
      let steps = try reading { () throws(StoreError) in try store.steps.all }
      let hasOthers = mark == .undo && steps.contains { !$0.isUndone && !$0.isOfUse }
      throw Failure(
        .notFound,
        hasOthers
          ? """
          \(name): nothing to undo: each value that you changed was changed again later; see \
          \(invocation.konf("log"))
          """
          : "\(name): \(message)")
    case .use(let entry): throw failure(after: entry)
    case .moved(let moved):
      for (entry, title) in moved.staying where moved.step.sets(entry.change.kind) {
        let device = try reading { () throws(StoreError) in try store.otherDevices[entry.device] }
        streams.note(
          """
          the \(MarkKinds[entry.change.kind]?.words.one ?? "") of \(title.quoted()) stays, \
          because the device \((device ?? entry.device.shortName).quoted()) added it, too
          """)
      }
      if isData { return write(moved.step) }
      var page = Page(self)
      page.step(moved.step, isUndo: mark == .undo)
      streams.write(page.text)
    }
  }

  /// Returns the failure for an undo right after `konf use`.
  ///
  /// Its message contains the `konf use` command that switches back to the previous version.
  private func failure(after entry: LogEntry) -> Failure {
    let schedules = store.log.schedulesIfReadable
    let name = SavedSchedules.name(in: entry)
    func konf(_ line: SafeText) -> SafeText { invocation.konf(.folder, line) }
    let back: SafeText
    if let schedule = SavedSchedule(entry), schedules[name] != nil {
      back =
        schedule.formerDigits == nil
        ? "\(konf("use \(name) --forget")) removes \(name)"
        : "\(konf("use \(name) --previous")) restores the previous version"
    } else if entry.change.kind == SavedSchedule.storedName {
      back = "\(konf("use FILE --name \(name)")) saves \(name) again"
    } else if !SavedSchedules.isShownKind(entry.change.kind) {
      back = "\(konf("use \(name) --url URL")) sets another address"
    } else if let former = schedules.formerDefault(except: name) {
      back = "\(konf("use \(former)")) shows \(former) again"
    } else {
      back = "list the saved schedules with \(konf("use"))"
    }
    return Failure(
      .notFound,
      "undo: nothing was changed: konf undo reverts only marks, and your last change was konf use",
      "\(back); run \(invocation.konf(.schedule, "undo")) again to revert your last mark before konf use"
    )
  }

  private mutating func write(_ step: LogStep) {
    let context = RecordContext(self)
    let shown = step.shownPositions.map { step.changes[$0] }
    streams.write(step.isUndone ? shown.reversed() : shown) {
      StepRecord(change: $0, step: step, device: nil, context: context)
    }
  }
}

extension LogStep {
  /// Returns true if the step set marks of a kind, and false if it removed them.
  fileprivate func sets(_ kind: String) -> Bool {
    changes.contains { $0.entry.change.kind == kind && !$0.entry.change.value.isEmpty }
  }
}
