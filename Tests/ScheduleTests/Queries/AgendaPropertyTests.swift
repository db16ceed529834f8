import ECSKit
import TestSupport
import Testing

@testable import Schedule

/// Properties of every agenda, with any plan and any part of it.
///
/// The schedules are random: ends and starts are missing, sessions take no time or end after
/// midnight, and the clocks of the venue change in the night between the two days.
@Suite struct AgendaPropertyTests {
  private static let seeds: ClosedRange<UInt64> = 1...400

  /// A random schedule of two days, with an attendee's plan.
  private struct Sample {
    let schedule: ConferenceSchedule
    let zone: Zone
    let selection: Selection
    let now: Instant
    var mine: [(entity: Entity, timing: Timing, isMaybe: Bool)] = []

    init(seed: UInt64) throws {
      var generator = SplitMix64(seed: seed)
      let context = Context()
      schedule = ConferenceSchedule(context)
      zone = try Zone(named: "Europe/Berlin", in: ZoneFolders())
      context.setUnique(VenueZone(zone: zone, dayChange: .midnight))
      let spring = Bool.random(using: &generator)
      let date = try #require(
        spring
          ? CivilDate(year: 2026, month: 3, day: 28) : CivilDate(year: 2026, month: 10, day: 24))
      let first = zone.day(date).lowerBound
      func moment(_ minutes: Int) -> Instant { first.advanced(by: .seconds(minutes * 60)) }
      func timing() -> Timing {
        let start = Int.random(in: 0...48 * 4, using: &generator) * 15
        let length = [0, 15, 15, 30, 60, 120, 600].oneElement(using: &generator)
        return switch Int.random(in: 0...9, using: &generator) {
        case 0: Timing(start: moment(start), end: nil)
        case 1: Timing(start: nil, end: moment(start))
        default: Timing(start: moment(start), end: moment(start + length))
        }
      }
      for number in 0..<Int.random(in: 4...24, using: &generator) {
        let timing = timing()
        let names = ["Ada", "Bob", "Cy"]
        let entity = context.createEntity(
          SessionID(text: "\(number)"), Title(text: "Talk \(number)"), timing,
          SpeakerNames(names: [names.oneElement(using: &generator)]),
          Track(name: ["Go", "Swift"].oneElement(using: &generator)),
          LocationNames(names: [["Hall", "Room"].oneElement(using: &generator)]))
        if Int.random(in: 0...5, using: &generator) == 0 { entity.set(Hidden()) }
        guard Int.random(in: 0...2, using: &generator) == 0 else { continue }
        let isMaybe = Int.random(in: 0...3, using: &generator) == 0
        entity.set(Star(isMaybe: isMaybe))
        mine.append((entity, timing, isMaybe))
      }
      for number in 0..<Int.random(in: 0...3, using: &generator) {
        let start = Int.random(in: 0...48 * 4, using: &generator) * 15
        let timing = Timing(start: moment(start), end: moment(start + 60))
        let appointment = Appointment(
          id: "appointment\(number)", title: "Call", timing: timing, location: "Bar")
        mine.append((context.createEntity(appointment), timing, false))
      }
      var rule = SelectionRule()
      switch Int.random(in: 0...4, using: &generator) {
      case 0: rule.times = [zone.day(date)]
      case 1: rule.times = [zone.day(date.adding(days: 1))]
      case 2: rule.tracks = ["Go"]
      case 3: rule.locations = ["Hall"]
      default: break
      }
      selection = schedule.selection(rule)
      now = moment(Int.random(in: 0...96, using: &generator) * 30)
    }

    /// When something certainly takes place: at least the moment that is known of it.
    func span(_ timing: Timing) -> Range<Instant> {
      let second = Duration.seconds(1)
      guard let start = timing.start else {
        return timing.last.advanced(by: .zero - second)..<timing.last
      }
      return start..<max(timing.last, start.advanced(by: second))
    }

    /// When a session must count as not over: one with an open end lasts until the next planned one
    /// begins or the day ends.
    func busy(_ timing: Timing) -> Range<Instant> {
      guard let start = timing.start, timing.end == nil else { return span(timing) }
      let later = mine.filter { !$0.isMaybe }.compactMap(\.timing.start).filter { start < $0 }.min()
      let midnight = zone.day(zone.day(at: start)).upperBound
      return start..<min(later ?? midnight, midnight)
    }
  }

  @Test("no free time overlaps with personal items, whatever part is requested", arguments: seeds)
  func freeTime(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let agenda = Agenda(of: sample.schedule, in: sample.selection, zone: sample.zone)
    let visible = sample.schedule.visible(sample.selection)
    for gap in agenda.gaps + agenda.allGaps(in: visible) {
      #expect(gap.start < gap.end)
      for (_, timing, isMaybe) in sample.mine where !isMaybe {
        let isInside = gap.start < timing.listed && timing.listed < gap.end
        let busy = sample.busy(timing)
        let meets =
          timing.length == .zero
          ? isInside : busy.lowerBound < gap.end && gap.start < busy.upperBound
        #expect(!meets, "seed \(seed): free from \(gap.start) to \(gap.end), busy \(timing)")
      }
    }
  }

  @Test(
    "free time is counted once, also after an item that lasts into the next day", arguments: seeds)
  func separateGaps(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let agenda = Agenda(of: sample.schedule, in: sample.selection, zone: sample.zone)
    let gaps = agenda.allGaps(in: sample.schedule.visible(sample.selection))
    for (gap, next) in zip(gaps, gaps.dropFirst()) {
      #expect(gap.end <= next.start, "seed \(seed): \(gap) and \(next)")
    }
  }

  @Test("a listed item clashes with all overlapping personal items", arguments: seeds)
  func clashes(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let agenda = Agenda(of: sample.schedule, in: sample.selection, zone: sample.zone)
    for item in agenda.shown {
      guard let own = item.timing.map(sample.span) else { continue }
      let expected = sample.mine.filter { other in
        other.entity != item.entity && sample.span(other.timing).overlaps(own)
      }
      let found = item.clashes.map { agenda.items[$0].entity }
      #expect(Set(found) == Set(expected.map(\.entity)), "seed \(seed)")
    }
  }

  @Test("no suggestion clashes, is hidden, has begun or was not requested", arguments: seeds)
  func proposals(seed: UInt64) throws {
    let sample = try Sample(seed: seed)
    let agenda = Agenda(of: sample.schedule, in: sample.selection, zone: sample.zone)
    let visible = sample.schedule.visible(sample.selection)
    for gap in agenda.allGaps(in: visible) {
      for suggestion in agenda.suggestions(for: gap, in: visible, after: sample.now, upTo: 3) {
        let timing = try #require(suggestion.session[Timing.self])
        let start = try #require(timing.start)
        #expect(gap.start <= start && timing.last <= gap.end)
        #expect(sample.now <= start, "seed \(seed): begun")
        #expect(!suggestion.session.has(Hidden.self))
        #expect(sample.selection.contains(session: suggestion.session))
        for own in sample.mine {
          #expect(
            !sample.span(own.timing).overlaps(sample.span(timing)), "seed \(seed): clashes")
        }
      }
    }
  }
}
