import Testing

/// Each key of a file is read, is ignored by name in a table, or is reported.
@Suite("Every key of a file is read, ignored by name, or reported")
struct KeyLawTests {
  @Test("an unknown key is reported in each object of each format", arguments: KeySample.all)
  func unknownKeys(sample: KeySample) throws {
    #expect(try ScheduleFixture(sample.text).messages.filter { $0.contains("unknown") } == [])
    for (text, place) in sample.variants {
      let messages = try ScheduleFixture(text).messages
      #expect(messages.contains { $0.lowercased().contains("zzz") }, "after \(place)")
    }
  }
}

/// A file with an object of each kind that a format has.
struct KeySample: CustomTestStringConvertible {
  let testDescription: String
  let text: String

  init(_ name: String, _ text: String) {
    testDescription = name
    self.text = text
  }

  /// The file with one unknown key, once for each object, and the text before the key.
  var variants: [(text: String, place: String)] {
    let (start, key) =
      text.hasPrefix("BEGIN")
      ? ("BEGIN:", "\nZZZ-zzz:7")
      : text.hasPrefix("<") ? ("<", "<zzz>7</zzz>") : ("{", "\"zzz\": 7, ")
    var variants: [(text: String, place: String)] = []
    var place = text.startIndex
    while let range = text[place...].firstRange(of: start) {
      place = range.upperBound
      if start == "{" {
        guard text[place...].hasPrefix("\"") else { continue }
      } else if start == "<" {
        // Only elements with elements have keys.
        guard let end = text[place...].firstRange(of: ">"), text[end.upperBound...].hasPrefix("<"),
          !text[place...].hasPrefix("/"), !text[end.upperBound...].hasPrefix("</"),
          // In these lists, elements may have any name.
          !["persons", "links", "attachments"].contains(text[place..<end.lowerBound])
        else { continue }
        place = end.upperBound
      } else {
        place = text[place...].firstIndex { $0.isNewline } ?? text.endIndex
      }
      var changed = text
      changed.insert(contentsOf: key, at: place)
      variants.append((changed, String(text[..<place].suffix(40))))
    }
    return variants
  }

  static let all = [
    KeySample(
      "UIKonf JSON",
      """
      [{"conference": "C", "month": "2016-04", "zone": "UTC"}, {"t_id": "a", "startTime": "24-09-00"},
       {"t_id": "a", "t_index": 1, "title": "T", "speaker_name": "Ada"}, {"name": "Ada", "bio": "B"}]
      """),
    KeySample(
      "schedule.json",
      """
      {"schedule": {"version": "1", "conference": {"title": "C", "rooms": [{"name": "R", "guid": "r"}],
       "tracks": [{"name": "Main", "slug": "m"}], "days": [{"date": "2016-04-24", "rooms": {"R": [
        {"id": 1, "title": "T", "start": "09:00", "persons": [
          {"public_name": "Ada", "links": [{"url": "https://a.org", "title": "a"}]}],
         "links": [{"url": "https://a.org/2", "title": "b"}],
         "attachments": [{"url": "https://a.org/3", "title": "c"}]}]}}]}}}
      """),
    KeySample(
      "schedule.json v2",
      """
      {"schedule": {"version": "2", "conference": {"title": "C", "rooms": [{"name": "R", "guid": "r"}]},
       "persons": [{"name": "Ada"}], "events": [{"guid": "g", "title": "T",
        "start": "2016-04-24T09:00:00+02:00", "room": {"name": "R", "guid": "r"},
        "track": {"name": "Main", "slug": "m"}, "participants": [{"name": "Ada"}]}]}}
      """),
    KeySample(
      "schedule.xml",
      """
      <schedule><conference><title>C</title></conference><day date="2016-04-24"><room name="R">\
      <event id="1"><title>T</title><start>09:00</start><persons><person><name>Ada</name></person>\
      </persons><links><link><url>https://a.org</url><title>a</title></link></links>\
      <attachments><attachment href="https://a.org/3">c</attachment></attachments></event></room>\
      </day></schedule>
      """),
    KeySample(
      "Sessionize",
      """
      {"sessions": [{"id": "1", "title": "T", "startsAt": "2016-04-24T09:00:00", "speakers": ["s"],
        "categoryItems": [7], "questionAnswers": [{"questionId": 5, "answerValue": "https://a.org"}],
        "roomId": 3}], "speakers": [{"id": "s", "fullName": "Ada", "links": [{"title": "a",
        "url": "https://a.org/2", "linkType": "Blog"}]}], "questions": [{"id": 5, "question": "Q",
        "questionType": "Web_Address", "sort": 0}], "rooms": [{"id": 3, "name": "R", "sort": 0}],
       "categories": [{"id": 6, "title": "Track", "items": [{"id": 7, "name": "Main", "sort": 1}]}]}
      """),
    KeySample(
      "Sessionize's GridSmart",
      """
      [{"date": "2016-04-24T00:00:00", "rooms": [{"id": 3, "name": "R", "sessions": [{"id": "1",
        "title": "T", "startsAt": "2016-04-24T09:00:00", "room": "R", "speakers": [{"id": "s",
        "name": "Ada"}], "categories": [{"id": 6, "name": "Track", "categoryItems": [{"id": 7,
        "name": "Main"}]}]}]}], "timeSlots": [{"slotStart": "09:00:00", "rooms": [{"id": 3,
        "name": "R", "index": 0}]}]}]
      """),
    KeySample(
      "try! Swift",
      """
      {"id": 1, "title": "Day", "date": "2016-04-24T09:00:00Z", "schedules": [
       {"time": "2016-04-24T09:00:00Z", "sessions": [{"id": 1, "title": "T", "speakers": [
        {"name": "Ada", "links": [{"name": "@ada", "url": "https://a.org"}]}]}]}]}
      """),
    KeySample(
      "COSCUP",
      """
      {"sessions": [{"id": "A", "type": "t", "room": "R", "start": "2016-04-24T09:00:00Z",
        "en": {"title": "T", "description": "D"}, "zh": {"title": "T"}, "speakers": ["s"],
        "tags": ["x"]}], "speakers": [{"id": "s", "en": {"name": "Ada"}}],
       "session_types": [{"id": "t", "en": {"name": "Main"}}], "rooms": [{"id": "R",
        "en": {"name": "Hall"}}], "tags": []}
      """),
    KeySample(
      "konf JSON",
      """
      {"conference": {"title": "C", "zone": "Europe/Berlin"}, "sessions": [{"id": "s", "title": "S",
        "start": "2016-04-24T09:00:00+02:00", "locations": [{"id": "r", "name": "R"}], "talks": [
        {"id": "s/1", "title": "T", "speakers": [{"id": "a", "name": "Ada"}],
         "links": [{"title": "a", "url": "https://a.org"}]}]}],
       "talks": [{"title": "Alone", "start": "2016-04-24T10:00:00+02:00"}],
       "people": [{"id": "a", "name": "Ada", "links": [{"title": "b", "url": "https://a.org/2"}]}],
       "locations": [{"id": "r", "name": "R"}]}
      """),
    KeySample(
      "iCalendar",
      """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Here
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:1
      DTSTART;TZID=Here:20160424T090000
      SUMMARY:T
      END:VEVENT
      END:VCALENDAR

      """),
  ]
}
