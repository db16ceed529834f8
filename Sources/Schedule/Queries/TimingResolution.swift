package import ECSKit

/// What came of the times of a schedule as they are written, in creation order.
package struct TimingResolution {
  /// What is wrong with a time.
  package enum Problem: Equatable, Sendable {
    /// The month that the day falls into is shorter.
    case impossibleDay(day: Int, month: String)
    /// The end comes before the start and is left open.
    case endBeforeStart
    /// The offset contradicts the clock that is written beside it, which counts: what that shows, and
    /// what clocks at the venue would show by the offset.
    case lyingOffset(String, clock: String, byOffset: String)
    /// The zone that stands beside a time is not known, so that of the venue counts.
    case unknownZone(String)
    /// The zone that stands beside a time is known by another name, which comes second.
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
  /// A timing that comes out as before changes nothing. Where no part of it can be had, there is
  /// none.
  ///
  /// - Parameters:
  ///   - context: The context of the schedule.
  ///   - timing: Returns the timing of an entity, and adds to the problems what is wrong with it.
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
