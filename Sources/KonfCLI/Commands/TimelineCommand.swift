import ECSKit
import Schedule

/// `konf timeline`: the programme, day by day in the order of time.
enum TimelineCommand {
  static func run(_ session: inout Session) {
    let slots = session.programme.timeline(in: session.selection)
    let isGrid = session.invocation.has(.grid)
    var remarks: [SafeText] = []
    session.answer(slots, as: JSONRecords.slot) { page in
      page.title()
      if isGrid { remarks = page.grids(slots) } else { page.slots(slots, now: page.now) }
    }
    for remark in remarks { session.streams.note(remark) }
    if !remarks.isEmpty { session.streams.note("--room NAME makes a grid of fewer rooms") }
  }
}
