// Chooses sessions that one attendee can visit, by dynamic programming within a branch and bound.
// DayPlan creates a planner for a whole plan, and for each gap of an agenda.
// Candidates are sorted by start, then by identifier.

import Basics

/// A search for the best sequence of sessions without a clash.
///
/// A *plan* is a sequence of candidates that fit one after the other. Plans are ordered by value,
/// then by the least walking, and then by the first position where they differ. At this position,
/// the earlier start wins or, if the starts are equal, the smaller identifier. This order is total,
/// so the best plan is unique.
///
/// **Bound.** Without the rule that a talk with several slots is chosen only once, the best plan
/// follows from Bellman's principle. If a candidate is put before two plans that begin at the same
/// place, the better plan remains better, since values and walks are sums, and positions are
/// compared from the front. So the best plan that begins with a candidate consists of the candidate
/// and the best plan that fits after it. Candidates with the same place and the same kind of star
/// form a class, because the walk to them takes the same time. For each class, the search stores
/// the best plan from each start on, as in weighted interval scheduling.
///
/// **Branches.** The best plan without the rule is at least as good as any plan that obeys the
/// rule. If the best plan obeys the rule itself, the search ends. Otherwise this plan contains two
/// slots of a talk. The search then branches: each branch allows one slot of the talk and excludes
/// the others. Every plan that obeys the rule is possible in one of the branches. The search always
/// expands the branch with the best bound. The first bound that obeys the rule is at least as good
/// as all others, and therefore the best plan.
///
/// - Complexity: O(*n* · *c* · log *n*) for each branch, where *n* is the number of candidates and
///   *c* the number of classes. Talks with several slots make the problem NP-hard, so the number of
///   branches is bounded.
/// - SeeAlso: R. Bellman, *Dynamic Programming*, 1957; A. H. Land and A. G. Doig, *An Automatic
///   Method of Solving Discrete Programming Problems*, 1960; J. Kleinberg and É. Tardos, *Algorithm
///   Design*, 2005, section 6.1.
struct Planner {
  /// The numbers of appointments, starred talks, maybes and related talks, in order of importance.
  struct Value: Comparable {
    var fixed = 0
    var stars = 0
    var maybes = 0
    var related = 0

    static func < (first: Value, second: Value) -> Bool {
      (first.fixed, first.stars, first.maybes, first.related)
        < (second.fixed, second.stars, second.maybes, second.related)
    }

    static func + (first: Value, second: Value) -> Value {
      Value(
        fixed: first.fixed + second.fixed, stars: first.stars + second.stars,
        maybes: first.maybes + second.maybes, related: first.related + second.related)
    }
  }

  struct Candidate {
    let stay: Stay
    let value: Value
    /// The keys of the talks.
    ///
    /// All slots of a talk have the same key.
    let talks: [String]
  }

  /// The best plan that begins with a candidate.
  private struct Route {
    let first: Int
    var value: Value
    var walk: Int64

    func isBetter(than other: Route) -> Bool {
      if value != other.value { return other.value < value }
      return (walk, first) < (other.walk, other.first)
    }
  }

  /// A branch of the search: its excluded candidates, and its best plan, which may repeat a talk.
  private struct Branch {
    let excluded: [Bool]
    var value = Value()
    var walk: Int64 = 0
    var chosen: [Int] = []

    func isBetter(than other: Branch) -> Bool {
      if value != other.value { return other.value < value }
      if walk != other.walk { return walk < other.walk }
      // A missing candidate sorts after every other candidate.
      return (chosen + [.max]).lexicographicallyPrecedes(other.chosen + [.max])
    }
  }

  /// The candidates of a class, latest start first.
  ///
  /// Each candidate has the best route that starts at the same time or later.
  private struct PlaceClass {
    let stay: Stay
    var routes: [(start: Int64, best: Route)] = []
  }

  /// The maximum work of a search.
  ///
  /// Each new branch costs the number of candidates times the number of classes.
  private static let mostWork = 2_000_000

  private let candidates: [Candidate]
  private let pause: Int64
  private let classes: [PlaceClass]
  private let classOf: [Int]
  /// The walks in seconds from each class to all classes.
  private let legs: [[Int64]]
  /// For each talk, the indices of its candidates.
  private let slots: [String: [Int]]

  init(_ candidates: [Candidate], _ walks: WalkingTimes, pause: Int64) {
    self.candidates = candidates
    self.pause = pause
    var classes: [PlaceClass] = []
    var numbers: [Int: Int] = [:]
    classOf = candidates.map { candidate in
      let key = candidate.stay.place * 2 + (candidate.stay.isStarred ? 1 : 0)
      if let number = numbers[key] { return number }
      numbers[key] = classes.count
      classes.append(PlaceClass(stay: candidate.stay))
      return classes.count - 1
    }
    self.classes = classes
    legs = classes.map { one in
      classes.map { walks.seconds(between: one.stay.place, and: $0.stay.place) }
    }
    slots = Dictionary(
      grouping: candidates.indices.flatMap { place in
        candidates[place].talks.map { (talk: $0, place: place) }
      }, by: \.talk
    ).mapValues { $0.map(\.place) }
  }

  /// Returns the positions of the best plan's candidates, and true if the plan is proved optimal.
  ///
  /// If the bound on the work is reached, a better plan may exist.
  func best(excluding excluded: [Bool]) -> (chosen: [Int], isProved: Bool) {
    var open = [solved(excluded)]
    var work = 0
    while true {
      let place = open.indices.reduce(0) { open[$1].isBetter(than: open[$0]) ? $1 : $0 }
      let branch = open.remove(at: place)
      var seen: Set<String> = []
      let talks = branch.chosen.flatMap { candidates[$0].talks }
      guard let talk = talks.first(where: { !seen.insert($0).inserted }) else {
        return (branch.chosen, true)
      }
      let holders = (slots[talk] ?? []).filter { !branch.excluded[$0] }
      work += holders.count * candidates.count * classes.count
      if work > Self.mostWork {
        // The slots kept in this branch may clash with each other, so the first branch may lead to
        // a better plan.
        let plans = [obeying(branch), obeying(solved(excluded))]
        return (plans[plans[1].isBetter(than: plans[0]) ? 1 : 0].chosen, false)
      }
      open += holders.map { solved(excluding(holders, but: $0, in: branch.excluded)) }
    }
  }

  /// Returns a plan that contains at most one slot of each talk.
  ///
  /// In each round, every repeated talk keeps its first slot in the plan, and the search is
  /// repeated without the other slots.
  private func obeying(_ branch: Branch) -> Branch {
    var branch = branch
    while true {
      var (excluded, kept) = (branch.excluded, [String: Int]())
      for place in branch.chosen {
        for talk in candidates[place].talks {
          if let first = kept[talk] {
            excluded = excluding(slots[talk] ?? [], but: first, in: excluded)
          }
          kept[talk] = kept[talk] ?? place
        }
      }
      if excluded == branch.excluded { return branch }
      branch = solved(excluded)
    }
  }

  private func excluding(_ holders: [Int], but kept: Int, in excluded: [Bool]) -> [Bool] {
    var excluded = excluded
    for holder in holders where holder != kept { excluded[holder] = true }
    return excluded
  }

  /// Returns the best plan among the candidates that are not excluded, even if it repeats a talk.
  private func solved(_ excluded: [Bool]) -> Branch {
    var next = [Int?](repeating: nil, count: candidates.count)
    var classes = classes
    for place in candidates.indices.reversed() where !excluded[place] {
      var route = Route(first: place, value: candidates[place].value, walk: 0)
      if let rest = following(place, classes) {
        next[place] = rest.first
        route.value = route.value + rest.value
        route.walk = rest.walk
      }
      let own = classOf[place]
      if let last = classes[own].routes.last?.best, last.isBetter(than: route) { route = last }
      classes[own].routes.append((candidates[place].stay.start, route))
    }
    var branch = Branch(excluded: excluded)
    guard let whole = following(nil, classes) else { return branch }
    (branch.value, branch.walk) = (whole.value, whole.walk)
    branch.chosen = Array(sequence(first: whole.first) { next[$0] })
    return branch
  }

  /// Returns the best route after a candidate, including the walk from the candidate to the route.
  ///
  /// If `previous` is nil, the result is the best of all routes.
  private func following(_ previous: Int?, _ classes: [PlaceClass]) -> Route? {
    var best: Route?
    for (number, group) in classes.enumerated() {
      var (leg, earliest) = (Int64(0), Int64.min)
      if let previous {
        let stay = candidates[previous].stay
        leg = legs[classOf[previous]][number]
        earliest = stay.earliest(before: group.stay, walk: leg, pause: pause)
      }
      let count = group.routes.partitioningIndex { $0.start < earliest }
      if count == 0 { continue }
      var route = group.routes[count - 1].best
      route.walk += leg
      if best.map(route.isBetter) ?? true { best = route }
    }
    return best
  }
}
