/// The changes to one item between two versions of a schedule, including its addition or removal.
package struct Difference {
  package enum Kind: String, Sendable, CaseIterable {
    case conference, session, talk, person, location
  }

  /// A property that can change.
  ///
  /// The cases are in display order.
  package enum Aspect: String, Sendable, CaseIterable {
    case time, offset, length, location, session, name, subtitle, speakers, language, track, type
    case organizer, address, description, month, zone
    case number, abstract, biography, handle, link

    /// True if attendees should know about a change to the property.
    ///
    /// For example, they should know about a new time but not about a new abstract.
    package var isNoteworthy: Bool {
      switch self {
      case .number, .abstract, .biography, .handle, .link, .type: false
      default: true
      }
    }
  }

  package struct Change {
    package let aspect: Aspect
    /// The old value, or nil if the property was not set.
    ///
    /// A time is written with the old offset of the venue.
    package let old: String?
    /// The new value, or nil if the property is not set.
    package let new: String?
  }

  let old: EntityFacts?
  let new: EntityFacts?
  /// The new facts, or the old facts if the item was removed.
  private let present: EntityFacts
  /// The changed properties, or an empty array if only one version contains the item.
  package let changes: [Change]

  package var kind: Kind { present.kind }
  /// The identifier of a session or a talk, or the name of any other item.
  package var id: String { present.id }
  /// The identifier in the older version, or nil if the item is new.
  package var formerID: String? { old?.id }
  /// The name, or the old name if the item was removed.
  package var name: String { present.texts[.name] ?? "" }
  /// The time in the older version, or nil if the item is new or has no time.
  package var oldTiming: Timing? { old?.timing }
  /// The time in the newer version, or nil if the item was removed or has no time.
  package var newTiming: Timing? { new?.timing }
  /// The time of the item, or the time of its session if the item has no time.
  ///
  /// For a removed item, this is the old time.
  package var timing: Timing? { present.order }
  /// The locations of a session, or of the session of a talk.
  ///
  /// For a removed item, these are the old locations.
  package var locations: [String] { present.locations }
  package var isOld: Bool { old != nil }
  package var isNew: Bool { new != nil }

  /// True if attendees should know about the difference.
  ///
  /// An added or removed speaker or location is not noteworthy if its talks or sessions are
  /// reported.
  package var isNoteworthy: Bool {
    isOld && isNew ? changes.contains { $0.aspect.isNoteworthy } : !present.isNamedByOthers
  }

  /// True if the identifier may now belong to a different talk.
  ///
  /// The value is true if the title has changed and no speaker has remained the same.
  package var mayBeAnother: Bool {
    guard let old, let new else { return false }
    return [.name, .speakers].allSatisfy { aspect in changes.contains { $0.aspect == aspect } }
      && Set(old.speakers).isDisjoint(with: new.speakers)
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
