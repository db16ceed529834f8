import ECSKit
import Importer
import Schedule

/// What a context holds, as texts that two contexts can be compared by.
struct Contents: Equatable {
  /// A line for each entity, sorted.
  let entities: [String]

  init(of context: Context) {
    entities = context.entities.map(Self.line).sorted()
  }

  /// The components of an entity, in an order that is always the same.
  static func line(of entity: Entity) -> String {
    var parts: [String] = []
    func add<C: Component>(_ type: C.Type) {
      if let value = entity[type] { parts.append("\(value)") }
    }
    add(RecordKey.self)
    add(SessionID.self)
    add(PartOf.self)
    add(TalkIndex.self)
    add(StartClock.self)
    add(EndClock.self)
    add(Timing.self)
    add(Description.self)
    add(LocationNames.self)
    add(Title.self)
    add(SpeakerNames.self)
    add(Person.self)
    add(Location.self)
    add(Name.self)
    add(Biography.self)
    add(TwitterHandle.self)
    add(Photo.self)
    add(Organizer.self)
    add(Address.self)
    add(Server.self)
    add(Conference.self)
    add(ConferenceMonth.self)
    add(ConferenceZone.self)
    add(VenueZone.self)
    add(UnreadFields.self)
    add(Rating.self)
    return parts.joined(separator: " ")
  }
}

/// The events that an observer of a whole context gets, as texts.
final class EventLog {
  private(set) var lines: [String] = []

  init(_ context: Context) {
    context.observe { [weak self] event in
      let key = event.entity[RecordKey.self] ?? event.old(RecordKey.self)
      let component = event.component.map { " \($0)" } ?? ""
      self?.lines.append("\(event.kind) \(key?.text ?? "-")\(component)")
    }
  }

  /// Returns the events since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

extension Context {
  /// The entity with the key of a record.
  func entity(_ key: String) -> Entity? {
    group(.all(RecordKey.self)).first { $0[RecordKey.self]?.text == key }
  }

  /// The keys of all records, in creation order.
  var keys: [String] {
    group(.all(RecordKey.self)).compactMap { $0[RecordKey.self]?.text }
  }
}

extension ConverterTable {
  /// Imports a text.
  @discardableResult
  func importRecords(
    _ text: String, into context: Context
  ) throws(ImportError) -> ImportReport {
    try importRecords(from: Array(text.utf8), into: context)
  }
}

extension ImportReport {
  /// The issues as a person reads them.
  var messages: [String] { issues.map(\.description) }

  /// The counts: made, changed, unchanged, removed.
  var counts: [Int] { [created, changed, unchanged, removed] }
}
