package import ECSKit
import ECSReactive
package import Schedule

extension ImportIssue.Kind {
  /// The rule that the file breaks.
  package var rule: CheckRule {
    switch self {
    case .unknownField, .unknownPart: .unknownField
    case .unreadable, .strayText: .unreadable
    case .offSchema: .schema
    case .repeatedField, .repeatedPart: .repeatedField
    case .repeatedUnique: .repeatedUnique
    case .noRecord: .noRecord
    case .noKey: .noKey
    case .repeatedKey: .duplicate
    case .impossibleDay: .impossibleDay
    case .endBeforeStart: .endBeforeStart
    case .recurrence, .noRecurrence, .manyRecurrences: .recurrence
    case .cancelled, .superseded: .cancelled
    case .missing: .missingField
    case .flaw: .unreadable
    case .lyingOffset: .wrongOffset
    case .unknownZone, .guessedZone: .unknownZone
    case .longDuration: .length
    }
  }
}

extension ImportReport {
  /// Makes a finding of each issue, beside those of the checks and up to as many of each rule.
  ///
  /// - Parameters:
  ///   - context: The context of the schedule.
  ///   - skipped: The rules that do not matter.
  package func report(in context: Context, skipping skipped: Set<CheckRule> = []) {
    for issue in issues where !skipped.contains(issue.kind.rule) {
      context.report(
        issue.kind.rule,
        RecordPlace(record: issue.record, position: issue.position, key: issue.key), issue.message)
    }
  }
}

/// Gives each finding of a check the place of what it is about.
package struct PlaceFindings: ReactiveSystem {
  package let collector: Collector

  /// Creates the system.
  ///
  /// - Parameter context: A context in which entities have their `RecordPlace`.
  package init(_ context: Context) {
    collector = Collector(context.group(.all(Finding.self, FindingSubject.self)), .added)
  }

  package func execute(_ entities: [Entity]) {
    for finding in entities {
      guard let subject = finding[FindingSubject.self]?.entity else { continue }
      guard let place = subject[RecordPlace.self] else { continue }
      let key = subject[RecordKey.self]?.shownText
      finding.set(RecordPlace(record: place.record, position: place.position, key: key))
    }
  }
}
