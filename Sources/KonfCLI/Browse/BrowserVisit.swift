import Basics
import Browser
import CommandLine
import ECSKit
import Marks
import Schedule

/// A visit to a browser, with functions that save the user's changes.
///
/// Each change reads the log again and is one undo step. So other runs of konf may write between
/// two changes. The marks from other runs are set on the shown talks before the next change, or
/// when the browser requests news. A newer version of the schedule is shown after `reload`. Undo in
/// the browser reverts only steps of this visit.
final class BrowserVisit {
  /// The maximum time that a key press waits for another process to unlock the log.
  private static let patience: Duration = .milliseconds(100)
  private(set) var run: Run
  /// The identifiers of the changed talks and sessions, in the order of the changes.
  private(set) var changed: [String] = []
  private let inputs: RunInputs
  /// The changed marks, each with its values before the visit and after the last change.
  private var marks: [Mark] = []

  private struct Mark {
    /// The identifier of the talk or session.
    ///
    /// Entities may change, because the schedule may be read again during the visit.
    let id: String
    let kind: any MarkKind.Type
    let before: (any MarkKind)?
    var after: (any MarkKind)?
  }
  /// The counters of the log entries that this visit has written.
  private var own: [Range<UInt64>] = []
  /// The counter that follows the last log entry shown in the browser.
  private var shown: UInt64 = 0
  /// The identifiers of the talks whose marks other processes changed after the last schedule read.
  private var marked: Set<String> = []
  /// The changes by other processes since the schedule was last read.
  private var found: BrowserNews?

  init(_ run: Run, _ inputs: RunInputs) {
    self.run = run
    self.inputs = inputs
    run.store.close()
    shown = run.log.position ?? 0
  }

  var keeping: BrowserKeeping {
    BrowserKeeping(
      keep: { [self] mark, entities, now in
        attempt { () throws(Failure) in
          try change(at: now) { store throws(Failure) in
            for entity in entities { note(entity, mark.kind) }
            try Self.keep(mark, on: entities, in: store)
          }
          changed = (changed + entities.map { run.schedule.id(of: $0) }).uniqued
        }
      },
      undo: { [self] now in attempt { () throws(Failure) in try undo(at: now) } },
      redo: { [self] now in attempt { () throws(Failure) in try redo(at: now) } },
      undoVisit: { [self] now in
        attempt { () throws(Failure) in try undoVisit(at: now) }
      },
      news: { [self] in news() },
      reload: { [self] now in attempt { () throws(Failure) in try reload() } },
      command: { [self] query in command(for: query) })
  }

  // MARK: Changing

  /// Calls a closure, and returns its value or, if it fails, a one-line message.
  private func attempt<Value>(_ body: () throws(Failure) -> Value) -> Attempt<Value> {
    do throws(Failure) { return .done(try body()) } catch {
      if error.status == .busy { return .failed("another konf process is busy; try again") }
      return .failed(error.messages.map(\.string).joined(separator: "; "))
    }
  }

  private func store(at now: Instant) throws(Failure) -> MarkStore {
    var environment = run.environment
    environment.lockWait = min(environment.lockWait, Self.patience)
    let log = try RunLog(run.invocation, environment)
    // With --at, changes still get the time of the clock.
    let isFixed = run.invocation.has(CommonOption.at.definition)
    let store = MarkStore(
      run.schedule, from: run.source, log, now: isFixed ? run.environment.now : now,
      by: run.invocation.command.name, after: run.store)
    guard store.hasFolder else { throw RunLog.noFolder("changes") }
    try store.readHistory()
    return store
  }

  private func change<Result>(
    at now: Instant, _ body: (MarkStore) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let store = try store(at: now)
    applyMarks(of: store)
    let before = store.log.position ?? 0
    let values = marks.map(value)
    let result = try body(store)
    // A mark that only another process has changed does not belong to this visit.
    for number in marks.indices {
      let value = value(of: marks[number])
      if number >= values.count || !Self.areSame(values[number], value) {
        marks[number].after = value
      }
    }
    let after = store.log.presentPosition ?? before
    own.append(before..<after)
    // Entries that other processes wrote before this change still count as news.
    if before == shown { shown = after }
    return result
  }

  private func value(of mark: Mark) -> (any MarkKind)? {
    run.schedule.target(mark.id).flatMap { mark.kind.value(on: $0) }
  }

  private static func areSame(_ first: (any MarkKind)?, _ second: (any MarkKind)?) -> Bool {
    first.map { $0.isStored(as: second) } ?? (second == nil)
  }

  private static func keep(
    _ mark: BrowserMark, on entities: [Entity], in store: MarkStore
  ) throws(Failure) {
    switch mark {
    case .star(let star?): try store.set([star], on: entities)
    case .star(nil): try store.remove(Star.self, from: entities)
    case .rating(let stars?):
      try store.set([Rating(stars: stars, comment: "", time: store.now)], on: entities)
    case .rating(nil): try store.remove(Rating.self, from: entities)
    case .note(let text?): try store.set([Note(text: text)], on: entities)
    case .note(nil): try store.remove(Note.self, from: entities)
    case .hidden(true): try store.set([Hidden()], on: entities)
    case .hidden(false): try store.remove(Hidden.self, from: entities)
    }
  }

  private func note(_ entity: Entity, _ kind: any MarkKind.Type) {
    let id = run.schedule.id(of: entity)
    if marks.contains(where: { $0.id == id && $0.kind == kind }) { return }
    let value = kind.value(on: entity)
    marks.append(Mark(id: id, kind: kind, before: value, after: value))
  }

  /// Restores all marks to their values before the visit, as one undo step.
  ///
  /// A mark is not restored if another process has changed it since this visit changed it.
  ///
  /// - Returns: True if any mark was restored.
  private func undoVisit(at now: Instant) throws(Failure) -> Bool {
    let different = marks.filter { !Self.areSame($0.before, $0.after) }
    if different.isEmpty { return false }
    return try change(at: now) { store throws(Failure) in
      let own = different.compactMap { mark -> (mark: Mark, entity: Entity)? in
        guard let entity = run.schedule.target(mark.id) else { return nil }
        let logged = store.logged(mark.kind, of: entity)
        return Self.areSame(mark.after, logged) ? (mark, entity) : nil
      }
      try store.set(
        own.compactMap { mark, entity in mark.before.map { ([$0], [entity]) } },
        removing: own.filter { $0.mark.before == nil }.map { ($0.mark.kind, [$0.entity]) })
      return !own.isEmpty
    }
  }

  private func undo(at now: Instant) throws(Failure) -> String? {
    let own = own
    return try change(at: now) { store throws(Failure) in try store.undo(among: own) }
  }

  private func redo(at now: Instant) throws(Failure) -> String? {
    let own = own
    return try change(at: now) { store throws(Failure) in try store.redo(among: own) }
  }

  // MARK: Changes by others

  /// True if the log contains entries that the browser does not show.
  var isBehind: Bool { (run.log.presentPosition ?? shown) != shown }

  /// Updates the shown talks with the marks that other processes have changed.
  ///
  /// If a newer version of the schedule is saved, the marks may belong to other talks. The talks
  /// are then updated when that version is read.
  private func applyMarks(of store: MarkStore) {
    if hasNewerVersion(store) { return }
    marked.formUnion(store.applyHistory().flatMap(run.schedule.listed))
  }

  /// Applies the marks of other processes, and returns the changes that these processes have made.
  ///
  /// The result contains all changes since the schedule was last read. It is nil if there are none.
  private func news() -> BrowserNews? {
    guard let store = try? store(at: run.now), let position = store.log.position, position != shown
    else { return found }
    applyMarks(of: store)
    var schedule = run.schedule
    var talks = marked.union(store.outdated.flatMap(schedule.listed))
    var cancelled: Set<String> = []
    if hasNewerVersion(store) {
      // A version that cannot be read now is read at the next request.
      guard let newer = try? run.again(inputs) else { return found }
      schedule = newer.schedule
      let differences = schedule.comparison(since: run.schedule.facts).differences.noteworthy
      for difference in differences where difference.kind == .talk || difference.kind == .session {
        if difference.isNew {
          talks.formUnion(schedule.target(difference.id).map(schedule.listed) ?? [])
        } else {
          cancelled.formUnion(run.schedule.target(difference.id).map(run.schedule.listed) ?? [])
        }
      }
      talks = talks.filter { schedule.target($0) != nil }
      // A talk may have moved from a cancelled session to another session.
      cancelled = cancelled.filter { schedule.target($0) == nil }
    }
    shown = position
    let mine = schedule.starCount(of: talks) + run.schedule.starCount(of: cancelled)
    found =
      talks.isEmpty && cancelled.isEmpty
      ? nil : BrowserNews(talks: talks, cancelled: cancelled.count, mine: mine)
    return found
  }

  /// Returns true if another process has saved a newer version of the schedule.
  private func hasNewerVersion(_ store: MarkStore) -> Bool {
    guard let name = run.source.savedName, let latest = store.savedSchedules?[name] else {
      return false
    }
    return latest.digits != run.source.digits
  }

  private func reload() throws(Failure) -> ConferenceSchedule {
    run = try run.again(inputs)
    run.store.close()
    (marked, found) = ([], nil)
    shown = run.log.position ?? shown
    return run.schedule
  }

  // MARK: The command

  private func command(for query: ListQuery) -> String {
    let rule = query.rule
    var words: [String] = []
    if query.isAgenda {
      words += query.isPlan ? ["plan"] : ["agenda", "--fill"]
    } else if !query.words.isEmpty {
      words += ["search", query.words.shellWord]
    } else if let during = query.during {
      words += ["now", "--at", run.zone.typed(during.lowerBound)]
    } else {
      // The lists of a browser have sessions without talks, too.
      words.append("timeline")
    }
    if rule.times == run.rule.times {
      for day in run.invocation.all(FilterOption.day) { words += ["--day", day.text.shellWord] }
    }
    let options = [
      ("track", rule.tracks), ("location", rule.locations), ("lang", rule.languages),
      ("speaker", rule.speakers),
    ]
    for (name, values) in options {
      for value in values ?? [] { words += ["--\(name)", value.shellWord] }
    }
    if rule.isStarred, !query.isAgenda { words.append("--mine") }
    if rule.isHidden { words.append("--hidden") }
    return run.invocation.konf("\(words.joined(separator: " "))").string
  }
}

extension ConferenceSchedule {
  /// Returns the identifiers of the talks that the lists of a browser show for a talk or session.
  fileprivate func listed(_ entity: Entity) -> [String] {
    if isFiller(session(of: entity) ?? entity) { return [] }
    let talks = talks(in: entity)
    return (talks.isEmpty ? [entity] : talks).map { id(of: $0) }
  }

  fileprivate func starCount(of talks: Set<String>) -> Int {
    talks.count { id in target(id).map { star(of: $0) != nil } ?? false }
  }
}

extension BrowserMark {
  fileprivate var kind: any MarkKind.Type {
    switch self {
    case .star: Star.self
    case .rating: Rating.self
    case .note: Note.self
    case .hidden: Hidden.self
    }
  }
}
