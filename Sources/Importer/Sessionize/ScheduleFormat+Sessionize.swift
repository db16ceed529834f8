import ECSKit
import Schedule
import SourceText

/// A table of Sessionize's format.
///
/// The raw value is the index of the table in the format.
enum SessionizeTable: Int {
  case location, person, session
  /// The tables for objects that are not records.
  ///
  /// The objects are the file, a category, a category item, a day or group, a room of a day, a
  /// question and an answer.
  case file, category, item, part, room, question, answer
}

private enum LiveField {}
private enum RecordingField {}
private enum AnswerField {}
/// A flag for sessions that are not talks, such as breaks.
private struct ServiceSession: Component, Equatable {}

extension ScheduleFormat {
  /// The JSON of the Sessionize views that have times.
  ///
  /// The view "All" contains lists of sessions, speakers, categories and rooms. Its sessions refer
  /// to the other objects by ID. "GridSmart" is a list of days with their rooms, and "Sessions" is
  /// a list of groups. In "GridSmart" and "Sessions", sessions contain their speakers, categories
  /// and room.
  static let sessionize = ScheduleFormat(
    name: "Sessionize JSON", tables: ConverterTable.sessionize, calendar: .dates,
    recognizes: { document in
      let root = document.root
      if root.kind == .array { return root.elements.contains(where: isSessionizePart) }
      return ["sessions", "speakers", "rooms", "categories"].allSatisfy { hasList($0, root) }
    },
    walk: { document, _, records in
      var walk = SessionizeWalk()
      walk.read(document.root, &records)
    })

  /// Returns true if a value is a day of the view "GridSmart" or a group of the view "Sessions".
  private static func isSessionizePart(_ value: SourceValue) -> Bool {
    hasList("rooms", value) && hasList("timeSlots", value)
      || hasList("sessions", value) && value["groupName"] != nil
  }

  private static func hasList(_ name: String, _ value: SourceValue) -> Bool {
    value.all(name).contains { $0.kind == .array }
  }
}

extension ConverterTable {
  fileprivate static let sessionize: [ConverterTable] = [
    .sessionizeLocation, .sessionizePerson, .sessionizeSession, .sessionizeFile,
    .sessionizeCategory, .sessionizeItem, .sessionizePart, .sessionizeLocation.framing,
    .sessionizeQuestion, .sessionizeAnswer,
  ]

  private static let sessionizeFile = frame(of: [
    "sessions", "speakers", "rooms", "categories", "questions",
  ])

  private static let sessionizePart = frame(of: [
    "date", "isDefault", "rooms", "timeSlots", "slotStart", "groupId", "groupName", "sessions",
  ])

  private static let sessionizeCategory = frame(of: [
    "id", "title", "items", "name", "categoryItems", "sort", "type",
  ])

  private static let sessionizeQuestion = frame(of: ["id", "question", "questionType", "sort"])

  private static let sessionizeAnswer = frame(of: [
    "questionId", "answerValue", "id", "question", "questionType", "answer", "answerExtra", "sort",
  ])

  private static let sessionizeItem = frame(of: ["id", "name", "sort"])

  private static let sessionizeLocation = ConverterTable(
    converters: ["name": .label { Name(text: $0) }, "id": .label { SourceID(text: $0) }],
    refinement: .location, keyFields: "name", repeats: .mentions,
    ignoredFields: ["sort", "sessions", "session", "index", "hasOnlyPlenumSessions"]
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }

  private static let sessionizePerson = ConverterTable(
    converters: [
      "firstName": .label { FirstName(text: $0) }, "lastName": .label { LastName(text: $0) },
      "fullName": .label { Name(text: $0) }, "name": .label { Name(text: $0) },
      "id": .label { SourceID(text: $0) },
      "bio": .prose { Biography(text: $0) },
      "profilePicture": .photo,
      "links": .links { WebLinks(links: $0) },
    ],
    refinement: Refinement(making: [Person.self, Name.self]) { person in
      person[Person.self] = Person()
      let joined = person.takeNameParts()
      if person[Name.self] == nil { person[Name.self] = joined.map { Name(text: $0) } }
      person.moveUniqueName()
    }, keyFields: "fullName or name", repeats: .mentions,
    ignoredFields: [
      "tagLine", "isTopSpeaker", "sessions",
      "categoryItems", "questionAnswers",
    ]
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }

  private static let sessionizeSession = ConverterTable(
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
      session.moveLinks(of: AnswerField.self, to: &links)
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
      "isPlenumSession", "speakers", "categoryItems", "categories", "questionAnswers", "roomId",
      "room", "status", "isInformed", "isConfirmed",
    ]
  ) { session in
    session[SessionID.self].map { RecordName(.session, $0.text) }
  }.marked(by: "startsAt")
}

extension Draft {
  mutating func addLinks(_ links: [WebLink]) {
    if !links.isEmpty { self[FieldLinks<AnswerField>.self] = FieldLinks(links: links) }
  }
}
