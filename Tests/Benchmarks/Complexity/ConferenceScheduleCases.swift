import ECSKit
import Schedule

// Hostile schedules, made to exhaust a reader.
extension ComplexityCase {
  static let ofProgrammes = [
    ComplexityCase(
      "ConferenceSchedule.id(of:), talks of one session", .linearithmic, in: "n", from: 1_000
    ) {
      size in
      let context = crowdedSession(size)
      let schedule = Box(ConferenceSchedule(context))
      return Trial(operations: 1, prepare: { schedule.value = ConferenceSchedule(context) }) {
        let schedule = schedule.value
        return Double(schedule.talks.reduce(0) { $0 + schedule.id(of: $1).utf8.count })
      }
    },
    ComplexityCase(
      "ConferenceSchedule.id(of:), sessions of one name", .linearithmic, in: "n", from: 1_000
    ) {
      size in
      let context = Context()
      for _ in 0..<size { context.createEntity(SessionID(text: "lunch")) }
      let schedule = ConferenceSchedule(context)
      return Trial(operations: 1) {
        Double(schedule.sessions.reduce(0) { $0 + schedule.id(of: $1).utf8.count })
      }
    },
    ComplexityCase("ConferenceSchedule.target, talks of one session", .linear, in: "n", from: 1_000)
    { size in
      let context = crowdedSession(size)
      let schedule = ConferenceSchedule(context)
      let ids = schedule.talks.map(schedule.id(of:))
      return Trial(operations: 1) { Double(ids.count { schedule.target($0) != nil }) }
    },
    ComplexityCase("ConferenceSchedule.days, a session a day", .linear, in: "n", from: 1_000) {
      size in
      let context = Context()
      for day in 0..<size {
        let start = Instant(secondsSince1970: Int64(day) * 86_400)
        context.createEntity(
          SessionID(text: "\(day)"), Timing(start: start, end: start.advanced(by: .seconds(3_600))))
      }
      let schedule = ConferenceSchedule(context)
      return Trial(operations: 1) { Double(schedule.days(in: .utc).count) }
    },
    ComplexityCase("DayGrid, sessions within sessions", .linearithmic, in: "n", from: 500) { size in
      let context = Context()
      for number in 0..<size {
        let start = Instant(secondsSince1970: Int64(number))
        let end = Instant(secondsSince1970: Int64(3 * size - number))
        context.createEntity(
          SessionID(text: "\(number)"), Timing(start: start, end: end),
          LocationNames(names: ["room \(number)"]))
      }
      let schedule = ConferenceSchedule(context)
      return Trial(operations: 1) {
        Double(DayGrid(of: schedule.timeline, in: schedule).rowCount)
      }
    },
    ComplexityCase("DayGrid, sessions of one time", .linearithmic, in: "n", from: 500) { size in
      let context = Context()
      let timing = Timing(
        start: Instant(secondsSince1970: 0), end: Instant(secondsSince1970: 3_600))
      for number in 0..<size { context.createEntity(SessionID(text: "\(number)"), timing) }
      let schedule = ConferenceSchedule(context)
      return Trial(operations: 1) {
        Double(DayGrid(of: schedule.timeline, in: schedule).laneCount)
      }
    },
  ]

  /// Talks of one session: every other one has an index, and all of these have the same.
  private static func crowdedSession(_ count: Int) -> Context {
    let context = Context()
    context.createEntity(SessionID(text: "a"))
    for number in 0..<count {
      let talk = context.createEntity(Title(text: "T"), PartOf(session: "a"))
      if number % 2 == 0 { talk.set(TalkIndex(number: 7)) }
    }
    return context
  }
}
