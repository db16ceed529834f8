import Schedule
public import SourceText
import TextBasics

/// Something in a file that was not read as its author will have wanted.
public struct ImportIssue: Equatable, Sendable, CustomStringConvertible {
  /// What was found.
  public enum Kind: Equatable, Sendable {
    /// A field name that no converter knows, how often it comes, and the nearest known name.
    case unknownField(name: String, count: Int, nearest: String?)
    /// A part of the file that has an unknown name and contains others, how often it comes, and the
    /// nearest known name.
    case unknownPart(name: String, count: Int, nearest: String?)
    /// A text between the elements of a record.
    case strayText(found: String)
    /// A part of the file that is repeated; it is read each time.
    case repeatedPart(name: String)
    /// A value that is read although the published schema of the format does not allow it.
    case offSchema(field: String, found: String, expected: String)
    /// A value that cannot be read.
    case unreadable(field: String, found: String, accepted: String)
    /// A field that is twice in a record; the last one wins.
    case repeatedField(name: String)
    /// A component that one record of a file can have, in another record; the first one counts.
    case repeatedUnique(field: String, first: Int)
    /// An element of the list that is no record.
    case noRecord(found: String)
    /// A record with nothing that identifies it.
    case noKey(expected: String)
    /// A record with the key of an earlier one.
    case repeatedKey(key: String)
    /// A day that the month does not have.
    case impossibleDay(day: Int, month: String)
    /// A session that ends before it starts.
    case endBeforeStart
    /// A time whose offset contradicts the clock that is written beside it, with the time on that
    /// clock and the time at the venue by the offset.
    case wrongOffset(String, clock: String, byOffset: String)
    /// A time with a zone that is not known.
    case unknownZone(String)
    /// A time with a zone that is not known by this name, and is read as another.
    case guessedZone(String, used: String)
    /// An event that takes longer than a month.
    case longDuration(String)
    /// A part of an event's recurrence rule that is not read, so that its times are missing.
    case recurrence(part: String, accepted: String)
    /// A rule by which no other time of an event is found.
    case noRecurrence(rule: String)
    /// An event that is repeated too often: how many times are read, and the dates of the first and
    /// the last of these.
    case manyRecurrences(read: Int, first: String, last: String)
    /// An event that has a newer version in the file, so that this one is left out.
    case superseded
    /// A record without a field that it needs.
    case missing(field: String)
    /// A person whose biography differs from an earlier one under the same name.
    case otherBiography(name: String)
    /// An event that will not take place, which is left out.
    case cancelled
    /// Ratings, stars and notes of a user, which are no part of a schedule, with the number of
    /// their records.
    case marks(count: Int)
    /// A part of the text that belongs to no record and is passed over.
    case flaw(SourceError)
  }

  /// What was found.
  public let kind: Kind
  /// Its position in the file.
  public let position: SourcePosition
  /// The number of the record in the file, from 1; 0 for parts that belong to no record.
  public let record: Int
  /// The key of the record, if it has one.
  public let key: String?

  /// Whether the schedule lacks something that the file has: what was skipped or lost.
  ///
  /// It is false if everything is there, though repaired or unusual, for another biography of a
  /// person, and for events that the file itself withdraws, since they are cancelled or replaced.
  public var losesData: Bool {
    switch kind {
    case .unreadable, .unknownPart, .strayText, .repeatedField, .repeatedUnique, .noRecord, .noKey,
      .impossibleDay, .recurrence, .noRecurrence, .manyRecurrences, .marks, .flaw:
      true
    case .unknownField, .repeatedPart, .offSchema, .repeatedKey, .endBeforeStart, .wrongOffset,
      .unknownZone, .guessedZone, .longDuration, .superseded, .missing, .otherBiography,
      .cancelled:
      false
    }
  }

  /// Where, what was found, and what would have been accepted.
  public var description: String {
    "\(place)\(kind.field.map { ", field \($0.quoted())" } ?? ""): \(kind.words)"
  }

  private var place: String {
    if record == 0 { return "\(position)" }
    return "\(position): item \(record)" + (key.map { " (\($0.visible))" } ?? "")
  }

  /// What was found, without where, on one line.
  package var message: String {
    let whole = (kind.field.map { "field \($0.quoted()): " } ?? "") + kind.words
    return whole.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "; ")
  }
}

extension ImportIssue.Kind {
  /// The field whose value was found.
  fileprivate var field: String? {
    switch self {
    case .offSchema(let field, _, _), .unreadable(let field, _, _), .repeatedUnique(let field, _):
      field
    default: nil
    }
  }

  /// What was found, and what would have been accepted, without where.
  fileprivate var words: String {
    switch self {
    case .unknownField(let name, let count, let nearest):
      let more = count > 1 ? ", here and in \(count - 1) more" : ""
      let hint = nearest.map { "\n  did you mean \($0.quoted())?" } ?? ""
      return "unknown field \(name.quoted())\(more)\(hint)"
    case .unknownPart(let name, let count, let nearest):
      let more = count > 1 ? ", here and \(count - 1) more times" : ""
      let hint = nearest.map { "\n  did you mean \($0.quoted())?" } ?? ""
      return "\(name.quoted()) is not known; what it holds is skipped\(more)\(hint)"
    case .strayText(let found):
      return "the text \(found.quoted()) is between elements; it is skipped"
    case .repeatedPart(let name):
      return "\(name.quoted()) is here again; it is read each time"
    case .offSchema(_, let found, let expected):
      return "found \(found); the schema of the format expects \(expected)"
    case .unreadable(_, let found, let accepted):
      return "found \(found); expected \(accepted)"
    case .repeatedField(let name):
      return "field \(name.quoted()) is here again; the last one counts"
    case .repeatedUnique(_, let first):
      return "found it again after item \(first); expected it in one record"
    case .noRecord(let found):
      return "found \(found); expected an object"
    case .noKey(let expected):
      return "nothing says what it is; expected \(expected)"
    case .repeatedKey:
      return "another record has the same key; both are kept"
    case .impossibleDay(let day, let month):
      return "\(month) has no day \(day)"
    case .endBeforeStart:
      return "it ends before it starts; the end is left open"
    case .wrongOffset(let offset, let clock, let byOffset):
      return "by its offset \(offset) it starts at \(byOffset), by the clock beside it at "
        + "\(clock); the clock counts"
    case .unknownZone(let name):
      return "the zone \(name.quoted()) is not known; that of the venue counts"
    case .guessedZone(let name, let used):
      return "the zone \(name.quoted()) is not known; it is read as \(used)"
    case .recurrence(let part, let accepted):
      return "times are missing, since it comes again by \(part.quoted()); expected \(accepted)"
    case .noRecurrence(let rule):
      return "no other time of it is found by \(rule.quoted())"
    case .manyRecurrences(let read, let first, let last):
      let times =
        read == 1 ? "1 time, on \(first)" : "\(read) times, from \(first) to \(last)"
      return "it repeats too often; konf reads \(times)"
    case .superseded:
      return "the file has a newer version of it; this one is left out"
    case .missing(let field):
      return "it has no \(field)"
    case .otherBiography(let name):
      return "\(name.quoted()) has another biography here; the first one is shown"
    case .cancelled:
      return "it is cancelled and left out"
    case .marks(let count):
      let more = count > 1 ? ", here and in \(count - 1) more" : ""
      return "ratings, stars and notes are no part of a schedule; skipped\(more)"
    case .flaw(let error):
      return "\(error.message); \(error.consequence)"
    case .longDuration(let words):
      return "it takes \(words); expected less than a month"
    }
  }
}

extension SourceError {
  /// What happens with the faulty part of the text.
  fileprivate var consequence: String {
    switch kind {
    case .missingEnd: "it is read as far as it goes"
    case .unexpected(_, .iCalendar(.enclosingCalendar)): "it is read anyway"
    case .notUTF8: "it is shown as \u{fffd}"
    default: "skipped"
    }
  }
}
