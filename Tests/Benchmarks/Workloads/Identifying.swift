import ECSKit
import ECSModel

/// Relations that are followed, one of each rule.
private enum Owns: Relation { static var deleteRule: DeleteRule { .cascade } }
private enum Likes: Relation {}
private enum Needs: Relation { static var deleteRule: DeleteRule { .deny } }

extension Workload {
  /// Records found by their identity in random order, and written again as they are; entities that are
  /// destroyed while relations are followed, without a link and with one from another entity.
  static let identifying = [
    Workload(
      "w9_identity_get",
      library: { size in
        let (records, keys) = made(size)
        return Trial(operations: size) {
          var count = 0
          for key in keys where records[key] != nil { count += 1 }
          return Double(count)
        }
      }),
    Workload(
      "w9_upsert_same",
      library: { size in
        let (records, keys) = made(size)
        return Trial(operations: size) {
          var count = 0
          for key in keys {
            let answer = records.upsert(key) { $0.set(Position(x: 1, y: 2)) }
            if case .unchanged = answer { count += 1 }
          }
          return Double(count)
        }
      }),
    Workload("w9_destroy_free", library: { destroying(2..<4, of: $0) }),
    Workload("w9_destroy_liked", library: { destroying(1..<2, of: $0) }),
  ]

  /// Destroys some quarters of the entities.
  private static func destroying(_ quarters: Range<Int>, of size: Int) -> Trial {
    let made = Box(linked(size))
    let places = quarters.lowerBound * size / 4..<quarters.upperBound * size / 4
    let prepare = { made.value = linked(size) }
    return Trial(operations: places.count, prepare: prepare) {
      for entity in made.value.entities[places] { entity.destroy() }
      return Double(made.value.entities.count { $0.isAlive })
    }
  }

  /// Entities; each one of the first quarter likes one of the second quarter.
  private static func linked(_ size: Int) -> (relations: RelationRules, entities: [Entity]) {
    let context = Context()
    let relations = RelationRules(Owns.self, Likes.self, Needs.self, in: context)
    let entities = (0..<size).map { context.createEntity(Position(x: Double($0), y: 0)) }
    for place in 0..<size / 4 {
      entities[place].link(to: entities[size / 4 + place], as: Likes.self)
    }
    return (relations, entities)
  }

  private static func made(_ size: Int) -> (Identity<RecordID>, [RecordID]) {
    let context = Context()
    let records = context.identity(RecordID.self)
    let keys = Contents.names(size).map { RecordID(text: $0) }
    for key in keys { records.upsert(key) { $0.set(Position(x: 1, y: 2)) } }
    return (records, Contents.shuffled(keys))
  }
}
