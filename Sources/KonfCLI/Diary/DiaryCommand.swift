import Basics
import CommandLine
import ECSKit
import Exchange
import Marks
import Schedule

/// `konf diary`: the talks that the user attended, missed, rated or wrote notes about.
///
/// The diary depends only on the marks and the current time; the attendance is inferred. konf makes
/// no network calls, so the user must download the list of recordings.
enum DiaryCommand: ScheduleCommand {
  static let name = "diary"

  static let form = Option<ExportFormat>(
    "as", "FORMAT", help: "write a file in this format: markdown or ics")
  private static let forms: [ExportFormat] = [.markdown, .ics]
  static let recordings = Option<String>(
    "recordings", "FILE", naming: .file,
    help: "add the recordings in this file from media.ccc.de")
  static let missed = Flag("missed", help: "show only talks that you missed or may have missed")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the talks that you starred, attended, rated or added a note to",
      options: [form.definition, recordings.definition, missed.definition]
        + FilterOption.choosing + [FilterOption.exitStatus.definition],
      discussion: [
        .paragraph(
          """
          The diary lists the talks and sessions that you starred, rated or added a note to, and \
          your appointments. Items that have not begun are not listed. konf infers your \
          attendance. A talk that you rated counts as attended. A starred talk also counts as \
          attended, unless there is stronger evidence for another item at the same time. A rating \
          is stronger evidence than a star. A star or an appointment is stronger evidence than a \
          star with --maybe. If the evidence for two simultaneous items is equal, konf cannot \
          tell which of them you attended.
          """),
        .paragraph(
          """
          --recordings reads a list of recordings that you downloaded from media.ccc.de. konf \
          makes no network calls; konf diary --missed prints the curl command that downloads the \
          list. A recording belongs to the talk with the same guid. If no talk has this guid, the \
          title and the people must match exactly one talk.
          """),
      ],
      examples: [
        Example("konf diary", "day by day"),
        Example("konf diary --as markdown > diary.md", "save the diary for your notes"),
        Example("konf diary --as ics > diary.ics", "journal entries for a calendar"),
        Example("konf diary --missed --recordings 38c3.json", "missed talks that you can watch"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    let data = invocation.dataForm
    if let data, let form = invocation[form] {
      throw Failure(.usage, "diary: --\(data.name) and --as \(form.rawValue) cannot be combined")
    }
    if let form = invocation[form], !forms.contains(form) {
      throw Failure(
        .usage, "diary: --as \(form.rawValue) works only with konf export; use markdown or ics")
    }
    let source = ScheduleSource(invocation, environment.variables)
    if invocation[recordings] == "-", source == .standardInput {
      throw Failure(.usage, "diary: standard input is already used for the schedule")
    }
    return RunInputs(source: source)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { DiaryRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let finder = try run.invocation[recordings].map { (word) throws(Failure) in
      RecordingFinder(try read(word, run), in: run.schedule)
    }
    let diary = ConferenceDiary(of: run.schedule, in: run.selection, until: run.now)
    let entries = diary.entries.filter { entry in
      !run.invocation[missed] || entry.attendance == .missed || entry.attendance == .unclear
    }
    let schedule = run.schedule
    func watchable(_ entity: Entity) -> [Recording] {
      guard let found = finder?.recordings else { return [] }
      return ([entity] + schedule.talks(in: entity)).uniqued.compactMap { found[$0] }
    }
    note(diary, finder, &run)
    run.judge(isEmpty: entries.isEmpty)
    if run.isData {
      let context = RecordContext(run)
      return run.streams.write(entries) {
        DiaryRecord($0, watchable($0.entity).map(\.page), context)
      }
    }
    let document = DiaryDocument(entries, recordings: watchable, of: run)
    switch run.invocation[form] {
    case .markdown: run.streams.write(document.markdown)
    case .ics:
      // Even with --at, this is the current time, as in konf export. So a newer calendar always
      // replaces an older one.
      run.streams.write(
        document.calendar(at: run.environment.now, by: "konf//konf \(Konf.version)"))
    default:
      if entries.isEmpty {
        guard let reason = whyEmpty(diary, run) else {
          return run.noteIfEmpty(entries, called: "marks")
        }
        return run.streams.note(reason)
      }
      var page = Page(run)
      page.title()
      page.diary(entries) { entity in
        watchable(entity).map { recording in
          let link = Line("\(recording.page)").linked(
            to: run.presentation.linksOutput ? Hyperlink(recording.page) : nil)
          return "\("recording:", .note) \(link)\(recording.lengthInBrackets)"
        }
      }
      run.streams.write(page.text)
    }
  }

  /// Returns the reason why the diary is empty, or nil if it is the filters.
  private static func whyEmpty(_ diary: ConferenceDiary, _ run: Run) -> SafeText? {
    if run.invocation[missed], !diary.entries.isEmpty {
      return "you missed none of your starred talks"
    }
    if diary.aheadCount > 0 { return "nothing that you marked has begun yet" }
    return run.selection.isLimited ? nil : "you have no stars, ratings or notes yet"
  }

  private static func note(
    _ diary: ConferenceDiary, _ finder: RecordingFinder?, _ run: inout Run
  ) {
    if diary.aheadCount > 0 {
      let count = SafeText.counted(diary.aheadCount, "entry has", "entries have")
      run.streams.note(
        "\(count) not begun yet; \(run.invocation.konf("agenda")) shows upcoming talks")
    }
    if let finder, finder.strayCount > 0 {
      let count = SafeText.counted(finder.strayCount, "recording matches", "recordings match")
      run.streams.note("\(count) no talk or several talks of this schedule")
    }
    if finder == nil, run.invocation[missed], !run.isData {
      let name = run.schedule.context[Acronym.self]?.text.lowercased() ?? "NAME"
      let address = "https://api.media.ccc.de/public/conferences/\(name)"
      run.streams.note(
        """
        to look for recordings on media.ccc.de: curl -sL \(address.shellWord) | \
        \(run.invocation.konf("diary --missed --recordings -"))
        """)
    }
  }

  private static func read(_ word: String, _ run: Run) throws(Failure) -> [Recording] {
    if WebAddress.isAddress(word) {
      throw Failure(
        .usage, "diary: konf makes no network calls; read the recordings with:",
        "curl -sL \(word.shellQuoted) | \(run.invocation.konf("diary --recordings -"))")
    }
    let name: SafeText = word == "-" ? "standard input" : "\(word)"
    let bytes: [UInt8]
    do throws(InputError) {
      bytes =
        word == "-"
        ? try run.environment.readStandardInput()
        : try FileReader(word, accepting: .all).readAll(limit: RecordingList.limit)
    } catch {
      throw Failure(.noInput, "diary: \(name): \(error.reason)")
    }
    do throws(ExchangeError) {
      return try RecordingList.read(bytes)
    } catch {
      throw Failure(.badData, "diary: \(name): \(error.description)")
    }
  }
}
