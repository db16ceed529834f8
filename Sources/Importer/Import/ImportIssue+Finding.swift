package import ECSKit
import ECSReactive
package import Schedule

extension ImportIssue.Kind {
  package var rule: CheckRule {
    switch self {
    case .unknownField, .unknownPart: ImportRule.unknownField.rule
    case .unreadable, .strayText: ImportRule.unreadable.rule
    case .offSchema: ImportRule.schema.rule
    case .repeatedField, .repeatedPart: ImportRule.repeatedField.rule
    case .repeatedUnique: ImportRule.repeatedUnique.rule
    case .noRecord: ImportRule.noRecord.rule
    case .noKey: ImportRule.noKey.rule
    case .repeatedKey: ImportRule.duplicate.rule
    case .impossibleDay: ImportRule.impossibleDay.rule
    case .endBeforeStart: ImportRule.endBeforeStart.rule
    case .recurrence, .noRecurrence, .manyRecurrences: ImportRule.recurrence.rule
    case .cancelled, .superseded: ImportRule.cancelled.rule
    case .otherBiography, .otherRecord: ImportRule.biography.rule
    case .marks: ImportRule.marks.rule
    case .missing: ImportRule.missingField.rule
    case .wholeEvent: ImportRule.wholeEvent.rule
    case .flaw: ImportRule.unreadable.rule
    case .wrongOffset: ImportRule.wrongOffset.rule
    case .contradiction: ImportRule.contradiction.rule
    case .unknownZone, .guessedZone: ImportRule.unknownZone.rule
    // The check of the schedule covers durations as well.
    case .longDuration, .unclearLength: .length
    }
  }
}

extension ImportReport {
  /// Creates a finding for each issue, up to the maximum number of findings per rule.
  package func report(in context: Context, skipping skipped: Set<CheckRule> = []) {
    for issue in issues where !skipped.contains(issue.kind.rule) {
      context.report(
        issue.kind.rule,
        RecordPosition(record: issue.record, position: issue.position, key: issue.key),
        issue.message)
    }
  }
}

/// A system that sets the `RecordPosition` of each finding to the position of its subject.
package struct PositionFindings: ReactiveSystem {
  /// The name of the system, as a literal.
  ///
  /// Computing the name of a type takes as long as setting all positions.
  package let name = "PositionFindings"
  package let collector: Collector

  package init(_ context: Context) {
    collector = Collector(context.group(.all(Finding.self, FindingSubject.self)), .added)
  }

  package func execute(_ entities: [Entity]) {
    for finding in entities {
      guard let subject = finding[FindingSubject.self]?.entity else { continue }
      guard let place = subject[RecordPosition.self] else { continue }
      let key = subject[RecordKey.self]?.shownText
      finding.set(RecordPosition(record: place.record, position: place.position, key: key))
    }
  }
}
