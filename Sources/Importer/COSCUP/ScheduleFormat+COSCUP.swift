// The JSON of COSCUP and SITCON, two conferences in Taiwan. FormatDetection tries it as one of the
// formats in ScheduleFormat.json. All text is in English and Chinese. English takes precedence, and
// the Chinese title becomes the subtitle.

import Basics
import ECSKit
import Schedule
import SourceText

private struct Texts<Tongue>: Component, Equatable {
  let name: String?
  let text: String?
}

private enum English {}
private enum Chinese {}

extension ScheduleFormat {
  /// The JSON of COSCUP and SITCON.
  ///
  /// The file contains several lists whose records refer to each other by ID. All text is in
  /// Chinese and English.
  static let coscup = ScheduleFormat(
    "JSON of COSCUP and SITCON", tables: [.session, .person, .place, .file, .type],
    recognizes: { document in
      ["sessions", "speakers", "session_types", "rooms"].allSatisfy {
        document.root[$0]?.kind == .array
      }
    },
    walk: { document, records in
      let root = document.root
      records.look(at: root, as: 3)
      let rooms = records.readNames("rooms", of: root, as: 2)
      let speakers = records.readPeople(of: root)
      var types: [String: String] = [:]
      for type in records.elements("session_types", of: root) {
        records.look(at: type, as: 4)
        if let id = type["id"]?.label { types[id] = type["en"]?["name"]?.label ?? id }
      }
      for session in records.elements("sessions", of: root) {
        var draft = Draft()
        let places =
          records.names("room", of: session, in: rooms)
          + records.names("broadcast", of: session, in: rooms)
        if let first = places.first {
          draft[LocationNames.self] = LocationNames(names: [first] + places.filter { $0 != first })
        }
        let people = records.names("speakers", of: session, in: speakers)
        draft[SpeakerNames.self] = people.isEmpty ? nil : SpeakerNames(names: people)
        let type = records.names("type", of: session, in: types).first
        draft[Track.self] = type.map { Track(name: $0) }
        var links = LinkList()
        for (field, title) in linkFields {
          guard let text = session[field]?.label, !text.isEmpty else { continue }
          WebLink(title: title, text: text).map { links.add($0) }
        }
        draft.set(links)
        records.read(session, inheriting: draft)
      }
    })

  private static let linkFields = [
    ("uri", "web page"), ("slide", "slides"), ("record", "recording"), ("live", "live"),
    ("co_write", "notes"), ("qa", "questions"),
  ]
}

extension RecordImport {
  /// Reads the speakers, and returns their unique names by ID.
  fileprivate mutating func readPeople(of root: SourceValue) -> [String: String] {
    let listed = elements("speakers", of: root)
    func name(of person: SourceValue) -> String? {
      ["en", "zh"].firstNonNil { tongue in
        person[tongue].flatMap { $0["title"] ?? $0["name"] }?.label.flatMap {
          $0.isEmpty ? nil : $0
        }
      }
    }
    let people = ListedPeople(
      listed.compactMap { person in
        person["id"]?.label.flatMap { id in name(of: person).map { (id: id, name: $0) } }
      }
    ) {
      root.all("sessions").flatMap(\.elements).map { session in
        session.all("speakers").flatMap(\.elements).compactMap(\.label)
      }
    }
    var names: [String: String] = [:]
    for person in listed {
      let id = person["id"]?.label
      let name = read(person, id, among: people, as: 1)?[Name.self]?.text
      if let id, names[id] == nil { names[id] = name }
    }
    return names
  }
}

extension Converter {
  fileprivate static func texts<Tongue>(in tongue: Tongue.Type) -> Converter {
    Converter(to: Texts<Tongue>.self, accepting: "an object with strings") { value in
      guard value.kind == .object else { return .unreadable(value) }
      func text(_ first: String, _ second: String) -> String? {
        let text = (value[first] ?? value[second])?.readableText ?? ""
        return text.isEmpty ? nil : text
      }
      return .component(
        Texts(name: text("title", "name")?.onOneLine, text: text("description", "bio")))
    }.withParts(["title", "name", "description", "bio"])
  }
}

extension Draft {
  /// Removes the English and Chinese texts, and returns the names and the preferred prose.
  ///
  /// The names are in both languages, with the English name first. The prose is English, or Chinese
  /// if the English prose is missing.
  fileprivate mutating func readTexts() -> (names: [String], text: String?) {
    let (english, chinese) = (self[Texts<English>.self], self[Texts<Chinese>.self])
    self[Texts<English>.self] = nil
    self[Texts<Chinese>.self] = nil
    return ([english?.name, chinese?.name].compactMap(\.self), english?.text ?? chinese?.text)
  }
}

extension ConverterTable {
  fileprivate static let file = frame(of: [
    "sessions", "speakers", "session_types", "rooms", "tags",
  ])

  fileprivate static let type = ConverterTable(
    converters: ["en": .texts(in: English.self), "zh": .texts(in: Chinese.self)], keyFields: "id",
    ignoredFields: ["id"]
  ) { _ in nil }.framing

  fileprivate static let session = ConverterTable(
    converters: [
      "id": .label { SessionID(text: $0) }, "start": .start, "end": .end,
      "language": .label { Language(code: $0) },
      "en": .texts(in: English.self), "zh": .texts(in: Chinese.self),
    ],
    refinement: Refinement(
      making: [
        Title.self, Subtitle.self, Abstract.self, Description.self, LocationNames.self,
        SpeakerNames.self, Track.self, WebLinks.self,
      ]
    ) { session in
      let (names, text) = session.readTexts()
      // A session without speakers is not a talk.
      if session.has(SpeakerNames.self) {
        session[Title.self] = names.first.map { Title(text: $0) }
      } else {
        session[Description.self] = names.first.map { Description(text: $0) }
      }
      session[Subtitle.self] =
        names.last == names.first ? nil : names.last.map { Subtitle(text: $0) }
      session[Abstract.self] = text.map { Abstract(text: $0) }
    },
    keyFields: "id",
    ignoredFields: [
      "type", "room", "broadcast", "speakers", "tags", "uri", "slide", "record", "live", "co_write",
      "qa",
    ]
  ) { $0[SessionID.self].map { RecordName(.session, $0.text) } }

  fileprivate static let person = ConverterTable(
    converters: [
      "id": .label { SourceID(text: $0) }, "avatar": .photo,
      "en": .texts(in: English.self), "zh": .texts(in: Chinese.self),
    ],
    refinement: Refinement(making: [Person.self, Name.self, Biography.self]) { person in
      let (names, text) = person.readTexts()
      person[Person.self] = Person()
      person[Name.self] = names.first.map { Name(text: $0) }
      person.moveUniqueName()
      person[Biography.self] = text.map { Biography(text: $0) }
    },
    keyFields: "en or zh", repeats: .mentions
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }

  fileprivate static let place = ConverterTable(
    converters: [
      "id": .label { SourceID(text: $0) },
      "en": .texts(in: English.self), "zh": .texts(in: Chinese.self),
    ],
    refinement: Refinement(making: [Location.self, Name.self]) { place in
      place[Location.self] = Location()
      place[Name.self] = place.readTexts().names.first.map { Name(text: $0) }
    },
    keyFields: "en or zh", repeats: .mentions
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }
}
