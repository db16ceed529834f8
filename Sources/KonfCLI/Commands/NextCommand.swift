import ECSKit
import Schedule
import TextBasics

/// `konf next`: what starts soon, in all rooms, or else what starts first.
enum NextCommand {
  static func run(_ run: inout Run) throws(Failure) {
    let span = try span(run.invocation)
    let programme = run.programme
    let after = run.now.advanced(by: .seconds(1))
    let outlook = run.outlook
    let soon = programme.slots(listedIn: after..<max(after, after.advanced(by: span)))
      .filter { $0[Timing.self]?.start != nil && outlook.isShown($0) }
    let shown = soon.isEmpty ? outlook.next : soon
    let remark = soon.isEmpty ? remark(outlook, isLast: shown.isEmpty, span) : nil
    if run.isJSON {
      // People are glad to read what comes later; a program gets what it asked for.
      if let remark {
        let first = shown.first?[Timing.self]?.start
        let later = first.map { "; the next start is on \(Times(run).dated($0))" } ?? ""
        run.streams.note("\(remark)\(later)")
      }
      run.writeRecords(of: soon)
      return
    }
    var page = Page(run)
    page.title()
    page.add(remark.map { Line($0) } ?? Line(outlook.moment, .dim))
    page.add(outlook.hint)
    page.slots(shown, now: nil, aside: outlook.aside)
    run.streams.write(page.text)
  }

  /// What there is to say if nothing starts within the time asked for.
  private static func remark(_ outlook: Outlook, isLast: Bool, _ span: Duration) -> SafeText {
    if isLast { return outlook.whyNoNext }
    return outlook.isDuring
      ? "nothing \(outlook.fitting)starts within \(span.words)" : outlook.whyNothing
  }

  private static func span(_ invocation: Invocation) throws(Failure) -> Duration {
    guard let text = invocation[.within] else { return .seconds(3600) }
    guard let span = Duration(typed: text) else {
      throw Failure(
        .usage,
        "--in: found \(text.quoted()); expected a length of time such as 90m, 2h, 1h30m or 1d")
    }
    return span
  }
}
