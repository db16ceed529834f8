import ECSKit
import TestSupport
import Testing

@testable import Schedule

/// Attendance by marks and times, beside a model that compares all pairs.
@Suite struct ConferenceDiaryTests {
  private static let seeds: ClosedRange<UInt64> = 1...400

  /// A random schedule of a day, with marks.
  private struct Sample {
    let schedule: ConferenceSchedule
    let now: Instant
    /// What is marked: the entity, its session, when it is, and how sure attendance is, from 0 for a
    /// note to 3 for a rating.
    var marked: [(entity: Entity, session: Entity, timing: Timing, certainty: Int)] = []

    init(seed: UInt64) {
      var generator = SplitMix64(seed: seed)
      let context = Context()
      schedule = ConferenceSchedule(context)
      let first = Instant(secondsSince1970: 1_600_000_000)
      func moment(_ quarters: Int) -> Instant { first.advanced(by: .seconds(quarters * 900)) }
      func timing() -> Timing {
        let start = Int.random(in: 0...40, using: &generator)
        let length = [1, 2, 2, 4, 8].oneElement(using: &generator)
        let hasEnd = Int.random(in: 0...5, using: &generator) > 0
        return Timing(start: moment(start), end: hasEnd ? moment(start + length) : nil)
      }
      for number in 0..<Int.random(in: 2...16, using: &generator) {
        let timing = timing()
        let session = context.createEntity(
          SessionID(text: "\(number)"), Title(text: "Talk \(number)"), timing)
        let isRated = Int.random(in: 0...5, using: &generator) == 0
        let star = [nil, nil, Star(isMaybe: false), Star(isMaybe: true)].oneElement(
          using: &generator)
        if isRated { session.set(Rating(stars: 4, comment: "", time: first)) }
        if let star { session.set(star) }
        if Int.random(in: 0...3, using: &generator) == 0 { session.set(Note(text: "note")) }
        guard isRated || star != nil || session.has(Note.self) else { continue }
        let certainty = isRated ? 3 : star.map { $0.isMaybe ? 1 : 2 } ?? 0
        marked.append((session, session, timing, certainty))
      }
      for number in 0..<Int.random(in: 0...3, using: &generator) {
        let timing = timing()
        let appointment = Appointment(
          id: "appointment\(number)", title: "Call", timing: timing, location: "")
        let entity = context.createEntity(appointment)
        marked.append((entity, entity, timing, 2))
      }
      now = moment(Int.random(in: 0...48, using: &generator))
    }

    /// What the rules say of something that is marked.
    func attendance(_ place: Int) -> ConferenceDiary.Attendance? {
      let (_, session, timing, own) = marked[place]
      if own == 3 { return .attended }
      if own == 0 { return nil }
      let rivals = marked.filter { other in
        guard other.session != session, other.timing.start.map({ $0 <= now }) ?? true,
          let one = timing.certain, let two = other.timing.certain
        else { return false }
        return one.overlaps(two)
      }
      guard let surest = rivals.map(\.certainty).max(), surest >= own else { return .attended }
      return surest > own ? .missed : .unclear
    }
  }

  @Test("attendance agrees with a comparison of all pairs", arguments: seeds)
  func model(seed: UInt64) {
    let sample = Sample(seed: seed)
    let diary = ConferenceDiary(of: sample.schedule, in: .all, until: sample.now)
    let begun = sample.marked.indices.filter { place in
      sample.marked[place].timing.start.map { $0 <= sample.now } ?? true
    }
    #expect(diary.aheadCount == sample.marked.count - begun.count)
    let expected = Dictionary(
      uniqueKeysWithValues: begun.map { (sample.marked[$0].entity, sample.attendance($0)) })
    #expect(diary.entries.count == expected.count, "seed \(seed)")
    for entry in diary.entries {
      #expect(expected[entry.entity] == .some(entry.attendance), "seed \(seed)")
    }
    let timings = diary.entries.compactMap(\.timing)
    #expect(timings == timings.sorted(), "seed \(seed)")
  }

  @Test("the talks of a session do not compete with it, and share its rating")
  func talks() {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let start = Instant(secondsSince1970: 1_600_000_000)
    let timing = Timing(start: start, end: start.advanced(by: .seconds(3600)))
    let session = context.createEntity(SessionID(text: "s"), timing, Star(isMaybe: false))
    let talk = context.createEntity(
      SourceID(text: "t"), Title(text: "Talk"), PartOf(session: "s"), Star(isMaybe: false))
    let rival = context.createEntity(SessionID(text: "r"), timing, Star(isMaybe: true))
    func attendance(_ entity: Entity) -> ConferenceDiary.Attendance? {
      ConferenceDiary(of: schedule, in: .all, until: start).entries.first { $0.entity == entity }?
        .attendance
    }
    #expect(attendance(session) == .attended && attendance(talk) == .attended)
    #expect(attendance(rival) == .missed)
    rival.set(Star(isMaybe: false))
    #expect(attendance(talk) == .unclear && attendance(rival) == .unclear)
    session.set(Rating(stars: 5, comment: "", time: start))
    #expect(attendance(talk) == .attended && attendance(rival) == .missed)
  }
}
