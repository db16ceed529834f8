import TextBasics

/// The common shift of all times, and the renamed locations, from one version to the next.
struct VersionShifts {
  /// How much later nearly everything begins; zero if that is not the same for most.
  private(set) var delay = Duration.zero
  /// How often the sessions of one location moved to another one.
  private var moves: [String: [String: Int]] = [:]

  /// Looks at talks that are in both versions.
  ///
  /// - Parameter pairs: The talks, with the older and the newer facts about each.
  /// - Complexity: O(*n*) expected, where *n* is the number of talks.
  init(_ pairs: some Sequence<(TalkFacts, TalkFacts)>) {
    var delays: [Duration: Int] = [:]
    var count = 0
    for (old, new) in pairs {
      guard let former = old.whereabouts, let present = new.whereabouts else { continue }
      if let one = former.start, let other = present.start {
        delays[one.duration(to: other), default: 0] += 1
        count += 1
      }
      if former.locations.count == 1, present.locations.count == 1,
        former.locations[0] != present.locations[0]
      {
        moves[former.locations[0].folded, default: [:]][present.locations[0].folded, default: 0] +=
          1
      }
    }
    // Two thirds, so that it is one value whatever the order is.
    if count >= 3, let common = delays.first(where: { 3 * $0.value > 2 * count }) {
      delay = common.key
    }
  }

  /// Returns the old names of renamed locations with their new ones.
  ///
  /// A location was renamed if it is gone, most of its sessions are at a new location, and no
  /// sessions of another one are there.
  func renamedLocations(from older: [TalkFacts], to newer: [TalkFacts]) -> [String: String] {
    if moves.isEmpty { return [:] }
    let former = Self.names(of: older)
    let present = Self.names(of: newer)
    var names: [String: String] = [:]
    for (old, targets) in moves where !present.contains(old) {
      let sum = targets.values.reduce(0, +)
      guard sum > 1,
        let target = targets.first(where: { 2 * $0.value > sum && !former.contains($0.key) })
      else { continue }
      names[old] = target.key
    }
    let taken = Dictionary(names.values.map { ($0, 1) }, uniquingKeysWith: +)
    return names.filter { taken[$0.value] == 1 }
  }

  private static func names(of talks: [TalkFacts]) -> Set<String> {
    let written = Set(talks.lazy.flatMap { $0.whereabouts?.locations ?? [] })
    return Set(written.map(\.folded))
  }
}
