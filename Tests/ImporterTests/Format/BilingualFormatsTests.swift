import ECSKit
import Importer
import Schedule
import Testing

/// The JSON of COSCUP, SITCON and try! Swift, whose texts are in two languages.
@Suite("Bilingual formats")
struct BilingualFormatsTests {
  @Test("try! Swift: slots have times, sessions people and locations, and days may be a list")
  func trySwift() throws {
    func day(_ id: Int) -> String {
      """
      {"id": \(id), "title": "Day \(id)", "title_ja": "日", "date": "2025-04-0\(id)T00:00:00+09:00",
       "schedules": [{"id": 1, "time": "2025-04-0\(id)T09:00:00+09:00", "sessions": [
        {"id": 1, "title": "Registration"}]},
       {"time": "2025-04-0\(id)T10:00:00+09:00", "end_time": "2025-04-0\(id)T10:30:00+09:00",
        "sessions": [{"id": 2, "title": "Ships \(id)", "title_ja": "船", "description": "Long.",
         "summary": "Short.", "place": "Hall", "place_ja": "ホール", "youtube_video_id": "x",
         "speakers": [{"id": 7, "name": "Ada", "bio": "Counts.", "job_title": "Skipper",
          "links": [{"name": "@ada", "url": "https://a.org/ada"}]}]}]}]}
      """
    }
    for text in [day(1), "[\(day(1)), \(day(2))]"] {
      let fixture = try ScheduleFixture(text)
      #expect(fixture.messages == [])
      #expect(fixture.result.format == "JSON of try! Swift")
      let talk = try fixture.entity("Ships 1")
      #expect(fixture.schedule.id(of: talk) == "1-2")
      #expect(talk[Subtitle.self]?.text == "船" && talk[Abstract.self]?.text == "Long.")
      #expect(talk[WebLinks.self]?.links.map(\.text) == ["https://www.youtube.com/watch?v=x"])
      #expect(fixture.schedule.locationNames(of: talk) == ["Hall"])
      #expect(fixture.schedule.locations.count == 1)
      let person = try #require(fixture.context.group(.people).entities.first)
      #expect(person[Biography.self]?.text == "Counts.")
      #expect(person[WebLinks.self]?.links.map(\.title) == ["@ada"])
      #expect(try fixture.time("Ships 1").hasSuffix("T10:00:00+09:00 to 2025-04-01T10:30:00+09:00"))
      #expect(try fixture.entity("Registration")[Title.self] == nil)
    }
    let unread = try ScheduleFixture(day(1).replacing("\"2025-04-01T09:00:00+09:00\"", with: "9"))
    #expect(unread.messages.count == 1 && unread.messages[0].contains("field \"time\""))
  }

  @Test("COSCUP and SITCON: English texts precede Chinese ones, and ids resolve to names")
  func coscup() throws {
    func text(_ session: String) -> String {
      """
      {"sessions": [{"id": "A1", "type": "t", "room": "R0", "broadcast": ["R0", "R1"],
        "start": "2025-08-01T09:00:00+08:00", "end": "2025-08-01T09:30:00+08:00", "language": "漢語",
        "uri": "https://a.org/A1", "slide": "https://a.org/s", "record": null, "tags": [], \(session)}],
       "speakers": [{"id": "s", "avatar": "", "zh": {"name": "艾達", "bio": ""},
         "en": {"name": "Ada", "bio": "Counts."}}],
       "session_types": [{"id": "t", "zh": {"name": "主"}, "en": {"name": "Main"}}],
       "rooms": [{"id": "R0", "zh": {"name": "廳"}, "en": {"name": "Hall"}},
         {"id": "R1", "zh": {"name": "閣"}, "en": {"name": "Attic"}}], "tags": []}
      """
    }
    let fixture = try ScheduleFixture(
      text(
        #""speakers": ["s"], "zh": {"title": "船"}, "en": {"title": "Ships", "description": "Long."}"#
      ))
    #expect(fixture.messages == [])
    let talk = try fixture.entity("Ships")
    #expect(talk[Subtitle.self]?.text == "船" && talk[Abstract.self]?.text == "Long.")
    #expect(fixture.schedule.locationNames(of: talk) == ["Hall", "Attic"])
    #expect(fixture.schedule.speakers(of: talk).map(\.name) == ["Ada"])
    #expect(talk[Track.self]?.name == "Main" && talk[Language.self]?.code == "漢語")
    #expect(talk[WebLinks.self]?.links.map(\.title) == ["web page", "slides"])
    // Without English the other text counts, and without people it is no talk.
    let lunch = try ScheduleFixture(
      text(#""speakers": [], "zh": {"title": "午餐"}, "en": {"title": ""}"#))
    #expect(lunch.messages == [])
    let session = try lunch.entity("午餐")
    #expect(session[Title.self] == nil && session[Subtitle.self] == nil)
    let nobody = try ScheduleFixture(
      text(#""speakers": ["x"], "zh": {"title": "船"}, "en": {"title": "Ships"}"#))
    #expect(nobody.messages.count == 1)
    #expect(nobody.messages.first?.contains("expected an id that the file lists") == true)
  }
}
