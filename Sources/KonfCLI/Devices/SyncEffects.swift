import Basics
import CommandLine
import ECSKit
import ECSStore
import Importer
import Marks
import Schedule

/// A mark that a sync changed on this device, or will change on the other devices.
struct SyncEffect {
  /// The entry of the mark before the sync, or nil if the mark was not set.
  let before: LogEntry?
  let after: LogEntry?
  let cause: LogEntry
  /// The current identifier of the talk in this device's schedule.
  let id: String
  let title: String
  /// The command that restores the previous value, or nil if no command can restore it.
  let command: SafeText?

  var kind: String { cause.change.kind }
  /// True if the mark itself is unchanged, and only its talk has a new identifier or title.
  var isMove = false
}

/// The marks that a sync changed.
///
/// `SyncRecord` creates and prints this value. Entries identify a talk by its identifier, title and
/// people, which can change from one version of a schedule to the next. Two entries are therefore
/// compared by looking up their talks in the schedules saved on this device.
struct SyncEffects {
  /// The changes that the sync made on this device, in log order.
  private(set) var here: [SyncEffect] = []
  /// The changes of this device that are new to the other devices.
  private(set) var others: [SyncEffect] = []

  /// Creates the list of changes between the marks before and after a sync.
  ///
  /// - Complexity: O(*n* · *k*) expected, where *n* is the number of entries in the log and *k* the
  ///   number of saved schedules with changes.
  init(
    of sync: LogSync, by own: DeviceID?, _ invocation: Invocation,
    _ environment: RunEnvironment, _ presentation: Presentation
  ) {
    let known = Set(sync.file.before)
    let changed =
      sync.taken + sync.lost + sync.file.after.filter { !known.contains($0) }
    var rest = Set(changed.filter { Self.isMark($0) }.map(\.change.scope))
    if rest.isEmpty { return }
    guard let log = try? RunLog(invocation, environment) else { return }
    let saved = SavedSchedules(sync.log.after)
    let shown = saved.standard.map { ScheduleSource.saved($0) } ?? .builtIn
    let others = saved.all.filter { $0 != saved.standard }
    for source in [shown] + others.map({ .saved($0) }) where !rest.isEmpty {
      var streams = OutputStreams(presentation)
      let inputs = RunInputs(source: source, ratings: .unread, prose: .none)
      guard let run = try? Run(invocation, inputs, environment, &streams, log: log) else {
        continue
      }
      let after = run.store.history(of: sync.log.after, in: saved)
      let scopes = rest.filter { after.isOfConference(called: $0) }
      if scopes.isEmpty { continue }
      rest.subtract(scopes)
      let names = Names(
        schedule: run.schedule, data: source == shown ? nil : source.savedName,
        invocation: invocation, hasSchedule: true)
      add(sync, own, run.store, after, saved, names)
    }
    for scope in rest.sorted() {
      let schedule = ConferenceSchedule(Context())
      let store = MarkStore(schedule, from: .builtIn, log, now: environment.now, by: "sync")
      let after = store.history(of: sync.log.after, in: saved, called: scope)
      add(
        sync, own, store, after, saved,
        Names(schedule: schedule, data: nil, invocation: invocation, hasSchedule: false))
    }
  }

  private static func isMark(_ entry: LogEntry) -> Bool {
    MarkKinds.components[entry.change.kind] != nil
  }

  // MARK: Comparing

  /// The identity of a mark: its kind and its talk.
  ///
  /// If the talk is not in a schedule, its identifier and title are used.
  private struct Key: Hashable {
    let kind: String
    let entity: Entity?
    let id: String
    let title: String
  }

  /// The facts that commands about the talks of a conference need.
  private struct Names {
    let schedule: ConferenceSchedule
    /// The value of `--data`, or nil for the default schedule.
    let data: String?
    /// The invocation whose options the commands repeat.
    let invocation: Invocation
    /// False if the schedule is not saved, so that commands cannot find its talks.
    let hasSchedule: Bool
  }

  private mutating func add(
    _ sync: LogSync, _ own: DeviceID?, _ store: MarkStore, _ after: MarkHistory,
    _ saved: SavedSchedules, _ names: Names
  ) {
    func marks(_ history: MarkHistory) -> [Key: LogEntry] {
      let all = history.marks + history.things.filter { !$0.change.value.isEmpty }
      return Dictionary(
        all.map { (Self.key(of: $0, in: history), $0) }, uniquingKeysWith: { $1 })
    }
    func history(_ entries: [LogEntry]) -> MarkHistory {
      store.history(of: entries, in: saved, called: after.scope)
    }
    func effects(
      _ before: MarkHistory, _ after: MarkHistory, _ entries: [LogEntry]
    ) -> [SyncEffect] {
      let removed = entries.filter { $0.change.value.isEmpty && Self.isMark($0) }
      // The history before the sync finds the talk of a removed mark even if the talk's title has
      // changed.
      let removals = [before, after].flatMap { history in
        removed.map { (Self.key(of: $0, in: history), $0) }
      }
      return Self.effects(
        marks(before), marks(after),
        Dictionary(removals, uniquingKeysWith: { $0.precedes($1) ? $1 : $0 }), names)
    }
    here += effects(history(sync.log.before), after, sync.taken + sync.lost)
    others += effects(
      history(sync.file.before), history(sync.file.after), sync.file.after
    ).filter { $0.cause.device == own }
  }

  private static func key(of entry: LogEntry, in history: MarkHistory) -> Key {
    let change = entry.change
    let entity = MarkKinds.areOfTalks(change.kind) ? history.entity(of: change.subject) : nil
    return Key(
      kind: change.kind, entity: entity, id: entity == nil ? change.target.formerID : "",
      title: entity == nil ? change.name : "")
  }

  private static func effects(
    _ before: [Key: LogEntry], _ after: [Key: LogEntry], _ removals: [Key: LogEntry],
    _ names: Names
  ) -> [SyncEffect] {
    func isSame(_ first: LogEntry, _ second: LogEntry) -> Bool {
      (first.change.value, first.change.remark) == (second.change.value, second.change.remark)
    }
    var effects: [SyncEffect] = []
    for key in Set(before.keys).union(after.keys) {
      let (old, new) = (before[key], after[key])
      if let old, let new, isSame(old, new) { continue }
      guard let cause = new ?? removals[key] else { continue }
      let id = key.entity.map { names.schedule.shownID(of: $0) } ?? key.id
      let command = old.flatMap {
        MarkKinds[key.kind]?.value(in: $0)?.command(for: id, in: names.schedule.zone)
      }
      effects.append(
        SyncEffect(
          before: old, after: new, cause: cause, id: id,
          title: key.entity.map { names.schedule.name(of: $0) } ?? key.title,
          command: names.hasSchedule
            ? command?.line(in: names.data, of: names.invocation, repeating: .folder) : nil))
    }
    effects.sort { $0.cause.precedes($1.cause) }
    return joiningMoves(effects, isSame)
  }

  /// Returns the changes, with each moved mark as one change instead of a removal and a new mark.
  ///
  /// A mark has moved if it was removed and an equal mark was set at the same time. This is the
  /// case if `konf use` on the other device has moved the mark to a new version of its talk.
  private static func joiningMoves(
    _ effects: [SyncEffect], _ isSame: (LogEntry, LogEntry) -> Bool
  ) -> [SyncEffect] {
    var effects = effects
    for removed in effects where removed.after == nil {
      guard let old = removed.before,
        let place = effects.firstIndex(where: { effect in
          // A removal by the user is not part of a move, even if another mark was set in the same
          // second.
          guard effect.before == nil, let new = effect.after,
            removed.cause.change.removal != .removed
          else { return false }
          return effect.kind == removed.kind && isSame(old, new) && new.time == old.time
            && new.device == removed.cause.device
        })
      else { continue }
      effects[place].isMove = true
      effects.removeAll { $0.after == nil && $0.cause == removed.cause && $0.id == removed.id }
    }
    return effects
  }

  // MARK: Text

  /// Returns true if this device kept its mark in a conflict, or if the conflict changed the mark.
  func isReal(_ difference: LogSync.Difference) -> Bool {
    guard MarkKinds[difference.mine.change.kind] != nil else { return false }
    return difference.isMineKept
      || here.contains {
        $0.cause == difference.theirs || $0.before == difference.mine && !$0.isMove
      }
  }

  /// Returns rows that describe the changes, grouped by the device that made them.
  ///
  /// `other` is the name of the only other device, or nil if there are several.
  func rows(
    _ arrow: SafeText, _ name: (DeviceID) -> String, to other: SafeText?
  ) -> [[Line]] {
    var rows: [[Line]] = []
    let groups = Dictionary(grouping: here, by: \.cause.device)
    for (device, effects) in groups.sorted(by: { $0.key < $1.key }) {
      rows += Self.rows(effects, "\(prose: name(device)) \(arrow) here", listing: true)
    }
    return rows + Self.rows(others, "here \(arrow) \(other ?? "others")", listing: false)
  }

  private static func rows(
    _ effects: [SyncEffect], _ head: SafeText, listing: Bool
  ) -> [[Line]] {
    func counts(_ effects: [SyncEffect], _ verb: SafeText) -> [SafeText] {
      MarkKinds.all.compactMap { kind in
        let count = effects.count { $0.kind == kind.storedName }
        return count == 0
          ? nil : "\(SafeText.counted(count, kind.words.one, kind.words.many))\(verb)"
      }
    }
    let added = effects.filter { $0.before == nil && !$0.isMove }
    let changed = effects.filter { $0.before != nil && $0.after != nil }
    let removed = effects.filter { $0.before != nil && $0.after == nil }
    let moved = effects.filter(\.isMove)
    var lines: [Line] = []
    let first = counts(added, "") + counts(moved, " moved")
    let rest = counts(changed, " changed") + counts(removed, " removed")
    let counted = listing ? first : first + rest
    if !counted.isEmpty { lines.append("\(counted.map(\.string).joined(separator: ", "))") }
    if listing {
      lines += changed.map { Line("1 \($0.word) changed: \($0.words)") }
      lines += removed.map { Line("1 \($0.word) removed: \($0.words)") }
    }
    return lines.enumerated().map { [$0 == 0 ? Line(head) : Line(), $1] }
  }
}

extension SyncEffect {
  fileprivate var word: SafeText { MarkKinds[kind]?.words.one ?? "" }

  fileprivate var words: SafeText {
    guard let command else { return "\(prose: title)" }
    return "\(prose: title) (\(command) restores it)"
  }
}
