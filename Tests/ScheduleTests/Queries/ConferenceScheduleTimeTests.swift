import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("A schedule at a given time")
struct ConferenceScheduleTimeTests {
  private func moment(_ text: String) throws -> Instant {
    try #require(TimeInput(text)).instant(in: .utc)
  }

  private func session(
    _ context: Context, _ id: String, _ start: String?, _ end: String?, talks: Int = 0
  ) throws -> Entity {
    for number in 0..<talks {
      context.createEntity(Title(text: "\(id) \(number)"), PartOf(session: id))
    }
    return context.createEntity(
      SessionID(text: id), Timing(start: try start.map(moment), end: try end.map(moment)))
  }

  private static let seeds: ClosedRange<UInt64> = 1...(BuiltProgram.isLong ? 24 : 8)

  @Test("running and coming sessions agree with a full scan", arguments: seeds)
  func model(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
    let context = Context()
    let schedule = ConferenceSchedule(context)
    var sessions: [Entity] = []
    for step in 0..<60 {
      // Lengths of all sizes, from nothing to weeks, some open at an end and some at both.
      let start = number(0...500_000)
      let length = number(0...(1 << number(0...20))) - (number(0...9) == 0 ? 50 : 0)
      let timing = Timing(
        start: number(0...9) == 0 ? nil : Instant(secondsSince1970: start),
        end: number(0...9) == 0 ? nil : Instant(secondsSince1970: start + length))
      if step > 20, number(0...2) == 0, let known = sessions.randomElement(using: &generator) {
        if number(0...1) == 0 { known.remove(Timing.self) } else { known.set(timing) }
      } else {
        sessions.append(context.createEntity(SessionID(text: "\(step)"), timing))
      }
      for _ in 0..<10 {
        let now = Instant(secondsSince1970: number(-90_000...700_000))
        let place: Comment = "seed \(seed), step \(step), \(now)"
        let running = sessions.filter { $0[Timing.self]?.isRunning(at: now, in: .utc) ?? false }
        let found = schedule.running(at: now)
        try #require(Set(found) == Set(running) && found.count == running.count, place)
        let timings = found.compactMap { $0[Timing.self] }
        try #require(timings == timings.sorted(), place)

        let later = sessions.filter { ($0[Timing.self]?.start).map { $0 > now } ?? false }
        let first = later.compactMap { $0[Timing.self]?.start }.min()
        let next = schedule.next(after: now) { _ in true }
        try #require(Set(next) == Set(later.filter { $0[Timing.self]?.start == first }), place)

        let end = now.advanced(by: .seconds(number(0...90_000)))
        let listed = sessions.filter { session in
          session[Timing.self].flatMap { $0.start ?? $0.end }.map { now <= $0 && $0 < end } ?? false
        }
        try #require(Set(schedule.sessions(listedIn: now..<end)) == Set(listed), place)
        let starting = schedule.sessions(startingIn: now..<end)
        try #require(
          Set(starting) == Set(listed.filter { $0[Timing.self]?.start != nil }), place)
      }
    }
  }

  @Test("a session with an open end runs on its own day")
  func open() throws {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let until = try session(context, "until", nil, "2015-05-18T12:00")
    let from = try session(context, "from", "2015-05-18T20:00", nil)
    for (text, expected) in [
      ("2015-05-17T23:59", []), ("2015-05-18", [until]), ("2015-05-18T11:59:59", [until]),
      ("2015-05-18T12:00", []), ("2015-05-18T20:00", [from]), ("2015-05-18T23:59:59", [from]),
      ("2015-05-19", []),
    ] {
      #expect(schedule.running(at: try moment(text)) == expected, "\(text)")
    }
  }

  @Test("sessions past four at night are fillers unless they have talks or last a day")
  func fillers() throws {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    for (id, start, end, talks, isFiller) in [
      ("night", "2015-05-17T21:00", "2015-05-18T09:00", 0, true),
      ("small hours", "2015-05-18T01:00", "2015-05-18T09:30", 0, true),
      ("from four", "2015-05-18T04:00", "2015-05-18T09:30", 0, true),
      ("party", "2015-05-18T19:00", "2015-05-19T01:00", 0, false),
      ("until four", "2015-05-18T19:00", "2015-05-19T04:00", 0, false),
      ("lunch", "2015-05-18T12:00", "2015-05-18T13:00", 0, false),
      ("hackathon", "2015-05-18T10:00", "2015-05-19T18:00", 0, false),
      ("night of talks", "2015-05-18T21:00", "2015-05-19T09:00", 1, false),
      ("before", nil, "2015-05-17T12:00", 0, true), ("farewell", "2015-05-20T20:00", nil, 0, false),
    ] as [(String, String?, String?, Int, Bool)] {
      let session = try session(context, id, start, end, talks: talks)
      #expect(schedule.isFiller(session) == isFiller, "\(id)")
    }
  }

  @Test("the conference is before, during or after a moment")
  func phases() throws {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    #expect(schedule.phase(at: try moment("2015-05-18")) == .unknown)
    _ = try session(context, "before", nil, "2015-05-18T09:00")
    #expect(schedule.phase(at: try moment("2015-05-18")) == .unknown)
    _ = try session(context, "a", "2015-05-18T10:00", "2015-05-18T11:00")
    _ = try session(context, "b", "2015-05-18T10:30", "2015-05-19T18:00")
    _ = try session(context, "end", "2015-05-19T20:00", nil)
    let opening = try moment("2015-05-18T10:00")
    let closing = try moment("2015-05-19T20:00")
    for (text, phase) in [
      ("2015-05-18T09:59:59", .before(opening: opening)), ("2015-05-18T10:00", .during),
      ("2015-05-19T19:00", .during), ("2015-05-19T23:00", .during),
      ("2015-05-20", .after(closing: closing)),
    ] as [(String, ConferenceSchedule.Phase)] {
      #expect(schedule.phase(at: try moment(text)) == phase, "\(text)")
    }
  }
}
