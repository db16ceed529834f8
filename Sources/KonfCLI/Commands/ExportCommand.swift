import CommandLine
import ECSKit
import Schedule

/// `konf export --as FORMAT`: the schedule as a file for other programs and for paper.
enum ExportCommand: ScheduleCommand {
  static let name = "export"

  /// The form of the file.
  static let format = Option<ExportFormat>("as", help: "the form of the file")
  /// How long before each event a calendar reminds of it.
  static let alarm = Option<Duration>(
    "alarm", "SPAN", help: "remind so long before each event (ics)",
    accepting: "a length of time, such as 10m or 1h30m", parse: { Duration(typed: $0) })
  /// Whether abstracts are in a page.
  static let abstracts = Flag("abstracts", help: "with the abstracts of the talks (html, markdown)")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the schedule as a file for other programs",
      options: [format.definition] + FilterOption.all + [alarm.definition, abstracts.definition],
      discussion: [
        .paragraph(
          """
          The file goes to the standard output. It has the sessions that the filters let through, \
          with their talks and what you noted about them.
          """),
        .list([
          HelpBlock.Entry(
            "ics",
            """
            a calendar: an event for each session, with its talks in the description. A calendar \
            that imports a later version changes the events that it has. Times are in UTC. With \
            --mine it also has your appointments.
            """),
          HelpBlock.Entry(
            "html",
            """
            a page in one file, without scripts, to read without a network or to print: a list, \
            and on a wide screen locations beside each other
            """),
          HelpBlock.Entry("markdown", "headings and lists"),
          HelpBlock.Entry(
            "csv",
            """
            a table for a spreadsheet: a row for each talk, and for each session without talks. \
            A cell that would be a formula begins with an apostrophe.
            """),
          HelpBlock.Entry(
            "json",
            """
            all of it for other programs, and for konf, which reads it: the conference, sessions \
            with their talks, people and locations. With --json, --jsonl or --tsv it is what \
            konf timeline prints.
            """),
        ]),
      ],
      examples: [
        Example("konf export --as ics > konf.ics", "a calendar for the phone"),
        Example("konf export --as ics --track swift --alarm 10m", "some talks, with reminders"),
        Example("konf export --as html > konf.html", "a page for the plane"),
        Example("konf export --as csv --day 2", "a table of the second day"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    let data = CommonOption.dataForms.first { invocation.has($0) }
    guard let form = invocation[format] ?? (data == nil ? nil : .json) else {
      throw Failure(.usage, "export: --as is missing; expected \(format.definition.usage)")
    }
    if let data, form != .json {
      throw Failure(.usage, "export: --\(data.name) and --as \(form.rawValue) cannot be combined")
    }
    if invocation[alarm] != nil, form != .ics {
      throw Failure(.usage, "export: --alarm and --as \(form.rawValue) cannot be combined")
    }
    if invocation[abstracts], !form.hasOptionalAbstracts {
      throw Failure(.usage, "export: --abstracts and --as \(form.rawValue) cannot be combined")
    }
    return RunInputs(source: ScheduleSource(invocation, environment.variables))
  }

  static func fieldNames(of invocation: Invocation) -> [String] { SessionRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let sessions = run.listed
    run.noteIfEmpty(sessions, called: "sessions")
    let exported = ExportedSchedule(sessions, of: run)
    switch run.invocation[format] ?? .json {
    case .json where run.isData: run.writeRecords(of: sessions, as: SessionRecord.init)
    case .json: run.streams.write(ScheduleDocument(sessions, of: run).json)
    case .csv:
      var export = CSVExport(exported)
      run.streams.write(export.document())
    case .ics: writeCalendar(exported, &run)
    case .html:
      var export = PageExport(exported, withAbstracts: run.invocation[abstracts])
      run.streams.write(export.document())
    case .markdown:
      var export = MarkdownExport(exported, withAbstracts: run.invocation[abstracts])
      run.streams.write(export.document())
    }
  }

  private static func writeCalendar(_ exported: ExportedSchedule, _ run: inout Run) {
    // The clock itself, since --at must not make a calendar older than one that was imported before.
    var export = CalendarExport(
      exported, at: run.environment.now, alarm: run.invocation[alarm])
    let planned = run.invocation[FilterOption.mine] ? run.schedule.appointments : []
    let appointments = planned.compactMap { $0[Appointment.self] }
    let cancelled = run.schedule.cancelled.filter { $0.has(Star.self) }
      .compactMap { $0[CancelledTalk.self] }
    run.streams.write(
      export.document(
        with: appointments.filter { run.selection.contains($0) },
        cancelled.filter { run.selection.contains($0) }))
    if export.leftOut > 0 {
      let sessions: SafeText = export.leftOut == 1 ? "session has" : "sessions have"
      run.streams.note(
        "export: \(export.leftOut) \(sessions) no known start and cannot be in a calendar")
    }
  }
}
