package import CommandLine
import ECSHistory
package import ECSKit
package import ECSStore
import Schedule

extension MarkStore {
  package enum Move {
    case moved(MovedStep)
    /// Nothing was undone, because the latest change is this entry, which `konf use` wrote.
    ///
    /// The next undo continues with the changes before this entry.
    case use(LogEntry)
    case nothing
  }

  /// The steps of the conference, including steps of `konf use`.
  package var steps: LogSteps {
    get throws(StoreError) {
      MarkSteps(of: try log.contents(), history, try log.file?.device(), in: self).steps
    }
  }

  /// The names of the other devices in the log, including forgotten ones.
  package var otherDevices: [DeviceID: String] {
    get throws(StoreError) {
      guard let file = log.file, let own = try file.device() else { return [:] }
      return file.otherDevices(in: try log.contents(), own: own)
    }
  }

  /// Undoes the latest applicable step, or redoes the step that was undone last.
  ///
  /// A step is applicable if it was made on this device, if it changes marks, and if the talks
  /// still have the marks that the step set. If `own` is not nil, one of its ranges must contain
  /// the counter of the step. If another process appends entries in the meantime, the step is
  /// chosen again. The first undo after `konf use` changes no marks.
  ///
  /// - Throws: `Failure` if the log cannot be read or written. Nothing is then changed.
  package func move(
    _ mark: LogSteps.Mark, among own: [Range<UInt64>]? = nil
  ) throws(Failure) -> Move {
    guard let file = log.file else { return .nothing }
    do {
      for _ in 1..<Self.mostTries {
        do { return try move(mark, among: own, in: file) } catch let error as StoreError
          where error.reason == .replaced
        {
          // Other processes have appended entries, so another step may be the latest.
          try log.readOn()
        }
      }
      return try move(mark, among: own, in: file)
    } catch let error as StoreError {
      throw Failure(error, of: command, log.invocation)
    } catch {
      // A mark was changed since the step.
      return .nothing
    }
  }

  private static var mostTries: Int { 5 }

  private func move(
    _ mark: LogSteps.Mark, among own: [Range<UInt64>]?, in file: ChangeLog
  ) throws -> Move {
    let contents = try log.contents()
    if contents.entries.isEmpty { return .nothing }
    findsRemoved = true
    close()
    let stack = UndoStack(store)
    try store.load(log.reading)
    let steps = MarkSteps(of: contents, history, try file.device(), in: self)
    if mark == .undo, own == nil, let use = steps.lastUse {
      try file.append(at: now.secondsSince1970) { _ in
        [LogChange(scope: scope, kind: mark.rawValue, target: "", value: "")]
      }
      return .use(use)
    }
    let isMovable = steps.areMovable(among: own)
    try store.writeMove(amending: amended, remarking: remarks) {
      if mark == .undo {
        _ = try stack.undo(where: isMovable)
      } else if isMovable(stack.redoNumber) {
        _ = try stack.redo()
      }
    }
    guard let number = stack.movedNumber, let step = steps.step(number) else { return .nothing }
    let staying = store.remainingEntries.map { entry in
      let subject = schedule.context.entity(DurableID(entry.change.target)).map {
        thingSubjects[$0] ?? self.subject(of: $0, entry.change.kind, in: scope)
      }
      return (entry, subject?.name ?? "")
    }
    return .moved(MovedStep(step: step, staying: staying))
  }

  /// Undoes the latest applicable step whose counter lies in one of the ranges.
  ///
  /// - Returns: The kinds of marks and the talk of the step, or nil if no step applies.
  /// - Throws: The same errors as ``move(_:among:)``.
  package func undo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try movedWords(.undo, among: own)
  }

  /// Redoes the step that was undone last, if the counter of the step lies in one of the ranges.
  ///
  /// - Returns: The kinds of marks and the talk of the step, or nil if nothing was redone.
  /// - Throws: The same errors as ``move(_:among:)``.
  package func redo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try movedWords(.redo, among: own)
  }

  private func movedWords(
    _ mark: LogSteps.Mark, among own: [Range<UInt64>]
  ) throws(Failure) -> String? {
    guard case .moved(let moved) = try move(mark, among: own) else { return nil }
    return moved.step.words
  }

  /// The talks and sessions whose marks in memory and in the log differ, in creation order.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of marks.
  package var outdated: [Entity] {
    guard let history else { return [] }
    var found: Set<Entity> = []
    for kind in MarkKinds.all where kind.topic == .talk {
      found.formUnion(outdated(kind, history))
    }
    return found.sorted { ($0.creationNumber ?? 0) < ($1.creationNumber ?? 0) }
  }

  /// Updates the talks and sessions in ``outdated`` with their marks from the log.
  ///
  /// - Returns: The talks and sessions whose marks changed, in creation order.
  package func applyHistory() -> [Entity] {
    guard let history else { return [] }
    let entities = outdated
    if entities.isEmpty { return [] }
    func apply<Kind: MarkKind>(_ kind: Kind.Type) {
      let marks = Dictionary(
        history.latest(kind).compactMap { mark in mark.entity.map { ($0, mark.component) } },
        uniquingKeysWith: { $1 })
      for entity in entities {
        if let mark = marks[entity] { entity.set(mark) } else { entity.remove(kind) }
      }
    }
    store.load { for kind in MarkKinds.all where kind.topic == .talk { apply(kind) } }
    return entities
  }

  private func outdated<Kind: MarkKind>(_ kind: Kind.Type, _ history: MarkHistory) -> [Entity] {
    var kept: [Entity: Kind] = [:]
    for last in history.latest(kind) {
      if let entity = last.entity { kept[entity] = last.component }
    }
    let holders = schedule.context.group(.all(kind).none(CancelledTalk.self))
    func words(_ value: Kind?) -> [String]? {
      value.flatMap { try? $0.stored }.map { [$0.text, $0.comment] }
    }
    return Set(holders).union(kept.keys).filter { words($0[kind]) != words(kept[$0]) }
  }
}
