import ECSKit

/// The records of one name, if the earlier version of the file had several.
///
/// When one of them leaves, the later ones get other numbers, but each keeps its entity. So a
/// record is first matched with an equal entity; only the others are matched by their order when
/// the file ends.
final class RepeatedRecords<Reading> {
  /// The entities of the version before in the order of their numbers; nil where one was taken.
  private var entities: [Entity?]
  private var next = 0
  /// How many entities no record was equal to so far.
  private var count: Int
  /// The records without an equal entity, for which there may be one at the end.
  private(set) var waiting: [Reading] = []

  init(_ entities: [Entity]) {
    self.entities = entities
    count = entities.count
  }

  /// Keeps a record without an equal entity until the file ends.
  ///
  /// - Returns: False if there is no entity for it, since other records wait for all that are left.
  func wait(_ reading: @autoclosure () -> Reading) -> Bool {
    if waiting.count >= count { return false }
    waiting.append(reading())
    return true
  }

  /// Takes an entity for which a condition holds.
  ///
  /// The search goes forward only, and not far, so that a file full of repeats takes no longer than
  /// others.
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

  /// The entities without an equal record.
  var left: [Entity] { entities.compactMap(\.self) }
}
