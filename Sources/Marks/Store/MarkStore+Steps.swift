package import CommandLine
import ECSHistory
package import ECSKit
package import ECSStore
import Schedule

/// The changes for a conference, from the first command to the last, and undoing them.
extension MarkStore {
  /// The outcome of undo and redo.
  package enum Move {
    case moved(MovedStep)
    /// Nothing was undone, since this entry of `konf use` is the last; the next undo continues before it.
    case use(LogEntry)
    case nothing
  }

  /// The steps, those of `konf use` among them.
  package var steps: LogSteps {
    get throws(StoreError) {
      MarkSteps(of: try log.contents(), history, try log.file?.device(), in: self).steps
    }
  }

  /// The names of the other devices that the log knows, also of those that were forgotten.
  package var otherDevices: [DeviceID: String] {
    get throws(StoreError) {
      guard let file = log.file, let own = try file.device() else { return [:] }
      return file.otherDevices(in: try log.contents(), own: own)
    }
  }

  /// Undoes the last step that fits, or redoes the one that was undone last.
  ///
  /// A step fits if it was made in this folder, is about marks, and each of its talks has what the step
  /// left. It is chosen while no other process appends. The first undo after `konf use` only notes in the
  /// log that it was called.
  ///
  /// - Parameters:
  ///   - mark: Undo or redo.
  ///   - own: The numbers of the entries whose steps may be chosen; nil for all.
  /// - Returns: The step, or why there is none.
  /// - Throws: `Failure` if the log cannot be read or written; everything is then as it was.
  package func move(
    _ mark: LogSteps.Mark, among own: [Range<UInt64>]? = nil
  ) throws(Failure) -> Move {
    guard let file = log.file else { return .nothing }
    do {
      for _ in 1..<Self.mostTries {
        do { return try move(mark, among: own, in: file) } catch let error as StoreError
          where error.reason == .replaced
        {
          // The step is chosen anew from what others have appended, too.
          try log.readOn()
        }
      }
      return try move(mark, among: own, in: file)
    } catch let error as StoreError {
      throw Failure(error, of: command)
    } catch {
      // A value is not as the step left it.
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
    let staying = store.staying.map { entry in
      let subject = schedule.context.entity(DurableID(entry.change.target)).map {
        thingSubjects[$0] ?? self.subject(of: $0, entry.change.kind, in: scope)
      }
      return (entry, subject?.name ?? "")
    }
    return .moved(MovedStep(step: step, staying: staying))
  }

  /// Undoes the last step with numbers of some ranges.
  ///
  /// - Returns: What it was about; nil if there is none.
  /// - Throws: As ``move(_:among:)``.
  package func undo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try movedWords(.undo, among: own)
  }

  /// Redoes the step that was undone last, if it has numbers of some ranges.
  package func redo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try movedWords(.redo, among: own)
  }

  private func movedWords(
    _ mark: LogSteps.Mark, among own: [Range<UInt64>]
  ) throws(Failure) -> String? {
    guard case .moved(let moved) = try move(mark, among: own) else { return nil }
    return moved.step.words
  }

  /// The talks and sessions that have other values than the log gives them, in creation order.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of values.
  package var outdated: [Entity] {
    guard let history else { return [] }
    var found: Set<Entity> = []
    for kind in MarkKinds.all where kind.topic == .talk {
      found.formUnion(outdated(kind, history))
    }
    return found.sorted { ($0.creationNumber ?? 0) < ($1.creationNumber ?? 0) }
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
