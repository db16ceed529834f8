package import ECSKit
package import ECSStore
import Schedule

/// The present content of the log, while entities have an earlier one.
extension KeptStore {
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

  /// Gives the entities of a step what the log says after it was taken back or made again.
  package func place(_ step: LogStep, after mark: LogSteps.Mark) {
    schedule.context.transaction {
      for (change, state) in step.states(after: mark) {
        guard let kind = KeptKinds[change.entry.change.kind] else { continue }
        change.entity?.set(kind, from: state)
      }
    }
  }
}
