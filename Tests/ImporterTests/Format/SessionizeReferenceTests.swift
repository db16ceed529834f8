import ECSKit
import Importer
import Schedule
import Testing

/// The references between the lists of Sessionize, each by every key that its views have.
@Suite("References of Sessionize")
struct SessionizeReferenceTests {
  private static let time = #""startsAt": "2025-05-10T10:00:00", "endsAt": "2025-05-10T11:00:00""#

  /// What is known of the talk, apart from its time.
  private static func expectFacts(_ text: String) throws {
    let fixture = try ScheduleFixture(
      text, options: ScheduleImport.Options(zone: .utc, zoneFolders: ZoneFolders(paths: [])))
    #expect(fixture.messages.isEmpty, "\(text)")
    let talk = try fixture.entity("Ships")
    #expect(fixture.schedule.speakers(of: talk).map(\.name) == ["Ada Holm"], "\(text)")
    #expect(fixture.schedule.locationNames(of: talk) == ["Hall"], "\(text)")
    #expect(talk[Track.self]?.name == "Boats", "\(text)")
    #expect(talk[WebLinks.self]?.links.map(\.title) == ["Stream"], "\(text)")
    #expect(fixture.context.group(.people).count == 1)
  }

  @Test(
    "are resolved in the view \"All\", in either direction, as text or number",
    arguments: [
      (#""speakers": ["s1"],"#, "[]"), (#""speakers": ["s1"],"#, "[12]"), ("", "[12]"),
      (#""speakers": [],"#, #"["12"]"#), (#""speakers": null,"#, #"[{"id": 12, "name": "Ships"}]"#),
    ],
    [#""fullName": "Ada Holm""#, #""firstName": "Ada", "lastName": "Holm""#])
  func all(speakers: (ofSession: String, sessions: String), name: String) throws {
    for id in ["3", "\"3\""] {
      for item in ["7", "\"7\""] {
        try Self.expectFacts(
          """
          {"sessions": [{"id": "12", "title": "Ships", \(Self.time), \(speakers.ofSession)
            "roomId": \(id), "categoryItems": [\(item)],
            "questionAnswers": [{"questionId": 9, "answerValue": "https://a.org/live"},
              {"questionId": 10, "answerValue": "short words"}]}],
           "speakers": [{"id": "s1", \(name), "sessions": \(speakers.sessions)}],
           "rooms": [{"id": 3, "name": "Hall"}],
           "questions": [{"id": 9, "question": "Stream"}, {"id": 10, "question": "Level"}],
           "categories": [{"id": 1, "title": "Track", "items": [{"id": 7, "name": "Boats"}]}]}
          """)
      }
    }
  }

  @Test(
    "are resolved in the views that nest them",
    arguments: [
      #"{"id": "s1", "name": "Ada Holm"}"#, #"{"name": "Ada Holm", "id": "s1"}"#,
      #"{"id": "s1", "fullName": "Ada Holm"}"#,
    ],
    [
      #""room": "Hall", "roomId": 3"#, #""roomId": 3"#, #""room": "Hall""#,
      #""room": null, "roomId": "3""#,
    ])
  func nested(speaker: String, room: String) throws {
    let session = """
      {"id": "12", "title": "Ships", \(Self.time), "speakers": [\(speaker)], \(room),
       "questionAnswers": [{"id": 9, "question": "Stream", "answer": "https://a.org/live"}],
       "categories": [{"id": 1, "name": "Track", "categoryItems": [{"id": 7, "name": "Boats"}]}]}
      """
    try Self.expectFacts(
      """
      [{"date": "2025-05-10T00:00:00", "timeSlots": [{"slotStart": "10:00:00", "rooms":
        [{"id": 3, "name": "Hall", "session": \(session), "index": 0}]}],
       "rooms": [{"id": 3, "name": "Hall", "sessions": [\(session)]}]}]
      """)
    if room.contains("Hall") {
      try Self.expectFacts(#"[{"groupId": 1, "groupName": "All", "sessions": [\#(session)]}]"#)
    }
  }

  @Test("to items of a category without a name are ignored", arguments: ["", " "])
  func blankItems(name: String) throws {
    for categories in [
      """
      "categoryItems": [7, 8]}], "categories": [{"id": 1, "title": "Track and language", "items":
      [{"id": 7, "name": "\(name)"}, {"id": 8}]}]
      """,
      """
      "categories": [{"name": "Track and language", "categoryItems": [{"name": "\(name)"}, {}]}]}],
      "categories": []
      """,
    ] {
      let fixture = try ScheduleFixture(
        """
        {"speakers": [], "rooms": [], "sessions": [{"id": "12", "title": "Ships", \(Self.time),
        \(categories)}
        """)
      let talk = try fixture.entity("Ships")
      #expect(!talk.has(Track.self) && !talk.has(Language.self), "\(categories)")
      #expect(fixture.messages.isEmpty)
    }
  }

  @Test("to an unlisted person are reported, and so is a person without an identifier")
  func nobody() throws {
    for speaker in [#""x""#, #"{"id": "x"}"#, "{}", #"{"id": 5}"#] {
      let fixture = try ScheduleFixture(
        """
        {"sessions": [{"id": "12", "title": "Ships", \(Self.time), "speakers": [\(speaker)]}],
         "speakers": [], "rooms": [], "categories": []}
        """)
      #expect(fixture.messages.count == 1, "\(speaker)")
      #expect(fixture.messages.first?.contains("expected the id of a speaker") == true)
    }
  }
}
