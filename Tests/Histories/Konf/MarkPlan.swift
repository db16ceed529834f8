import TestSupport

/// What a user marks in one version, and the commands that do it.
struct MarkPlan {
  /// What of a schedule is marked.
  enum Extent: CaseIterable {
    case everything, half, oneOfEachPair, appointmentsOnly
  }

  /// The most things with a star or a note, so that few commands mark them.
  private static let mostPlans = 24
  private static let mostRatings = 3

  private(set) var marks: [Mark] = []
  private(set) var appointments: [PlannedAppointment] = []
  private let stage: Int

  /// Chooses what is marked.
  ///
  /// - Parameters:
  ///   - version: The version in which it is marked.
  ///   - stage: The number of the version.
  ///   - excluded: What is marked already.
  ///   - affected: What will change; a third of what is marked is of these, if there are as many.
  ///   - isOnlyRated: Whether there is nothing but ratings, as for a merge.
  ///   - generator: Where everything is drawn from.
  init(
    _ version: Version, stage: Int, excluding excluded: Set<Thing.Key> = [],
    affected: Set<Thing.Key>, isOnlyRated: Bool = false, _ generator: inout SplitMix64
  ) {
    self.stage = stage
    let extent = Self.extent(&generator)
    if !isOnlyRated, extent == .appointmentsOnly || generator.chance(40) {
      plan(version, &generator)
    }
    if extent == .appointmentsOnly, !isOnlyRated { return }
    var things = version.things.filter { !excluded.contains($0.key) }
    if extent == .oneOfEachPair { things = Self.oneOfEachPair(things, &generator) }
    things.shuffle(using: &generator)
    if extent == .half { things = Array(things.prefix(max(1, things.count / 2))) }
    // What changes comes first, twins next to each other.
    let changed = things.filter { affected.contains($0.key) }.prefix(Self.mostPlans / 3)
    let first = Set(changed.map(\.key))
    things = changed + things.filter { !first.contains($0.key) }
    if !isOnlyRated { mark(things, &generator) }
    rate(things, version, most: isOnlyRated ? 8 : Self.mostRatings, &generator)
  }

  private static func extent(_ generator: inout SplitMix64) -> Extent {
    switch generator.number(in: 0...99) {
    case 0..<45: .everything
    case 45..<70: .half
    case 70..<95: .oneOfEachPair
    default: .appointmentsOnly
    }
  }

  /// Leaves out all but one of those that have title and people in common.
  private static func oneOfEachPair(
    _ things: [Thing], _ generator: inout SplitMix64
  ) -> [Thing] {
    let alike = Dictionary(grouping: things) { [$0.title] + $0.people.sorted() }
    var chosen: Set<Thing.Key> = []
    var seen: Set<[String]> = []
    for thing in things {
      let identity = [thing.title] + thing.people.sorted()
      guard seen.insert(identity).inserted, let group = alike[identity] else { continue }
      chosen.insert(group.oneElement(using: &generator).key)
    }
    return things.filter { chosen.contains($0.key) }
  }

  // MARK: Values

  private mutating func mark(_ things: [Thing], _ generator: inout SplitMix64) {
    let stars: [String?] = ["yes", "maybe", nil]
    // What has one title never has one note, so that parts of two marks do not look like a third one.
    var groups: [(stars: Set<Int>, titles: Set<String>)] = []
    for thing in things.prefix(Self.mostPlans) {
      if thing.hasTalks, generator.chance(60) { continue }
      let star = generator.number(in: 0...2)
      let free = groups.firstIndex {
        !$0.stars.contains(star) && !$0.titles.contains(thing.title)
      }
      if free == nil { groups.append(([], [])) }
      let group = free ?? groups.count - 1
      groups[group].stars.insert(star)
      groups[group].titles.insert(thing.title)
      let isHidden = generator.chance(12)
      marks.append(
        Mark(
          key: thing.key,
          value: .plan(note: "note-\(stage)-\(group)", star: stars[star], isHidden: isHidden),
          stage: stage))
    }
  }

  private mutating func rate(
    _ things: [Thing], _ version: Version, most: Int, _ generator: inout SplitMix64
  ) {
    let talks = things.filter { version.shape != .flat || $0.hasTalks || !$0.key.isSession }
    for (number, thing) in talks.prefix(generator.number(in: min(1, most)...most)).enumerated() {
      marks.append(
        Mark(
          key: thing.key,
          value: .rating(
            stars: generator.number(in: 1...5), comment: "comment-\(stage)-\(number)"),
          stage: stage))
    }
  }

  private mutating func plan(_ version: Version, _ generator: inout SplitMix64) {
    for number in 1...generator.number(in: 1...2) {
      let minute = generator.number(in: 18...43) * 30
      let at = "\(version.date(minute))T\(version.clock(minute))"
      appointments.append(PlannedAppointment(title: "Plan \(stage)-\(number)", at: at))
    }
  }
}

extension Thing.Key {
  var isSession: Bool { if case .session = self { true } else { false } }
}

// MARK: Commands

extension MarkPlan {
  /// The plan with one of its marks alone.
  func keeping(only mark: Mark) -> MarkPlan {
    var plan = self
    plan.appointments = []
    plan.marks = marks.filter { $0.key == mark.key && $0.value == mark.value }
    return plan
  }

  /// Returns the command lines that make the marks.
  ///
  /// - Parameter ids: What the version calls things.
  /// - Returns: The arguments of each command.
  func commands(_ ids: [Thing.Key: String]) -> [[String]] {
    var groups: [(note: String, ids: [String])] = []
    var maybe: [String] = []
    var unstarred: [String] = []
    var hidden: [String] = []
    var ratings: [[String]] = []
    for mark in marks {
      guard let id = ids[mark.key] else { continue }
      switch mark.value {
      case .plan(let note, let star, let isHidden):
        if let group = groups.firstIndex(where: { $0.note == note }) {
          groups[group].ids.append(id)
        } else {
          groups.append((note, [id]))
        }
        if star == "maybe" { maybe.append(id) }
        if star == nil { unstarred.append(id) }
        if isHidden { hidden.append(id) }
      case .rating(let stars, let comment):
        ratings.append(["rate", id, "\(stars)", "--comment", comment])
      }
    }
    let lists = [(["star", "--maybe"], maybe), (["unstar"], unstarred), (["hide"], hidden)]
    // A note keeps a maybe, so the star is set alone first.
    return groups.flatMap { [["star"] + $0.ids, ["star"] + $0.ids + ["--note", $0.note]] }
      + lists.filter { !$0.1.isEmpty }.map { $0.0 + $0.1 } + ratings
      + appointments.map { ["add", $0.title, "--at", $0.at] }
  }
}
