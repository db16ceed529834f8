import ECSHistory
import ECSKit
package import ECSStore
import Schedule

/// The changes of a conference in a log, step by step.
///
/// A step is about talks, not about the words that its lines have for them: a mark that `konf use` has
/// carried to another version is a mark there.
final class MarkSteps {
  /// All steps of the conference, those of `konf use` among them.
  let steps: LogSteps
  /// The entries of the log, in their order.
  private let entries: [LogEntry]
  private let history: MarkHistory?
  /// The name of the folder; nil if it has none yet, and then all steps are its own.
  private let device: DeviceID?

  /// Reads the steps of a log.
  ///
  /// - Parameters:
  ///   - contents: The log.
  ///   - history: What it says about the schedule.
  ///   - device: The name of the folder.
  ///   - store: The store that writes to the log.
  /// - Complexity: O(*n*) expected in the number of entries.
  init(
    of contents: LogContents, _ history: MarkHistory?, _ device: DeviceID?, in store: MarkStore
  ) {
    // Entries of other devices may have arrived after later entries of this one.
    let entries = contents.entries.inOrder
    let carried = MovedMarks(entries)
    (self.entries, self.history, self.device) = (entries, history, device)
    let name = store.source.savedName
    func isOwn(_ entry: LogEntry) -> Bool {
      history?.isOfConference(entry) ?? false
        || name.map { SavedSchedules.isAbout($0, entry) } ?? false
    }
    // All choices say which schedule was the default before.
    let own = entries.filter { entry in
      isOwn(entry) || SavedSchedules.isDefault(entry)
        || LogSteps.Mark(rawValue: entry.change.kind) != nil
    }
    var last: [LogSubject: LogEntry] = [:]
    steps = LogSteps(own, of: device) { entry in
      let change = entry.change
      if MarkKinds.isOfLaterVersion(entry) {
        // It is no step here. What it is about is not as the steps before it left it.
        last[change.subject] = entry
        return nil
      }
      guard MarkHistory.isUnderstood(entry) || SavedSchedules.isKind(change.kind) else {
        return nil
      }
      let former = last.updateValue(entry, forKey: change.subject)
      if SavedSchedules.isDefault(entry), !isOwn(entry) { return nil }
      // A repair repeats a mark with another time, or removes a value that was never read.
      if entry.device == device,
        former.map({ $0.device == device && Self.isEqual($0, entry) }) ?? change.value.isEmpty
      {
        return nil
      }
      let entity =
        MarkKinds.areOfTalks(change.kind)
        ? history?.entity(of: carried.latest(change.subject, since: entry)) : nil
      return LogSteps.Known(former, entity)
    }
  }

  // MARK: Choosing

  /// The step of `konf use` that this folder made last, if nothing was marked or undone since.
  var lastUse: LogEntry? {
    for (position, entry) in entries.enumerated().reversed()
    where device.map({ $0 == entry.device }) ?? true {
      let kind = entry.change.kind
      if SavedSchedules.isUnknownDefault(entry) { continue }
      if SavedSchedules.isKind(kind) { return entry }
      if MarkKinds[kind] != nil { return nil }
      guard let mark = LogSteps.Mark(rawValue: kind) else { continue }
      guard mark == .step, let step = entries.marked(at: position) else { return nil }
      return step.first { SavedSchedules.isKind($0.change.kind) }
    }
    return nil
  }

  /// Returns the steps that can be undone here, as far as the values allow it: those of marks, without
  /// what a newer program keeps.
  ///
  /// - Parameter own: The numbers of the entries whose steps are wanted; nil for all.
  /// - Returns: A function that tells whether the step of a number is one.
  func areMovable(among own: [Range<UInt64>]?) -> (_ number: UInt64?) -> Bool {
    let partlyRead = partlyRead
    return { [self] number in
      guard let step = step(number) else { return false }
      let isPart = partlyRead.contains {
        $0.device == step.device && $0.numbers.overlaps(Range(step.counters))
      }
      return !step.isOfUse && !isPart && !step.changes.contains(where: isUnderNewer)
        && own.map { own in step.number.map { at in own.contains { $0.contains(at) } } ?? false }
          ?? true
    }
  }

  /// Returns the step of a number.
  func step(_ number: UInt64?) -> LogStep? {
    number.flatMap { steps.position(of: $0) }.flatMap { steps[$0] }
  }

  /// The numbers of the entries of one device that are a step together with values of later versions.
  ///
  /// Such a step is not undone by a program that would undo only a part of it.
  private var partlyRead: [(device: DeviceID, numbers: Range<UInt64>)] {
    let later = entries.filter(MarkKinds.isOfLaterVersion)
    if later.isEmpty { return [] }
    return entries.compactMap { mark in
      guard let first = LogSteps.firstJoined(by: mark) else { return nil }
      let numbers = first..<mark.counter
      let isPartly = later.contains { $0.device == mark.device && numbers.contains($0.counter) }
      return isPartly ? (mark.device, numbers) : nil
    }
  }

  /// Returns true if a newer program keeps something of the kind of a change about its talk or session, in a
  /// version of its own and in whatever words.
  private func isUnderNewer(_ change: LogStep.Change) -> Bool {
    guard let history, !history.unread.isEmpty else { return false }
    let subject = change.entry.change.subject
    return history.newerEntry(subject.kind, of: change.entity, called: SubjectWords(subject)) != nil
  }

  private static func isEqual(_ first: LogEntry, _ second: LogEntry) -> Bool {
    let (first, second) = (first.change, second.change)
    return (first.value, first.comment, first.version)
      == (second.value, second.comment, second.version)
  }
}

/// A step that was undone or redone.
package struct MovedStep {
  package let step: LogStep
  /// The marks that other devices have made, too, and that stay, each with the name of its talk.
  package let staying: [(entry: LogEntry, title: String)]
}

extension LogStep {
  /// The folder that it was made in.
  fileprivate var device: DeviceID { changes[0].entry.device }
}
