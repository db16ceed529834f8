import CommandLine
import KonfCLI

/// An invented conference as frab and pretalx write them.
///
/// Events are session and talk in one, two have one guid, one has no room, one begins after midnight,
/// and titles are in scripts whose signs take two columns.
enum FrabConference {
  static let json = """
    {"schedule": {"version": "0.9", "base_url": "https://example.org/", "conference": {
      "acronym": "tofu", "title": "トーフ会議", "start": "2016-03-26", "end": "2016-03-27",
      "daysCount": 2, "timeslot_duration": "00:15", "time_zone_name": "Europe/Berlin",
      "rooms": [{"name": "Großer Saal", "capacity": 300, "description": "Erdgeschoss"}],
      "days": [
        {"index": 1, "date": "2016-03-26", "day_start": "2016-03-26T09:00:00+01:00",
         "day_end": "2016-03-27T04:00:00+02:00", "rooms": {
          "Großer Saal": [
            {"id": 1, "guid": "0f3c9a5e-1111-4222-8333-444455556666", "code": "AB12CD",
             "date": "2016-03-26T10:00:00+01:00", "start": "10:00", "duration": "00:45",
             "room": "Großer Saal", "title": "開会式：豆腐の未来", "subtitle": "", "track": "Main",
             "type": "lecture", "language": "ja", "abstract": "<p>豆腐 &amp; <b>more</b></p>",
             "url": "https://example.org/talk/AB12CD", "links": [
               {"url": "https://example.org/\\u0645/slides", "title": "Slides\\u001b[31m of the talk"},
               "https://example.org/talk/AB12CD", {"url": "javascript:alert(1)", "title": ""}],
             "attachments": [{"url": "/media/豆腐.pdf", "title": "Handout"}],
             "feedback_url": "https://example.org/talk/AB12CD/feedback",
             "persons": [{"id": 5, "public_name": "山田 花子", "biography": "東京"},
                         {"id": 6, "public_name": "Zoë Ångström"}]},
            {"id": 2, "guid": "1f3c9a5e-1111-4222-8333-444455556666", "start": "11:00",
             "date": "2016-03-26T11:00:00+01:00", "duration": "1:30", "room": "Großer Saal",
             "title": "Fermentation for <everyone>", "track": "Main", "persons": []},
            {"id": 2, "guid": "1f3c9a5e-1111-4222-8333-444455556666", "start": "14:00",
             "date": "2016-03-26T14:00:00+01:00", "duration": "1:30", "room": "Großer Saal",
             "title": "Fermentation for <everyone>", "track": "Main", "persons": []}],
          "": [
            {"id": 3, "guid": "2f3c9a5e-1111-4222-8333-444455556666", "start": "12:00",
             "date": "2016-03-26T12:00:00+00:00", "duration": "0:30", "title": "한국어 모임",
             "persons": []},
            {"id": 4, "guid": "3f3c9a5e-1111-4222-8333-444455556666", "start": "00:15",
             "date": "2016-03-27T00:15:00+01:00", "duration": "3:00", "title": "Night walk 🌙",
             "persons": [{"id": 6, "public_name": "Zoë Ångström"}]}]}},
        {"index": 2, "date": "2016-03-27", "rooms": {"Werkstatt": [
            {"id": 7, "guid": "4f3c9a5e-1111-4222-8333-444455556666", "start": "10:00",
             "date": "2016-03-27T10:00:00+02:00", "duration": "00:20", "title": "Farewell",
             "persons": [{"id": 5, "public_name": "Jörg"}]}, 5]}}]}}}
    """

  /// The same with other names and times, as the next version of the file might have them.
  static let nextJSON = json.replacing("開会式：豆腐の未来", with: "The future of tofu")
    .replacing(
      "T10:00:00+01:00\", \"start\": \"10:00", with: "T16:00:00+01:00\", \"start\": \"16:00")
}

extension SnapshotTests {
  static let frab: [SnapshotCase] =
    [
      ("timeline-80", "timeline --width 80"),
      ("timeline-json", "timeline --json=id,title,start,end,locations"),
      ("talks", "talks"), ("day", "timeline --day 1"), ("session", "session 0f3c9a5e"),
      ("session-repeated", "session 1f3c9a5e#2"), ("speakers", "speakers"),
      ("speaker", "speaker zoe"), ("locations", "locations"), ("rate", "rate 豆腐 5"),
      ("now", "now"), ("tz", "timeline --day 1 --tz UTC"),
    ].map { name, line in
      SnapshotCase("frab-\(name)", "\(line) --at 2016-03-26T10:30 --data -")
        .with { $0.input = FrabConference.json }
    }

  /// A schedule that says no zone.
  static let floating: [SnapshotCase] = [
    ("timeline", "timeline"), ("json", "talks --json=id,title,day,start,end"),
    ("tz", "now --tz UTC --at 2016-04-24T09:10"),
    ("zone", "talks --zone Europe/Berlin --json=id,title,day,start,end"),
  ].map { name, line in
    SnapshotCase("floating-\(name)", "\(line) --data -").with {
      $0.input = """
        {"sessions": [{"id": "12", "title": "Swift", "startsAt": "2016-04-24T09:00:00",
          "endsAt": "2016-04-24T09:50:00", "speakers": ["s"], "roomId": 3}],
         "speakers": [{"id": "s", "fullName": "Ada Lee"}], "rooms": [{"id": 3, "name": "Hall"}],
         "categories": [], "questions": []}
        """
    }
  }
}
