import ECSHistory
import ECSKit
package import ECSStore
import Schedule

/// The changes of a conference in a log, step by step, with what undoing and redoing them writes.
///
/// A step is about talks, not about the words that its lines have for them: a mark that `konf use` has
/// carried to another version is undone there.
final class KeptSteps {
  /// A thing of the conference that has marks of a kind.
  private struct Thing: Hashable {
    let kind: String
    /// The talk or session; nil for what is not in the schedule.
    let entity: Entity?
    /// The name in the log of a thing that is not in the schedule.
    let subject: LogSubject?
  }

  /// The change that a step made to a thing.
  private struct Difference {
    let thing: Thing
    let before: LogEntry?
    let after: LogEntry?
    /// The first entry of the step about the thing.
    let first: LogEntry
  }

  /// All steps of the conference, those of `konf use` among them.
  let steps: LogSteps
  /// The entries of the log, in their order.
  private let entries: [LogEntry]
  private let store: KeptStore
  private let history: KeptHistory?
  /// The name of the folder; nil if it has none yet, and then all steps are its own.
  private let device: DeviceID?
  private let carried: CarriedMarks
  /// The entries that say what each thing has now.
  private lazy var present = Dictionary(
    (history?.marks ?? []).map { entry in
      let entity = history?.entity(of: entry.change.subject)
      let subject = entity == nil ? entry.change.subject : nil
      return (Thing(kind: entry.change.kind, entity: entity, subject: subject), entry)
    }
      + (history?.things ?? []).filter { !$0.change.value.isEmpty }.map {
        (Thing(kind: $0.change.kind, entity: nil, subject: $0.change.subject), $0)
      }, uniquingKeysWith: { $1 })

  /// The entries about each subject, in their order.
  private lazy var bySubject = Dictionary(grouping: entries, by: \.change.subject)

  /// Reads the steps of a log.
  ///
  /// - Parameters:
  ///   - contents: The log.
  ///   - history: What it says about the schedule.
  ///   - device: The name of the folder.
  ///   - store: The store that writes to the log.
  /// - Complexity: O(*n*) expected in the number of entries.
  init(
    of contents: LogContents, _ history: KeptHistory?, _ device: DeviceID?, in store: KeptStore
  ) {
    // Entries of other devices may have arrived after later entries of this one.
    let entries = contents.entries.inOrder
    let carried = CarriedMarks(entries)
    (self.entries, self.store, self.history) = (entries, store, history)
    (self.device, self.carried) = (device, carried)
    let name = store.source.rememberedName
    func isOwn(_ entry: LogEntry) -> Bool {
      history?.isOfConference(entry) ?? false
        || name.map { RememberedSchedules.isAbout($0, entry) } ?? false
    }
    // All choices say which schedule was the default before.
    let own = entries.filter { entry in
      isOwn(entry) || RememberedSchedules.isDefault(entry)
        || LogSteps.Mark(rawValue: entry.change.kind) != nil
    }
    var last: [LogSubject: LogEntry] = [:]
    steps = LogSteps(own, of: device) { entry in
      let change = entry.change
      if KeptKinds.isOfLaterVersion(entry) {
        // It is no step here. What it is about is not as the steps before it left it.
        last[change.subject] = entry
        return nil
      }
      guard KeptHistory.isUnderstood(entry) || RememberedSchedules.isKind(change.kind) else {
        return nil
      }
      let former = last.updateValue(entry, forKey: change.subject)
      if RememberedSchedules.isDefault(entry), !isOwn(entry) { return nil }
      let entity =
        KeptKinds.areOfTalks(change.kind)
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
      if RememberedSchedules.isKind(kind) { return entry }
      if KeptKinds[kind] != nil { return nil }
      guard let mark = LogSteps.Mark(rawValue: kind) else { continue }
      guard mark == .step, let step = entries.marked(at: position) else { return nil }
      return step.first { RememberedSchedules.isKind($0.change.kind) }
    }
    return nil
  }

  /// Returns the step of this folder that is undone or redone next; nil if there is none.
  ///
  /// - Parameters:
  ///   - mark: Which of the two.
  ///   - isMeant: Which steps may be chosen.
  /// - Returns: The step.
  func next(_ mark: LogSteps.Mark, where isMeant: (LogStep) -> Bool) -> LogStep? {
    let partlyRead = partlyRead
    func isPossible(_ step: LogStep) -> Bool {
      let isPart = partlyRead.contains {
        $0.device == step.device && $0.numbers.overlaps(Range(step.counters))
      }
      return !step.isOfUse && !isPart && isMeant(step)
        && !step.changes.contains(where: isUnderNewer)
        && differences(of: step).allSatisfy { fits($0, mark) }
    }
    if mark == .redo { return steps.nextAgain.flatMap { isPossible($0) ? $0 : nil } }
    var position = steps.position(before: nil)
    while let tried = position {
      if let step = steps[tried], device.map({ $0 == step.device }) ?? true, isPossible(step) {
        return step
      }
      position = steps.position(before: tried)
    }
    return nil
  }

  /// The numbers of the entries of one device that are a step together with values of later versions.
  ///
  /// Such a step is not undone by a program that would undo only a part of it.
  private var partlyRead: [(device: DeviceID, numbers: Range<UInt64>)] {
    let later = entries.filter(KeptKinds.isOfLaterVersion)
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

  // MARK: Things

  private func differences(of step: LogStep) -> [Difference] {
    var parts: [Thing: [LogStep.Change]] = [:]
    var order: [Thing] = []
    for change in step.changes {
      let thing = thing(of: change)
      if parts[thing] == nil { order.append(thing) }
      parts[thing, default: []].append(change)
    }
    return order.map { thing in
      let changes = parts[thing] ?? []
      var formers: [LogSubject: LogEntry] = [:]
      var latters: [LogSubject: LogEntry] = [:]
      for change in changes {
        let subject = change.entry.change.subject
        if latters.updateValue(change.entry, forKey: subject) == nil {
          formers[subject] = change.former
        }
      }
      return Difference(
        thing: thing, before: formers.values.max { $0.precedes($1) },
        after: latters.values.filter { !$0.change.value.isEmpty }.max { $0.precedes($1) },
        first: changes[0].entry)
    }
  }

  private func thing(of change: LogStep.Change) -> Thing {
    let kind = change.entry.change.kind
    let subject = carried.latest(change.entry.change.subject, since: change.entry)
    var entity = change.entity
    if entity == nil, KeptKinds.areOfTalks(kind), let history {
      // A mark that was removed before konf use kept another version was not carried over.
      entity = store.lookup.entities(for: [SubjectWords(subject)], seen: history.seen)[0]
    }
    return Thing(kind: kind, entity: entity, subject: entity == nil ? subject : nil)
  }

  private func isEqual(_ first: LogEntry?, _ second: LogEntry?) -> Bool {
    let (first, second) = (first?.change, second?.change)
    return (first?.value ?? "", first?.comment ?? "", first?.version ?? 1)
      == (second?.value ?? "", second?.comment ?? "", second?.version ?? 1)
  }

  /// Returns true if a thing is as a step left it, or as undoing the step left it.
  private func fits(_ difference: Difference, _ mark: LogSteps.Mark) -> Bool {
    let present = present[difference.thing]
    return isEqual(present, difference.after)
      || mark == .redo && isEqual(present, difference.before)
  }

  // MARK: Writing

  /// Returns what undoing or redoing a step writes.
  ///
  /// - Parameters:
  ///   - mark: Which of the two.
  ///   - step: The step.
  ///   - first: The number that the first of the entries will have.
  /// - Returns: The changes of the log with their mark, and the marks of the things afterwards.
  func moving(_ mark: LogSteps.Mark, _ step: LogStep, from first: UInt64) -> (
    lines: [LogChange], moved: MovedStep
  ) {
    var lines: [LogChange] = []
    var moved = MovedStep(step: step)
    let scope = history?.scope ?? store.scope
    for difference in differences(of: step) {
      let thing = difference.thing
      let present = present[thing]
      var state = mark == .undo ? difference.before : difference.after
      if state == nil, let present, isOfOther(present, than: difference.first) {
        moved.staying.append(present)
        state = present
      }
      if mark == .undo, let before = difference.before, isEqual(present, before) {
        moved.staying.append(before)
      }
      if let entity = thing.entity { moved.states.append((entity, thing.kind, state)) }
      if isEqual(present, state) { continue }
      guard let state else {
        if let present { lines.append(removal(of: present, mark, difference.first)) }
        continue
      }
      let subject =
        thing.entity.map { store.subject(of: $0, thing.kind, in: scope) } ?? present?.change.subject
        ?? thing.subject ?? state.change.subject
      if let present, present.change.subject != subject {
        lines.append(LogChange(subject: present.change.subject, value: ""))
      }
      lines.append(
        LogChange(
          subject: subject, version: state.change.version, value: state.change.value,
          comment: state.change.comment, time: state.time))
    }
    let end = mark.change(from: first, of: step.counters.lowerBound, in: scope)
    return (lines + [end] + store.remarks(on: lines), moved)
  }

  /// Returns true if another device said by itself what an entry of this folder had said.
  private func isOfOther(_ present: LogEntry, than own: LogEntry) -> Bool {
    guard let device, present.device != device else { return false }
    // konf use over there repeats a mark in other words, with the time of the first.
    return present.time != own.time || present.change.subject == own.change.subject
  }

  /// Returns the line that removes a mark, which is no opinion if there was no mark before the step.
  private func removal(
    of present: LogEntry, _ mark: LogSteps.Mark, _ first: LogEntry
  ) -> LogChange {
    let before = bySubject[first.change.subject]?.last {
      $0.device == first.device && $0.precedes(first)
    }
    let isNew = before?.change.isWithdrawal ?? true
    let isOwn = device.map { $0 == present.device } ?? true
    return LogChange(
      subject: present.change.subject, value: "",
      comment: mark == .undo && isNew && isOwn ? LogChange.withdrawal : "")
  }
}

/// A step that was undone or redone.
package struct MovedStep {
  package let step: LogStep
  /// The marks of talks and sessions afterwards, by kinds.
  var states: [(entity: Entity, kind: String, entry: LogEntry?)] = []
  /// The marks that other devices have made, too, and that stay.
  package var staying: [LogEntry] = []

  init(step: LogStep) { self.step = step }
}

extension LogStep {
  /// The folder that it was made in.
  fileprivate var device: DeviceID { changes[0].entry.device }
}
