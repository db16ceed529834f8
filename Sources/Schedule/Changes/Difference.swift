/// What became of one thing between two versions of a schedule.
package struct Difference {
  /// What kind of thing it is.
  package enum Kind: String, Sendable, CaseIterable {
    case conference, session, talk, person, place
  }

  /// What can be different, in the order in which it is told.
  package enum Aspect: String, Sendable, CaseIterable {
    case time, offset, length, location, slot, name, subtitle, speakers, language, track
    case organizer, address, description, month, zone
    case number, abstract, biography, handle, link

    /// Whether somebody who goes there has to know; new words about a talk are none.
    package var isNoteworthy: Bool {
      switch self {
      case .number, .abstract, .biography, .handle, .link: false
      default: true
      }
    }
  }

  /// One thing that is different.
  package struct Change {
    /// What is different.
    package let aspect: Aspect
    /// What it was, a moment with the offset of the venue then; nil if there was nothing.
    package let old: String?
    /// What it is; nil if there is nothing.
    package let new: String?
  }

  /// What kind of thing it is.
  package let kind: Kind
  /// The identifier of a slot or a talk now, or then if it is gone; what others are called.
  package let id: String
  /// What it is called now, or was if it is gone.
  package let name: String
  /// When it was; nil if it is new, or has no time.
  package let oldTiming: Timing?
  /// When it is; nil if it is gone, or has no time.
  package let newTiming: Timing?
  /// When it or its session is now, or was if it is gone.
  package let timing: Timing?
  /// Where it or its session is now, or was if it is gone.
  package let places: [String]
  /// Whether the older version has it.
  package let isOld: Bool
  /// Whether the newer version has it.
  package let isNew: Bool
  /// What is different, if both have it.
  package let changes: [Change]

  private let isNamedByOthers: Bool

  /// Whether somebody who goes there has to know.
  ///
  /// Speakers and places come and go with what they are named by, which is told by itself.
  package var isNoteworthy: Bool {
    isOld && isNew ? changes.contains { $0.aspect.isNoteworthy } : !isNamedByOthers
  }

  init?(_ old: EntityFacts?, _ new: EntityFacts?) {
    guard let present = new ?? old else { return nil }
    kind = present.kind
    id = present.id
    name = present.texts[.name] ?? ""
    oldTiming = old?.timing
    newTiming = new?.timing
    timing = present.order
    places = present.places
    isNamedByOthers = present.isNamedByOthers
    isOld = old != nil
    isNew = new != nil
    changes = old.flatMap { old in new.map(old.changes(to:)) } ?? []
    if isOld, isNew, changes.isEmpty { return nil }
  }
}
