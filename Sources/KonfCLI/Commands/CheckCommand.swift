import ECSKit
import Importer
import Schedule

/// `konf check [FILE]`: what is wrong with a schedule.
enum CheckCommand {
  static func run(_ session: inout Session) throws(Failure) {
    let skipped = try skippedRules(session.invocation)
    let context = session.programme.context
    session.imported.report.report(in: context, skipping: skipped)
    for note in session.imported.notes where !skipped.contains(note.rule) {
      context.createEntity(Finding(rule: note.rule, message: note.description))
    }
    let checks = session.programme.checks(skipping: skipped)
    checks.add(PlaceFindings(context))
    do throws(LoopError) { try checks.execute() } catch {
      throw Failure(.fault, "check: \(error.description)")
    }
    let findings = CheckFindings(session.programme)
    if session.isJSON {
      session.streams.write(.array(findings.records))
    } else {
      var page = Page(session)
      page.findings(findings, of: session.source)
      session.streams.write(page.lines)
    }
    if findings.count(.error) > 0 { session.status = .notFound }
  }

  private static func skippedRules(_ invocation: Invocation) throws(Failure) -> Set<CheckRule> {
    var skipped: Set<CheckRule> = []
    for word in (invocation[.skip] ?? "").split(separator: ",") {
      let name = String(word)
      guard let rule = CheckRule(rawValue: name) else {
        let names = CheckRule.allCases.map(\.rawValue)
        let nearest = NearestNames.of(name, among: names)
        throw Failure(
          .usage, "--skip: found \(name.quoted()); expected names of rules, with commas between",
          nearest.isEmpty
            ? "konf help rules lists them"
            : "did you mean \(UsageError.listing(nearest, last: "or"))?")
      }
      skipped.insert(rule)
    }
    return skipped
  }
}

extension VenueNote {
  fileprivate var rule: CheckRule {
    switch self {
    case .assumed, .floating: .assumed
    case .contradicted: .wrongOffset
    case .unknownZone: .unknownZone
    case .overruled: .overruled
    }
  }
}
