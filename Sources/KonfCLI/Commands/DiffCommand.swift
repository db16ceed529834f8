import ECSKit
import Schedule

/// `konf diff OLD [NEW]`: what is different in a newer version of a schedule.
enum DiffCommand {
  static func run(_ run: inout Run) throws(Failure) {
    guard let changes = run.changes else { return }
    let comparison: Comparison
    do throws(ChangeSetError) {
      comparison = try run.programme.comparison(by: changes)
    } catch {
      throw Failure(.fault, "diff: \(error)")
    }
    let all = comparison.differences
    guard comparison.isOfOneSchedule else { throw strangers(run) }
    let view = DifferenceView(
      isWhole: run.invocation.has(.all),
      times: Times(run))
    if run.isJSON {
      run.streams.write(each: view.shown(all), as: view.record)
    } else {
      var page = Page(run)
      page.title()
      page.differences(all, view)
      run.streams.write(page.text)
    }
  }

  /// What two schedules are that have nothing in common.
  private static func strangers(_ run: Run) -> Failure {
    let old = ScheduleSource(olderIn: run.invocation)?.name ?? "OLD"
    let message: SafeText = """
      diff: \(old) and \(run.source.name) have no session in common; expected two versions of \
      one schedule
      """
    if run.invocation.operands.count > 1 { return Failure(.badData, message) }
    return Failure(.badData, message, "konf diff OLD NEW names the newer version")
  }
}
