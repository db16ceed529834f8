import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("Agenda")
struct AgendaTests {
  private let context = Context()
  private let schedule: ConferenceSchedule

  init() {
    schedule = ConferenceSchedule(context)
  }

  private func time(_ minute: Int) -> Instant { Instant(secondsSince1970: Int64(minute) * 60) }

  @discardableResult
  private func session(
    _ id: String, _ minutes: Range<Int>, star: Star? = nil, speaker: String = "", track: String = ""
  ) -> Entity {
    let entity = context.createEntity(
      SessionID(text: id), Title(text: id),
      Timing(start: time(minutes.lowerBound), end: time(minutes.upperBound)))
    if let star { entity.set(star) }
    if !speaker.isEmpty { entity.set(SpeakerNames(names: [speaker])) }
    if !track.isEmpty { entity.set(Track(name: track)) }
    return entity
  }

  private func agenda() -> Agenda { Agenda(of: schedule, in: .all, zone: .utc) }

  private func names(_ agenda: Agenda) -> [String] {
    agenda.items.map { $0.entity[SessionID.self]?.text ?? $0.entity[Appointment.self]?.id ?? "" }
  }

  @Test("has only starred items and appointments, in order of time")
  func order() {
    session("c", 120..<130, star: Star(isMaybe: true))
    session("unstarred", 0..<10)
    session("a", 30..<40, star: Star(isMaybe: false))
    context.createEntity(
      Appointment(
        id: "b", title: "Lunch", timing: Timing(start: time(60), end: time(90)), location: ""))
    let agenda = agenda()
    #expect(names(agenda) == ["a", "b", "c"])
    #expect(agenda.items.map(\.isMaybe) == [false, false, true])
    #expect(agenda.items.map(\.isAppointment) == [false, true, false])
  }

  @Test("a starred talk puts its session on the agenda, with the starred talks only")
  func talks() {
    let whole = context.createEntity(
      SessionID(text: "s"), Timing(start: time(0), end: time(60)))
    let one = context.createEntity(Title(text: "one"), PartOf(session: "s"), TalkIndex(number: 1))
    let two = context.createEntity(Title(text: "two"), PartOf(session: "s"), TalkIndex(number: 2))
    two.set(Star(isMaybe: false))
    #expect(agenda().items.map(\.entity) == [whole])
    #expect(agenda().items.first?.talks == [two])
    two.remove(Star.self)
    #expect(agenda().items.isEmpty)
    whole.set(Star(isMaybe: true))
    #expect(agenda().items.first?.talks == [one, two])
    #expect(agenda().items.first?.isMaybe == true)
    one.set(Star(isMaybe: false))
    #expect(agenda().items.first?.isMaybe == false)
  }

  @Test("clashes are exactly the overlapping pairs", arguments: UInt64(1)...40)
  func clashes(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for number in 0..<Int.random(in: 0...12, using: &generator) {
      let start = Int.random(in: 0...30, using: &generator)
      session(
        "\(number)", start..<start + Int.random(in: 0...12, using: &generator),
        star: Star(isMaybe: Bool.random(using: &generator)))
    }
    let items = agenda().items
    for (place, item) in items.enumerated() {
      let expected = items.indices.filter { other in
        guard other != place, let one = item.timing, let two = items[other].timing,
          let start = one.start, let end = one.end, let first = two.start, let last = two.end
        else { return false }
        // What takes no time is at its moment.
        func after(_ moment: Instant) -> Instant { moment.advanced(by: .seconds(1)) }
        return start < max(last, after(first)) && first < max(end, after(start))
      }
      #expect(item.clashes == expected, "seed \(seed), item \(place)")
    }
  }

  @Test(
    "each of very many overlapping items is in about thirty pairs, and at least in one",
    arguments: UInt64(1)...10)
  func manyClashes(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let context = Context()
    let schedule = ConferenceSchedule(context)
    for number in 0..<400 {
      let start = Instant(secondsSince1970: Int64.random(in: 0..<40, using: &generator))
      let length = Int.random(in: 1...60, using: &generator)
      context.createEntity(
        Appointment(
          id: "appointment\(number)", title: "Call",
          timing: Timing(start: start, end: start.advanced(by: .seconds(length))), location: ""))
    }
    let agenda = Agenda(of: schedule, in: .all, zone: .utc)
    let spans = try agenda.items.map { try #require($0.timing?.certain) }
    // All pairs, in the order in which the second of them begins.
    var expected = [[Int]](repeating: [], count: spans.count)
    for place in spans.indices {
      for other in 0..<place where spans[other].overlaps(spans[place]) {
        guard expected[other].count < 32 || expected[place].isEmpty else { continue }
        expected[other].append(place)
        expected[place].append(other)
      }
    }
    #expect(expected.contains { $0.count > 32 })
    #expect(agenda.items.map(\.clashes) == expected)
  }

  @Test("gaps lie between two items of a day, and skippable items end none")
  func gaps() {
    session("a", 540..<600, star: Star(isMaybe: false))
    session("inside", 545..<560, star: Star(isMaybe: false))
    session("perhaps", 610..<620, star: Star(isMaybe: true))
    session("b", 660..<700, star: Star(isMaybe: false))
    session("next", 700..<720, star: Star(isMaybe: false))
    session("tomorrow", 1980..<2000, star: Star(isMaybe: false))
    #expect(agenda().gaps.map(\.start) == [time(600)])
    #expect(agenda().gaps.map(\.end) == [time(660)])
  }

  @Test("among talks that fit a gap, starred speakers precede starred tracks")
  func suggestions() throws {
    session("a", 0..<60, star: Star(isMaybe: false), speaker: "Ada", track: "Swift")
    session("b", 180..<240, star: Star(isMaybe: false))
    session("of the track", 70..<90, speaker: "Bob", track: "Swift")
    session("of the speaker", 100..<120, speaker: "Ada", track: "Go")
    session("of neither", 70..<90, speaker: "Cy", track: "Go")
    session("too long", 150..<190, speaker: "Ada")
    session("hidden", 70..<90, speaker: "Ada").set(Hidden())
    let agenda = agenda()
    let gap = try #require(agenda.gaps.first)
    let found = agenda.suggestions(for: gap, in: schedule.visible(.all))
    #expect(found.map { $0.session[SessionID.self]?.text } == ["of the track", "of the speaker"])
    #expect(found.map(\.name) == ["Swift", "Ada"])
    let best = agenda.suggestions(for: gap, in: schedule.visible(.all), upTo: 1)
    #expect(best.map(\.name) == ["Ada"])
  }

  @Test("an appointment is in a part of the schedule by its time and its location alone")
  func parts() {
    context.createEntity(
      Appointment(
        id: "x", title: "Lunch", timing: Timing(start: time(60), end: time(90)), location: "Bar"))
    func isShown(_ change: (inout SelectionRule) -> Void) -> Bool {
      var rule = SelectionRule()
      change(&rule)
      return !Agenda(of: schedule, in: schedule.selection(rule), zone: .utc).shown.isEmpty
    }
    #expect(isShown { _ in })
    #expect(isShown { $0.isStarred = true })
    #expect(isShown { $0.times = [time(60)..<time(61)] })
    #expect(!isShown { $0.times = [time(61)..<time(99)] })
    #expect(isShown { $0.locations = ["Bar"] })
    #expect(!isShown { $0.locations = ["Hall"] })
    #expect(!isShown { $0.tracks = ["Swift"] })
    #expect(!isShown { $0.speakers = ["Ada"] })
    #expect(!isShown { $0.isHidden = true })
  }
}
