import ECSKit
import Importer
import Schedule

/// `konf check [FILE]`: what is wrong with a schedule.
enum CheckCommand {
  static func run(_ session: inout Session) throws(Failure) {
    let (skipped, sharedPlaces) = try skipped(session)
    let context = session.programme.context
    session.imported.report.report(in: context, skipping: skipped)
    for note in session.imported.notes where !skipped.contains(note.rule) {
      context.createEntity(Finding(rule: note.rule, message: note.description))
    }
    let checks = session.programme.checks(skipping: skipped, sharedPlaces: sharedPlaces)
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

  /// The rules that are left out everywhere, and the places where overlaps are.
  private static func skipped(
    _ session: Session
  ) throws(Failure) -> (rules: Set<CheckRule>, sharedPlaces: Set<String>) {
    var rules: Set<CheckRule> = []
    var places: Set<String> = []
    for word in (session.invocation[.skip] ?? "").split(separator: ",") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let rule = try rule(String(parts[0]))
      if parts.count == 1 {
        rules.insert(rule)
      } else if rule == .overlap {
        places.formUnion(
          try Session.names(
            fitting: String(parts[1]), behind: .skip,
            among: session.programme.places(in: .all).map(\.name),
            kind: "place", lister: "konf locations"))
      } else {
        throw Failure(
          .usage,
          "--skip: found \(String(word).quoted()); only overlap is left out for a place alone")
      }
    }
    return (rules, places)
  }

  private static func rule(_ name: String) throws(Failure) -> CheckRule {
    if let rule = CheckRule(rawValue: name) { return rule }
    let nearest = NearestNames.of(name, among: CheckRule.allCases.map(\.rawValue))
    throw Failure(
      .usage, "--skip: found \(name.quoted()); expected names of rules, with commas between",
      nearest.isEmpty
        ? "konf help rules lists them"
        : "did you mean \(UsageError.listing(nearest, last: "or"))?")
  }
}

extension VenueNote {
  fileprivate var rule: CheckRule {
    switch self {
    case .assumed, .floating, .onlyUTC: .assumed
    case .contradicted: .wrongOffset
    case .unknownZone: .unknownZone
    case .overruled: .overruled
    }
  }
}
