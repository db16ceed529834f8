import ECSKit
import Schedule

/// `konf now`: what is running, in all rooms.
enum NowCommand {
  static func run(_ run: inout Run) {
    let programme = run.programme
    let now = run.now
    let running = programme.running(at: now)
    let outlook = run.outlook
    let shown = running.filter(outlook.isShown)
    if run.isJSON {
      if shown.isEmpty { run.streams.note(outlook.whyNothing) }
      run.writeRecords(of: shown)
      return
    }
    var page = Page(run)
    page.title()
    if shown.isEmpty {
      page.add(Line(outlook.whyNothing))
      for filler in running.filter(programme.isFiller) { page.add(outlook.line(ofFiller: filler)) }
      page.add(outlook.hint)
      page.slots(outlook.next, now: nil, aside: outlook.aside)
    } else {
      page.add("\(outlook.moment, .dim)")
      page.slots(shown, now: nil, aside: outlook.aside)
    }
    run.streams.write(page.text)
  }
}
