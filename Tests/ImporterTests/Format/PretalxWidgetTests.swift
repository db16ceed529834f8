import ECSKit
import Importer
import Schedule
import Testing

@Suite("The data of pretalx's widget")
struct PretalxWidgetTests {
  private static func widget(
    talks: String, speakers: String = #"{"code": "S", "name": "Ada", "avatar": null}"#,
    rooms: String = #"{"id": 1, "name": "Hall"}"#, more: String = ""
  ) -> String {
    """
    {"talks": [\(talks)], "version": "1.0", "timezone": "Europe/Berlin",
     "event_start": "2026-10-24", "event_end": "2026-10-26", "tracks": [{"id": 3, "name": "Main"}],
     "rooms": [\(rooms)], "speakers": [\(speakers)]\(more)}
    """
  }

  private static let talk = """
    {"code": "AB", "id": 7, "title": "Ships", "abstract": "Text.", "speakers": ["S"], "track": 3,
     "start": "2026-10-24T09:00:00+02:00", "end": "2026-10-24T09:50:00+02:00", "room": 1,
     "duration": 30, "updated": "2026-01-01T00:00:00Z", "content_locale": "en"}
    """

  @Test("people, tracks and rooms are found by their codes and numbers")
  func references() throws {
    let fixture = try ScheduleFixture(Self.widget(talks: Self.talk))
    let talk = try fixture.entity("Ships")
    #expect(fixture.messages == [])
    #expect(fixture.result.notes == [])
    #expect(fixture.schedule.zone.name == "Europe/Berlin")
    #expect(fixture.schedule.id(of: talk) == "AB")
    #expect(fixture.schedule.speakers(of: talk).map(\.name) == ["Ada"])
    #expect(fixture.schedule.locationNames(of: talk) == ["Hall"])
    #expect(talk[Track.self]?.name == "Main")
    #expect(talk[Language.self]?.code == "en")
    #expect(talk[Abstract.self]?.text == "Text.")
    // The planned duration is 30 minutes.
    #expect(try fixture.time("Ships") == "2026-10-24T09:00:00+02:00 to 2026-10-24T09:50:00+02:00")
    // The file has no entity for a track.
    #expect(fixture.context.group(.all(Name.self)).count == 2)
  }

  @Test("a talk that must not be recorded says so")
  func recording() throws {
    for (value, text) in [
      ("true", "Not recorded.\n\nText."), ("false", "Text."), ("null", "Text."),
    ] {
      let talk = Self.talk.replacing(#""duration": 30"#, with: #""do_not_record": \#(value)"#)
      let fixture = try ScheduleFixture(Self.widget(talks: talk))
      #expect(try fixture.entity("Ships")[Abstract.self]?.text == text)
      #expect(fixture.messages == [])
    }
  }

  @Test("the start of a break is in UTC, and its title has a text for each language")
  func breaks() throws {
    let fixture = try ScheduleFixture(
      Self.widget(
        talks: """
          {"id": 9, "title": {"en": " ", "de": "Pause", "fr": "Pause !"}, "room": null,
           "start": "2026-10-24T08:00:00Z", "end": "2026-10-24T10:30:00+02:00", "slot_type": "break"},
          {"id": 10, "title": null, "room": 1, "start": "2026-10-25T11:00:00Z", "end": null}
          """))
    #expect(fixture.messages == [])
    #expect(fixture.schedule.talks.isEmpty)
    #expect(
      fixture.schedule.sessions.compactMap { $0[SessionID.self]?.text } == ["break-9", "break-10"])
    #expect(try fixture.entity("Pause")[LocationNames.self] == nil)
    #expect(try fixture.time("Pause") == "2026-10-24T10:00:00+02:00 to 2026-10-24T10:30:00+02:00")
  }

  @Test("the English text of several is used")
  func languages() throws {
    let room = #"{"id": 1, "name": {"de": "Saal", "en": "Hall"}, "description": {"de": "Links"}}"#
    let fixture = try ScheduleFixture(Self.widget(talks: Self.talk, rooms: room))
    #expect(fixture.schedule.locationNames(of: try fixture.entity("Ships")) == ["Hall"])
    #expect(fixture.schedule.locations.compactMap { $0[Description.self]?.text } == ["Links"])
  }

  @Test("each slot of a talk has its identifier, and all have the code")
  func slots() throws {
    let again = Self.talk.replacing("24T", with: "25T").replacing("+02:00", with: "+01:00")
    let fixture = try ScheduleFixture(Self.widget(talks: "\(Self.talk), \(again)"))
    #expect(fixture.messages == [])
    #expect(fixture.schedule.talks.compactMap { $0[SessionID.self]?.text } == ["AB", "AB-2"])
    #expect(fixture.schedule.talks.compactMap { $0[OtherIDs.self]?.texts } == [["AB"]])
  }

  @Test("two people of one name are kept apart by their codes")
  func namesakes() throws {
    let people =
      #"{"code": "S", "name": "Ada"}, {"code": "T", "name": "Ada"}, {"code": "U", "name": "Bo"}"#
    let talks = Self.talk.replacing(#"["S"]"#, with: #"["T", "U", "S", "T"]"#)
    let fixture = try ScheduleFixture(Self.widget(talks: talks, speakers: people))
    let talk = try fixture.entity("Ships")
    #expect(fixture.messages == [])
    #expect(fixture.schedule.speakers(of: talk).map(\.name) == ["Ada [T]", "Bo", "Ada [S]"])
    #expect(fixture.schedule.speakers.count == 3)
  }

  @Test("unknown codes, numbers and fields are reported, and the talk is read")
  func damage() throws {
    let fixture = try ScheduleFixture(
      Self.widget(
        talks: #"""
          {"code": "AB", "title": "Ships", "speakers": ["S", "X"], "track": 4, "room": {}, "roam": 1,
          "start": "soon"}, 5, {"title": "No code"}
          """#, more: #", "break": [{"start": "2026-10-24T09:00:00Z"}]"#))
    #expect(fixture.schedule.speakers(of: try fixture.entity("Ships")).map(\.name) == ["Ada"])
    #expect(
      fixture.messages == [
        "1:63, field \"speakers\": found the text \"X\"; expected an id that the file lists",
        "1:78, field \"track\": found the number 4; expected an id that the file lists",
        "1:89, field \"room\": found an object; expected an id that the file lists",
        "1:93: item 4 (event AB): unknown field \"roam\"",
        "2:10: item 4 (event AB), field \"start\": found the text \"soon\"; expected date and time, "
          + "such as 2015-05-18T11:00:00+02:00",
        "2:19: item 5: found the number 5; expected an object",
        "2:22: item 6: no identifying field; expected code or id",
        "4:100: item 1 (conference): \"break\" is unknown; its content is skipped",
      ])
  }
}
