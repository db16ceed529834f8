/// The difference of one thing between two versions of a schedule.
package struct Difference {
  /// What kind of thing it is.
  package enum Kind: String, Sendable, CaseIterable {
    case conference, session, talk, person, location
  }

  /// What can be different, in the order in which it is shown.
  package enum Aspect: String, Sendable, CaseIterable {
    case time, offset, length, location, session, name, subtitle, speakers, language, track, type
    case organizer, address, description, month, zone
    case number, abstract, biography, handle, link

    /// Whether attendees have to know about it; a new description of a talk is no such change.
    package var isNoteworthy: Bool {
      switch self {
      case .number, .abstract, .biography, .handle, .link, .type: false
      default: true
      }
    }
  }

  /// One thing that is different.
  package struct Change {
    /// What is different.
    package let aspect: Aspect
    /// The old value, a moment with the offset of the venue then; nil if there was none.
    package let old: String?
    /// What it is; nil if there is nothing.
    package let new: String?
  }

  let old: EntityFacts?
  let new: EntityFacts?
  /// The facts now, or then if it is gone.
  private let present: EntityFacts
  /// What is different, if both have it.
  package let changes: [Change]

  /// What kind of thing it is.
  package var kind: Kind { present.kind }
  /// The identifier of a session or a talk now, or then if it is gone; what others are called.
  package var id: String { present.id }
  /// The identifier that a session or a talk had; nil if it is new.
  package var formerID: String? { old?.id }
  /// Its name now, or its former name if it was removed.
  package var name: String { present.texts[.name] ?? "" }
  /// When it was; nil if it is new, or has no time.
  package var oldTiming: Timing? { old?.timing }
  /// When it is; nil if it is gone, or has no time.
  package var newTiming: Timing? { new?.timing }
  /// When it or its session is now, or was if it was removed.
  package var timing: Timing? { present.order }
  /// Where it or its session is now, or was if it was removed.
  package var locations: [String] { present.locations }
  /// Whether the older version has it.
  package var isOld: Bool { old != nil }
  /// Whether the newer version has it.
  package var isNew: Bool { new != nil }

  /// Whether attendees have to know about it.
  ///
  /// Speakers and locations come and go with the talks and sessions that name them, which are shown
  /// anyway.
  package var isNoteworthy: Bool {
    isOld && isNew ? changes.contains { $0.aspect.isNoteworthy } : !present.isNamedByOthers
  }

  init?(_ old: EntityFacts?, _ new: EntityFacts?, _ renamings: Renamings) {
    guard let present = new ?? old else { return nil }
    self.old = old
    self.new = new
    self.present = present
    changes = old.flatMap { old in new.map { old.changes(to: $0, renamings) } } ?? []
    if isOld, isNew, changes.isEmpty { return nil }
  }
}
