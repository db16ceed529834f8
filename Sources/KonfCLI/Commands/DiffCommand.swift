import ECSKit
import Schedule

/// `konf diff OLD [NEW]`: what is different in a newer version of a schedule.
enum DiffCommand {
  static func run(_ session: inout Session) throws(Failure) {
    let all: [Difference]
    do throws(ChangeSetError) {
      all =
        try session.changes.map { changes throws(ChangeSetError) in
          try session.programme.differences(by: changes)
        } ?? []
    } catch {
      throw Failure(.fault, "diff: \(error)")
    }
    let view = DifferenceView(
      isWhole: session.invocation.has(.all),
      times: Times(session))
    if session.isJSON {
      session.streams.write(.array(view.shown(all).map(view.record)))
    } else {
      var page = Page(session)
      page.title()
      page.differences(all, view)
      session.streams.write(page.lines)
    }
  }
}
