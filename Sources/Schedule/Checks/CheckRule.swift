/// What a schedule is checked for.
///
/// The raw value is the name that findings carry and users type.
package enum CheckRule: String, Sendable, CaseIterable {
  // MARK: What was found while the file was read

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
  case unknownZone = "unknown-zone"
  case recurrence
  case cancelled
  case assumed
  case overruled
  case schema

  // MARK: What systems find

  case unknownSlot = "unknown-slot"
  case unknownSpeaker = "unknown-speaker"
  case unknownPlace = "unknown-place"
  case unusedPlace = "unused-place"
  case talkNumbers = "talk-numbers"
  case untitled
  case length
  case overlap
  case doubleBooking = "double-booking"
  case placeholder
  case link
  case controlCharacters = "control-characters"

  /// How bad a finding is.
  package enum Severity: String, Sendable, CaseIterable {
    /// The schedule says something that cannot be.
    case error
    /// It is likely not meant so.
    case warning
    /// It is good to know.
    case note
  }

  /// How bad it is if the rule is broken.
  package var severity: Severity {
    switch self {
    case .noRecord, .noKey, .unreadable, .duplicate, .impossibleDay, .endBeforeStart,
      .unknownSlot, .unknownSpeaker, .unknownPlace:
      .error
    case .missingField, .recurrence, .wrongOffset, .unknownZone, .unknownField, .repeatedField,
      .repeatedUnique, .overruled, .schema,
      .unusedPlace, .talkNumbers, .untitled,
      .length, .overlap, .doubleBooking, .placeholder, .link, .controlCharacters:
      .warning
    case .cancelled, .assumed: .note
    }
  }

  /// What a finding of the rule says, in a few words.
  package var meaning: String {
    switch self {
    case .noRecord: "an element of the list is no object"
    case .noKey: "nothing in a record says what it is"
    case .unreadable: "a value is of another kind or form than its field"
    case .unknownField: "a field has a name that konf does not know"
    case .repeatedField: "a field stands twice in a record"
    case .repeatedUnique: "two records have what one can have"
    case .missingField: "a record lacks a field that it needs"
    case .duplicate: "two records have one identifier or name"
    case .impossibleDay: "the month is shorter"
    case .endBeforeStart: "a slot ends before it starts"
    case .wrongOffset: "an offset or a zone goes against the clocks of the venue"
    case .unknownZone: "a zone has a name that is not known"
    case .recurrence: "an event comes again by a rule konf does not read, or too often"
    case .cancelled: "an event is cancelled or replaced, and left out"
    case .assumed: "month or zone are not said"
    case .schema: "konf reads what the published schema of the format does not allow"
    case .overruled: "an option is not used, since the file says it"
    case .unknownSlot: "a talk is part of a slot that is not there"
    case .unknownSpeaker: "a talk names somebody of whom there is no record"
    case .unknownPlace: "a slot names a place of which there is no record"
    case .unusedPlace: "nothing happens at a place"
    case .talkNumbers: "the talks of a slot are not numbered 1, 2, 3"
    case .untitled: "a talk has no title, or a slot neither title nor talks"
    case .length: "a slot takes no time, or more than a day"
    case .overlap: "a place has two slots at a time"
    case .doubleBooking: "somebody speaks in two slots at a time"
    case .placeholder: "a title or a name is still to be announced"
    case .link: "a link is of a form that cannot work"
    case .controlCharacters: "a text has characters that are not seen"
    }
  }
}
