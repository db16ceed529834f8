package import ECSKit

/// The result of resolving the written times of a schedule.
package struct TimingResolution {
  package enum Problem: Equatable, Sendable {
    case impossibleDay(day: Int, month: String)
    /// An end that precedes the start, and is therefore ignored.
    case endBeforeStart
    /// An offset that contradicts the local clock time in the file.
    ///
    /// The clock time is used. The associated values are the offset, the clock time, and the time
    /// at the venue according to the offset.
    case wrongOffset(String, clock: String, byOffset: String)
    /// A date that contradicts the clock time next to it.
    ///
    /// The associated values are the time at the venue according to the date, the clock time, and
    /// whether the clock time is used.
    case contradiction(byDate: String, clock: String, usesClock: Bool)
    /// An ambiguous length.
    ///
    /// The associated values are the length read in days and the length read in hours. The length
    /// in days is used.
    case unclearLength(String, or: String)
    /// An unknown time zone, replaced by the zone of the venue.
    case unknownZone(String)
    /// An unknown time zone, replaced by the likely zone `used`.
    case guessedZone(String, used: String)
    /// An event that takes longer than a month.
    case longDuration(String)
  }

  package private(set) var changed: [Entity] = []
  /// The problems, including repaired ones, in the order in which the entities were created.
  package private(set) var problems: [(entity: Entity, problem: Problem)] = []

  /// Creates the result by setting the timing of every entity with a written time.
  ///
  /// The closure `timing` returns the timing of an entity, and appends the problems with its
  /// written time. Unchanged timings are not set again. An entity loses its timing if its written
  /// time is missing or cannot be resolved.
  ///
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
