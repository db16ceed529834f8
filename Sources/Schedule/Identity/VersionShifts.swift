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
  /// A rename takes at least two sessions, and all but at most one in ten of those that both versions have
  /// at either name. Each version knows only one of the names. So it is the same rename read backwards.
  ///
  /// - Parameters:
  ///   - former: The names of the locations in the older version.
  ///   - present: Their names in the newer version.
  /// - Returns: The new names by the old ones.
  func renamedLocations(from former: Set<String>, to present: Set<String>) -> [String: String] {
    var names: [String: String] = [:]
    var arrivals: [String: Int] = [:]
    for targets in moves.values { arrivals.merge(targets, uniquingKeysWith: +) }
    for (old, targets) in moves where !present.contains(old) {
      let departures = targets.values.reduce(0, +)
      guard let (new, count) = targets.first(where: { 10 * $0.value >= 9 * departures }),
        count > 1, !former.contains(new), 10 * count >= 9 * arrivals[new, default: 0]
      else { continue }
      names[old] = new
    }
    return names
  }
}
