package import CommandLine
import ECSHistory
import ECSKit
package import ECSStore
import Schedule

/// What was changed for a conference, from the first command to the last, and taking it back.
extension KeptStore {
  /// The steps, those of `konf use` among them.
  package var steps: LogSteps {
    get throws(StoreError) {
      steps(of: try log.contents(), history, try log.file?.device()).steps
    }
  }

  /// The numbers of the entries of one device that are a step together with values of later versions.
  ///
  /// Such a step is not taken back by a program that would take back only a part of it.
  private static func partlyRead(
    _ entries: [LogEntry]
  ) -> [(device: DeviceID, numbers: Range<UInt64>)] {
    let later = entries.filter(KeptKinds.isOfLaterVersion)
    if later.isEmpty { return [] }
    return entries.compactMap { mark in
      guard let first = LogSteps.firstJoined(by: mark) else { return nil }
      let numbers = first..<mark.counter
      let isPartly = later.contains { $0.device == mark.device && numbers.contains($0.counter) }
      return isPartly ? (mark.device, numbers) : nil
    }
  }

  /// What the other devices are called that the log knows, also those that were forgotten.
  package var otherDevices: [DeviceID: String] {
    get throws(StoreError) {
      guard let file = log.file, let own = try file.device() else { return [:] }
      return file.otherDevices(in: try log.contents(), own: own)
    }
  }

  /// The steps of a log, with the last words about everything that is in them.
  ///
  /// A schedule whose keeping was taken back is not shown any more, and can be kept again from any.
  private func steps(
    of contents: LogContents, _ history: KeptHistory?, _ device: DeviceID?,
    for mark: LogSteps.Mark? = nil
  ) -> (steps: LogSteps, last: [LogSubject: LogEntry]) {
    let name = source.rememberedName
    let names =
      [name].compactMap(\.self)
      + (mark == .redo ? RememberedSchedules.takenBack(in: contents.entries).map(\.name) : [])
    let choices = RememberedSchedules.choices(in: contents.entries)
    func isOwn(_ entry: LogEntry) -> Bool {
      history?.isOfConference(entry) ?? false
        || names.contains { RememberedSchedules.isAbout($0, entry) }
    }
    // A choice is a step of the schedule that was the default before, too.
    let entries = contents.entries.filter { entry in
      isOwn(entry) || RememberedSchedules.isDefault(entry)
        || LogSteps.Mark(rawValue: entry.change.kind) != nil
    }
    // What is in all steps is in the words of the log, and the inverse of a line is a line.
    var last: [LogSubject: LogEntry] = [:]
    let steps = LogSteps(entries, of: device) { entry in
      let change = entry.change
      if RememberedSchedules.isDefault(entry) {
        let former = last.updateValue(entry, forKey: change.subject)
        let isOwn =
          isOwn(entry) || choices.contains(entry.counter) && former?.change.value == name
        return isOwn ? LogSteps.Known(former) : nil
      }
      if KeptKinds.isOfLaterVersion(entry) {
        // It is no step here. What it is about is not as the steps before it left it.
        last[change.subject] = entry
        return nil
      }
      guard KeptHistory.isUnderstood(entry) || RememberedSchedules.isKind(change.kind) else {
        return nil
      }
      let entity =
        KeptKinds.areOfTalks(change.kind) ? history?.entity(of: change.subject) : nil
      return LogSteps.Known(last.updateValue(entry, forKey: change.subject), entity)
    }
    return (steps, last)
  }

  /// Takes back the last step that fits, or makes the one again that was taken back last.
  ///
  /// A step fits if it was made in this folder and everything is as it left it. It is chosen while
  /// no other process appends.
  ///
  /// - Parameters:
  ///   - mark: Which of the two.
  ///   - isMeant: Which steps may be chosen.
  /// - Returns: The step; nil if there is none.
  /// - Throws: `Failure` if the log cannot be read or written, or the copy of a schedule is gone;
  ///   everything is then as it was.
  package func move(
    _ mark: LogSteps.Mark, where isMeant: (LogStep) -> Bool = { _ in true }
  ) throws(Failure) -> LogStep? {
    guard let file = log.file else { return nil }
    var chosen: LogStep?
    var failure: Failure?
    do throws(StoreError) {
      let device = try file.device()
      let known = try log.contents()
      let first = step(to: mark, of: known, history, device, isMeant)
      if first == nil { return nil }
      let files = AttachedFiles.ofSchedules(file)
      func lines(_ contents: LogContents) -> [LogChange] {
        (chosen, failure) = (first, nil)
        if contents.nextCounter != known.nextCounter {
          chosen = step(to: mark, of: contents, read(contents), device, isMeant)
        }
        guard let step = chosen else { return [] }
        do throws(Failure) { try requireCopies(of: step, mark, in: files) } catch {
          failure = error
          return []
        }
        return step.changes(as: mark, from: contents.nextCounter, in: scope)
      }
      try files.append(
        at: now.secondsSince1970, putting: nil, keeping: { RememberedSchedules($0).needs }, lines)
    } catch {
      throw Failure(error, of: command)
    }
    if let failure { throw failure }
    return chosen
  }

  /// Takes back the last step with numbers of some ranges, in the context, too.
  ///
  /// - Returns: What it was about; nil if there is none.
  /// - Throws: As ``move(_:where:)``.
  package func undo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try moveAndPlace(.undo, among: own)
  }

  /// Makes the step again that was taken back last, if it has numbers of some ranges, in the context, too.
  package func redo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try moveAndPlace(.redo, among: own)
  }

  private func moveAndPlace(
    _ mark: LogSteps.Mark, among own: [Range<UInt64>]
  ) throws(Failure) -> String? {
    let step = try move(mark) { step in
      step.number.map { number in own.contains { $0.contains(number) } } ?? false
    }
    guard let step else { return nil }
    place(step, after: mark)
    return step.words
  }

  private func step(
    to mark: LogSteps.Mark, of contents: LogContents, _ history: KeptHistory?, _ device: DeviceID?,
    _ isMeant: (LogStep) -> Bool
  ) -> LogStep? {
    let (steps, last) = steps(of: contents, history, device, for: mark)
    let partlyRead = Self.partlyRead(contents.entries)
    func fits(_ step: LogStep) -> Bool {
      guard step.fits(mark, last), isMeant(step) else { return false }
      let isPart = partlyRead.contains {
        $0.device == step.device && $0.numbers.overlaps(Range(step.counters))
      }
      return !isPart && !step.changes.contains { isUnderNewer($0, history) }
    }
    if mark == .redo { return steps.nextAgain.flatMap { fits($0) ? $0 : nil } }
    var position = steps.position(before: nil)
    while let tried = position {
      // Without a name of its own, as in a copy, a folder has all of them.
      if let step = steps[tried], device.map({ $0 == step.device }) ?? true, fits(step) {
        return step
      }
      position = steps.position(before: tried)
    }
    return nil
  }

  /// Whether a newer program keeps something of the kind of a change about its talk or session, in a version
  /// of its own and in whatever words.
  private func isUnderNewer(_ change: LogStep.Change, _ history: KeptHistory?) -> Bool {
    guard let history, !history.unread.isEmpty else { return false }
    let subject = change.entry.change.subject
    return history.newerEntry(subject.kind, of: change.entity, called: SubjectWords(subject)) != nil
  }

  /// Refuses to show a schedule again whose copy cannot be read.
  private func requireCopies(
    of step: LogStep, _ mark: LogSteps.Mark, in files: AttachedFiles
  ) throws(Failure) {
    for (change, state) in step.states(after: mark) {
      guard change.entry.change.kind == RememberedSchedule.storedName,
        let schedule = state.flatMap({ RememberedSchedule($0) })
      else { continue }
      if let problem = schedule.copy(in: files).problem {
        throw schedule.failure(of: command, problem)
      }
    }
  }
}

extension LogStep {
  /// The folder that it was made in.
  fileprivate var device: DeviceID { changes[0].entry.device }
}
