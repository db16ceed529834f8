import ECSKit
import Schedule

/// `konf now`: what is running, in all rooms.
enum NowCommand {
  static func run(_ session: inout Session) {
    let programme = session.programme
    let now = session.now
    let running = programme.running(at: now)
    let outlook = session.outlook
    let shown = running.filter(outlook.isShown)
    if session.isJSON {
      if shown.isEmpty { session.streams.note(outlook.whyNothing) }
      session.writeRecords(of: shown)
      return
    }
    var page = Page(session)
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
    session.streams.write(page.text)
  }
}
