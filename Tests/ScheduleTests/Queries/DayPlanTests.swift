import ECSKit
import Schedule
import TestSupport
import Testing

/// Plans of generated days, against every choice that is possible.
@Suite("Plans") struct DayPlanTests {
  /// A generated talk.
  private struct Talk {
    let title: String
    let speaker: String
    let track: String
    let star: Star?
    let isHidden: Bool
    let isOfFriend: Bool
    let entity: Entity
  }

  /// A generated session or appointment, with times in minutes.
  private struct Visit {
    let id: String
    let start: Int?
    let end: Int?
    let location: String
    var talks: [Talk] = []
    let entity: Entity
    var isFixed: Bool { talks.isEmpty }
    /// The seconds that are certainly taken.
    var span: Range<Int> {
      start.map { $0 * 60..<max(last, $0 * 60 + 1) } ?? last - 1..<last
    }
    var last: Int { (end ?? start ?? 0) * 60 }
  }

  /// A generated day with up to 14 sessions.
  private struct Day {
    let schedule: ConferenceSchedule
    var visits: [Visit] = []
    var walks: [(String, String, Int)] = []
    var pause = 0
    var now = 0

    init(_ generator: inout SplitMix64) {
      let context = Context()
      schedule = ConferenceSchedule(context)
      let all = [("H", "UB", 10), ("H", "K", 20), ("H.1", "UB", 25), ("H", "H", 5), ("U", "K", 5)]
      if Bool.random(using: &generator) {
        for walk in all where Bool.random(using: &generator) {
          walks.append(walk)
          _ = schedule.walks.add("\(walk.0):\(walk.1) \(walk.2)m")
        }
      }
      pause = [0, 0, 10].oneElement(using: &generator)
      let places = ["H.1", "H.2", "UB1", "K.5"]
      let count = Int.random(in: 1...14, using: &generator)
      let appointments = min(count, [0, 0, 1, 2].oneElement(using: &generator))
      for number in 0..<appointments {
        let start = number * 150 + Int.random(in: 0...9, using: &generator) * 10
        let location = places.oneElement(using: &generator)
        let entity = context.createEntity(
          Appointment(
            id: "own\(number)", title: "Call", timing: timing(start, start + 20), location: location
          ))
        visits.append(
          Visit(
            id: "own\(number)", start: start, end: start + 20, location: location, entity: entity))
      }
      for number in appointments..<count { addSession(number, places, &generator) }
      // Once the last session is over, the whole event is planned.
      let end = visits.filter { !$0.isFixed }.map { $0.last / 60 }.max() ?? 0
      now = Int.random(in: -60..<end, using: &generator)
      if Bool.random(using: &generator) { now = -60 }
    }

    private func moment(_ minute: Int) -> Instant { Instant(secondsSince1970: Int64(minute) * 60) }

    private func timing(_ start: Int?, _ end: Int?) -> Timing {
      Timing(start: start.map(moment), end: end.map(moment))
    }

    private mutating func addSession(
      _ number: Int, _ places: [String], _ generator: inout SplitMix64
    ) {
      let start = Int.random(in: 0...24, using: &generator) * 10
      let end = start + [0, 10, 20, 20, 30, 60].oneElement(using: &generator)
      let isOpen = Int.random(in: 0...7, using: &generator) == 0
      let isUnbegun = Int.random(in: 0...15, using: &generator) == 0
      let times: (Int?, Int?) = isUnbegun ? (nil, end) : (start, isOpen ? nil : end)
      let id = "\(["a", "b", "c"].oneElement(using: &generator))\(number)"
      let location = places.oneElement(using: &generator)
      let session = schedule.context.createEntity(
        SessionID(text: id), timing(times.0, times.1), LocationNames(names: [location]))
      let isWhole = Int.random(in: 0...4, using: &generator) > 0
      let talks = (0..<(isWhole ? 1 : 2)).map { part in
        let entity = isWhole ? session : schedule.context.createEntity(PartOf(session: id))
        let isRepeated = Int.random(in: 0...2, using: &generator) == 0
        let title = isRepeated ? "Repeated" : "Talk \(number) \(part)"
        let speaker = ["Ada", "Bo", "Cy", "Di"].oneElement(using: &generator)
        let track = ["Go", "Swift", "Web", "Rust"].oneElement(using: &generator)
        let star = [nil, nil, Star(isMaybe: false), Star(isMaybe: true)].oneElement(
          using: &generator)
        entity.set(Title(text: title))
        entity.set(SpeakerNames(names: [speaker]))
        entity.set(Track(name: track))
        if !isWhole { entity.set(TalkIndex(number: part + 1)) }
        if let star { entity.set(star) }
        let isHidden = Int.random(in: 0...9, using: &generator) == 0
        if isHidden { entity.set(Hidden()) }
        return Talk(
          title: title, speaker: speaker, track: track, star: star,
          isHidden: isHidden && star == nil,
          isOfFriend: Int.random(in: 0...5, using: &generator) == 0, entity: entity)
      }
      visits.append(
        Visit(
          id: id, start: times.0, end: times.1, location: location, talks: talks, entity: session))
    }

    var plan: DayPlan {
      let stars = visits.flatMap(\.talks).filter(\.isOfFriend).map(\.entity)
      return DayPlan(
        of: schedule, in: .all, zone: .utc, now: moment(now),
        friends: [("Eve", stars)], pause: .seconds(pause * 60))
    }
  }

  /// A choice with everything that ranks it.
  private struct Choice {
    var visits: [Visit] = []
    var values = [0, 0, 0]
    var walk = 0

    func isBetter(than other: Choice) -> Bool {
      if values != other.values { return other.values.lexicographicallyPrecedes(values) }
      if walk != other.walk { return walk < other.walk }
      // The first difference decides: the earlier start, then the smaller identifier.
      for (one, two) in zip(visits, other.visits) where one.id != two.id {
        return (one.span.lowerBound, one.id) < (two.span.lowerBound, two.id)
      }
      return visits.count > other.visits.count
    }
  }

  /// Tries every choice of a day.
  private struct BruteForce {
    let day: Day
    let sources: [Talk]
    var values: [String: [Int]] = [:]
    var candidates: [Visit] = []
    var best: Choice?

    init(_ day: Day) {
      self.day = day
      sources = day.visits.flatMap(\.talks).filter { $0.isOfFriend || $0.star?.isMaybe == false }
      for visit in day.visits where !visit.isFixed {
        let seen = visit.talks.filter { !$0.isHidden }
        values[visit.id] = [
          seen.count { $0.star?.isMaybe == false }, seen.count { $0.star?.isMaybe == true },
          seen.count { $0.star == nil && isRelated($0) },
        ]
      }
      candidates = day.visits.filter { visit in
        if visit.isFixed { return true }
        let isStarred = visit.talks.contains { $0.star != nil }
        let isPast =
          visit.last <= day.now * 60
          || !isStarred && (visit.start ?? visit.last / 60) < day.now
        return values[visit.id] != [0, 0, 0] && !isPast
          && !day.visits.contains {
            $0.isFixed && !fits(visit, before: $0) && !fits($0, before: visit)
          }
      }.sorted { $0.span.lowerBound < $1.span.lowerBound }
      search(0, Choice())
    }

    func isRelated(_ talk: Talk) -> Bool {
      sources.contains { $0.speaker == talk.speaker || $0.track == talk.track }
    }

    func walk(_ first: Visit, _ second: Visit) -> Int {
      if first.location == second.location { return 0 }
      let fitting = day.walks.filter { one, other, _ in
        first.location.hasPrefix(one) && second.location.hasPrefix(other)
          || second.location.hasPrefix(one) && first.location.hasPrefix(other)
      }
      let longest = fitting.map { $0.0.count + $0.1.count }.max()
      return (fitting.last { $0.0.count + $0.1.count == longest }?.2 ?? 0) * 60
    }

    func fits(_ first: Visit, before second: Visit) -> Bool {
      let areStarred = [first, second].allSatisfy { values[$0.id]?[0] ?? 0 > 0 }
      return first.span.upperBound <= second.span.lowerBound
        && (areStarred
          || first.last + walk(first, second) + day.pause * 60 <= second.span.lowerBound)
    }

    /// The talks of a visit that count, by title and speaker.
    func counted(_ visit: Visit) -> Set<String> {
      Set(
        visit.talks.filter { !$0.isHidden && ($0.star != nil || isRelated($0)) }
          .map { "\($0.title) \($0.speaker)" })
    }

    mutating func search(_ place: Int, _ choice: Choice) {
      if place == candidates.count {
        if best.map({ choice.isBetter(than: $0) }) ?? true { best = choice }
        return
      }
      let visit = candidates[place]
      if !visit.isFixed { search(place + 1, choice) }
      if let last = choice.visits.last, !fits(last, before: visit) { return }
      let own = counted(visit)
      if choice.visits.contains(where: { !counted($0).isDisjoint(with: own) }) { return }
      var next = choice
      next.walk += choice.visits.last.map { walk($0, visit) } ?? 0
      next.visits.append(visit)
      for (number, value) in (values[visit.id] ?? []).enumerated() { next.values[number] += value }
      search(place + 1, next)
    }
  }

  @Test(
    "a plan is the best of all choices, and stays the same once it is kept",
    arguments: UInt64(1)...40)
  func best(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for number in 0..<50 {
      let day = Day(&generator)
      let expected = try #require(BruteForce(day).best).visits.map(\.entity)
      let plan = day.plan
      #expect(plan.isProved)
      #expect(Set(plan.agenda.items.map(\.entity)) == Set(expected), "seed \(seed), day \(number)")
      // Walking times given by lines may be longer than those by way of a third place.
      let items = plan.agenda.items
      #expect(
        items.indices.dropLast().allSatisfy { !items[$0].clashes.contains($0 + 1) },
        "seed \(seed), day \(number)")
      for talk in plan.additions { talk.set(Star(isMaybe: true)) }
      let kept = day.plan
      #expect(
        kept.agenda.items.map(\.entity) == plan.agenda.items.map(\.entity),
        "seed \(seed), day \(number)")
      #expect(kept.additions.isEmpty)
    }
  }

  @Test("what loses clashes with the choice that it lost to, and a second choice only with it")
  func lost() throws {
    var generator = SplitMix64(seed: 7)
    var count = 0
    for _ in 0..<200 {
      let day = Day(&generator)
      let search = BruteForce(day)
      let visits = Dictionary(uniqueKeysWithValues: day.visits.map { ($0.entity, $0) })
      let plan = day.plan
      let chosen = plan.agenda.items.compactMap { visits[$0.entity] }
      func clash(_ one: Visit, _ other: Visit) -> Bool {
        !search.fits(one, before: other) && !search.fits(other, before: one)
      }
      for item in plan.agenda.items {
        let own = try #require(visits[item.entity])
        let choice = try #require(item.choice)
        for session in choice.lost {
          let other = try #require(visits[session])
          #expect(clash(own, other))
        }
        guard let second = choice.second.flatMap({ visits[$0] }) else { continue }
        count += 1
        #expect(chosen.allSatisfy { $0.entity == item.entity || !clash($0, second) })
      }
    }
    #expect(count > 50)
  }

  /// A schedule of starred talks, each with the given number of slots.
  private func repeated(_ talks: Int, slots: Int) -> ConferenceSchedule {
    let context = Context()
    for talk in 0..<talks {
      for slot in 0..<slots {
        context.createEntity(
          SessionID(text: "\(talk) \(slot)"), Title(text: "\(talk)"),
          SpeakerNames(names: ["Ada"]), Star(isMaybe: false),
          Timing(start: moment(slot * 20), end: moment(slot * 20 + 10)))
      }
    }
    return ConferenceSchedule(context)
  }

  private func moment(_ minute: Int) -> Instant { Instant(secondsSince1970: Int64(minute) * 60) }

  private func starts(in schedule: ConferenceSchedule, at minute: Int) -> [Instant?] {
    let plan = DayPlan(of: schedule, in: .all, zone: .utc, now: moment(minute))
    return plan.agenda.items.map(\.timing?.start)
  }

  @Test("past talks are left out, but an event that is over is planned as a whole")
  func past() {
    let schedule = repeated(2, slots: 2)
    #expect(starts(in: schedule, at: 9) == [moment(0), moment(20)])
    #expect(starts(in: schedule, at: 10) == [moment(20)])
    #expect(starts(in: schedule, at: 29) == [moment(20)])
    #expect(starts(in: schedule, at: 30) == [moment(0), moment(20)])
  }

  @Test("a search that would take too long says so, and repeats no talk")
  func bound() {
    // Without the rule, 40 talks fit; with it, only 10.
    let schedule = repeated(10, slots: 40)
    let plan = DayPlan(of: schedule, in: .all, zone: .utc, now: moment(-10))
    #expect(!plan.isProved)
    #expect(Set(plan.agenda.items.flatMap(\.talks).map { schedule.name(of: $0) }).count == 10)
    #expect(plan.agenda.items.count == 10)
  }
}
