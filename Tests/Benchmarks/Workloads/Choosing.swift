import ECSKit

extension Workload {
  /// Questions that an array answers by looking at everything, at sizes where that may be quicker:
  /// entities with a name, matches after one change, and all in order after one change; per question.
  static let choosing = [
    Workload(
      "w9_find", sizes: small,
      library: { size in
        let context = Context()
        _ = context.fill(size)
        let index = context.index(\Name.text)
        let keys = Contents.shuffled(Contents.names(size))
        return Trial(operations: size) {
          var count = 0
          for key in keys where index.first(key) != nil { count += 1 }
          return withExtendedLifetime(context) { Double(count) }
        }
      },
      arrays: { size in
        let names = ArrayWorld(Contents.names(size)).names
        let keys = Contents.shuffled(Contents.names(size))
        return Trial(operations: size) {
          var count = 0
          for key in keys where names.contains(where: { $0.text == key }) { count += 1 }
          return Double(count)
        }
      }),
    Workload(
      "w9_match", sizes: small,
      library: { size in
        let context = Context()
        let group = context.group(.all(Position.self).none(Flag.self))
        let entities = context.fill(size)
        return Trial(operations: size) {
          var count = 0
          for entity in entities {
            if entity.has(Flag.self) { entity.remove(Flag.self) } else { entity.set(Flag()) }
            count += group.count
          }
          return withExtendedLifetime(context) { count == 0 ? 1 : 0 }
        }
      },
      arrays: { size in
        let flags = Box(Array(repeating: false, count: size))
        return Trial(operations: size) {
          func toggle(_ flags: inout [Bool]) -> Int {
            var count = 0
            for place in flags.indices {
              flags[place].toggle()
              for flag in flags where !flag { count += 1 }
            }
            return count
          }
          return toggle(&flags.value) == 0 ? 1 : 0
        }
      }),
    Workload(
      "w9_sorted", sizes: small,
      library: { size in
        let context = Context()
        let group = context.group(.all(Position.self))
        let entities = Contents.shuffled(context.fill(size))
        var pass = 0.0
        return Trial(operations: size) {
          pass += 1
          var count = 0
          for (place, entity) in entities.enumerated() {
            entity.set(Position(x: Double(place &* 7_919 % size), y: pass))
            count += group.sorted(by: Position.self).count
          }
          return withExtendedLifetime(context) { Double(count) }
        }
      },
      arrays: { size in
        let positions = Box(Contents.shuffled(ArrayWorld(Contents.names(size)).positions))
        var pass = 0.0
        return Trial(operations: size) {
          pass += 1
          var count = 0
          for place in 0..<size {
            positions.value[place] = Position(x: Double(place &* 7_919 % size), y: pass)
            count += positions.value.sorted().count
          }
          return Double(count)
        }
      }),
  ]

  private static let small = [4, 8, 16, 32, 64, 256, 1_000]
}
