// The data for pretalx's schedule widget: EVENT/schedule/widgets/schedule.json. FormatDetection
// tries it as one of the formats in ScheduleFormat.json. Unlike schedule.json and schedule.xml,
// this data contains breaks, and talks without a room.

import Basics
import ECSKit
import Schedule
import SourceText

/// A table of the widget's format.
///
/// The raw value is the index of the table in the format.
private enum WidgetTable: Int, CaseIterable {
  case event, track, room, person, talk

  var table: ConverterTable {
    switch self {
    case .event: .event
    case .track: .track
    case .room: .room
    case .person: .person
    case .talk: .talk
    }
  }
}

private struct Code: Component, Equatable { var text: String }
private struct SlotID: Component, Equatable { var text: String }
/// The position of a slot among the slots of its talk in the file, starting at 1.
private struct Turn: Component, Equatable { var number: Int }

extension ScheduleFormat {
  /// The data for pretalx's schedule widget: lists that refer to each other by code or number.
  static let pretalxWidget = ScheduleFormat(
    "JSON of pretalx's widget", tables: WidgetTable.allCases.map(\.table),
    recognizes: { document in
      document.root["talks"]?.kind == .array && document.root["event_start"] != nil
    },
    walk: { document, records in
      let root = document.root
      records.isMarkdown = true
      records.read(root, as: WidgetTable.event.rawValue)
      var tracks: [String: String] = [:]
      for track in records.elements("tracks", of: root) {
        records.look(at: track, as: WidgetTable.track.rawValue)
        if let id = track["id"]?.label { tracks[id] = track.name(in: ["name"]) }
      }
      let rooms = records.readNames("rooms", of: root, as: WidgetTable.room.rawValue)
      let shared = sharedNames(of: root.all("speakers").flatMap(\.elements))
      let people = records.readNames(
        "speakers", of: root, as: WidgetTable.person.rawValue, by: "code"
      ) { person in
        var draft = Draft()
        if let name = person["name"]?.label, shared.contains(name), let code = person["code"]?.label
        {
          draft[UniqueName.self] = UniqueName(text: "\(name) [\(code)]")
        }
        return draft
      }
      var turns: [String: Int] = [:]
      for talk in records.elements("talks", of: root) {
        var draft = Draft()
        if let code = talk["code"]?.label {
          turns[code, default: 0] += 1
          draft[Turn.self] = turns[code].map { Turn(number: $0) }
        }
        draft[Track.self] = records.names("track", of: talk, in: tracks).first.map {
          Track(name: $0)
        }
        let places = records.names("room", of: talk, in: rooms)
        draft[LocationNames.self] = places.isEmpty ? nil : LocationNames(names: places)
        let speakers = records.names("speakers", of: talk, in: people)
        draft[SpeakerNames.self] = speakers.isEmpty ? nil : SpeakerNames(names: speakers)
        draft[EventRemarks.self] = EventRemarks(
          isRecorded: !(talk["do_not_record"]?.isTrue ?? false), people: [])
        records.read(talk, as: WidgetTable.talk.rawValue, inheriting: draft)
      }
    })

  private static func sharedNames(of people: [SourceValue]) -> Set<String> {
    var codes: [String: String] = [:]
    var shared: Set<String> = []
    for person in people {
      guard let name = person["name"]?.label, let code = person["code"]?.label else { continue }
      if codes.updateValue(code, forKey: name).map({ $0 != code }) ?? false { shared.insert(name) }
    }
    return shared
  }
}

extension ConverterTable {
  fileprivate static let event = ConverterTable(
    converters: [
      "timezone": .label { ConferenceZone(name: $0) },
      "version": .label { ScheduleVersion(text: $0) },
    ],
    keyFields: "timezone",
    ignoredFields: [
      "talks", "tracks", "rooms", "speakers", "schedule_id", "event_start", "event_end",
    ]
  ) { _ in RecordName(.conference) }.framing

  fileprivate static let track = frame(of: ["id", "name", "description", "color"])

  fileprivate static let room = ConverterTable(
    converters: [
      "id": .label { SourceID(text: $0) }, "name": .label { Name(text: $0) },
      "description": .prose { Description(text: $0) },
    ],
    refinement: .location, keyFields: "name", repeats: .mentions
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }

  fileprivate static let person = ConverterTable(
    converters: [
      "code": .label { SourceID(text: $0) }, "name": .label { Name(text: $0) }, "avatar": .photo,
    ],
    refinement: Refinement(making: [Person.self]) { person in
      person[Person.self] = Person()
      person.moveUniqueName()
    },
    keyFields: "name", repeats: .mentions,
    ignoredFields: ["avatar_thumbnail_default", "avatar_thumbnail_tiny"]
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }

  /// The table for slots.
  ///
  /// A slot with a code is a talk; any other slot is a break. The identifier of a talk is its code,
  /// as in schedule.json and schedule.xml. If a talk has several slots, the identifier of each
  /// later slot also ends with the slot's position among them. The ID of a slot identifies only
  /// breaks, because it changes with each version.
  fileprivate static let talk = ConverterTable(
    converters: [
      "code": .label { Code(text: $0) }, "id": .label { SlotID(text: $0) },
      "title": .label { Title(text: $0) }, "abstract": .prose { Abstract(text: $0) },
      "start": .start, "end": .end, "content_locale": .label { Language(code: $0) },
    ],
    refinement: Refinement(
      making: [
        SessionID.self, OtherIDs.self, Description.self, Track.self, LocationNames.self,
        SpeakerNames.self, Abstract.self,
      ]
    ) { slot in
      slot.moveRemarks()
      if let code = slot[Code.self]?.text {
        let turn = slot[Turn.self]?.number ?? 1
        slot[SessionID.self] = SessionID(text: turn == 1 ? code : "\(code)-\(turn)")
        slot[OtherIDs.self] = turn == 1 ? nil : OtherIDs(texts: [code])
      } else {
        slot[SessionID.self] = slot[SlotID.self].map { SessionID(text: "break-\($0.text)") }
        slot[Description.self] = slot[Title.self].map { Description(text: $0.text) }
        slot[Title.self] = nil
      }
      slot[Code.self] = nil
      slot[Turn.self] = nil
      slot[SlotID.self] = nil
    },
    keyFields: "code or id",
    ignoredFields: [
      "speakers", "track", "room", "updated", "state", "do_not_record", "signup_status",
      "slot_type",
      // This is the planned duration. The slot may be longer or shorter.
      "duration",
    ]
  ) { $0[SessionID.self].map { RecordName(.event, $0.text) } }.marked(by: "start")
}
