import ECSKit

/// The records that share one name, and their entities from the earlier version of the file.
///
/// If a record is removed from the file, later records get different numbers but should keep their
/// entities. So a record is first matched with an equal entity. The remaining records are matched
/// in order at the end of the file.
final class RepeatedRecords<Reading> {
  /// The entities from the earlier version in the order of their numbers.
  ///
  /// An element is nil after its entity has been matched.
  private var entities: [Entity?]
  private var next = 0
  /// The number of entities that have not yet been matched.
  private var count: Int
  /// The records without an equal entity, to be matched at the end of the file.
  private(set) var waiting: [Reading] = []

  init(_ entities: [Entity]) {
    self.entities = entities
    count = entities.count
  }

  /// Defers the matching of a record to the end of the file.
  ///
  /// Returns false if the deferred records already need all remaining entities.
  func wait(_ reading: @autoclosure () -> Reading) -> Bool {
    if waiting.count >= count { return false }
    waiting.append(reading())
    return true
  }

  /// Removes and returns the first of the next 32 entities that satisfies a predicate.
  ///
  /// The result is nil if none of these entities satisfies the predicate. The search only moves
  /// forward, so a file full of repeated names takes linear time.
  func removeFirst(where isEqual: (Entity) -> Bool) -> Entity? {
    for place in next..<min(next + 32, entities.count) {
      if let entity = entities[place], isEqual(entity) {
        entities[place] = nil
        count -= 1
        next = place + 1
        return entity
      }
    }
    return nil
  }

  var left: [Entity] { entities.compactMap(\.self) }
}
