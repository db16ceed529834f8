import CommandLine
import ECSKit
import Exchange
import Importer
import Marks
import Schedule

/// `konf export --as FORMAT`: writes the schedule as a file for other programs or for printing.
///
/// The output contains only the file, so notes about omitted facts go to standard error.
enum ExportCommand: ScheduleCommand {
  static let name = "export"

  static let format = Option<ExportFormat>("as", "FORMAT", help: "the format of the file")
  static let alarm = Option<Duration>(
    "alarm", "SPAN", help: "add a reminder this long before each event (ics)",
    accepting: "a length of time, such as 10m or 1h30m", parse: { Duration(typed: $0) })
  static let url = Option<String>(
    "url", "URL", help: "the address of the schedule, for links (giggity, qr, html)",
    accepting: "an address such as https://fosdem.org/2025/schedule/xml",
    parse: { text in
      let isPlain = text.utf8.allSatisfy { 0x21...0x7E ~= $0 } && text.utf8.count <= 1000
      return isPlain && PageAddress(text).map { !$0.page.isEmpty } ?? false ? text : nil
    })
  static let plan = Flag("plan", help: "only the sessions that konf plan chooses")
  static let abstracts = Flag(
    "abstracts",
    help: "include the abstracts of the talks (html, markdown)")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "export the schedule for other programs",
      options: [format.definition] + FilterOption.all + [
        plan.definition, alarm.definition, abstracts.definition, url.definition,
      ],
      conflicts: OptionConflict.between(
        plan.definition, [FilterOption.mine.definition, FilterOption.hidden.definition]),
      discussion: [
        .paragraph(
          """
          konf writes the file to standard output. The file contains the sessions that match the \
          filters, with their talks and your notes. It lacks the talks that you hid with konf hide.
          """),
        .list([
          HelpBlock.Entry(
            "ics",
            """
            a calendar with one event per session; the description lists its talks. If you import \
            a later version, your calendar app updates the events. Times are in UTC. With --mine, \
            the calendar includes your appointments. Only starred talks and appointments count as \
            busy time.
            """),
          HelpBlock.Entry(
            "html",
            """
            a page in one file, without scripts, to read offline or to print. A wide screen shows \
            the locations side by side.
            """),
          HelpBlock.Entry(
            "markdown", "headings and lists in CommonMark, for pandoc with -f commonmark"),
          HelpBlock.Entry(
            "csv",
            """
            a table for a spreadsheet, with one row for each talk and for each session without \
            talks. With --mine or --plan, it also has your appointments and free time, which konf \
            does not read back. konf puts an apostrophe before each cell that a spreadsheet could \
            read as a formula. In LibreOffice, choose UTF-8, commas and quotation marks, or pass \
            --infilter=CSV:44,34,76,1 to soffice.
            """),
          HelpBlock.Entry(
            "schedule.xml",
            """
            the format of Pentabarf, frab and pretalx, for apps such as Giggity and EventFahrplan. \
            See konf help formats for the data that this format cannot contain.
            """),
          HelpBlock.Entry("schedule.json", "the same in JSON, version 1"),
          HelpBlock.Entry(
            "json",
            """
            everything, for other programs and for konf: the conference, sessions with their \
            talks, people and locations. With --json, --jsonl or --tsv instead of --as, konf \
            prints the same output as konf timeline.
            """),
        ]),
        .paragraph(
          """
          These formats need --mine and export your stars to other apps. konf star --from reads \
          all of them except the QR code. Other apps show a maybe as a full star.
          """),
        .list([
          HelpBlock.Entry(
            "giggity",
            """
            a link that Giggity opens, with your starred and hidden talks. The link needs the \
            address of the schedule, from the file or from --url.
            """),
          HelpBlock.Entry(
            "qr", "the same link as a QR code; with --mine, the html page has the code, too"),
          HelpBlock.Entry("fosdem", "bookmarks.ics for FOSDEM Companion"),
          HelpBlock.Entry("eventfahrplan", "the JSON that EventFahrplan shares"),
        ]),
      ],
      examples: [
        Example("konf export --as ics > konf.ics", "a calendar for your phone"),
        Example(
          "konf export --as ics --track swift --alarm 10m",
          "the talks of a track, with reminders"),
        Example("konf export --as html > konf.html", "a page to read offline"),
        Example("konf export --as csv --day 2", "a table of the second day"),
        Example("konf export --mine --as fosdem > bookmarks.ics", "your stars for another app"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    let data = invocation.dataForm
    guard let form = invocation[format] ?? (data == nil ? nil : .json) else {
      let forms = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "export: --as is missing; use --as with one of \(forms)")
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
    if form.isChoice, !invocation[FilterOption.mine] {
      throw Failure(.usage, "export: --as \(form.rawValue) exports your stars; add --mine")
    }
    if invocation.has(url.definition), !form.hasLink || !invocation[FilterOption.mine] {
      let need: SafeText =
        form.hasLink ? "needs --mine" : "and --as \(form.rawValue) cannot be combined"
      throw Failure(.usage, "export: --url \(need)")
    }
    return RunInputs(
      source: ScheduleSource(invocation, environment.variables),
      prose: form.hasAbstracts(onRequest: invocation[abstracts]) ? .all : .none)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { SessionRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    if let form = run.invocation[format], form.isChoice { return try writeChoice(as: form, &run) }
    let plan = run.invocation[plan] ? run.plan() : nil
    let sessions = plan?.agenda.shown.map(\.entity) ?? run.listed
    run.noteIfEmpty(sessions, called: "sessions")
    if plan == nil, !run.isData { noteHidden(&run) }
    let exported = ExportedSchedule(sessions, of: run, plan: plan)
    switch run.invocation[format] ?? .json {
    case .json where run.isData: run.writeRecords(of: sessions, as: SessionRecord.init)
    case .json: run.streams.write(ScheduleDocument(sessions, of: run).json)
    case .csv:
      var export = CSVExport(exported)
      run.streams.write(export.document())
    case .ics: writeCalendar(exported, &run)
    case .html:
      var export = PageExport(
        exported, withAbstracts: run.invocation[abstracts], code: code(for: &run))
      run.streams.write(export.document())
    case .markdown:
      var export = MarkdownExport(exported, withAbstracts: run.invocation[abstracts])
      run.streams.write(export.document())
    case .scheduleXML: try write(exported, as: .xml, &run)
    case .scheduleJSON: try write(exported, as: .json, &run)
    case .giggity, .fosdem, .eventfahrplan, .qr: break
    }
  }

  /// Prints a note with the number of hidden talks that the export omits.
  ///
  /// Hidden sessions without talks are counted, too.
  private static func noteHidden(_ run: inout Run) {
    let schedule = run.schedule
    if schedule.hidden.isEmpty { return }
    let (asked, selection) = (run.asked, run.selection)
    let talkCount = schedule.talks.count {
      asked.contains(talk: $0) && !selection.contains(talk: $0)
    }
    let count =
      talkCount
      + schedule.sessions.count {
        asked.contains(session: $0) && !selection.contains(session: $0)
          && schedule.talks(in: $0).isEmpty
      }
    if count == 0 { return }
    let (noun, list): (SafeText, SafeText) =
      count == talkCount ? ("talk", "talks --hidden") : ("item", "timeline --hidden")
    run.streams.note(
      """
      export: \(count) hidden \(noun)\(count == 1 ? " is" : "s are") left out; \
      \(run.invocation.konf(list)) lists \(count == 1 ? "it" : "them")
      """)
  }

  private static func writeChoice(as form: ExportFormat, _ run: inout Run) throws(Failure) {
    let choice = ChoiceExport(run, address: run.invocation[url])
    if choice.isEmpty {
      run.noteIfEmpty([Entity](), called: "sessions")
      return
    }
    switch form {
    case .giggity: run.streams.write(ownDocument: Array("\(try choice.requiredLink())\n".utf8))
    case .qr: run.streams.write(try choice.codeLines())
    case .fosdem:
      run.streams.write(ownDocument: try choice.bookmarks(by: maker))
      let count = choice.talks.count { $0.number == nil }
      if count > 0 {
        let talks: SafeText = count == 1 ? "talk has" : "talks have"
        run.streams.note(
          """
          export: \(count) \(talks) no number, which FOSDEM Companion requires; left out of the file
          """)
      }
    default: run.streams.write(ownDocument: EventFahrplanFile.written(choice.talks))
    }
  }

  private static func write(
    _ exported: ExportedSchedule, as form: FrabDocument.Form, _ run: inout Run
  ) throws(Failure) {
    let document = FrabDocument(exported, as: form, version: Konf.version)
    let name: SafeText = form == .xml ? "schedule.xml" : "schedule.json"
    if document.isEmpty {
      throw Failure(.badData, "export: \(name) needs at least one session with a start")
    }
    switch form {
    case .json: run.streams.write(document.json)
    case .xml: run.streams.write(document.xml)
    }
    let lost = document.lost
    if lost.isEmpty { return }
    let list = lost.dropFirst().reduce(lost[0]) { "\($0), \($1)" }
    run.streams.note("export: \(name) cannot contain \(list); see konf help formats")
  }

  /// Returns the QR code for a page exported with `--mine`.
  ///
  /// The result is nil if nothing is starred or if the web address of the schedule is unknown.
  private static func code(for run: inout Run) -> QRCode? {
    guard run.invocation[FilterOption.mine] else { return nil }
    let choice = ChoiceExport(run, address: run.invocation[url])
    guard !choice.talks.isEmpty, let link = choice.link else { return nil }
    do throws(ExchangeError) {
      return try QRCode(link)
    } catch {
      run.streams.note("export: the page has no QR code: \(error.description)")
      return nil
    }
  }

  private static var maker: String { "konf//konf \(Konf.version)" }

  private static func writeCalendar(_ exported: ExportedSchedule, _ run: inout Run) {
    // The export always uses the current time, because --at must not make a calendar older than a
    // previously imported calendar.
    let isPlan = run.invocation[plan]
    let known = ExportedEvents(run.store, run.rule, isPlan: isPlan)
    var export = CalendarExport(
      exported, EventNumbers(run.store, at: run.environment.now), after: known,
      at: run.environment.now, alarm: run.invocation[alarm], maker: maker)
    let planned = isPlan || run.invocation[FilterOption.mine] ? run.schedule.appointments : []
    let appointments = planned.filter { entity in
      entity[Appointment.self].map(run.selection.contains) ?? false
    }
    // The log lists only starred talks. The list of exported events contains all talks that a
    // calendar has.
    let cancelled =
      known?.isFirst ?? true
      ? run.schedule.cancelled.filter { $0.has(Star.self) }.compactMap { $0[CancelledTalk.self] }
      : []
    run.streams.write(
      export.document(
        with: appointments, cancelled.filter { run.selection.contains($0) }))
    if let events = export.events { store(events, &run) }
    if export.leftOut > 0 {
      let sessions: SafeText = export.leftOut == 1 ? "session has" : "sessions have"
      run.streams.note(
        "export: \(export.leftOut) \(sessions) no known start; left out of the calendar")
    }
    if export.cutCount > 0 {
      let texts: SafeText = export.cutCount == 1 ? "abstract is" : "abstracts are"
      run.streams.note(
        "export: \(export.cutCount) \(texts) cut after \(CalendarExport.mostOfAbstract) characters")
    }
  }

  private static func store(_ events: ExportedEvents, _ run: inout Run) {
    if events.isDamaged {
      run.streams.note(
        "export: the list of exported events is damaged; calendars may keep old events")
    }
    if let problem = events.write(to: run.log, at: run.environment.now) {
      run.streams.note(
        """
        export: cannot store the list of exported events: \(problem); calendars may keep old events
        """)
    }
  }
}
