import Basics
import CommandLine
import ECSKit
import ECSReactive
import Importer
import Marks
import Schedule

/// `konf check [FILE...]`: finds mistakes in schedules.
///
/// If a file is unreadable, the other files are still checked. Each file is a separate run, so that
/// its memory can be freed.
enum CheckCommand: Command {
  static let name = "check"

  /// The rules to skip, each at all locations or only at one location.
  static let skip = Option<[String]>(
    "skip", "RULE,...", naming: .rules, help: "skip these rules; see konf help rules",
    accepting: "names of rules"
  ) { $0.split(separator: ",").map(String.init) }
  static let strict = Flag("strict", help: "also exit with status 1 if there is a warning")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "find mistakes in a schedule (for organizers)",
      operands: [OperandDefinition("FILE...", .optional, naming: .schedule, takesWords: true)],
      options: [skip.definition, strict.definition],
      discussion: [
        .paragraph(
          """
          Each finding begins with file, line and column, so that your editor can jump there, and \
          ends with the name of its rule. FILE can be - for standard input. Without FILE, konf \
          checks the schedule that the other commands show.
          """),
        .paragraph(
          """
          konf check exits with status 1 if it finds an error; with --strict, also if it finds a \
          warning. Use konf help rules to list the rules.
          """),
        .paragraph(
          """
          --skip overlap=LOCATION allows several sessions at the same time at this location. \
          LOCATION is the name of a location or part of it.
          """),
      ],
      examples: [
        Example("konf check schedule.json", "list all findings"),
        Example(
          "konf check --strict day1.json day2.json", "for a script that runs before you publish"),
        Example("konf check schedule.json --skip overlap,placeholder", "skip two rules"),
        Example("konf check schedule.json --skip overlap=foyer", "allow overlaps in the foyer"),
        Example("konf check --json", "the findings as JSON"),
      ])
  }

  static func fieldNames(of invocation: Invocation) -> [String] { FindingRecord.fieldNames }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    var records: [FindingRecord] = []
    var text = Answer()
    var status = ExitStatus.success
    do throws(Failure) {
      let sources = try sources(invocation, environment)
      for (place, source) in sources.enumerated() {
        do throws(Failure) {
          let inputs = RunInputs(source: source, ratings: .unread, notesIssues: false)
          let run = try RunLog.reading(invocation, environment, &streams) {
            (log, streams) throws(Failure) in
            try Run(invocation, inputs, environment, &streams, log: log)
          }
          // When a schedule is freed, the next one can use its memory. Only the last schedule is
          // retained.
          if place == sources.count - 1 { environment.keep(run.schedule.context) }
          let findings = try findings(of: run)
          let isBad =
            findings.count(.error) > 0
            || invocation[strict] && findings.count(.warning) > 0
          if isBad, status == .success { status = .notFound }
          records += findings.records(of: run.source)
          var page = Page(run)
          page.findings(findings, of: run.source)
          if !text.isEmpty { text.add(Line(), streams.presentation) }
          text.add(page.text)
          streams = run.streams
        } catch  where error.status != .usage {
          // The other files must still be checked.
          for message in error.messages { streams.note(message, .error) }
          if status == .success || status == .notFound { status = error.status }
        }
      }
    } catch {
      return streams.finished(error)
    }
    if streams.presentation.data != nil {
      // An empty list would mean that an unreadable file has no mistakes.
      let isAnswer = status == .success || status == .notFound || !records.isEmpty
      if isAnswer { streams.write(records) }
    } else {
      streams.write(text)
    }
    return streams.finished(status)
  }

  private static func sources(
    _ invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> [ScheduleSource] {
    if invocation.operands.count(where: { $0 == "-" }) > 1 {
      throw Failure(.usage, "check: standard input (-) is named twice; name it once")
    }
    if invocation.operands.isEmpty { return [ScheduleSource(invocation, environment.variables)] }
    return invocation.operands.map(ScheduleSource.init(path:))
  }

  private static func findings(of run: Run) throws(Failure) -> CheckFindings {
    let (skipped, sharedLocations) = try skipped(run)
    let context = run.schedule.context
    run.imported.report.report(in: context, skipping: skipped)
    for note in run.imported.notes where !skipped.contains(note.rule) {
      context.createEntity(Finding(rule: note.rule, message: note.message))
    }
    let checks = run.schedule.checks(skipping: skipped, sharedLocations: sharedLocations)
    checks.add(PositionFindings(context))
    do throws(LoopError) { try checks.execute() } catch {
      throw Failure(.fault, "check: \(error.description)")
    }
    return CheckFindings(run.schedule)
  }

  /// Returns the rules to skip, and the locations where overlaps are skipped.
  private static func skipped(
    _ run: Run
  ) throws(Failure) -> (rules: Set<CheckRule>, sharedLocations: Set<String>) {
    var rules: Set<CheckRule> = []
    var locations: Set<String> = []
    for word in run.invocation[skip] ?? [] {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let rule = try rule(String(parts[0]))
      if parts.count == 1 {
        rules.insert(rule)
      } else if rule == .overlap {
        locations.formUnion(
          try Run.names(
            fitting: String(parts[1]), behind: skip.definition,
            among: run.schedule.locations(in: .all).map(\.name),
            kind: "location", lister: run.invocation.konf("\(LocationsCommand.name)")))
      } else {
        throw Failure(
          .usage,
          "--skip: \(word.quoted()) cannot be skipped for a location; only overlap can")
      }
    }
    return (rules, locations)
  }

  private static func rule(_ name: String) throws(Failure) -> CheckRule {
    if let rule = CheckRule.named(name) { return rule }
    let nearest = NearestNames.of(name, among: CheckRule.all.map(\.name))
    throw Failure(
      .usage, "--skip: unknown rule \(name.quoted()); use names of rules, separated by commas",
      nearest.isEmpty
        ? "list the rules with konf help rules"
        : "did you mean \(UsageError.listing(nearest, last: "or"))?")
  }
}
