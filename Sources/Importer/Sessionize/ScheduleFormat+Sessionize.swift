import ECSKit
import Schedule
import SourceText

/// The tables of Sessionize's format, by their locations in it.
private enum SessionizeTable: Int {
  case location, person, session
  /// What stands around them: the file, a category and its items.
  case file, category, item
}

/// The fields in which a session has links.
private enum LiveField {}
private enum RecordingField {}
/// Marks what fills the schedule and is nobody's talk.
private struct ServiceSession: Component, Equatable {}

extension ScheduleFormat {
  /// The "All" view of Sessionize: lists of sessions, speakers, categories and rooms, which refer to
  /// one another by their ids.
  static let sessionize = ScheduleFormat(
    name: "Sessionize JSON",
    tables: [
      .sessionizeLocation, .sessionizePerson, .sessionizeSession, .sessionizeFile,
      .sessionizeCategory, .sessionizeItem,
    ],
    calendar: .dates,
    recognizes: { document in
      let root = document.root
      return ["sessions", "speakers", "rooms", "categories"].allSatisfy { name in
        root.all(name).contains { $0.kind == .array }
      }
    },
    walk: { document, _, records in
      let root = document.root
      records.look(at: root, as: SessionizeTable.file.rawValue)
      var names = SessionizeNames()
      for room in records.elements("rooms", of: root) {
        let draft = records.take(room, as: SessionizeTable.location.rawValue)
        if let id = room["id"]?.label { names.rooms[id] = draft[Name.self]?.text }
      }
      for speaker in records.elements("speakers", of: root) {
        let draft = records.take(speaker, as: SessionizeTable.person.rawValue)
        if let id = speaker["id"]?.label { names.speakers[id] = draft[Name.self]?.text }
      }
      for category in records.elements("categories", of: root) {
        names.add(category, &records)
      }
      for session in records.elements("sessions", of: root) {
        var unread: [SessionizeNames.Unread] = []
        let inherited = names.components(of: session, &unread)
        let draft = records.take(
          session, as: SessionizeTable.session.rawValue, inheriting: inherited)
        for (field, value, accepted) in unread {
          records.add(
            .unreadable(field: field, found: value.found, accepted: accepted),
            at: value.position, key: draft[RecordKey.self]?.text)
        }
      }
    })
}

/// What the ids in a document of Sessionize stand for.
private struct SessionizeNames {
  /// A value that refers to nothing.
  typealias Unread = (field: String, value: SourceValue, accepted: String)

  var rooms: [String: String] = [:]
  var speakers: [String: String] = [:]
  private var tracks: [String: String] = [:]
  private var languages: [String: String] = [:]
  private var types: [String: String] = [:]

  /// Adds the items of a category, if its title says that they are tracks, languages or types.
  ///
  /// Nothing marks those categories but the words that organizers type.
  mutating func add(_ category: SourceValue, _ records: inout RecordImport) {
    records.look(at: category, as: SessionizeTable.category.rawValue)
    let words = (category["title"]?.label ?? "").lowercased().split { !$0.isLetter }
    for item in records.elements("items", of: category) {
      records.look(at: item, as: SessionizeTable.item.rawValue)
      guard let id = item["id"]?.label, let name = item["name"]?.label else { continue }
      if words.contains("track") { tracks[id] = name }
      if words.contains("language") { languages[id] = name }
      if words.contains("format") || words.contains("type") { types[id] = name }
    }
  }

  /// The components of what a session refers to; an id that is none is noted.
  func components(of session: SourceValue, _ unread: inout [Unread]) -> Draft {
    var draft = Draft()
    if let room = session["roomId"], room.kind != .null {
      let name = room.label.flatMap { rooms[$0] }
      draft[LocationNames.self] = name.map { LocationNames(names: [$0]) }
      if name == nil { unread.append(("roomId", room, "the id of a room")) }
    }
    let given = speakers(of: session, &unread)
    if !given.isEmpty { draft[SpeakerNames.self] = SpeakerNames(names: given) }
    let items = list("categoryItems", of: session, &unread).compactMap(\.label)
    draft[Track.self] = items.lazy.compactMap { tracks[$0] }.first.map { Track(name: $0) }
    draft[SessionType.self] =
      items.lazy.compactMap { types[$0] }.first.map { SessionType(name: $0) }
    let spoken = items.compactMap { languages[$0] }
    if !spoken.isEmpty { draft[Language.self] = Language(code: spoken.joined(separator: ", ")) }
    return draft
  }

  /// The names of those who speak, each once.
  private func speakers(of session: SourceValue, _ unread: inout [Unread]) -> [String] {
    var given: [String] = []
    var seen: Set<String> = []
    for speaker in list("speakers", of: session, &unread) {
      // Other views have objects here, which name the speaker themselves.
      if let name = speaker.label.flatMap({ speakers[$0] }) ?? speaker["name"]?.label {
        if seen.insert(name).inserted { given.append(name) }
      } else {
        unread.append(("speakers", speaker, "the id of a speaker"))
      }
    }
    return given
  }

  private func list(
    _ field: String, of session: SourceValue, _ unread: inout [Unread]
  ) -> [SourceValue] {
    session.all(field).filter { $0.kind != .null }.flatMap { list in
      if list.kind != .array { unread.append((field, list, "a list")) }
      return Array(list.elements)
    }
  }
}

extension ConverterTable {
  fileprivate static let sessionizeFile = frame(of: [
    "sessions", "speakers", "rooms", "categories", "questions",
  ])

  fileprivate static let sessionizeCategory = frame(of: ["id", "title", "items", "sort", "type"])

  fileprivate static let sessionizeItem = frame(of: ["id", "name", "sort"])

  fileprivate static let sessionizeLocation = ConverterTable(
    converters: ["name": .label { Name(text: $0) }, "id": .label { SourceID(text: $0) }],
    refinement: .location, keyFields: "name", repeats: .mentions, ignoredFields: ["sort"]
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }

  fileprivate static let sessionizePerson = ConverterTable(
    converters: [
      "fullName": .label { Name(text: $0) },
      "id": .label { SourceID(text: $0) },
      "bio": .prose { Biography(text: $0) },
      "profilePicture": .label { Photo(link: $0) },
      "links": .links { WebLinks(links: $0) },
    ],
    refinement: .person, keyFields: "fullName", repeats: .mentions,
    ignoredFields: [
      "firstName", "lastName", "tagLine", "isTopSpeaker", "sessions",
      "categoryItems", "questionAnswers",
    ]
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }

  fileprivate static let sessionizeSession = ConverterTable(
    converters: [
      "id": .label { SessionID(text: $0) },
      "title": .label { Title(text: $0) },
      "description": .prose { Abstract(text: $0) },
      "startsAt": .start,
      "endsAt": .end,
      "liveUrl": .link(titled: "live") { FieldLinks<LiveField>(links: $0) },
      "recordingUrl": .link(titled: "recording") { FieldLinks<RecordingField>(links: $0) },
      "isServiceSession": .flag(ServiceSession()),
    ],
    refinement: Refinement(making: [Description.self, WebLinks.self]) { session in
      var links = LinkList()
      session.moveLinks(of: LiveField.self, to: &links)
      session.moveLinks(of: RecordingField.self, to: &links)
      session.set(links)
      if session[SessionID.self] == nil {
        session[SessionID.self] = session[Title.self].map { SessionID(text: $0.text) }
      }
      if session[ServiceSession.self] != nil {
        session[Description.self] = session[Title.self].map { Description(text: $0.text) }
        session[Title.self] = nil
      }
      session[ServiceSession.self] = nil
    },
    keyFields: "id or title",
    ignoredFields: [
      "isPlenumSession", "speakers", "categoryItems", "questionAnswers", "roomId", "status",
      "isInformed", "isConfirmed",
    ]
  ) { session in
    session[SessionID.self].map { RecordName(.session, $0.text) }
  }.marked(by: "startsAt")
}
