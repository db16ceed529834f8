import Answers
import CommandLine
import Diary
import Schedule

/// `konf use [FILE|NAME]`: schedules that konf remembers, and the one that it shows.
enum UseCommand: Command {
  static let name = "use"

  /// The name that the schedule is remembered by.
  static let scheduleName = Option<String>(
    "name", "NAME", naming: .scheduleName, help: "remember the schedule by this name",
    accepting: "up to 64 lower-case letters, digits, - and _, a letter or a digit first"
  ) { RememberedSchedule.isName($0) ? $0 : nil }
  /// Whether the schedule is forgotten.
  static let forget = Flag(
    "forget", help: "forget the schedule of this name, and remove its copy")
  /// Goes back to the version before.
  static let previous = Flag("previous", help: "go back to the version before, or forth again")
  /// Whether an older version replaces a newer one.
  static let force = Flag(
    "force", help: "keep a version that is older than the present one, or cut off")

  /// The address that the schedule has.
  static let url = Option<String>(
    "url", "URL", help: "the address of the schedule, for the links of konf export",
    accepting: "an address with http or https"
  ) { WebAddress.isAddress($0) ? $0 : nil }

  /// The options that say how a file is kept.
  static let optionsOfFiles = [
    scheduleName.definition, force.definition, CommonOption.month.definition,
    CommonOption.zone.definition,
  ]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "keep a schedule and show it from now on, list or switch",
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
          konf keeps a copy of FILE in the data folder, with --month and --zone if they are given, \
          and every command shows it from then on. FILE may be a folder; - is the standard input. \
          Without --name the name comes from the acronym or the title of the conference, or else from \
          the file. NAME is a remembered schedule to switch to: its name, the beginning of it, or the \
          acronym or the title of the conference; ./NAME is a file. Without both konf lists the \
          remembered schedules.
          """),
        .paragraph(
          """
          A newer version replaces a remembered schedule. What you marked follows its talks, and konf \
          prints what changed, starred talks first; konf diff shows all of it. konf use NAME --previous \
          goes back to the version before, with your marks, and forth again. konf undo does not revert \
          konf use: it is about marks. --name says which schedule FILE is a newer version of. Without --name it is the remembered \
          schedule that begins within half a year of FILE and has the same title, the same identifiers \
          or most of the same talks. konf refuses an older version without --force: a file that was \
          replaced before, or whose version is an earlier date or number. It also refuses a calendar \
          that is cut off. konf makes no network call: for a URL it prints the line to type.
          """),
        .paragraph(
          """
          --url keeps the address of a schedule, which Giggity needs to open it; konf export \
          --as giggity and --as qr use it.
          """),
      ],
      examples: [
        Example("konf use schedule.xml --name fosdem", "keep this schedule and show it"),
        Example("konf use -", "the same from a pipe: curl -sL 'URL' | konf use -"),
        Example(
          "konf use fosdem --url https://a.org/x", "where others find it"),
        Example("konf use", "the remembered schedules"),
        Example("konf use fosdem", "switch to one of them, such as fosdem-2026"),
        Example("konf use fosdem-2026 --previous", "the version before, if the new one is wrong"),
        Example("konf use fosdem-2026 --forget", "forget it"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { RememberedRecord.fieldNames }

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

  /// Refuses options that do not go together.
  private static func check(_ invocation: Invocation) throws(Failure) {
    if invocation.has(CommonOption.data.definition) {
      throw Failure(.usage, "use: --data is not taken; konf use FILE keeps a schedule")
    }
    let given = (optionsOfFiles + [url.definition]).first(where: invocation.has)
    guard let operand = invocation.operands.first else {
      let own = [forget, previous].first { invocation[$0] }?.definition
      if let given = own ?? given {
        throw Failure(.usage, "use: --\(given.name) needs a schedule; konf use lists them")
      }
      return
    }
    let options = invocation[scheduleName].map { " --name \($0)" } ?? ""
    if let failure = WebAddress.failure(for: operand, options: options) { throw failure }
  }
}
