import ECSKit
import Schedule

extension ConverterTable {
  /// The table of UIKonf's format.
  ///
  /// The fields of a record determine its kind: a session, a talk, a person, a location, the server
  /// or the conference. In a session, `t_id` is the identifier of the session. In a talk, `t_id` is
  /// the identifier of the talk's session.
  public static let uikonf = ConverterTable(
    converters: [
      "t_id": .text { SessionID(text: $0) },
      "t_index": .number(in: 1...Int.max) { TalkIndex(number: $0) },
      "startTime": clock { StartClock(clock: $0) },
      "endTime": clock { EndClock(clock: $0) },
      "description": .text { Description(text: $0) },
      "locations": .texts { LocationNames(names: $0) },
      "title": .text { Title(text: $0) },
      "subtitle": .text { Subtitle(text: $0) },
      "abstract": .text { Abstract(text: $0) },
      "track": .text { Track(name: $0) },
      "language": .text { Language(code: $0) },
      "speaker_name": .text { SpeakerNames(names: [$0]) },
      "name": .text { Name(text: $0) },
      "bio": .text { Biography(text: $0) },
      "twitter": .text { TwitterHandle(text: $0) },
      "photo": .text { Photo(link: $0) },
      "organizer": .flag(Organizer()),
      "address": .text { Address(text: $0) },
      "server": .text { Server(link: $0) },
      "conference": .text { Conference(title: $0) },
      "month": .text(accepting: "year and month, such as 2015-05") { ConferenceMonth($0) },
      "zone": .text { ConferenceZone(name: $0) },
    ],
    refinement: Refinement(making: [PartOf.self, Person.self, Location.self]) { record in
      if isTalk(record), let session = record[SessionID.self]?.text {
        record[SessionID.self] = nil
        record[PartOf.self] = PartOf(session: session)
      }
      if record.has(Name.self) {
        let isLocation = record.has(Address.self) || record.has(Description.self)
        if isLocation { record[Location.self] = Location() } else { record[Person.self] = Person() }
      }
    },
    keyFields: "t_id, name, server or conference"
  ) { record in
    if let session = record[PartOf.self]?.session {
      if let index = record[TalkIndex.self] {
        return RecordName(.talk, session, number: index.number)
      }
      return RecordName(.talk, session + (record[Title.self].map { " \($0.text)" } ?? ""))
    }
    if let session = record[SessionID.self]?.text { return RecordName(.session, session) }
    if let name = record[Name.self]?.text {
      return RecordName(record.has(Location.self) ? .location : .person, name)
    }
    if record.has(Conference.self) { return RecordName(.conference) }
    return record.has(Server.self) ? RecordName(.server) : nil
  }

  /// Returns true if a record is a talk.
  ///
  /// A talk without a title also counts, because it must not replace its session.
  private static func isTalk(_ record: Draft) -> Bool {
    record.has(Title.self) || record.has(TalkIndex.self) || record.has(SpeakerNames.self)
  }

  private static func clock<C: Component & Equatable>(
    _ make: @escaping @Sendable (WallClock) -> C
  ) -> Converter {
    .code(accepting: "day-hour-minute, such as 18-09-30") { WallClock($0).map(make) }
  }
}
