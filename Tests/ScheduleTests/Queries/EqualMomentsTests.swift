import ECSKit
import ECSReactive
import Schedule
import TestSupport
import Testing

/// Moments that are equal, or a step apart: every comparison of two of them, against a look at all.
///
/// The times are few, so that each generated schedule has every case of them: a session ends when
/// another one starts, a gap is exactly as long as what fits into it, the present is a start.
@Suite("Equal moments")
struct EqualMomentsTests {
  private static let seeds: ClosedRange<UInt64> = 1...(BuiltProgram.isLong ? 400 : 30)

  /// The moment of a step; an hour long, so that the last steps are on the next day.
  private func moment(_ step: Int) -> Instant { Instant(secondsSince1970: Int64(step) * 3600) }

  private func timing(_ generator: inout SplitMix64) -> Timing {
    let start = Int.random(in: 18...29, using: &generator)
    let end = start + Int.random(in: 0...4, using: &generator)
    switch Int.random(in: 0...9, using: &generator) {
    case 0: return Timing(start: nil, end: moment(end))
    case 1: return Timing(start: moment(start), end: nil)
    default: return Timing(start: moment(start), end: moment(end))
    }
  }

  @Test("running, listed and next sessions agree with a full scan", arguments: seeds)
  func presence(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let sessions = (0..<7).map { number in
      context.createEntity(SessionID(text: "\(number)"), timing(&generator))
    }
    func find(_ isMeant: (Timing) -> Bool) -> Set<Entity> {
      Set(sessions.filter { $0[Timing.self].map(isMeant) ?? false })
    }
    for step in 17...34 {
      let now = moment(step)
      let place: Comment = "seed \(seed), step \(step)"
      func isToday(_ other: Instant?) -> Bool {
        other.map { Zone.utc.civil(at: $0).date == Zone.utc.civil(at: now).date } ?? false
      }
      let running = find { timing in
        guard let start = timing.start else {
          return timing.end.map { now < $0 } ?? false && isToday(timing.end)
        }
        guard let end = timing.end else { return start <= now && isToday(start) }
        return start <= now && now < end
      }
      #expect(Set(schedule.running(at: now)) == running, place)
      let later = sessions.compactMap { $0[Timing.self]?.start }.filter { $0 > now }.min()
      let next = find { $0.start != nil && $0.start == later }
      #expect(Set(schedule.next(after: now) { _ in true }) == next, place)
      for length in 0...3 {
        let end = moment(step + length)
        let starting = find { $0.start.map { now <= $0 && $0 < end } ?? false }
        #expect(Set(schedule.sessions(startingIn: now..<end)) == starting, place)
        let listed = find { ($0.start ?? $0.end).map { now <= $0 && $0 < end } ?? false }
        #expect(Set(schedule.sessions(listedIn: now..<end)) == listed, place)
      }
      let phase = schedule.phase(at: now)
      let opening = sessions.filter { !schedule.isFiller($0) }
        .compactMap { $0[Timing.self]?.start }.min()
      let closing = sessions.compactMap { $0[Timing.self]?.last }.max()
      guard let opening, let closing else { continue }
      let expected: ConferenceSchedule.Phase =
        now < opening
        ? .before(opening: opening)
        : closing <= now && running.isEmpty ? .after(closing: closing) : .during
      #expect(phase == expected, place)
    }
  }

  @Test("gaps are the times between two items that no firm item overlaps", arguments: seeds)
  func gaps(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let context = Context()
    let schedule = ConferenceSchedule(context)
    var firm: [Timing] = []
    for number in 0..<Int.random(in: 2...5, using: &generator) {
      let timing = timing(&generator)
      let isMaybe = Int.random(in: 0...3, using: &generator) == 0
      context.createEntity(SessionID(text: "\(number)"), timing, Star(isMaybe: isMaybe))
      if !isMaybe { firm.append(timing) }
    }
    var expected: Set<[Instant]> = []
    for end in firm.compactMap(\.end) {
      for start in firm.compactMap(\.start) where end < start {
        let isFree = firm.allSatisfy { timing in
          guard let open = timing.start, timing.end == nil else {
            return timing.last <= end || start <= timing.listed && timing.start != nil
              || start < timing.listed
          }
          // What begins later than something without an end shows that this is over.
          let isOver = firm.contains { $0.start.map { open < $0 && $0 < start } ?? false }
          return start <= open || open <= end && isOver
        }
        let isOneDay = Zone.utc.civil(at: end).date == Zone.utc.civil(at: start).date
        if isFree, isOneDay { expected.insert([end, start]) }
      }
    }
    let agenda = Agenda(of: schedule, in: .all, zone: .utc)
    #expect(Set(agenda.gaps.map { [$0.start, $0.end] }) == expected, "seed \(seed)")
    #expect(agenda.gaps.count == expected.count, "seed \(seed)")
  }

  @Test("a session as long as a gap fits into it, and one a second longer does not")
  func fit() throws {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let star = Star(isMaybe: false)
    func second(_ second: Int64) -> Instant { Instant(secondsSince1970: 72_000 + second) }
    func session(_ start: Int64, _ end: Int64) -> Entity {
      context.createEntity(
        SessionID(text: "\(start) to \(end)"), Title(text: "a"), SpeakerNames(names: ["Ada"]),
        Timing(start: second(start), end: second(end)))
    }
    session(-60, 0).set(star)
    session(60, 120).set(star)
    var expected: [String] = []
    for start: Int64 in [-1, 0, 1] {
      for end: Int64 in [59, 60, 61] {
        _ = session(start, end)
        if 0 <= start, end <= 60 { expected.append("\(start) to \(end)") }
      }
    }
    let agenda = Agenda(of: schedule, in: .all, zone: .utc)
    let gap = try #require(agenda.gaps.first)
    let found = agenda.suggestions(for: gap, in: .all)
    #expect(found.compactMap { $0.session[SessionID.self]?.text } == expected)
  }

  @Test("a location and a speaker are free as soon as a session ends", arguments: seeds)
  func clashes(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let context = Context()
    let schedule = ConferenceSchedule(context)
    // Two locations with a speaker each, so that one is taken while the other one is free.
    let sessions = (0..<6).map { number in
      let name = Bool.random(using: &generator) ? "Ada" : "Bo"
      return context.createEntity(
        SessionID(text: "\(number)"), Title(text: "a"), SpeakerNames(names: [name]),
        LocationNames(names: ["Hall of \(name)"]), timing(&generator))
    }
    func comesBefore(_ one: Timing, _ other: Timing, _ place: Int, _ otherPlace: Int) -> Bool {
      one < other || one == other && place < otherPlace
    }
    let expected = sessions.indices.filter { place in
      sessions.indices.contains { other in
        // What has no start or no end takes nothing.
        guard let timing = sessions[place][Timing.self], let start = timing.start,
          timing.end != nil, let before = sessions[other][Timing.self], before.start != nil,
          let end = before.end,
          sessions[place][LocationNames.self] == sessions[other][LocationNames.self]
        else { return false }
        return comesBefore(before, timing, other, place) && start < end
      }
    }.count
    try schedule.checks().execute()
    let rules = context.group(.all(Finding.self)).entities.compactMap {
      $0[Finding.self]?.rule.name
    }
    #expect(rules.count { $0 == "overlap" } == expected, "seed \(seed)")
    #expect(rules.count { $0 == "double-booking" } == expected, "seed \(seed)")
  }

  @Test("a session may last from one second to one day")
  func lengths() throws {
    for (seconds, isUsual) in [(-1, false), (0, false), (1, true), (86_400, true), (86_401, false)]
    {
      let context = Context()
      let start = moment(20)
      context.createEntity(
        SessionID(text: "a"), SpeakerNames(names: ["Ada"]),
        Timing(start: start, end: start.advanced(by: .seconds(seconds))))
      try ConferenceSchedule(context).checks().execute()
      let rules = context.group(.all(Finding.self)).entities.compactMap {
        $0[Finding.self]?.rule.name
      }
      #expect(!rules.contains("length") == isUsual, "\(seconds) s")
    }
  }

  @Test(
    "an end at the start is valid, one a second earlier is dropped, and a month is not too long")
  func writtenEnds() throws {
    let start = try #require(WrittenTime("2016-04-24T10:00:00Z"))
    let ends = [("09:59:59", false), ("10:00:00", true), ("10:00:01", true)]
    for (clock, isKept) in ends {
      let context = Context()
      let event = context.createEntity(
        WrittenStart(time: start),
        WrittenEnd(time: try #require(WrittenTime("2016-04-24T\(clock)Z"))))
      let problems = WrittenCalendar(zone: .utc).resolve(in: context).problems.map(\.problem)
      #expect((event[Timing.self]?.end != nil) == isKept, "\(clock)")
      #expect(problems == (isKept ? [] : [.endBeforeStart]), "\(clock)")
    }
    for (seconds, isLong) in [(-1, false), (0, false), (1, true)] {
      let context = Context()
      let length = Duration.seconds(31 * 86_400 + seconds)
      let event = context.createEntity(
        WrittenStart(time: start), WrittenLength(duration: length))
      let problems = WrittenCalendar(zone: .utc).resolve(in: context).problems
      #expect(event[Timing.self]?.length == length)
      #expect(problems.count == (isLong ? 1 : 0), "\(seconds)")
    }
  }
}
