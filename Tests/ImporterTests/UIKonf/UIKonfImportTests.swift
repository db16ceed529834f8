import ECSKit
import Importer
import Schedule
import Testing

@Suite("UIKonf import")
struct UIKonfImportTests {
  /// Imports sessions with nothing but start and end, and gives back the times as Berlin's clocks show.
  private func schedule(
    _ sessions: [(start: String?, end: String?)], conference: String? = nil,
    options: ScheduleImport.Options = ScheduleImport.Options(zoneFolders: ZoneFolders(paths: []))
  ) throws -> (times: [String], result: ScheduleImport.Result, zone: Zone) {
    var records = conference.map { [$0] } ?? []
    for (place, session) in sessions.enumerated() {
      let start = session.start.map { #", "startTime": "\#($0)""# } ?? ""
      let end = session.end.map { #", "endTime": "\#($0)""# } ?? ""
      records.append(#"{"t_id": "\#(place)"\#(start)\#(end)}"#)
    }
    let context = Context()
    let bytes = Array("[\(records.joined(separator: ",\n"))]".utf8)
    let result = try ScheduleImport(options: options).run(bytes, into: context)
    let zone = try #require(context[VenueZone.self]?.zone)
    let times = context.group(.sessions).map { session -> String in
      guard let timing = session[Timing.self] else { return "-" }
      return [timing.start, timing.end].map { $0?.iso8601(in: zone) ?? "..." }
        .joined(separator: " to ")
    }
    return (times, result, zone)
  }

  private let may = #"{"conference": "C", "month": "2015-05", "zone": "Europe/Berlin"}"#

  // MARK: Sessions

  @Test("a session is in the venue's local time, even past midnight and overnight")
  func sessions() throws {
    let (times, result, _) = try schedule(
      [
        ("18-10-00", "18-11-10"), ("19-19-00", "20-01-00"), ("17-21-00", "18-09-00"),
        (nil, "17-12-00"), ("20-01-00", nil), (nil, nil), ("18-10-00", "18-10-00"),
      ], conference: may)
    #expect(
      times == [
        "2015-05-18T10:00:00+02:00 to 2015-05-18T11:10:00+02:00",
        "2015-05-19T19:00:00+02:00 to 2015-05-20T01:00:00+02:00",
        "2015-05-17T21:00:00+02:00 to 2015-05-18T09:00:00+02:00",
        "... to 2015-05-17T12:00:00+02:00",
        "2015-05-20T01:00:00+02:00 to ...",
        "-",
        "2015-05-18T10:00:00+02:00 to 2015-05-18T10:00:00+02:00",
      ])
    #expect(result.report.issues.isEmpty)
    #expect(result.notes.isEmpty)
  }

  @Test("an end before the start is left open and reported at the record's position")
  func endBeforeStart() throws {
    let (times, result, _) = try schedule(
      [("18-10-00", "18-09-59"), ("18-10-00", "18-11-00")], conference: may)
    #expect(times.first == "2015-05-18T10:00:00+02:00 to ...")
    #expect(
      result.report.messages
        == ["2:1: item 2 (session 0): the end is before the start; the end is ignored"])
  }

  // MARK: Months

  @Test("days after the end of a month belong to the next month")
  func rollOver() throws {
    let (times, _, _) = try schedule(
      [("31-23-00", "01-02-00"), ("01-09-00", "01-10-00"), ("30-09-00", "02-09-00")],
      conference: may)
    #expect(
      times == [
        "2015-05-31T23:00:00+02:00 to 2015-06-01T02:00:00+02:00",
        "2015-06-01T09:00:00+02:00 to 2015-06-01T10:00:00+02:00",
        "2015-05-30T09:00:00+02:00 to 2015-06-02T09:00:00+02:00",
      ])
  }

  @Test("days after the end of a year belong to the next year")
  func newYear() throws {
    let (times, _, _) = try schedule(
      [("31-23-00", "01-02-00"), ("27-09-00", "02-10-00")],
      conference: #"{"conference": "C", "month": "2015-12", "zone": "Europe/Berlin"}"#)
    #expect(
      times == [
        "2015-12-31T23:00:00+01:00 to 2016-01-01T02:00:00+01:00",
        "2015-12-27T09:00:00+01:00 to 2016-01-02T10:00:00+01:00",
      ])
  }

  @Test(
    "a day that the month does not have is reported, and the rest of the session stays",
    arguments: [
      ("2015-06", "31-09-00", "June 2015 has no day 31"),
      ("2015-02", "29-09-00", "February 2015 has no day 29"),
    ])
  func impossibleDay(month: String, clock: String, message: String) throws {
    let (times, result, _) = try schedule(
      [("28-09-00", clock), (clock, nil), (clock, clock)],
      conference: #"{"conference": "C", "month": "\#(month)", "zone": "UTC"}"#)
    #expect(times == ["\(month)-28T09:00:00+00:00 to ...", "-", "-"])
    #expect(
      result.report.messages == [
        "2:1: item 2 (session 0): \(message)", "3:1: item 3 (session 1): \(message)",
        "4:1: item 4 (session 2): \(message)", "4:1: item 4 (session 2): \(message)",
      ])
  }

  @Test("february 29 exists in leap years")
  func leapYear() throws {
    let (times, result, _) = try schedule(
      [("29-23-00", "01-01-00")],
      conference: #"{"conference": "C", "month": "2016-02", "zone": "UTC"}"#)
    #expect(times == ["2016-02-29T23:00:00+00:00 to 2016-03-01T01:00:00+00:00"])
    #expect(result.report.issues.isEmpty)
  }

  @Test("a day after the last representable month has no date")
  func lastMonth() throws {
    let (times, result, _) = try schedule(
      [("31-23-00", "01-01-00")],
      conference: #"{"conference": "C", "month": "9999-12", "zone": "UTC"}"#)
    #expect(times == ["9999-12-31T23:00:00+00:00 to ..."])
    #expect(result.report.messages == ["2:1: item 2 (session 0): the month has no day 1"])
  }

  // MARK: Clocks that change

  @Test("a time skipped by a clock change moves forward, and lengths stay correct")
  func gap() throws {
    let (times, result, _) = try schedule(
      [("29-01-30", "29-03-30"), ("29-02-30", "29-04-00"), ("28-22-00", "29-02-00")],
      conference: #"{"conference": "C", "month": "2015-03", "zone": "Europe/Berlin"}"#)
    #expect(
      times == [
        "2015-03-29T01:30:00+01:00 to 2015-03-29T03:30:00+02:00",
        "2015-03-29T03:30:00+02:00 to 2015-03-29T04:00:00+02:00",
        "2015-03-28T22:00:00+01:00 to 2015-03-29T03:00:00+02:00",
      ])
    #expect(result.report.issues.isEmpty)
  }

  @Test("the first occurrence of a repeated local time is used unless it precedes the start")
  func overlap() throws {
    let (times, result, _) = try schedule(
      [("25-02-30", "25-02-45"), ("25-02-45", "25-02-15"), ("25-01-00", "25-03-00")],
      conference: #"{"conference": "C", "month": "2015-10", "zone": "Europe/Berlin"}"#)
    #expect(
      times == [
        "2015-10-25T02:30:00+02:00 to 2015-10-25T02:45:00+02:00",
        "2015-10-25T02:45:00+02:00 to 2015-10-25T02:15:00+01:00",
        "2015-10-25T01:00:00+02:00 to 2015-10-25T03:00:00+01:00",
      ])
    #expect(result.report.issues.isEmpty)
  }

  // MARK: Month and zone

  @Test("month and zone are read from the file alone, silently")
  func fromFile() throws {
    let (times, result, zone) = try schedule(
      [("10-09-00", nil)],
      conference: #"{"conference": "C", "month": "2016-11", "zone": "EST5EDT,M3.2.0,M11.1.0"}"#)
    #expect(times == ["2016-11-10T09:00:00-05:00 to ..."])
    #expect(zone.name == "EST5EDT,M3.2.0,M11.1.0")
    #expect(result.notes.isEmpty)
  }

  @Test("missing settings are read from the options, silently")
  func fromOptions() throws {
    let options = ScheduleImport.Options(
      month: ConferenceMonth(year: 2017, month: 1), zone: Zone(offset: 3600 * 9),
      zoneFolders: ZoneFolders(paths: []))
    let (times, result, zone) = try schedule([("10-09-00", nil)], options: options)
    #expect(times == ["2017-01-10T09:00:00+09:00 to ..."])
    #expect(zone.name == "+09:00")
    #expect(result.notes.isEmpty)

    let half = try schedule(
      [("10-09-00", nil)], conference: #"{"conference": "C", "zone": "UTC"}"#,
      options: ScheduleImport.Options(month: options.month, zoneFolders: options.zoneFolders))
    #expect(half.times == ["2017-01-10T09:00:00+00:00 to ..."])
    #expect(half.result.notes.isEmpty)
  }

  @Test("the file overrides the options and reports differences")
  func overruled() throws {
    func notes(_ options: ScheduleImport.Options) throws -> [VenueNote] {
      try schedule([("18-09-00", nil)], conference: may, options: options).result.notes
    }
    let folders = ZoneFolders(paths: [])
    #expect(
      try notes(
        ScheduleImport.Options(
          month: ConferenceMonth(year: 2016, month: 5), zone: .utc, zoneFolders: folders)) == [
          .monthIgnored(ConferenceMonth(year: 2015, month: 5)),
          .zoneIgnored("UTC", file: "Europe/Berlin"),
        ])
    let berlin = try Zone(named: "Europe/Berlin", in: folders)
    #expect(
      try notes(
        ScheduleImport.Options(
          month: ConferenceMonth(year: 2015, month: 5), zone: berlin, zoneFolders: folders)) == [])
  }

  @Test("settings missing in both default to UIKonf's own app, and this is reported")
  func assumed() throws {
    func notes(_ conference: String?, month: ConferenceMonth? = nil, zone: Zone? = nil) throws
      -> [VenueNote]
    {
      let options = ScheduleImport.Options(
        month: month, zone: zone, zoneFolders: ZoneFolders(paths: []))
      let (times, result, _) = try schedule(
        [("18-09-00", nil)], conference: conference, options: options)
      #expect(times.count == 1)
      return result.notes
    }
    let month = ConferenceMonth(year: 2015, month: 5)
    #expect(try notes(nil) == [.assumed(month: month, zone: "Europe/Berlin")])
    #expect(
      try notes(#"{"conference": "C", "month": "2015-06"}"#) == [
        .assumed(month: nil, zone: "Europe/Berlin")
      ])
    #expect(try notes(nil, zone: .utc) == [.assumed(month: month, zone: nil)])
    let (times, _, zone) = try schedule([("18-09-00", nil)])
    #expect(times == ["2015-05-18T09:00:00+02:00 to ..."])
    #expect(zone.name == "Europe/Berlin")
  }

  @Test(
    "an invalid month is reported and treated as missing",
    arguments: ["2015-13", "2015-00", "2015-5", "05-2015", "2015-05-01", "May 2015", "0000-05"])
  func badMonth(month: String) throws {
    let (times, result, _) = try schedule(
      [("18-09-00", nil)],
      conference: #"{"conference": "C", "zone": "UTC", "month": "\#(month)"}"#)
    #expect(times == ["2015-05-18T09:00:00+00:00 to ..."])
    #expect(
      result.report.messages == [
        #"1:46: item 1 (conference), field "month": found the text "\#(month)"; "#
          + "expected year and month, such as 2015-05"
      ])
    #expect(result.notes.count == 1)
  }

  @Test("the month and zone of the first of two conferences are used")
  func twoConferences() throws {
    let (times, result, _) = try schedule(
      [("18-09-00", nil)],
      conference: #"{"conference": "C", "month": "2016-06"}, "#
        + #"{"conference": "D", "month": "2017-07", "zone": "UTC"}"#)
    #expect(times == ["2016-06-18T09:00:00+00:00 to ..."])
    let messages = result.report.messages.map { message in String(message.drop { $0 != " " }) }
    let again = "the value already occurs in item 1; it must be unique"
    #expect(
      messages == [
        " item 2 (conference#2): item 1 at 1:2 has the same key; both records are kept",
        " item 2 (conference#2), field \"conference\": \(again)",
        " item 2 (conference#2), field \"month\": \(again)",
      ])
  }

  // MARK: Again

  @Test("another month moves all sessions, and a moved session counts as changed")
  func otherMonth() throws {
    func file(_ month: String) -> [UInt8] {
      Array(
        (#"[{"conference": "C", "zone": "UTC", "month": "\#(month)"}, {"name": "P"}, "#
          + #"{"t_id": "a", "startTime": "18-09-00"}, {"t_id": "b"}]"#).utf8)
    }
    let reader = ScheduleImport(
      options: ScheduleImport.Options(zoneFolders: ZoneFolders(paths: [])))
    let context = Context()
    _ = try reader.run(file("2015-05"), into: context)
    let log = EventLog(context)
    #expect(try reader.run(file("2015-05"), into: context).report.counts == [0, 0, 4, 0])
    #expect(log.take().isEmpty)
    #expect(try reader.run(file("2015-06"), into: context).report.counts == [0, 2, 2, 0])
    #expect(log.take() == ["updated conference ConferenceMonth", "updated session a Timing"])
  }

  @Test("a session that loses its times has no timing")
  func timesLeave() throws {
    let reader = ScheduleImport(
      options: ScheduleImport.Options(zoneFolders: ZoneFolders(paths: [])))
    let context = Context()
    func run(_ session: String) throws -> [Int] {
      try reader.run(Array("[\(may), \(session)]".utf8), into: context).report.counts
    }
    #expect(try run(#"{"t_id": "a", "startTime": "18-09-00"}"#) == [2, 0, 0, 0])
    let session = try #require(context.entity("session a"))
    #expect(session.has(Timing.self))
    #expect(try run(#"{"t_id": "a"}"#) == [0, 1, 1, 0])
    #expect(!session.has(Timing.self))
  }
}
