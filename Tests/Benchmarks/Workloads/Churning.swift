import ECSKit

extension Workload {
  /// A flag set on all entities, then taken from all of them, per pair, with groups that name it.
  static let churning = [
    Workload(
      "w5_churn_g0", library: { churn($0, groups: 0) },
      existential: { existentialChurn($0, groups: 0) }),
    Workload(
      "w5_churn_g1", library: { churn($0, groups: 1) },
      existential: { existentialChurn($0, groups: 1) },
      arrays: { size in
        let members = Box(ArrayMembers(capacity: size))
        return Trial(operations: size) {
          func churn(_ members: inout ArrayMembers) -> Int {
            for index in 0..<size { members.insert(index) }
            let count = members.dense.count
            for index in 0..<size { members.remove(index) }
            return count
          }
          return Double(churn(&members.value))
        }
      }),
    // As `g1`, with a collector of the group that is emptied after each half of the pairs.
    Workload("w5_churn_col", library: { collectedChurn($0) }),
    Workload(
      "w5_churn_g8", library: { churn($0, groups: 8) },
      existential: { existentialChurn($0, groups: 8) }),
  ]

  /// Rules that require the flag, and every set of the other components in turn.
  private static func rules(_ count: Int) -> [[any Component.Type]] {
    let others: [any Component.Type] = [Position.self, Velocity.self, Name.self]
    let all = [1, 0, 2, 3, 4, 5, 6, 7].map { choice in
      [Flag.self] + others.indices.filter { choice >> $0 & 1 == 1 }.map { others[$0] }
    }
    return Array(all.prefix(count))
  }

  private static func churn(_ size: Int, groups: Int) -> Trial {
    let context = Context()
    let made = rules(groups).map { types in
      context.group(types.dropFirst().reduce(Matcher.all(types[0])) { $0.all($1) })
    }
    let entities = context.fill(size)
    return Trial(operations: size) {
      for entity in entities { entity.set(Flag()) }
      let count = made.reduce(0) { $0 + $1.count }
      for entity in entities { entity.remove(Flag.self) }
      return withExtendedLifetime(context) { Double(count) }
    }
  }

  private static func collectedChurn(_ size: Int) -> Trial {
    let context = Context()
    let collector = Collector(context.group(.all(Flag.self)))
    let entities = context.fill(size)
    return Trial(operations: size) {
      for entity in entities { entity.set(Flag()) }
      let count = collector.drain().count
      for entity in entities { entity.remove(Flag.self) }
      return withExtendedLifetime(context) { Double(count + collector.drain().count) }
    }
  }

  private static func existentialChurn(_ size: Int, groups: Int) -> Trial {
    let world = ExistentialWorld()
    let made = rules(groups).map { world.group(all: $0) }
    let entities = world.fill(size)
    return Trial(operations: size) {
      for entity in entities { entity.set(Flag()) }
      let count = made.reduce(0) { $0 + $1.members.count }
      for entity in entities { entity.remove(Flag.self) }
      return withExtendedLifetime(world) { Double(count) }
    }
  }
}
