import ECSKit
import Testing

@testable import Schedule

/// Written dates and times become moments.
@Suite struct WrittenCalendarTests {
  @Test("an end in the repeated hour of a clock change is preserved")
  func endsInRepeatedHour() throws {
    let zone = try Zone(named: "Europe/Berlin", in: ZoneFolders())
    // The clocks go back from 03:00 to 02:00 at 01:00 UTC.
    let midnight = Instant(secondsSince1970: 1_445_724_000)
    let quarters = (0..<24).map { midnight.advanced(by: .seconds($0 * 900)) }
    let context = Context()
    var events: [(entity: Entity, start: Instant, end: Instant)] = []
    for start in quarters {
      for end in quarters where start <= end {
        let written = [start, end].map { moment in
          let civil = zone.civil(at: moment)
          return WrittenTime(date: civil.date, time: civil.time, offset: nil)
        }
        let entity = context.createEntity(
          WrittenStart(time: written[0]), WrittenEnd(time: written[1]))
        events.append((entity, start, end))
      }
    }
    let resolution = WrittenCalendar(zone: zone).resolve(in: context)
    #expect(resolution.problems.isEmpty)
    #expect(events.count == 300)
    for event in events {
      let timing = try #require(event.entity[Timing.self])
      let (start, end) = (try #require(timing.start), try #require(timing.end))
      #expect(start <= end)
      #expect(zone.civil(at: start) == zone.civil(at: event.start))
      #expect(zone.civil(at: end) == zone.civil(at: event.end))
      // If there are two readings, the start has the first one, and the end the first one that is
      // not before it.
      if zone.instant(of: zone.civil(at: event.start)) == event.start, end != event.end {
        #expect(end == event.end.advanced(by: .seconds(-3600)))
      }
    }
  }
}
