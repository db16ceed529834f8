import Basics

/// Changes that affect many talks between two versions: a common delay, and renamed locations.
struct VersionShifts {
  /// The common delay of more than two thirds of the talks, or zero if no such delay exists.
  private(set) var delay = Duration.zero
  /// The number of moved talks, by old location and then by new location.
  private var moves: [String: [String: Int]] = [:]

  /// Creates the shifts from the older and newer facts of talks that exist in both versions.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of talks.
  init(_ pairs: some Sequence<(TalkFacts, TalkFacts)>) {
    var delays: [Duration: Int] = [:]
    var count = 0
    for (old, new) in pairs {
      guard let former = old.timeAndPlace, let present = new.timeAndPlace else { continue }
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
    // With a two-thirds majority, at most one delay qualifies, regardless of the order of
    // iteration.
    if count >= 3, let common = delays.first(where: { 3 * $0.value > 2 * count }) {
      delay = common.key
    }
  }

  /// Returns the new names of renamed locations, keyed by the old name.
  ///
  /// At least two talks must have moved from the old name to the new name. These talks must be at
  /// least nine tenths of all talks that left the old name, and at least nine tenths of all talks
  /// that moved to the new name. The old name must be absent from the newer version, and the new
  /// name from the older version. The rule is symmetric: swapping the versions gives the inverse
  /// renames. All names are folded.
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
