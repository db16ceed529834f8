import ECSKit
import Schedule

/// `konf diff OLD [NEW]`: what is different in a newer version of a schedule.
enum DiffCommand {
  static func run(_ session: inout Session) throws(Failure) {
    guard let changes = session.changes else { return }
    let comparison: Comparison
    do throws(ChangeSetError) {
      comparison = try session.programme.comparison(by: changes)
    } catch {
      throw Failure(.fault, "diff: \(error)")
    }
    let all = comparison.differences
    guard comparison.isOfOneSchedule else { throw strangers(session) }
    let view = DifferenceView(
      isWhole: session.invocation.has(.all),
      times: Times(session))
    if session.isJSON {
      session.streams.write(each: view.shown(all), as: view.record)
    } else {
      var page = Page(session)
      page.title()
      page.differences(all, view)
      session.streams.write(page.text)
    }
  }

  /// What two schedules are that have nothing in common.
  private static func strangers(_ session: Session) -> Failure {
    let old = ScheduleSource(olderIn: session.invocation)?.name ?? "OLD"
    let message: SafeText = """
      diff: \(old) and \(session.source.name) have no session in common; expected two versions of \
      one schedule
      """
    if session.invocation.operands.count > 1 { return Failure(.badData, message) }
    return Failure(.badData, message, "konf diff OLD NEW names the newer version")
  }
}
