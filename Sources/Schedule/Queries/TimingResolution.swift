package import ECSKit

/// The result of resolving the written times of a schedule, in creation order.
package struct TimingResolution {
  /// What is wrong with a time.
  package enum Problem: Equatable, Sendable {
    /// The month that the day falls into is shorter.
    case impossibleDay(day: Int, month: String)
    /// The end comes before the start and is left open.
    case endBeforeStart
    /// The offset contradicts the clock that is written beside it, which counts. The values are the
    /// time on that clock, and the time at the venue by the offset.
    case wrongOffset(String, clock: String, byOffset: String)
    /// The zone of a time is unknown, so the zone of the venue is used.
    case unknownZone(String)
    /// The zone of a time is known by another name, which comes second.
    case guessedZone(String, used: String)
    /// An event that takes longer than a month.
    case longDuration(String)
  }

  /// The entities that have another timing than before.
  package private(set) var changed: [Entity] = []
  /// What could not be resolved, or was repaired.
  package private(set) var problems: [(entity: Entity, problem: Problem)] = []

  /// Gives every entity with a written time its timing.
  ///
  /// An unchanged timing is not set again. If no part of it can be computed, there is none.
  ///
  /// - Parameters:
  ///   - context: The context of the schedule.
  ///   - timing: Returns the timing of an entity, and adds its problems to the list.
  /// - Complexity: O(*n*), where *n* is the number of entities with a written time.
  package init(in context: Context, timing: (Entity, inout [Problem]) -> Timing?) {
    for entity in context.group(.clocked) {
      var found: [Problem] = []
      let timing = timing(entity, &found)
      problems += found.map { (entity, $0) }
      if timing == entity[Timing.self] { continue }
      if let timing { entity.set(timing) } else { entity.remove(Timing.self) }
      changed.append(entity)
    }
    for entity in context.group(.unclocked) {
      entity.remove(Timing.self)
      changed.append(entity)
    }
  }
}
