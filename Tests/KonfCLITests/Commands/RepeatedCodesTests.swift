import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Stars of talks that share a code, there and back through the formats of other apps.
@Suite struct RepeatedCodesTests {
  private let folder = TemporaryFolder()
  private let other = TemporaryFolder()

  private func run(_ folder: TemporaryFolder, _ schedule: String) -> CommandLineRun {
    var run = CommandLineRun(home: folder.path)
    run.environment["KONF_DATA"] = folder.write(schedule, to: "fair.json")
    return run
  }

  /// Writes an event of schedule.json.
  private static func event(
    _ guid: Int, code: String, number: Int, _ title: String, at start: String
  ) -> String {
    """
    {"guid": "b0000000-0000-5000-8000-00000000000\(guid)", "code": "\(code)", "id": \(number),
     "date": "\(start)+02:00", "start": "\(start.dropFirst(11))", "duration": "01:00",
     "title": "\(title)", "url": "https://fair.example/talk/\(code)/", "persons": ["Ada"],
     "room": "Hall"}
    """
  }

  private static func schedule(_ events: [String]) -> String {
    """
    {"schedule": {"version": "1", "conference": {"title": "Fair", "time_zone_name": "Europe/Berlin",
     "days": [{"index": 1, "date": "2026-05-01", "rooms": {"Hall": [\(events.joined(separator: ","))]}}]}}}
    """
  }

  /// A talk in two slots, and two talks of one number at one time.
  private static let fair = schedule([
    event(1, code: "FU3ZZE", number: 25, "Balls", at: "2026-05-01T14:00"),
    event(2, code: "FU3ZZE", number: 25, "Balls", at: "2026-05-01T16:00"),
    event(3, code: "AAAAAA", number: 26, "Rings", at: "2026-05-01T18:00"),
    event(4, code: "BBBBBB", number: 26, "Clubs", at: "2026-05-01T18:00"),
  ])

  private func id(_ number: Int) -> String { "b0000000-0000-5000-8000-00000000000\(number)" }

  @Test(
    "a star is the same there and back, but a link to Giggity has no times",
    arguments: [
      "giggity --url https://fair.example/schedule.xml", "fosdem", "eventfahrplan", "ics",
    ]
      + ["json"])
  func thereAndBack(format: String) throws {
    for number in 1...4 {
      let sender = run(folder, Self.fair)
      #expect(sender("star \(id(number))").status == .success)
      let file = sender("export --mine --as \(format)")
      #expect(sender("undo").status == .success)
      var receiver = run(other, Self.fair)
      receiver.input = file.out
      #expect(receiver("star --from -").status == .success, "\(format) \(number)")
      let slots = format.hasPrefix("giggity") && number < 3 ? [1, 2] : [number]
      #expect(try receiver.values("id", of: "talks --mine") == slots.map(id), "\(format)")
      #expect(receiver("undo").status == .success)
    }
  }

  @Test("a favourite of pretalx is the slot with its start, else all slots of the talk")
  func favourites() throws {
    func starred(_ file: String) throws -> [String] {
      var run = run(folder, Self.fair)
      run.input = Array(file.utf8)
      #expect(run("star --from -").status == .success, "\(file)")
      defer { _ = run("undo") }
      return try run.values("id", of: "talks --mine")
    }
    func calendar(_ start: String) -> String {
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:Balls - Ada
      DTSTART:\(start)
      UID:pretalx-fair-FU3ZZE-2@fair.example
      END:VEVENT
      END:VCALENDAR

      """
    }
    #expect(try starred(calendar("20260501T140000Z")) == [id(2)])
    #expect(try starred(calendar("20260501T150000Z")) == [id(1), id(2)])
    #expect(try starred(#"["FU3ZZE"]"#) == [id(1), id(2)])
  }

  @Test("a favourite has the UID of an event before its code")
  func events() throws {
    let calendar = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:pretalx-fair-FU3ZZE@fair.example
      SUMMARY:Balls
      DTSTART:20260501T120000Z
      END:VEVENT
      BEGIN:VEVENT
      UID:pretalx-fair-FU3ZZE-2@fair.example
      SUMMARY:Balls
      DTSTART:20260501T140000Z
      END:VEVENT
      END:VCALENDAR

      """
    var run = run(folder, calendar)
    // The slot has moved since.
    run.input = Array(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:pretalx-fair-FU3ZZE-2@fair.example
      DTSTART:20260501T120000Z
      END:VEVENT
      END:VCALENDAR

      """.utf8)
    #expect(run("star --from -").status == .success)
    #expect(
      try run.values("id", of: "talks --mine") == ["pretalx-fair-FU3ZZE-2@fair.example"])
  }

  @Test("a code of pretalx is found in the address of the page for feedback")
  func feedback() throws {
    let events = ["ZAXWJU", "QQQQQQ"].enumerated().map { number, code in
      """
      <event id="\(number + 1)" guid="b0000000-0000-5000-8000-00000000000\(number)">
      <title>T\(number)</title><start>10:00</start><duration>01:00</duration>
      <date>2026-05-01T10:00:00+02:00</date>
      <feedback_url>https://pretalx.example/fair-2026/talk/\(code)/feedback/</feedback_url></event>
      """
    }
    var run = run(
      folder,
      """
      <schedule><conference><title>Fair</title></conference><day index="1" date="2026-05-01">
      <room name="Hall">\(events.joined())</room></day></schedule>
      """)
    run.input = Array(#"["ZAXWJU"]"#.utf8)
    #expect(run("star --from -").text == "1 of 1 starred\n")
    #expect(try run.values("title", of: "talks --mine") == ["T0"])
  }
}
