import CommandLine
import Marks
import Schedule

enum LocationCommand: ScheduleCommand {
  static let name = "location"
  static let synonyms = ["room"]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "a location and its sessions",
      operands: [OperandDefinition("NAME", naming: .location, takesWords: true)],
      options: FilterOption.all + ListLayout.options,
      discussion: [
        .paragraph(
          """
          NAME is a name or part of one. Case and accents do not matter, and a name of several \
          words needs no quotes. If several locations match, konf shows them all; a full name \
          matches only the location with that name.
          """)
      ],
      examples: [
        Example("konf location heimathafen", "one location"),
        Example("konf location heimathafen --day 2", "its sessions on the second day"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { LocationRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let found = try run.named(
      run.schedule.locations(in: .all), kind: "location", lister: "\(LocationsCommand.name)")
    let sessions = found.lazy.flatMap { [schedule = run.schedule] in schedule.sessions(of: $0) }
    run.judge(
      isEmpty: run.selection.isLimited
        && !sessions.contains(where: run.selection.contains(session:)))
    run.answer(found, called: "locations", as: LocationRecord.init) { page in
      page.title()
      for location in found where !page.isOver { page.location(location, now: page.now) }
    }
  }
}
