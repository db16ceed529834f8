import ECSHistory
import ECSKit
package import ECSStore
import Schedule

/// The undo steps of a conference in a log.
///
/// A step refers to talks, not to the subjects of its entries. It therefore also applies to marks
/// that `konf use` has moved to another version of the schedule.
final class MarkSteps {
  /// All steps of the conference, including steps of `konf use`.
  let steps: LogSteps
  private let entries: [LogEntry]
  private let history: MarkHistory?
  /// The device of the log, or nil if the log has no device yet.
  ///
  /// Without a device, all steps can be undone.
  private let device: DeviceID?

  /// Creates the steps from the contents of a log.
  ///
  /// - Complexity: O(*n*) expected in the number of entries.
  init(
    of contents: LogContents, _ history: MarkHistory?, _ device: DeviceID?, in store: MarkStore
  ) {
    // Entries of other devices may arrive after entries that this device wrote later.
    let entries = contents.entries.inOrder
    let carried = MovedMarks(entries)
    (self.entries, self.history, self.device) = (entries, history, device)
    let name = store.source.savedName
    func isOwn(_ entry: LogEntry) -> Bool {
      history?.isOfConference(entry) ?? false
        || name.map { SavedSchedules.isAbout($0, entry) } ?? false
    }
    // All choices of a default are read, to find the previous default schedule.
    let own = entries.filter { entry in
      isOwn(entry) || SavedSchedules.isDefault(entry)
        || LogSteps.Mark(rawValue: entry.change.kind) != nil
    }
    var last: [LogSubject: LogEntry] = [:]
    steps = LogSteps(own, of: device) { entry in
      let change = entry.change
      if MarkKinds.isOfLaterVersion(entry) {
        // Only a newer version of konf can undo this entry. Earlier steps about the same subject no
        // longer apply.
        last[change.subject] = entry
        return nil
      }
      guard MarkHistory.isUnderstood(entry) || SavedSchedules.isKind(change.kind) else {
        return nil
      }
      let former = last.updateValue(entry, forKey: change.subject)
      if SavedSchedules.isDefault(entry), !isOwn(entry) { return nil }
      // A repair may write a mark again with another time, or remove a value that was never read.
      // Neither is a change that can be undone.
      if entry.device == device,
        former.map({ $0.device == device && Self.isEqual($0, entry) }) ?? change.value.isEmpty
      {
        return nil
      }
      let entity =
        MarkKinds.areOfTalks(change.kind)
        ? history?.entity(of: carried.latest(change.subject, since: entry)) : nil
      return LogSteps.EntryContext(former, entity)
    }
  }

  // MARK: Choosing

  /// The entry that the latest `konf use` wrote on this device.
  ///
  /// The value is nil if a mark was changed or a step was undone after that entry.
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

  /// Returns a predicate that is true for the number of a step that konf may undo.
  ///
  /// Such a step changes marks, and no newer version of konf has written or changed these marks. If
  /// `own` is not nil, one of its ranges must contain the counter of the step. The predicate
  /// returns false for nil.
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

  func step(_ number: UInt64?) -> LogStep? {
    number.flatMap { steps.position(of: $0) }.flatMap { steps[$0] }
  }

  /// The steps that contain values of a newer version of konf, as ranges of entry counters.
  ///
  /// This version could undo only a part of such a step, so it does not undo the step at all.
  private var partlyRead: [(device: DeviceID, numbers: Range<UInt64>)] {
    let later = entries.filter(MarkKinds.isOfLaterVersion)
    if later.isEmpty { return [] }
    return entries.compactMap { mark in
      guard let first = LogSteps.firstCounter(joinedBy: mark) else { return nil }
      let numbers = first..<mark.counter
      let isPartly = later.contains { $0.device == mark.device && numbers.contains($0.counter) }
      return isPartly ? (mark.device, numbers) : nil
    }
  }

  /// Returns true if a newer version of konf has changed the mark that a change affects.
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

package struct MovedStep {
  package let step: LogStep
  /// The marks by other devices that remain after the undo, each with the title of its talk.
  package let staying: [(entry: LogEntry, title: String)]
}

extension LogStep {
  fileprivate var device: DeviceID { changes[0].entry.device }
}
