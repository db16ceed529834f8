package import CommandLine
import ECSHistory
package import ECSKit
package import ECSStore
import Schedule

/// The changes for a conference, from the first command to the last, and undoing them.
extension KeptStore {
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
      KeptSteps(of: try log.contents(), history, try log.file?.device(), in: self).steps
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
    var result = Move.nothing
    do throws(StoreError) {
      let device = try file.device()
      let known = try log.contents()
      let knownSteps = KeptSteps(of: known, history, device, in: self)
      func lines(_ contents: LogContents) -> [LogChange] {
        let isKnown = contents.nextCounter == known.nextCounter
        let kept =
          isKnown ? knownSteps : KeptSteps(of: contents, read(contents), device, in: self)
        if mark == .undo, own == nil, let use = kept.lastUse {
          result = .use(use)
          return [LogChange(scope: scope, kind: mark.rawValue, target: "", value: "")]
        }
        let step = kept.next(mark) { step in
          guard let own else { return true }
          return step.number.map { number in own.contains { $0.contains(number) } } ?? false
        }
        guard let step else {
          result = .nothing
          return []
        }
        let (lines, moved) = kept.moving(mark, step, from: contents.nextCounter)
        result = .moved(moved)
        return lines
      }
      // A folder is made only if there is a step.
      if lines(known).isEmpty { return .nothing }
      try file.append(at: now.secondsSince1970, lines)
    } catch {
      throw Failure(error, of: command)
    }
    return result
  }

  /// Undoes the last step with numbers of some ranges, in the context, too.
  ///
  /// - Returns: What it was about; nil if there is none.
  /// - Throws: As ``move(_:among:)``.
  package func undo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try moveAndApply(.undo, among: own)
  }

  /// Redoes the step that was undone last, if it has numbers of some ranges, in the context, too.
  package func redo(among own: [Range<UInt64>]) throws(Failure) -> String? {
    try moveAndApply(.redo, among: own)
  }

  private func moveAndApply(
    _ mark: LogSteps.Mark, among own: [Range<UInt64>]
  ) throws(Failure) -> String? {
    guard case .moved(let moved) = try move(mark, among: own) else { return nil }
    schedule.context.transaction {
      for (entity, kind, entry) in moved.states {
        if let kind = KeptKinds[kind] { entity.set(kind, from: entry) }
      }
    }
    return moved.step.words
  }

  /// The talks and sessions that have other values than the log gives them, in creation order.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of values.
  package var outdated: [Entity] {
    guard let history else { return [] }
    var found: Set<Entity> = []
    for kind in KeptKinds.all where kind.topic == .talk {
      found.formUnion(outdated(kind, history))
    }
    return found.sorted { ($0.creationNumber ?? 0) < ($1.creationNumber ?? 0) }
  }

  private func outdated<Kind: KeptKind>(_ kind: Kind.Type, _ history: KeptHistory) -> [Entity] {
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
