import ECSKit
import ECSStore
import Schedule

/// What was changed for a conference, from the first command to the last, and taking it back.
extension KeptStore {
  /// The steps, those of `konf use` among them.
  var steps: LogSteps {
    get throws(StoreError) {
      let contents = try log.contents()
      let name = source.rememberedName
      let entries = contents.entries.filter { entry in
        history?.isOfConference(entry) ?? false
          || name.map { RememberedSchedules.isAbout($0, entry) } ?? false
      }
      // What is in all steps is in the words of the log, and the inverse of a line is a line.
      var former: [LogSubject: LogEntry] = [:]
      return LogSteps(entries) { entry in
        let change = entry.change
        guard KeptHistory.isUnderstood(entry) || RememberedSchedules.isKind(change.kind) else {
          return nil
        }
        let entity =
          Self.components[change.kind] == nil || change.kind == Appointment.storedName
          ? nil : history?.entity(of: change.subject)
        return (former.updateValue(entry, forKey: change.subject), entity)
      }
    }
  }

  /// Takes a step back, or makes it again.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - mark: Which of the two.
  /// - Throws: ``KeptError`` if the log cannot be written, another program appended to it since it was
  ///   read, or the copy of a schedule is gone; everything is then as it was.
  func write(_ step: LogStep, as mark: LogSteps.Mark) throws(KeptError) {
    guard let file = log.file else { return }
    try KeptError.catching {
      let known = try log.contents().nextCounter
      let files = AttachedFiles.ofSchedules(file)
      for (change, state) in step.states(after: mark) {
        guard change.entry.change.kind == RememberedSchedule.storedName,
          let schedule = state.flatMap({ RememberedSchedule($0) })
        else { continue }
        do throws(RememberedSchedule.Problem) {
          _ = try schedule.read(files)
        } catch {
          throw KeptError.copy(schedule, error)
        }
      }
      try files.append(step, as: mark, after: known, in: scope, at: now.secondsSince1970)
    }
  }
}

extension AttachedFiles {
  /// Appends what takes a step back or makes it again, and removes copies that nothing needs any more.
  fileprivate func append(
    _ step: LogStep, as mark: LogSteps.Mark, after known: UInt64, in scope: String, at time: Int64
  ) throws(StoreError) {
    let written = try append(
      at: time, putting: nil, keeping: { RememberedSchedules($0).needs },
      { contents in
        contents.nextCounter == known ? step.changes(as: mark, from: known, in: scope) : []
      })
    if written.isEmpty { throw StoreError(path: log.path, reason: .replaced) }
  }
}
