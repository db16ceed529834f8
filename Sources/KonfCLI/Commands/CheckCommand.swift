import ECSKit
import ECSReactive
import Importer
import Schedule
import TextBasics

/// `konf check [FILE...]`: mistakes in schedules.
enum CheckCommand {
  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    var records: [JSONOutput] = []
    var text = Answer()
    var status = ExitStatus.success
    do throws(Failure) {
      for file in try files(invocation) {
        do throws(Failure) {
          let run = try Run(file, environment, &streams)
          let findings = try findings(of: run)
          let isBad =
            findings.count(.error) > 0
            || invocation.has(.strict) && findings.count(.warning) > 0
          if isBad, status == .success { status = .notFound }
          records += findings.records(of: run.source)
          var page = Page(run)
          page.findings(findings, of: run.source)
          if !text.isEmpty { text.add(Line(), streams.presentation) }
          text.add(page.text)
          streams = run.streams
        } catch  where error.status != .usage {
          // The other files are checked all the same.
          for message in error.messages { streams.note(message, .error) }
          if status == .success || status == .notFound { status = error.status }
        }
      }
    } catch {
      for message in error.messages { streams.note(message, .error) }
      return streams.finished(error.status)
    }
    if invocation.has(.json) {
      // An empty list would say that nothing is wrong with what could not be read.
      let isAnswer = status == .success || status == .notFound || !records.isEmpty
      if isAnswer { streams.write(.array(records)) }
    } else {
      streams.write(text)
    }
    return streams.finished(status)
  }

  /// The command for each file alone.
  private static func files(_ invocation: Invocation) throws(Failure) -> [Invocation] {
    if invocation.operands.count(where: { $0 == "-" }) > 1 {
      throw Failure(.usage, "check: the standard input is named twice; expected it once")
    }
    if invocation.operands.count < 2 { return [invocation] }
    return invocation.operands.map {
      Invocation("check", operands: [$0], options: invocation.options)
    }
  }

  private static func findings(of run: Run) throws(Failure) -> CheckFindings {
    let (skipped, sharedPlaces) = try skipped(run)
    let context = run.programme.context
    run.imported.report.report(in: context, skipping: skipped)
    for note in run.imported.notes where !skipped.contains(note.rule) {
      context.createEntity(Finding(rule: note.rule, message: note.message))
    }
    let checks = run.programme.checks(skipping: skipped, sharedPlaces: sharedPlaces)
    checks.add(PlaceFindings(context))
    do throws(LoopError) { try checks.execute() } catch {
      throw Failure(.fault, "check: \(error.description)")
    }
    return CheckFindings(run.programme)
  }

  /// Returns the rules to skip, and the locations at which overlaps are skipped.
  private static func skipped(
    _ run: Run
  ) throws(Failure) -> (rules: Set<CheckRule>, sharedPlaces: Set<String>) {
    var rules: Set<CheckRule> = []
    var places: Set<String> = []
    for word in (run.invocation[.skip] ?? "").split(separator: ",") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let rule = try rule(String(parts[0]))
      if parts.count == 1 {
        rules.insert(rule)
      } else if rule == .overlap {
        places.formUnion(
          try Run.names(
            fitting: String(parts[1]), behind: .skip,
            among: run.programme.places(in: .all).map(\.name),
            kind: "location", lister: "konf locations"))
      } else {
        throw Failure(
          .usage,
          "--skip: found \(String(word).quoted()); only overlap can be skipped at one location")
      }
    }
    return (rules, places)
  }

  private static func rule(_ name: String) throws(Failure) -> CheckRule {
    if let rule = CheckRule.named(name) { return rule }
    let nearest = NearestNames.of(name, among: CheckRule.all.map(\.name))
    throw Failure(
      .usage, "--skip: found \(name.quoted()); expected names of rules, with commas between",
      nearest.isEmpty
        ? "konf help rules lists them"
        : "did you mean \(UsageError.listing(nearest, last: "or"))?")
  }
}
