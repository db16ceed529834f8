import Basics
import ECSKit

/// A check for events that are listed on a day other than the day on which they start.
///
/// An event after midnight may be listed on the previous day. If at least half of the listed events
/// start on another day, the file probably counts days differently, and nothing is reported.
struct ListedDays: CheckSystem {
  static let rule = CheckRule(
    .warning, "listed-day", "an event is listed under a day that differs from its date")
  let input: CheckInput

  func execute() {
    let change = schedule.dayChange(in: schedule.zone)
    var listed = 0
    var odd: [(session: Entity, start: CivilDateTime, day: CivilDate)] = []
    for session in schedule.sessions {
      guard let day = session[DayDate.self]?.date, let start = session[Timing.self]?.start else {
        continue
      }
      listed += 1
      let civil = schedule.zone.civil(at: start)
      if civil.date == day || civil.isListed(on: day, changingAt: change) { continue }
      odd.append((session, civil, day))
    }
    if odd.count * 2 >= listed { return }
    for (session, start, day) in odd {
      report(
        session,
        "the event is listed on \(day.iso8601), but starts on \(start.date.iso8601) at "
          + start.time.clock)
    }
  }
}
