/// Links and files as the apps make them, built by the rules of their sources.
enum Samples {
  static let giggity = """
    https://ggt.gaa.st/#url=https%3A%2F%2Ffosdem.org%2F2025%2Fschedule%2Fxml\
    &see=eNqLNjOwNNYxMzQy1DE1tDSMBQAdsgN9&del=eNqLNjEyMYoFAAVRAYU
    """

  static let companion = crlf(
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//be.digitalia.fosdem//NONSGML 2.2.9//EN
    BEGIN:VEVENT
    UID:6093@2025@be.digitalia.fosdem
    DTSTAMP:20250131T200000Z
    DTSTART:20250201T083000Z
    DTEND:20250201T085500Z
    SUMMARY:Rust\\, in the kernel
    DESCRIPTION:First line\\nsecond line that is so long that the app folds it at t
     he width of a calendar
    X-ALT-DESC:<p>First line</p>
    CLASS:PUBLIC
    CATEGORIES:Kernel
    URL:https://fosdem.org/2025/6093/
    LOCATION:Janson
    ATTENDEE;ROLE=REQ-PARTICIPANT;CUTYPE=INDIVIDUAL;CN="Ada Lovelace":https://fosdem.or
     g/2025/schedule/speaker/ada_lovelace/
    END:VEVENT
    BEGIN:VEVENT
    UID:6121@2025@be.digitalia.fosdem
    DTSTAMP:20250131T200000Z
    SUMMARY:Lunch
    CLASS:PUBLIC
    CATEGORIES:Break
    URL:https://fosdem.org/2025/6121/
    LOCATION:Hall
    END:VEVENT
    END:VCALENDAR

    """)

  static let eventFahrplan = """
    {"lectures":[{"lecture_id":"11223","title":"Opening","subtitle":"","day":1,"room":"Saal 1",\
    "slug":"fair-11223-opening","url":"https://example.org/11223","speakers":"Ada;Bob","track":"Main",\
    "type":"Talk","lang":"en","abstract":"One","description":"","links":"","starts_at":\
    "2024-12-27T10:30:00+01:00","recorded":true},\
    {"lecture_id":"0f3c9a5e-1111-4222-8333-444455556666","title":"Two","subtitle":"","day":2,\
    "abstract":"","description":""}]}
    """

  static let pretalx = crlf(
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//pretalx//pretalx.com//demo-con//faved
    BEGIN:VEVENT
    UID:pretalx-demo-con-MGPDBX@pretalx.com
    DTSTART;TZID=Europe/Berlin:20190926T103000
    DTEND;TZID=Europe/Berlin:20190926T110000
    DESCRIPTION:One
    DTSTAMP:20190901T000000Z
    LOCATION:Hall
    SUMMARY:Opening - Ada
    URL:https://pretalx.com/demo-con/talk/MGPDBX/
    END:VEVENT
    BEGIN:VEVENT
    UID:pretalx-demo-con-38AB4C-2@pretalx.com
    SUMMARY:Twice - Bob
    END:VEVENT
    BEGIN:VEVENT
    UID:pretalx-democon-7Q9XYZ@pretalx.com
    SUMMARY:Late
    END:VEVENT
    END:VCALENDAR

    """)

  static let shifts = """
    [{"id":3,"shift_id":7,"user_id":1,"angel_type_id":2,"user_comment":"","freeloaded":false,\
    "freeloaded_comment":"","name":"Herald","title":"Opening","description":"","Comment":"","SID":7,\
    "shifttype_id":4,"URL":"","RID":2,"Name":"Saal 1","map_url":"","start":1735290000,\
    "start_date":"2024-12-27T10:00:00+01:00","end":1735295400,"end_date":"2024-12-27T11:30:00+01:00",\
    "timezone":"+01:00","event_timezone":"Europe/Berlin"}]
    """

  static let shiftCalendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//-/Engelsystem//DE
    CALSCALE:GREGORIAN
    BEGIN:VTIMEZONE
    TZID:UTC
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:0000
    TZOFFSETTO:0000
    TZNAME:UTC
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:54117000-0000-0000-0000-000000000003
    DTSTAMP:20241227T090000Z
    DTSTART:20241227T090000Z
    DTEND:20241227T103000Z
    STATUS:CONFIRMED
    TRANSP:OPAQUE
    SUMMARY:Herald (Opening)
    LOCATION:Saal 1
    DESCRIPTION:\\n\\n
    URL:https://engel.example.org/shifts?action=view&shift_id=7
    END:VEVENT
    END:VCALENDAR

    """

  static let konf = """
    {"conference":{"title":"Fair"},"sessions":[
      {"id":"a","title":"A","star":"yes","talks":[{"id":"a","title":"A","star":"yes"}]},
      {"id":"b","title":"B","star":null,"talks":[{"id":"b/1","star":null},{"id":"b/2","star":"maybe"}]},
      {"id":"c","title":"C","star":"maybe","talks":[{"id":"c/1","star":"maybe"}]},
      {"id":"d","title":"D","star":null,"hidden":true,"talks":[]},
      {"id":"appointment1","title":"Dinner","type":"appointment","start":"2016-04-24T19:00:00+02:00",
       "end":"2016-04-24T21:00:00+02:00","locations":[{"name":"Bar"},{"name":"Terrace"}],"talks":[]}],
     "talks":[],"people":[],"locations":[]}
    """

  static let all = [
    giggity, companion, eventFahrplan, pretalx, shifts, shiftCalendar, konf, "6093\nmy-talk\n",
    #"["MGPDBX", 12]"#,
  ]

  /// Inputs that are refused, with words of the error.
  static let wrong = [
    ("", "found nothing"), ("\u{FEFF} \n", "found nothing"), ("<html>", "found markup"),
    ("a\u{0}b", "line 1: found"), ("{\"a\":1}", "1:1: found an object with neither"),
    ("[1,{}]", "1:4: found an object"), ("[\"\"]", "1:2: found the text \"\""), ("[1,", "1:4"),
    ("{\"lectures\":{}}", "1:13: found an object as lectures"),
    ("{\"lectures\":[{\"title\":\"x\"}]}", "without lecture_id"),
    ("[{\"start_date\":\"2024-12-27T10:00:00+01:00\"}]", "without start_date or end_date"),
    ("[{\"id\":\"a\",\"star\":\"perhaps\"}]", "found \"perhaps\" as star"),
    ("[{\"star\":\"yes\"}]", "without id"), ("[{\"id\":\"a\"},5]", "found the number 5"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR", "without UID"),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1@x@be.digitalia.fosdem\nEND:VEVENT\nEND:VCALENDAR",
      "ID@YEAR@be.digitalia.fosdem"
    ),
    (shiftCalendar.replacing("DTEND:20241227T103000Z\n", with: ""), "without DTSTART or DTEND"),
    ("https://ggt.gaa.st/", "without see= and del="),
    ("https://ggt.gaa.st/#url=x", "without see= and del="),
    ("https://ggt.gaa.st/#see=eN", "see: found 1 compressed bytes"),
    ("https://ggt.gaa.st/#see=e!", "see: found \"!\" at character 2"),
    ("x\nhttps://ggt.gaa.st/#del=eNqLjgUAARUBuQ", "line 2: del: found a wrong checksum"),
    (String(giggity.dropLast(4)), "del: found only the beginning of the compressed bytes"),
    (
      "https://ggt.gaa.st/#see=eNqrVkpUsjKsBQAIKgIJ", "see: found an object; expected a list of ids"
    ),
    ("https://ggt.gaa.st/#see=eNqLNtSJNoqNBQAHnwIA", "see: 1:4: found a list"),
  ]

  private static func crlf(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
}
