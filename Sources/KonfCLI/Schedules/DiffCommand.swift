import CommandLine
import ECSKit
import Marks
import Schedule

enum DiffCommand: ScheduleCommand {
  static let name = "diff"

  static let all = Flag(
    "all", help: "also show changed details, and new or removed speakers and locations")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "compare two versions of a schedule",
      operands: [
        OperandDefinition("OLD", .optional, naming: .schedule),
        OperandDefinition("NEW", .optional, naming: .schedule),
      ],
      options: [all.definition] + FilterOption.comparing,
      discussion: [
        .paragraph(
          """
          OLD and NEW are files or names of saved schedules; - is standard input. Without NEW, \
          konf compares OLD with the schedule that the other commands show. Without OLD and NEW, \
          konf compares the saved schedule with its previous version. konf does not compare \
          schedules that have no session in common. If a session keeps its local time at the venue \
          but has a new UTC offset, konf reports a corrected offset.
          """),
        .paragraph(
          """
          Use --all to also show changed abstracts, biographies, handles, links and numbers. With \
          --all, konf also shows speakers and locations that were added or removed together with \
          their talks. With filters, konf shows talks and sessions that match in either version. \
          The exit status is 0 even if konf finds differences.
          """),
      ],
      examples: [
        Example("konf diff", "the changes in the version that you saved last"),
        Example("konf diff --mine", "only changes to your talks"),
        Example("konf diff old.json new.json", "the added, cancelled, moved and renamed sessions"),
        Example("konf diff old.json --json", "compare with the current schedule, as JSON"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    let operands = invocation.operands
    let older = operands.first.map { ScheduleSource(path: $0) } ?? .former
    let newer =
      operands.count > 1
      ? ScheduleSource(path: operands[1]) : ScheduleSource(invocation, environment.variables)
    if older == .standardInput, newer == .standardInput {
      throw Failure(
        .usage, "diff: OLD and NEW are both standard input; use a file for one of them")
    }
    // The output shows no marks, so marks are read only for the filter.
    let isMine = invocation[FilterOption.mine]
    return RunInputs(source: newer, older: older, ratings: isMine ? .shown : .unread)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { DifferenceRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    guard let before = run.before.take() else { return }
    let comparison = run.schedule.comparison(since: before)
    let (schedule, asked) = (run.schedule, run.asked)
    let differences = comparison.differences.filter { asked.contains($0, of: schedule) }
    guard comparison.relationship != .none else { throw strangers(run) }
    let view = DifferenceView(
      isWhole: run.invocation[all], times: Times(run), schedule: run.schedule)
    if run.isData {
      run.streams.write(view.shown(differences)) { DifferenceRecord($0, view) }
    } else {
      var page = Page(run)
      page.title()
      page.differences(differences, view)
      run.streams.write(page.text)
    }
  }

  private static func strangers(_ run: Run) -> Failure {
    let message: SafeText = """
      diff: \(run.older?.name ?? "the older version") and \(run.source.name) have no session in \
      common; compare two versions of one schedule
      """
    if run.invocation.operands.count > 1 { return Failure(.badData, message) }
    let diff = run.invocation.konf("diff OLD NEW")
    return Failure(.badData, message, "use \(diff) to name the newer version")
  }
}
