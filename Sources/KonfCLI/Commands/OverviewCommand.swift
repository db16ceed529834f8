import ECSKit
import Schedule

/// `konf` alone: what is loaded, the day that matters, and what to try next.
enum OverviewCommand {
  static func run(_ session: inout Session) {
    let times = Times(zone: session.zone, glyphs: session.presentation.glyphs)
    let timeline = session.programme.timeline
    let today = session.zone.civil(at: session.now).date
    let days = timeline.compactMap { times.day(of: $0[Timing.self]) }
    // Today's programme if there is one, else that of the first day.
    let day = days.contains(today) ? today : days.first
    let slots = timeline.filter { times.day(of: $0[Timing.self]) == day }
    let isBuiltIn = session.source == .builtIn
    session.answer(slots, as: JSONRecords.slot) { page in
      page.title()
      if isBuiltIn {
        page.add("the schedule that comes with konf; --data FILE reads another", indent: 0)
      }
      page.slots(slots, now: page.now)
      page.blank()
      page.add(
        [
          ["konf timeline", "all days"],
          ["konf speaker NAME", "a person and their talks"],
          ["konf help", "everything else"],
        ], indent: 0)
    }
  }
}
