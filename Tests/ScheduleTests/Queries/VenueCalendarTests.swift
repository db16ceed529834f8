import ECSKit
import Schedule
import Testing

@Suite("VenueCalendar")
struct VenueCalendarTests {
  private let calendar = VenueCalendar(
    month: ConferenceMonth(year: 2015, month: 5), zone: .utc)

  /// The days at noon, in the order of time, as month and day.
  private func order(_ days: [Int]) -> [String] {
    let context = Context()
    for day in days {
      guard let clock = WallClock(day < 10 ? "0\(day)-12-00" : "\(day)-12-00") else { continue }
      context.createEntity(SessionID(text: "\(day)"), StartClock(clock: clock))
    }
    let resolution = calendar.resolve(in: context)
    #expect(resolution.problems.isEmpty)
    #expect(resolution.changed.count == days.count)
    return ConferenceSchedule(context).timeline.compactMap { session in
      session[Timing.self]?.start.map { start in
        let date = Zone.utc.civil(at: start).date
        return "\(date.month)/\(date.day)"
      }
    }
  }

  @Test(
    "days continue past the end of the month if they then lie within two weeks",
    arguments: [
      ([18], ["5/18"]),
      ([17, 18, 19, 20], ["5/17", "5/18", "5/19", "5/20"]),
      ([1, 2, 30, 31], ["5/30", "5/31", "6/1", "6/2"]),
      ([31, 1], ["5/31", "6/1"]),
      ([28, 3], ["5/28", "6/3"]),
      ([19, 1], ["5/19", "6/1"]),
      ([1, 18], ["5/1", "5/18"]),
      ([1, 31], ["5/31", "6/1"]),
      ([1, 8, 15, 22, 29], ["5/1", "5/8", "5/15", "5/22", "5/29"]),
      ([1, 10, 20, 31], ["5/1", "5/10", "5/20", "5/31"]),
      ([3, 17, 18, 19], ["5/3", "5/17", "5/18", "5/19"]),
    ])
  func firstDay(days: [Int], expected: [String]) {
    #expect(order(days) == expected)
    #expect(order(days.reversed()) == expected)
  }

  @Test(
    "a session that extends past the end of a month also moves the days after it",
    arguments: [
      ([20, 25, 28, 4, 10], ["5/20", "5/25", "5/28", "5/31", "6/4", "6/10"]),
      (Array(2...30), (2...30).map { "5/\($0)" } + ["5/31"]),
    ])
  func crossing(days: [Int], expected: [String]) throws {
    let context = Context()
    for day in days {
      let clock = try #require(WallClock(day < 10 ? "0\(day)-12-00" : "\(day)-12-00"))
      context.createEntity(SessionID(text: "\(day)"), EndClock(clock: clock))
    }
    let party = context.createEntity(
      SessionID(text: "party"), StartClock(clock: try #require(WallClock("31-23-00"))),
      EndClock(clock: try #require(WallClock("01-02-00"))))
    #expect(calendar.resolve(in: context).problems.isEmpty)
    #expect(party[Timing.self]?.length == .seconds(3 * 3600))
    let dates = ConferenceSchedule(context).timeline.compactMap { session in
      (session[Timing.self]?.start ?? session[Timing.self]?.end).map { Zone.utc.civil(at: $0).date }
    }
    #expect(dates.map { "\($0.month)/\($0.day)" } == expected)
  }

  @Test("a month with a session on every day begins with its first day")
  func everyDay() {
    #expect(order(Array(1...31)) == (1...31).map { "5/\($0)" })
  }

  @Test("starts and ends count equally")
  func ends() throws {
    let context = Context()
    let session = context.createEntity(
      SessionID(text: "party"), StartClock(clock: try #require(WallClock("31-23-00"))),
      EndClock(clock: try #require(WallClock("01-02-00"))))
    #expect(calendar.resolve(in: context).problems.isEmpty)
    #expect(session[Timing.self]?.length == .seconds(3 * 3600))
  }

  @Test("resolving again changes nothing, and another month changes everything")
  func again() throws {
    let context = Context()
    let session = context.createEntity(StartClock(clock: try #require(WallClock("18-09-00"))))
    #expect(calendar.resolve(in: context).changed == [session])
    var events = 0
    context.observe { _ in events += 1 }
    #expect(calendar.resolve(in: context).changed.isEmpty)
    #expect(events == 0)
    let june = VenueCalendar(month: ConferenceMonth(year: 2015, month: 6), zone: .utc)
    #expect(june.resolve(in: context).changed == [session])
    #expect(events == 1)
  }

  @Test("a timing is removed with the last of its wall clock times")
  func clocksLeave() throws {
    let context = Context()
    let clock = try #require(WallClock("18-09-00"))
    let session = context.createEntity(StartClock(clock: clock), EndClock(clock: clock))
    _ = calendar.resolve(in: context)
    session.remove(StartClock.self)
    #expect(calendar.resolve(in: context).changed == [session])
    #expect(session[Timing.self]?.start == nil)
    session.remove(EndClock.self)
    #expect(calendar.resolve(in: context).changed == [session])
    #expect(!session.has(Timing.self))
  }
}
