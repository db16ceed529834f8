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
  /// The records for which nothing equal was found.
  var waiting: [Reading] = []

  init(_ entities: [Entity]) {
    self.entities = entities
  }

  /// Takes an entity for which a condition holds.
  ///
  /// It goes forward only, and not far, so that a file full of repeats takes no longer than others.
  func take(where isEqual: (Entity) -> Bool) -> Entity? {
    for place in next..<min(next + 32, entities.count) {
      if let entity = entities[place], isEqual(entity) {
        entities[place] = nil
        next = place + 1
        return entity
      }
    }
    return nil
  }

  /// The entities that no record was equal to.
  var left: [Entity] { entities.compactMap(\.self) }
}
