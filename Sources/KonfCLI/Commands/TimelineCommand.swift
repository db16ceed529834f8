import ECSKit
import Schedule

/// `konf timeline`: the programme, day by day in the order of time.
enum TimelineCommand {
  static func run(_ run: inout Run) {
    let slots = run.programme.timeline(in: run.selection)
    let isGrid = run.invocation.has(.grid)
    var remarks: [SafeText] = []
    run.answer(slots, as: JSONRecords.slot) { page in
      page.title()
      if isGrid { remarks = page.grids(slots) } else { page.slots(slots, now: page.now) }
    }
    for remark in remarks { run.streams.note(remark) }
    if !remarks.isEmpty { run.streams.note("--room NAME makes a grid of fewer rooms") }
  }
}
