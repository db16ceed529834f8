import CommandLine
import Marks
import Schedule

enum UseCommand: Command {
  static let name = "use"

  static let scheduleName = Option<String>(
    "name", "NAME", naming: .scheduleName, help: "save the schedule under this name",
    accepting: "up to 64 lower-case letters, digits, - and _, beginning with a letter or a digit"
  ) { SavedSchedule.isName($0) ? $0 : nil }
  static let forget = Flag(
    "forget", help: "remove the saved schedule with this name")
  static let previous = Flag(
    "previous", help: "switch to the previous version; repeat to switch back")
  static let force = Flag(
    "force", help: "save the schedule even if it is an older version or incomplete")

  static let url = Option<String>(
    "url", "URL", help: "save the address of the schedule for the links of konf export",
    accepting: "an address with http or https"
  ) { WebAddress.isAddress($0) ? $0 : nil }

  /// The options that apply only when a file is saved.
  static let optionsOfFiles = [
    scheduleName.definition, force.definition, CommonOption.month.definition,
    CommonOption.zone.definition,
  ]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "save, list or switch schedules",
      operands: [OperandDefinition("FILE|NAME", .optional, naming: .schedule)],
      options: [
        scheduleName.definition, url.definition, previous.definition, forget.definition,
        force.definition,
      ],
      conflicts: OptionConflict.between(
        forget.definition, optionsOfFiles + [url.definition, previous.definition])
        + OptionConflict.between(previous.definition, optionsOfFiles + [url.definition]),
      discussion: [
        .paragraph(
          """
          konf saves a copy of FILE in the data folder, with the values of --month and --zone. All \
          commands then show this schedule by default. FILE can also be a folder, or - for \
          standard input. Without --name, konf takes the name from the acronym or the title of the \
          conference, otherwise from the file name. With NAME, konf switches to a saved schedule. \
          NAME is the name of the schedule, the beginning of its name, or the acronym or title of \
          its conference; --forget needs the whole name. If a file is also called NAME, write \
          ./NAME to read the file. Without FILE and NAME, konf lists the saved schedules.
          """),
        .paragraph(
          """
          A newer version replaces the saved version. Your marks stay with their talks. konf \
          prints the changes, starred talks first. konf diff shows all changes. konf use NAME \
          --previous switches to the previous version and keeps your marks. Run the command again \
          to return to the newer version. konf undo reverts only marks, never konf use.
          """),
        .paragraph(
          """
          With --name, FILE replaces the saved schedule with that name, if any. Without --name, \
          FILE replaces a saved schedule if both begin within half a year of each other and share \
          their title, their identifiers or most of their talks. Without --force, konf \
          rejects an incomplete calendar and an older version. A file is an older version if konf \
          saved the same file before and has since replaced it. It also counts as older if its \
          version is an earlier date or a lower number.
          """),
        .paragraph(
          """
          konf makes no network calls. For a URL, konf prints the command that downloads and saves \
          the schedule. --url saves the address of a schedule. konf export --as giggity and --as \
          qr add this address to their links, because Giggity needs it to open the schedule.
          """),
      ],
      examples: [
        Example("konf use schedule.xml --name fosdem", "save this schedule and show it"),
        Example("konf use -", "the same from a pipe: curl -sL 'URL' | konf use -"),
        Example(
          "konf use fosdem --url https://a.org/x", "save the address for links to the schedule"),
        Example("konf use", "list the saved schedules"),
        Example("konf use fosdem", "switch to a saved schedule, such as fosdem-2026"),
        Example("konf use fosdem-2026 --previous", "go back if the new version is wrong"),
        Example("konf use fosdem-2026 --forget", "remove a saved schedule"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { SavedScheduleRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var use: ScheduleUse
    do throws(Failure) {
      try check(invocation)
      use = try ScheduleUse(invocation, environment, streams)
    } catch {
      return streams.finished(error)
    }
    do throws(Failure) {
      let status = try use.run(
        invocation.operands.first, name: invocation[scheduleName],
        isReturning: invocation[previous], isForgetting: invocation[forget],
        isForced: invocation[force])
      return use.streams.finished(status)
    } catch {
      return use.streams.finished(error)
    }
  }

  private static func check(_ invocation: Invocation) throws(Failure) {
    if invocation.has(CommonOption.data.definition) {
      throw Failure(
        .usage,
        "use: --data does not apply; save a schedule with \(invocation.konf(.folder, "use FILE"))")
    }
    let given = (optionsOfFiles + [url.definition]).first(where: invocation.has)
    guard let operand = invocation.operands.first else {
      let own = [forget, previous].first { invocation[$0] }?.definition
      if let given = own ?? given {
        throw Failure(
          .usage,
          "use: --\(given.name) needs a schedule; list the names with \(invocation.konf(.folder, "use"))"
        )
      }
      return
    }
    let options = invocation[scheduleName].map { " --name \($0)" } ?? ""
    if let failure = WebAddress.failure(for: operand, invocation, options: options) {
      throw failure
    }
  }
}
