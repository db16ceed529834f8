import ECSKit
import Importer
import Schedule
import Testing

/// Fields with several values, each of which a filter finds.
@Suite("Each of several values in a field is found by its filter")
struct CountedValuesTests {
  /// Files with one talk that has two tracks, speakers and locations where the format allows it.
  private static let files: [(name: String, text: String)] = [
    (
      "Sessionize",
      """
      {"sessions": [{"id": "1", "title": "T", "startsAt": "2026-02-22T09:00:00",
        "speakers": ["A", "B"], "categoryItems": [7, 8]}], "rooms": [], "questions": [],
       "speakers": [{"id": "A", "fullName": "Ann"}, {"id": "B", "fullName": "Bo"}], "categories":
       [{"id": 6, "title": "Track", "items": [{"id": 7, "name": "Web"}, {"id": 8, "name": "Go"}]}]}
      """
    ),
    (
      "GridSmart",
      """
      [{"date": "2026-02-22T00:00:00", "timeSlots": [], "rooms": [{"id": 1, "name": "R",
        "sessions": [{"id": "1", "title": "T", "startsAt": "2026-02-22T09:00:00", "speakers":
         [{"id": "A", "name": "Ann"}, {"id": "B", "name": "Bo"}], "categories": [{"id": 6,
         "name": "Track", "categoryItems": [{"id": 7, "name": "Web"}, {"id": 8, "name": "Go"}]}]}]}]}]
      """
    ),
    (
      "iCalendar",
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:1
      DTSTART:20260222T090000
      SUMMARY:T
      CATEGORIES:Web
      CATEGORIES:Go
      ATTENDEE;CN=Ann:mailto:a@example.org
      ATTENDEE;CN=Bo:mailto:b@example.org
      END:VEVENT
      END:VCALENDAR

      """
    ),
    (
      "konf JSON",
      """
      {"conference": {"title": "C"}, "sessions": [{"id": "1", "title": "T",
        "start": "2026-02-22T09:00:00Z", "locations": ["R", "S"], "talks": [{"id": "1",
        "title": "T", "tracks": ["Web", "Go"], "speakers": ["Ann", "Bo"]}]}]}
      """
    ),
  ]

  @Test("each track and each speaker selects the talk", arguments: files.map(\.name))
  func tracksAndSpeakers(name: String) throws {
    let text = try #require(Self.files.first { $0.name == name }?.text)
    let schedule = try ScheduleFixture(text).schedule
    #expect(schedule.trackNames == ["Go", "Web"])
    for (tracks, speakers) in [(["Web"], nil), (["Go"], nil), (nil, ["Ann"]), (nil, ["Bo"])] {
      var rule = SelectionRule()
      rule.tracks = tracks
      rule.speakers = speakers
      let found = schedule.talksInOrder(in: schedule.selection(rule))
      #expect(found.compactMap { $0[Title.self]?.text } == ["T"], "\(rule)")
    }
    let talk = try #require(schedule.talks.entities.first)
    #expect(schedule.track(of: talk) == "Web, Go")
  }

  @Test("an event with very many categories is one track")
  func manyCategories() throws {
    let categories = (0..<100).map { "c\($0)" }.joined(separator: ",")
    let schedule = try ScheduleFixture(
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260222T090000\r\nSUMMARY:T\r\n"
        + "CATEGORIES:\(categories)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    ).schedule
    #expect(schedule.trackNames.count == 1)
  }

  @Test("a session for everybody at Sessionize is at each room of the file, ordered by sort")
  func plenum() throws {
    let all = """
      {"sessions": [{"id": "1", "title": "Opening", "startsAt": "2026-02-22T09:00:00", "roomId": 1,
        "isPlenumSession": true}, {"id": "2", "title": "T", "startsAt": "2026-02-22T10:00:00",
        "roomId": 1}], "speakers": [], "categories": [], "questions": [],
       "rooms": [{"id": 1, "name": "Small", "sort": 2}, {"id": 2, "name": "Large", "sort": 1}]}
      """
    let fixture = try ScheduleFixture(all)
    let schedule = fixture.schedule
    #expect(schedule.locationNames(of: try fixture.entity("Opening")) == ["Small", "Large"])
    #expect(schedule.locationNames(of: try fixture.entity("T")) == ["Small"])
    #expect(schedule.locations(in: .all).map(\.name) == ["Large", "Small"])
    for room in ["Small", "Large"] {
      var rule = SelectionRule()
      rule.locations = [room]
      let found = schedule.timeline(in: schedule.selection(rule)).compactMap {
        $0[Title.self]?.text
      }
      #expect(found.contains("Opening"))
    }
  }

  @Test(
    "two addresses in one field are two links",
    arguments: [
      "https://a.org/1 https://a.org/2", "https://a.org/1, https://a.org/2",
      "https://a.org/1\\nhttps://a.org/2", "https://a.org/1; https://a.org/2",
    ])
  func twoLinks(text: String) throws {
    let frab = """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2026-02-22", "rooms": {"R": [
        {"id": 1, "title": "T", "url": "\(text)"}]}}]}}}
      """
    let sessionize = """
      {"sessions": [{"id": "1", "title": "T", "startsAt": "2026-02-22T09:00:00",
        "liveUrl": "\(text)"}], "speakers": [], "categories": [], "questions": [], "rooms": []}
      """
    for file in [frab, sessionize] {
      let fixture = try ScheduleFixture(file)
      let links = try fixture.entity("T")[WebLinks.self]?.links.map(\.address)
      #expect(links == ["https://a.org/1", "https://a.org/2"])
    }
  }
}
