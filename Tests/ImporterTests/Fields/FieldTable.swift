import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// The fields of one kind of record, with a value each, and what they mean alone and together.
///
/// A record with each single field, and one with each two of them, is imported; its entity then has
/// exactly the components that the fields mean.
struct FieldTable {
  /// A field of a record, as the document has it.
  typealias Field = (name: String, text: String)

  let fields: [Field]
  /// Returns a document with one such record.
  let document: ([Field]) -> String
  /// Returns whether an entity is the one of the record.
  let isRecord: (Entity) -> Bool
  /// Returns what a record with some fields means.
  let meaning: (Set<String>) -> Facts
  /// Pairs of fields that mean the same; the later one in the record wins.
  var same: [Set<String>] = []

  func check() throws {
    for field in fields { try check([field]) }
    for (place, one) in fields.enumerated() {
      for other in fields.enumerated().dropFirst(place + 1)
      where !same.contains([one.name, other.element.name]) {
        // Every other pair the other way round: the order means nothing.
        try check((place + other.offset) % 2 == 0 ? [one, other.element] : [other.element, one])
      }
    }
  }

  private func check(_ fields: [Field]) throws {
    let names = Set(fields.map(\.name))
    let place: Comment = "\(fields.map(\.name).joined(separator: ", "))"
    let fixture = try ScheduleFixture(document(fields))
    let keyed = fixture.context.group(.all(RecordKey.self))
    let records = keyed.filter(isRecord)
    try #require(records.map { Facts(of: $0) } == [meaning(names)], place)
    try #require(records.allSatisfy { !$0.has(UnreadFields.self) }, place)
  }
}

/// The components of a schedule that an entity has, apart from moments, which a calendar makes.
struct Facts: Equatable {
  private(set) var lines: Set<String> = []

  /// Creates an empty set.
  init() {}

  /// Reads the components of an entity.
  init(of entity: Entity) {
    func add<each C: Component>(_ types: repeat (each C).Type) {
      for type in repeat each types { self.add(entity[type]) }
    }
    add(
      SessionID.self, OtherIDs.self, SourceID.self, PartOf.self, TalkIndex.self, StartClock.self,
      EndClock.self, WrittenStart.self, WrittenEnd.self, WrittenLength.self, DayClock.self,
      DayDate.self, ConferenceDay.self)
    add(
      Title.self, Subtitle.self, Abstract.self, Description.self, Track.self, Language.self,
      SessionType.self, LocationNames.self, SpeakerNames.self, WebLinks.self)
    add(
      Person.self, Location.self, Name.self, Biography.self, TwitterHandle.self, Photo.self,
      Organizer.self, Address.self)
    add(
      Conference.self, Acronym.self, ConferencePage.self, ConferenceMonth.self, ConferenceZone.self,
      ScheduleVersion.self, Server.self, DayChange.self)
  }

  /// Adds a component, if there is one.
  mutating func add<C: Component>(_ component: C?) {
    guard let component else { return }
    // A length shows only what is in its mirror.
    let length = (component as? WrittenLength).map { " \($0.days) d, \($0.duration)" }
    lines.insert("\(component)\(length ?? "")")
  }
}
