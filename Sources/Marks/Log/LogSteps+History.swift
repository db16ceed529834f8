package import ECSHistory
import ECSKit
import ECSStore
import Schedule

extension LogSteps {
  /// Returns the positions of the changes that match a query, in all steps.
  ///
  /// The function replays the steps in a separate context and queries the history of that context.
  /// Changes of undone steps are included. The closure `describe` converts a component to the value
  /// that the query compares.
  ///
  /// - Throws: `QueryError` if the query contains an unknown name.
  /// - Complexity: O(*n* · *k*), where *n* is the number of changes and *k* the length of the
  ///   query.
  package func changes(
    matching query: Query, describing describe: @escaping (Any) -> QueryValue?
  ) throws(QueryError) -> Set<MarkChangePosition> {
    let context = Context()
    let history = History(["log": context])
    var things: [String: Entity] = [:]
    var positions: [UInt64: MarkChangePosition] = [:]
    for (step, kept) in all.enumerated() {
      for (place, change) in kept.changes.enumerated() {
        let target = change.entry.change.target
        let thing = things[target] ?? context.createEntity()
        things[target] = thing
        // The recorded old value is correct even after an undo or a change from another device.
        let kind = change.entry.change.kind
        guard let type = MarkKinds.components[kind] else { continue }
        thing.set(type, from: change.former)
        let first = history.eventCount
        thing.set(type, from: change.entry)
        for number in first..<history.eventCount {
          positions[number + 1] = MarkChangePosition(step: step, change: place)
        }
      }
    }
    // This makes all kinds known to the query, even kinds that were never stored.
    for type in MarkKinds.components.types { _ = context.group(.all(type)) }
    guard case .events(let events) = try history.answer(query.ofEvents(), describing: describe)
    else { return [] }
    return Set(events.compactMap { positions[$0.number] })
  }
}

package struct MarkChangePosition: Hashable {
  package let step: Int
  package let change: Int

  package init(step: Int, change: Int) {
    self.step = step
    self.change = change
  }
}
