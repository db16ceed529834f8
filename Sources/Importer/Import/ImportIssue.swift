// The issues of an import and their messages. RecordImport collects them in the ImportReport;
// CheckCommand converts them to findings. A message names the position, the found value and the
// expected value.

import Basics
import Schedule
public import SourceText
import XMLAndICalendar

/// A part of a file that was skipped, repaired or read in an unexpected way.
public struct ImportIssue: Equatable, Sendable, CustomStringConvertible {
  /// The kind of an issue, with the details for its message.
  public enum Kind: Equatable, Sendable {
    /// A field with an unknown name.
    ///
    /// The associated values are the name, its number of occurrences, and the nearest known name.
    case unknownField(name: String, count: Int, nearest: String?)
    /// An unknown object or list outside records.
    ///
    /// It may contain records. The associated values are the name, the number of occurrences, and
    /// the nearest known name.
    case unknownPart(name: String, count: Int, nearest: String?)
    /// Text between the elements of a record.
    case strayText(found: String)
    /// A repeated part of the file, read each time that it occurs.
    case repeatedPart(name: String)
    /// A readable value that violates the published schema of the format.
    case offSchema(field: String, found: String, expected: String)
    case unreadable(field: String, found: String, accepted: String)
    /// A repeated field of a record.
    ///
    /// The last occurrence is used.
    case repeatedField(name: String)
    /// A unique component that an earlier record already has.
    ///
    /// The component of the earlier record is used. The value `first` is the number of that record.
    case repeatedUnique(field: String, first: Int)
    /// A list element that is not a record.
    case noRecord(found: String)
    /// A record without an identifying field.
    case noKey(expected: String)
    /// A record with the key of an earlier record.
    ///
    /// The associated values are the key, and the number and the position of the first record with
    /// this key. The number and the position are nil if unknown.
    case repeatedKey(key: String, first: Int?, at: SourcePosition?)
    case impossibleDay(day: Int, month: String)
    case endBeforeStart
    /// An offset that contradicts the local time in the file.
    ///
    /// The associated values are the offset, the local time, and the venue's time according to the
    /// offset.
    case wrongOffset(String, clock: String, byOffset: String)
    /// A date that contradicts the local time next to it.
    ///
    /// The associated values are the time according to the date, the local time, and whether the
    /// local time is used.
    case contradiction(byDate: String, clock: String, usesClock: Bool)
    /// An ambiguous length.
    ///
    /// The associated values are the length if its first number means days, and the length if its
    /// first number means hours. The length in days is used.
    case unclearLength(String, or: String)
    case unknownZone(String)
    /// An unknown zone of a time, replaced by a similar zone.
    case guessedZone(String, used: String)
    /// An event that takes longer than a month.
    case longDuration(String)
    /// An unsupported part of a recurrence rule.
    ///
    /// Some times of the event are missing.
    case recurrence(part: String, accepted: String)
    /// A recurrence rule that yields no further times.
    case noRecurrence(rule: String)
    /// An event with too many occurrences.
    ///
    /// Only `read` occurrences are read, from the date `first` to the date `last`.
    case manyRecurrences(read: Int, first: String, last: String)
    /// An event that is skipped because the file contains a newer version of it.
    case superseded
    /// A record without a required field.
    case missing(field: String)
    /// A person whose biography differs from an earlier biography under the same name.
    case otherBiography(name: String)
    /// A person's record that is omitted.
    ///
    /// Talks refer only to another record with the same name.
    case otherRecord(name: String)
    /// A cancelled event that is skipped.
    case cancelled
    /// A user's ratings, stars and notes.
    ///
    /// They do not belong in a schedule. The associated value is the number of records that contain
    /// such marks.
    case marks(count: Int)
    /// A calendar with a whole conference as one event.
    ///
    /// The associated value is advice on where to find the talks.
    case wholeEvent(advice: String)
    /// A syntax error that did not stop the parser.
    case flaw(SourceError)
  }

  /// The kind of the issue.
  public let kind: Kind
  /// The position in the file.
  public let position: SourcePosition
  /// The number of the record in the file, starting at 1, or 0 for parts outside records.
  public let record: Int
  /// The key of the record, or nil if the record has none.
  public let key: String?

  /// True if the schedule lacks data from the file.
  ///
  /// The value is false if all data was read, even if some of it was repaired or unusual. Ignored
  /// biographies, and events that the file itself cancels or replaces, do not count as lost data.
  public var losesData: Bool {
    switch kind {
    case .unreadable, .unknownPart, .strayText, .repeatedField, .repeatedUnique, .noRecord, .noKey,
      .impossibleDay, .recurrence, .noRecurrence, .manyRecurrences, .marks, .wholeEvent, .flaw:
      true
    case .unknownField, .repeatedPart, .offSchema, .repeatedKey, .endBeforeStart, .wrongOffset,
      .contradiction, .unclearLength, .unknownZone, .guessedZone, .longDuration, .superseded,
      .missing, .otherBiography, .otherRecord, .cancelled:
      false
    }
  }

  /// The position, the record, the field and the problem, as a message.
  public var description: String {
    "\(place)\(kind.field.map { ", field \($0.quoted())" } ?? ""): \(kind.words)"
  }

  private var place: String {
    if record == 0 { return "\(position)" }
    return "\(position): item \(record)" + (key.map { " (\($0.visible))" } ?? "")
  }

  /// The field and the problem on one line, without the position and the record.
  package var message: String {
    let whole = (kind.field.map { "field \($0.quoted()): " } ?? "") + kind.words
    return whole.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "; ")
  }
}

extension ImportIssue.Kind {
  fileprivate var field: String? {
    switch self {
    case .offSchema(let field, _, _), .unreadable(let field, _, _), .repeatedUnique(let field, _):
      field
    default: nil
    }
  }

  fileprivate var words: String {
    switch self {
    case .unknownField(let name, let count, let nearest):
      let more = count > 1 ? "; it occurs \(count) times" : ""
      let hint = nearest.map { "\n  did you mean \($0.quoted())?" } ?? ""
      return "unknown field \(name.quoted())\(more)\(hint)"
    case .unknownPart(let name, let count, let nearest):
      let more = count > 1 ? "; it occurs \(count) times" : ""
      let hint = nearest.map { "\n  did you mean \($0.quoted())?" } ?? ""
      return "\(name.quoted()) is unknown; its content is skipped\(more)\(hint)"
    case .strayText(let found):
      return "the text \(found.quoted()) between elements is skipped"
    case .repeatedPart(let name):
      return "\(name.quoted()) occurs again; all occurrences are read"
    case .offSchema(_, let found, let expected):
      return "found \(found); the schema of the format expects \(expected)"
    case .unreadable(_, let found, let accepted):
      return "found \(found); expected \(accepted)"
    case .repeatedField(let name):
      return "field \(name.quoted()) occurs again; the last value is used"
    case .repeatedUnique(_, let first):
      return "the value already occurs in item \(first); it must be unique"
    case .noRecord(let found):
      return "found \(found); expected an object"
    case .noKey(let expected):
      return "no identifying field; expected \(expected)"
    case .repeatedKey(_, let first, let position):
      let place = position.map { " at \($0)" } ?? ""
      let other = first.map { "item \($0)\(place)" } ?? "another record"
      return "\(other) has the same key; both records are kept"
    case .impossibleDay(let day, let month):
      return "\(month) has no day \(day)"
    case .endBeforeStart:
      return "the end is before the start; the end is ignored"
    case .wrongOffset(let offset, let clock, let byOffset):
      return "the start is \(byOffset) by the offset \(offset), but \(clock) by the local time; "
        + "the local time is used"
    case .contradiction(let byDate, let clock, let usesClock):
      return "the start is \(byDate) by the date, but \(clock) by the local time; "
        + "the \(usesClock ? "local time" : "date") is used"
    case .unclearLength(let days, let clock):
      return """
        the length is ambiguous: \(days) if the first number means days, \(clock) if the last number \
        means seconds; \(days) is used
        """
    case .unknownZone(let name):
      return "the zone \(name.quoted()) is unknown; the zone of the venue is used"
    case .guessedZone(let name, let used):
      return "the zone \(name.quoted()) is unknown; it is read as \(used)"
    case .recurrence(let part, let accepted):
      return """
        some occurrences were left out because of the rule part \(part.quoted()); expected \
        \(accepted)
        """
    case .noRecurrence(let rule):
      return "the rule \(rule.quoted()) yields no further occurrences"
    case .manyRecurrences(let read, let first, let last):
      let times =
        read == 1 ? "1 occurrence, on \(first)" : "\(read) occurrences, from \(first) to \(last)"
      return "the event recurs too often; konf reads \(times)"
    case .superseded:
      return "the file has a newer version of this event; this version is left out"
    case .missing(let field):
      return "the field \(field.quoted()) is missing"
    case .otherBiography(let name):
      return "\(name.quoted()) has another biography here; the first biography is shown"
    case .otherRecord(let name):
      return "the talks refer to another record of \(name.quoted()); this record is left out"
    case .cancelled:
      return "the cancelled item is left out"
    case .marks(let count):
      let more = count > 1 ? " in \(count) records" : ""
      return "ratings, stars and notes do not belong to a schedule; skipped\(more)"
    case .wholeEvent(let advice):
      return "the file contains the conference as one event, without the talks; \(advice)"
    case .flaw(let error):
      return "\(error.message); \(error.consequence)"
    case .longDuration(let words):
      return "the event takes \(words); expected less than a month"
    }
  }
}

extension SourceError {
  fileprivate var consequence: String {
    switch kind {
    case .missingEnd: "the file is read up to this point"
    case .unexpected(_, .words(ICalendarExpectation.enclosingCalendar.rawValue)):
      "the component is read anyway"
    case .notUTF8: "the byte is shown as \u{fffd}"
    default: "skipped"
    }
  }
}
