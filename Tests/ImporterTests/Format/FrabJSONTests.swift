import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

/// schedule.json of version 1, on a conference made up for this.
@Suite("schedule.json")
struct FrabJSONTests {
  /// A conference of two days with everything that goes wrong in files like it.
  private func schedule(
    _ events: String, room: String = "Hall 1", conference: String = "", day: String = "",
    options: ScheduleImport.Options = .withoutZoneFiles
  ) throws -> ScheduleFixture {
    try ScheduleFixture(
      """
      {"schedule": {"version": "1", "conference": {"acronym": "fc", "title": "Fix Con 2016",
        \(conference)
        "days": [{"index": 1, "date": "2016-03-26", \(day) "rooms": {"\(room)": [
          \(events)
        ]}}]}}}
      """, options: options)
  }

  private let berlin = #""time_zone_name": "Europe/Berlin","#

  @Test("an event is one session with one talk, and its people and locations exist once")
  func event() throws {
    let fixture = try schedule(
      """
      {"id": 7, "guid": "g-1", "code": "ABC", "date": "2016-03-26T10:00:00+01:00",
       "start": "10:00", "duration": "00:45", "room": "Hall 1", "slug": "x", "title": " Opening ",
       "subtitle": "", "track": "Main", "type": "lecture", "language": "de", "abstract": "Short.",
       "description": "Long.\\r\\nVery long.", "links": [], "attachments": [],
       "persons": [{"id": 1, "public_name": "Ada Lee", "biography": "b"},
                   {"code": "X", "name": "李雷"}]},
      {"id": 8, "guid": "g-2", "date": "2016-03-26T11:00:00+01:00", "start": "11:00",
       "duration": "1:30", "room": "Hall 1", "title": "Next",
       "persons": [{"id": 1, "public_name": "Ada Lee"}]}
      """, conference: berlin)
    #expect(fixture.messages.isEmpty)
    #expect(fixture.notes.isEmpty)
    #expect(fixture.result.format == "schedule.json")
    let schedule = fixture.schedule
    #expect(schedule.title == "Fix Con 2016")
    #expect(schedule.zone.name == "Europe/Berlin")
    #expect(schedule.sessions.count == 2)
    #expect(schedule.talks.entities == schedule.sessions.entities)
    let opening = try fixture.entity("Opening")
    #expect(schedule.id(of: opening) == "g-1")
    #expect(opening[Track.self]?.name == "Main")
    #expect(opening[Language.self]?.code == "de")
    #expect(opening[Abstract.self]?.text == "Short.\n\nLong.\nVery long.")
    #expect(!opening.has(Subtitle.self))
    #expect(
      try fixture.time("Opening") == "2016-03-26T10:00:00+01:00 to 2016-03-26T10:45:00+01:00")
    #expect(schedule.people.map { $0[Name.self]?.text } == ["Ada Lee", "李雷"])
    #expect(schedule.speakers.map { schedule.talks(by: $0).count } == [2, 1])
    #expect(schedule.speakers.first?[Biography.self]?.text == "b")
    #expect(schedule.locations.map { $0[Name.self]?.text } == ["Hall 1"])
    #expect(schedule.locations.map { schedule.sessions(at: $0).count } == [2])
  }

  @Test(
    "the version and the page belong to the conference or the enclosing schedule",
    arguments: [
      (#""version": " v1.1 ", "base_url": "https://a.b/","#, "", "v1.1", "https://a.b/", []),
      (#""version": 3,"#, #""url": "https://c.d/","#, "3", "https://c.d/", []),
      (#""version": "1","#, #""release": "Version 2","#, "Version 2", nil, []),
      (#""version": null, "base_url": "","#, "", nil, nil, []),
      (
        #""version": ["1"],"#, "", nil, nil,
        [#"1:26, field "version": found a list; expected a string"#]
      ),
    ])
  func version(
    around: String, inside: String, version: String?, page: String?, messages: [String]
  ) throws {
    let fixture = try ScheduleFixture(
      """
      {"schedule": {\(around) "conference": {"title": "Fix Con", \(inside) \(berlin)
        "days": [{"index": 1, "date": "2016-03-26", "rooms": {"Hall": [
          {"guid": "g", "date": "2016-03-26T10:00:00+01:00", "title": "One"}]}}]}}}
      """)
    #expect(fixture.schedule.context[ScheduleVersion.self]?.text == version)
    #expect(fixture.schedule.context[ConferencePage.self]?.link == page)
    #expect(fixture.messages == messages)
  }

  @Test(
    "an event that will not take place is skipped and reported",
    arguments: ["CANCELED", "canceled", "Cancelled", "WITHDRAWN", "REJECTED", "DELETED"])
  func cancelled(state: String) throws {
    let fixture = try schedule(
      """
      {"guid": "g", "date": "2016-03-26T12:00:00+01:00", "title": "Gone", "state": "\(state)",
       "persons": [{"name": "Ada"}]},
      {"guid": "h", "date": "2016-03-26T10:00:00+01:00", "title": "Late", "state": "DELAYED"},
      {"guid": "i", "date": "2016-03-26T11:00:00+01:00", "title": "There", "state": "CONFIRMED"}
      """, conference: berlin)
    #expect(fixture.schedule.timeline.compactMap { $0[Title.self]?.text } == ["Late", "There"])
    #expect(fixture.schedule.people.isEmpty)
    #expect(fixture.messages == ["4:5: item 4 (event g): the cancelled item is left out"])
  }

  @Test("a person without a name is reported, and the other speakers stay")
  func namelessPeople() throws {
    let fixture = try schedule(
      """
      {"guid": "g", "date": "2016-03-26T12:00:00+01:00", "title": "A",
       "persons": [{"name": "Ada"}, null, " ", {"id": 5}, {"public_name": "Bob"}]}
      """, conference: berlin)
    let talk = try fixture.entity("A")
    #expect(talk[SpeakerNames.self]?.names == ["Ada", "Bob"])
    #expect(
      fixture.schedule.people.map { $0[Name.self]?.text }.compactMap(\.self) == ["Ada", "Bob"])
    #expect(
      fixture.messages == [
        "5:31: item 5 (event g), field \"persons\": found null; expected a name",
        "5:37: item 5 (event g), field \"persons\": found the text \" \"; expected a name",
        "5:42: item 6: no identifying field; expected name or public_name",
      ])
  }

  @Test("events without a room or with a repeated id stay, and each can be selected")
  func repeated() throws {
    let fixture = try schedule(
      """
      {"guid": "g", "date": "2016-03-26T12:00:00+01:00", "duration": "1:00", "title": "Tea"},
      {"guid": "g", "date": "2016-03-26T10:00:00+01:00", "duration": "1:00", "title": "Tea"},
      {"id": 5, "date": "2016-03-26T14:00:00+01:00", "duration": "1:00", "title": "By number"},
      {"title": "Alone"}
      """, room: "", conference: berlin)
    let schedule = fixture.schedule
    #expect(schedule.timeline.map(schedule.id(of:)) == ["g#2", "g", "5", "Alone"])
    #expect(schedule.locations.isEmpty)
    #expect(
      fixture.messages == [
        "5:1: item 4 (event g#2): item 3 at 4:5 has the same key; both records are kept"
      ])
  }

  @Test("a broken record never loses the others, and each skipped part has a position")
  func broken() throws {
    let fixture = try schedule(
      """
      7,
      {"guid": "a", "title": "A", "date": "soon", "start": "25:00", "duration": "long"},
      {"guid": "b", "title": {"en": "B", "de": "C"}, "persons": ["Ada", {"id": 3}], "extra": 1},
      {"guid": "c", "title": "C", "date": "2016-03-26T10:00:00+01:00", "duration": "23976:00"}
      """, conference: berlin)
    #expect(
      fixture.messages
        == [
          "4:5: item 4: found the number 7; expected an object",
          #"5:37: item 5 (event a), field "date": found the text "soon"; "#
            + "expected date and time, such as 2015-05-18T11:00:00+02:00",
          #"5:54: item 5 (event a), field "start": found the text "25:00"; "#
            + "expected hour and minute, such as 09:30",
          #"5:75: item 5 (event a), field "duration": found the text "long"; "#
            + "expected hours and minutes, such as 1:30",
          "6:67: item 8: no identifying field; expected name or public_name",
          #"6:79: item 6 (event b): unknown field "extra""#,
          "7:1: item 9 (event c): the event takes 999 d; expected less than a month",
        ])
    #expect(fixture.schedule.sessions.count == 3)
    #expect(try fixture.entity("B")[Timing.self] == nil)
  }

  @Test("rooms that are not objects and days that are not lists are reported")
  func shapes() throws {
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"conference": {"title": "C", "rooms": 5, "days": [
        {"date": "2016-03-26", "rooms": []}, {"date": "2016-03-27", "rooms": {"A": 1}}, 3]}}}
      """)
    #expect(fixture.messages.count == 4)
    #expect(fixture.schedule.sessions.isEmpty)
  }

  @Test("an empty schedule is accepted")
  func empty() throws {
    let fixture = try ScheduleFixture(#"{"schedule": {"conference": {"title": "C", "days": []}}}"#)
    #expect(fixture.schedule.sessions.isEmpty)
    #expect(fixture.schedule.title == "C")
    #expect(fixture.messages.isEmpty && fixture.notes.isEmpty)
  }

  // MARK: Times

  @Test("without a date, the day and the clock time are used, after midnight the next day")
  func dayAndClock() throws {
    let fixture = try schedule(
      """
      {"guid": "a", "title": "Evening", "start": "23:30", "duration": "00:30"},
      {"guid": "b", "title": "Night", "start": "00:15", "duration": "1:02:30"},
      {"guid": "c", "title": "Morning", "start": "04:00"}
      """, conference: berlin + #""day_change": "04:00","#)
    // Clocks go forward in that night.
    #expect(
      try fixture.time("Evening") == "2016-03-26T23:30:00+01:00 to 2016-03-27T00:00:00+01:00")
    #expect(try fixture.time("Night") == "2016-03-27T00:15:00+01:00 to 2016-03-28T03:45:00+02:00")
    #expect(try fixture.time("Morning") == "2016-03-26T04:00:00+01:00 to ...")
    let schedule = fixture.schedule
    // "Night" lasts more than a day.
    #expect(schedule.days(in: schedule.zone).map(\.iso8601) == ["2016-03-26", "2016-03-27"])
    #expect(schedule.dayChange(in: schedule.zone).clock == "04:00")
    #expect(schedule.dayChange(in: .utc) == .midnight)
  }

  @Test("the end of a day decides when days change if nothing else does")
  func dayEnd() throws {
    let fixture = try schedule(
      #"{"guid": "a", "title": "Night", "date": "2016-03-27T02:15:00+02:00", "start": "02:15"}"#,
      day: """
        "day_start": "2016-03-26T10:00:00+02:00", "day_end": "2016-03-27T03:00:00+02:00",
        """)
    #expect(fixture.schedule.days(in: fixture.schedule.zone).map(\.iso8601) == ["2016-03-26"])
  }

  @Test("an offset that contradicts the zone's clocks is repaired and reported")
  func wrongOffset() throws {
    let fixture = try schedule(
      """
      {"guid": "a", "title": "Right", "date": "2016-03-26T10:00:00+01:00", "start": "10:00"},
      {"guid": "b", "title": "UTC", "date": "2016-03-26T10:00:00+00:00", "start": "11:00"},
      {"guid": "c", "title": "Lie", "date": "2016-03-26T12:00:00+00:00", "start": "12:00"},
      {"guid": "d", "title": "Unclear", "date": "2016-03-26T12:00:00+00:00", "start": "17:00"}
      """, conference: berlin)
    #expect(try fixture.time("Right").hasPrefix("2016-03-26T10:00:00+01:00"))
    #expect(try fixture.time("UTC").hasPrefix("2016-03-26T11:00:00+01:00"))
    #expect(try fixture.time("Lie").hasPrefix("2016-03-26T12:00:00+01:00"))
    #expect(try fixture.time("Unclear").hasPrefix("2016-03-26T17:00:00+01:00"))
    #expect(
      fixture.messages == [
        "6:1: item 6 (event c): the start is 13:00 by the offset +00:00, but "
          + "12:00 by the local time; the local time is used",
        "7:1: item 7 (event d): the start is 13:00 by the date, but 17:00 by the "
          + "local time; the local time is used",
      ])
  }

  @Test("a zone that contradicts most times is ignored and reported")
  func lyingZone() throws {
    let fixture = try schedule(
      """
      {"guid": "a", "title": "A", "date": "2016-03-26T10:00:00+01:00", "start": "10:00"},
      {"guid": "b", "title": "B", "date": "2016-03-26T11:00:00+01:00", "start": "11:00"}
      """, conference: #""time_zone_name": "UTC","#)
    #expect(try fixture.time("A").hasPrefix("2016-03-26T10:00:00+01:00"))
    #expect(fixture.notes == [.zoneContradicted("UTC", used: "+01:00")])
    #expect(fixture.messages.isEmpty)
  }

  @Test("without a zone and zone files, a shift of an hour is a clock change")
  func changeOfClocks() throws {
    // The week of 23 October 2017 in Vienna, with six talks on its last day.
    let days = (23...29).map { day in
      let offset = day == 29 ? "+01:00" : "+02:00"
      return (1...(day == 29 ? 6 : 17)).map { hour in
        """
        {"guid": "\(day)-\(hour)", "title": "\(day)-\(hour)", "start": "\(hour < 10 ? "0" : "")\(hour):00",
         "date": "2017-10-\(day)T\(hour < 10 ? "0" : "")\(hour):00:00\(offset)"}
        """
      }.joined(separator: ",")
    }
    let fixture = try schedule(days.joined(separator: ","))
    #expect(fixture.messages.isEmpty && fixture.notes.isEmpty)
    #expect(fixture.schedule.zone.name == "+02:00/+01:00")
    #expect(try fixture.time("28-6").hasPrefix("2017-10-28T06:00:00+02:00"))
    #expect(try fixture.time("29-1").hasPrefix("2017-10-29T01:00:00+01:00"))
    #expect(try fixture.time("29-6").hasPrefix("2017-10-29T06:00:00+01:00"))
    // A shift of two hours is none that clocks make.
    let other = try schedule(
      """
      {"guid": "a", "title": "A", "date": "2016-03-26T10:00:00+01:00", "start": "10:00"},
      {"guid": "b", "title": "B", "date": "2016-03-26T11:00:00+01:00", "start": "11:00"},
      {"guid": "c", "title": "C", "date": "2016-03-27T10:00:00+03:00", "start": "10:00"}
      """)
    #expect(other.messages.count == 1 && other.schedule.zone.name == "+01:00")
  }

  @Test("zone files are listed only for a shift that clocks can make")
  func scatteredOffsets() throws {
    func areZonesListed(_ offsets: [String]) throws -> Bool {
      let reads = ZoneReads()
      var options = ScheduleImport.Options.withoutZoneFiles
      options.zoneFolders.reads = reads
      let events = offsets.enumerated().map { hour, offset in
        #"{"guid": "\#(hour)", "title": "\#(hour)", "date": "2016-03-27T0\#(hour):00:00\#(offset)"}"#
      }
      _ = try schedule(events.joined(separator: ","), options: options)
      return reads.files == nil
    }
    #expect(try !areZonesListed(["+01:00", "+01:00", "+00:00", "+01:00", "+01:00"]))
    #expect(try areZonesListed(["+01:00", "+01:00", "+01:00", "+02:00", "+02:00"]))
  }

  @Test("without a zone, the most frequent offset applies, and without offsets time is local")
  func noZone() throws {
    let offsets = try schedule(
      """
      {"guid": "a", "title": "A", "date": "2016-03-26T10:00:00+05:30", "start": "10:00"},
      {"guid": "b", "title": "B", "date": "2016-03-26T11:00:00+05:30", "start": "11:00"},
      {"guid": "c", "title": "C", "date": "2016-03-26T11:00:00+00:00", "start": "16:30"}
      """)
    #expect(offsets.schedule.zone.name == "+05:30")
    #expect(try offsets.time("C").hasPrefix("2016-03-26T16:30:00+05:30"))
    #expect(offsets.notes.isEmpty && offsets.messages.isEmpty)
    let floating = try schedule(
      #"{"guid": "a", "title": "A", "date": "2016-03-26T10:00:00", "duration": "1:00"}"#)
    #expect(floating.schedule.zone.isFloating)
    #expect(try floating.time("A") == "2016-03-26T10:00:00 to 2016-03-26T11:00:00")
    #expect(floating.notes == [.zoneMissing])
  }

  @Test("without a zone, local times next to UTC times determine the offset")
  func clocksBesideUTC() throws {
    let fixture = try schedule(
      """
      {"guid": "a", "title": "A", "date": "2016-03-26T04:30:00+00:00", "start": "10:00"},
      {"guid": "b", "title": "B", "date": "2016-03-26T19:00:00Z", "start": "00:30"},
      {"guid": "c", "title": "C", "date": "2016-03-26T11:00:00+00:00", "start": "11:07"}
      """)
    #expect(fixture.schedule.zone.name == "+05:30")
    #expect(try fixture.time("A").hasPrefix("2016-03-26T10:00:00+05:30"))
    #expect(try fixture.time("B").hasPrefix("2016-03-27T00:30:00+05:30"))
    #expect(try fixture.time("C").hasPrefix("2016-03-26T11:07:00+05:30"))
    #expect(
      fixture.messages == [
        "6:1: item 6 (event c): the start is 16:30 by the date, but 11:07 by the "
          + "local time; the local time is used"
      ])
    let west = try schedule(
      #"{"guid": "a", "title": "A", "date": "2016-03-26T02:00:00Z", "start": "19:00"}"#)
    #expect(west.schedule.zone.name == "-07:00")
  }

  @Test("the user's zone applies if the file names none or an unknown one")
  func usersZone() throws {
    var options = ScheduleImport.Options.withoutZoneFiles
    options.zone = try Zone(named: "Europe/Berlin", in: ZoneFolders(paths: []))
    func fixture(_ zone: String) throws -> ScheduleFixture {
      try ScheduleFixture(
        """
        {"schedule": {"conference": {"title": "C", \(zone) "days": [{"date": "2016-07-01", "rooms":
          {"R": [{"id": 1, "title": "A", "start": "10:00"}]}}]}}}
        """, options: options)
    }
    let none = try fixture("")
    #expect(try none.time("A").hasPrefix("2016-07-01T10:00:00+02:00"))
    #expect(none.notes.isEmpty)
    let unknown = try fixture(#""time_zone_name": "Mars/Base","#)
    #expect(try unknown.time("A").hasPrefix("2016-07-01T10:00:00+02:00"))
    #expect(unknown.notes == [.zoneUnknown("Mars/Base", used: "Europe/Berlin")])
    let other = try fixture(#""time_zone_name": "+05:30","#)
    #expect(try other.time("A").hasPrefix("2016-07-01T10:00:00+05:30"))
    #expect(other.notes == [.zoneIgnored("Europe/Berlin", file: "+05:30")])
  }

  // MARK: Again

  @Test("importing again changes nothing, and a talk keeps its identity when moved and renamed")
  func again() throws {
    func text(_ title: String, _ hour: Int, room: String) -> [UInt8] {
      Array(
        """
        {"schedule": {"conference": {"title": "C", "days": [{"date": "2016-07-01", "rooms":
          {"\(room)": [{"guid": "g", "title": "\(title)", "start": "\(hour):00",
            "date": "2016-07-01T\(hour):00:00+02:00", "persons": [{"name": "Ada"}]}]}}]}}}
        """.utf8)
    }
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let reader = ScheduleImport(options: .withoutZoneFiles)
    _ = try reader.run(text("A", 10, room: "R"), into: context)
    let talk = try #require(schedule.target("g"))
    let log = EventLog(context)
    let same = try reader.run(text("A", 10, room: "R"), into: context)
    #expect(same.report.counts == [0, 0, 5, 0])
    #expect(log.take().isEmpty)
    _ = try reader.run(text("B", 12, room: "S"), into: context)
    #expect(schedule.target("g") == talk)
    #expect(talk[Title.self]?.text == "B")
    #expect(schedule.locations.map { $0[Name.self]?.text } == ["S"])
  }
}
