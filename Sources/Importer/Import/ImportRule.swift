package import Schedule

/// A rule that an import checks.
///
/// The raw value is the name of the rule in findings.
package enum ImportRule: String, Sendable, CaseIterable {
  case noRecord = "no-record"
  case noKey = "no-key"
  case unreadable
  case unknownField = "unknown-field"
  case repeatedField = "repeated-field"
  case repeatedUnique = "repeated-unique"
  case duplicate
  case missingField = "missing-field"
  case impossibleDay = "impossible-day"
  case endBeforeStart = "end-before-start"
  case wrongOffset = "wrong-offset"
  case contradiction = "start-time"
  case unknownZone = "unknown-zone"
  case recurrence
  case wholeEvent = "whole-event"
  case biography
  case cancelled
  case marks
  case assumed
  case overruled
  case schema

  package var rule: CheckRule {
    let (severity, meaning) = facts
    return CheckRule(severity, rawValue, meaning)
  }

  private var facts: (CheckRule.Severity, String) {
    switch self {
    case .noRecord: (.error, "an element of the list is not an object")
    case .noKey: (.error, "a record lacks the field that identifies it")
    case .unreadable: (.error, "a value has the wrong type or form for its field")
    case .unknownField: (.warning, "a field has an unknown name")
    case .repeatedField: (.warning, "a record has the same field twice")
    case .repeatedUnique: (.warning, "two records share a value that must be unique")
    case .duplicate: (.error, "two records have the same identifier or name")
    case .missingField: (.warning, "a record lacks a required field")
    case .impossibleDay: (.error, "the month has no such day")
    case .endBeforeStart: (.error, "a session ends before it starts")
    case .wrongOffset: (.warning, "an offset or a zone contradicts the times of the venue")
    case .contradiction: (.error, "the date and the start of an event disagree")
    case .unknownZone: (.warning, "a zone has an unknown name")
    case .recurrence: (.warning, "an event recurs too often, or by a rule that is not supported")
    case .wholeEvent: (.warning, "the calendar has the conference as one event, without its talks")
    case .biography: (.note, "a person has more than one biography or record")
    case .cancelled: (.note, "an event is cancelled or replaced, and was left out")
    case .marks: (.note, "the file has ratings, stars or notes, which are skipped")
    case .assumed: (.note, "the month or the zone is missing")
    case .overruled: (.warning, "an option is ignored because the file says otherwise")
    case .schema: (.warning, "a value is readable, but violates the published schema of the format")
    }
  }
}
