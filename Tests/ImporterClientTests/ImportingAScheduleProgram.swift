import ECSKit
import Importer
import Schedule
import Testing

@Suite("Importing a schedule")
struct ImportingAScheduleProgram {
  private static let fosdem = """
    <schedule><conference><title>FOSDEM</title><time_zone_name>Europe/Brussels</time_zone_name>
    </conference><day date="2025-02-01"><room name="Janson">
    <event id="2"><date>2025-02-01T10:00:00+01:00</date><duration>00:50</duration>
    <title>Trees</title><persons><person>Ada</person><person>Bo</person></persons></event>
    <event id="1"><date>2025-02-01T09:30:00+01:00</date><duration>00:25</duration>
    <title>Welcome</title><persons><person>Cy</person></persons><colour>red</colour></event>
    </room></day></schedule>
    """

  private static let calendar = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "DTSTART:20250301T180000",
    "DTEND:20250301T190000", "SUMMARY:Meetup", "END:VEVENT", "END:VCALENDAR", "",
  ].joined(separator: "\r\n")

  @Test("the article's program prints what its comments say")
  func program() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    let bytes = Array(Self.fosdem.utf8)
    let calendarBytes = Array(Self.calendar.utf8)
    // block
    let context = Context()
    let result = try ScheduleImport().run(bytes, into: context)
    print(result.format)  // schedule.xml
    for issue in result.report.issues { print(issue) }
    // block
    func printTalks(of context: Context) {
      let zone = context[VenueZone.self]?.zone ?? .utc
      let talks = context.group(.all(Title.self, Timing.self))
      for talk in talks.sorted(by: Timing.self) {
        let start = talk[Timing.self]?.start?.iso8601(in: zone) ?? "?"
        let speakers = talk[SpeakerNames.self]?.names.joined(separator: ", ") ?? "no speaker"
        print(start, talk[Title.self]?.text ?? "", speakers)
      }
    }
    printTalks(of: context)
    // 2025-02-01T09:30:00+01:00 Welcome Cy
    // 2025-02-01T10:00:00+01:00 Trees Ada, Bo
    // block
    let meetups = Context()
    let options = ScheduleImport.Options(zone: Zone(identifier: "+02:00"))
    let second = try ScheduleImport(options: options).run(calendarBytes, into: meetups)
    printTalks(of: meetups)  // 2025-03-01T18:00:00+02:00 Meetup no speaker
    print(second.notes.isEmpty)  // true
    // block
    let again = try ScheduleImport().run(bytes, into: context)
    print(again.report.changed, again.report.removed)  // 0 0
    // end
    #expect(printed.filter { $0.contains("colour") }.count == 1)
    #expect(
      printed.filter { !$0.contains("colour") } == [
        "schedule.xml", "2025-02-01T09:30:00+01:00 Welcome Cy",
        "2025-02-01T10:00:00+01:00 Trees Ada, Bo", "2025-03-01T18:00:00+02:00 Meetup no speaker",
        "true", "0 0",
      ])
  }

  @Test("a file of another kind is refused with a description")
  func refusal() {
    let error = #expect(throws: ImportError.self) {
      try ScheduleImport().run(Array("a,b,c,d".utf8), into: Context())
    }
    #expect(error?.description.hasPrefix("it looks like a table (CSV); expected a ") == true)
  }
}
