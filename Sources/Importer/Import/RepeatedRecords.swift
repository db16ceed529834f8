import ECSKit

/// The records of one name, where the version of the file before had several of it.
///
/// When one of them leaves, those behind it get other numbers, but each stays the entity it
/// was. So a record is first matched with an entity that is equal; only what is left when the file
/// ends is matched by its order.
final class RepeatedRecords<Reading> {
  /// The entities of the version before in the order of their numbers; nil where one was taken.
  private var entities: [Entity?]
  private var next = 0
  /// How many entities no record was equal to so far.
  private var count: Int
  /// The records for which nothing equal was found, and for which there may be an entity at the end.
  private(set) var waiting: [Reading] = []

  init(_ entities: [Entity]) {
    self.entities = entities
    count = entities.count
  }

  /// Keeps a record for which nothing equal was found until the file ends.
  ///
  /// - Returns: False if it is kept for nothing, since others wait for each entity that is left.
  func wait(_ reading: @autoclosure () -> Reading) -> Bool {
    if waiting.count >= count { return false }
    waiting.append(reading())
    return true
  }

  /// Takes an entity for which a condition holds.
  ///
  /// It goes forward only, and not far, so that a file full of repeats takes no longer than others.
  func take(where isEqual: (Entity) -> Bool) -> Entity? {
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

  /// The entities that no record was equal to.
  var left: [Entity] { entities.compactMap(\.self) }
}
