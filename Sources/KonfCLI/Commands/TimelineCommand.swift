import ECSKit
import Schedule

/// `konf timeline`: the programme, day by day in the order of time.
enum TimelineCommand {
  static func run(_ session: inout Session) {
    let slots = session.programme.timeline.filter(session.selection.contains(slot:))
    session.answer(slots, as: JSONRecords.slot) { page in
      page.title()
      page.slots(slots, now: page.now)
    }
  }
}
