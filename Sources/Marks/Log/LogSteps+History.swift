package import ECSHistory
import ECSKit
import ECSStore
import Schedule

extension LogSteps {
  /// Returns those of the changes, of all steps, that a query asks for.
  ///
  /// The steps are made once more in a context of their own, whose history answers. A step that is
  /// marked as taken back is a change like any other.
  ///
  /// - Parameters:
  ///   - query: The query, which asks for events.
  ///   - describe: Returns what a value is compared as.
  /// - Returns: The positions of the changes, in order.
  /// - Throws: `QueryError` if the query names something that there is not.
  /// - Complexity: O(*n* · *k*), where *n* is the number of changes and *k* the length of the query.
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
        // The value before is not one that was taken back, or one that another device changed.
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
    // A kind that was never kept is known nevertheless.
    for type in MarkKinds.components.types { _ = context.group(.all(type)) }
    guard case .events(let events) = try history.answer(query.ofEvents(), describing: describe)
    else { return [] }
    return Set(events.compactMap { positions[$0.number] })
  }
}

/// The change's step and its number within that.
package struct MarkChangePosition: Hashable {
  package let step: Int
  package let change: Int

  package init(step: Int, change: Int) {
    self.step = step
    self.change = change
  }
}
