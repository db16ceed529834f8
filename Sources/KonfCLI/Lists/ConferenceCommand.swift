import CommandLine
import ECSKit
import Schedule

enum ConferenceCommand: ScheduleCommand {
  static let name = "conference"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the conference as a whole",
      examples: [
        Example("konf conference", "days, zone, web page and counts"),
        Example("konf conference --json=title,days", "the days, as JSON for a script"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    var inputs = RunInputs(forListing: invocation, environment)
    inputs.ratings = .unread
    return inputs
  }

  static func fieldNames(of invocation: Invocation) -> [String] { ConferenceRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let record = ConferenceRecord(run)
    if run.isData { return run.streams.write([record]) }
    var page = Page(run)
    page.title()
    page.blank()
    let rows = record.rows(run) { page.linking($0) }
    page.add(rows, indent: 0)
    run.streams.write(page.text)
  }
}
