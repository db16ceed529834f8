import ECSKit
import ECSModel

extension Workload {
  /// Records found by their identity in random order, and written again as they are.
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
  ]

  private static func made(_ size: Int) -> (Identity<RecordID>, [RecordID]) {
    let context = Context()
    let records = context.identity(RecordID.self)
    let keys = Contents.names(size).map { RecordID(text: $0) }
    for key in keys { records.upsert(key) { $0.set(Position(x: 1, y: 2)) } }
    return (records, Contents.shuffled(keys))
  }
}
