import ECSKit
import Importer
import Schedule
import Testing

/// Lengths of events whose numbers may be days, hours and minutes, or hours, minutes and seconds.
@Suite("Lengths of events")
struct FrabLengthTests {
  /// A file with events one after another, an hour apart; the lengths are in minutes.
  struct Lengths: CustomStringConvertible {
    let texts: [String]
    let minutes: [Int]
    var unclear: [Int] = []
    var rooms = 1

    var description: String { texts.joined(separator: ", ") }
  }

  private static let files = [
    Lengths(texts: ["0:45", "1:00", "00:30", "23:59"], minutes: [45, 60, 30, 1439]),
    // Days from a day on, as pretalx and the EMF site write them.
    Lengths(texts: ["00:45", "1:12:00", "1:00:00"], minutes: [45, 2160, 1440]),
    Lengths(texts: ["0:45", "2:03:30"], minutes: [45, 3090]),
    // Hours, minutes and seconds.
    Lengths(texts: ["00:45:00", "01:00:00", "02:30:00"], minutes: [45, 60, 150]),
    Lengths(texts: ["0:45:00", "1:00:00", "2:00:00"], minutes: [45, 60, 120]),
    Lengths(texts: ["10:00:00", "01:00:00"], minutes: [600, 60]),
    Lengths(texts: ["1:30:00", "1:00:00"], minutes: [90, 60]),
    // Only the events that follow prove the meaning.
    Lengths(texts: ["1:00:00", "1:00:00", "1:00:00"], minutes: [60, 60, 60]),
    // Nothing does.
    Lengths(texts: ["1:00:00"], minutes: [1440], unclear: [0]),
    Lengths(texts: ["1:00:00", "2:00:00"], minutes: [1440, 2880], unclear: [0, 1], rooms: 2),
    Lengths(
      texts: ["00:45:00", "0:45", "1:00:00"], minutes: [45, 45, 1440], unclear: [2], rooms: 3),
    // Other forms.
    Lengths(texts: ["0:90", "45", "135.0:00", "PT45M"], minutes: [90, 45, 135, 45]),
    Lengths(texts: ["1 day, 2:00:00", "0:30:00"], minutes: [1560, 30]),
  ]

  private static func text(_ file: Lengths, isXML: Bool) -> String {
    let rooms = (0..<file.rooms).map { room in
      let events = file.texts.indices.filter { $0 % file.rooms == room }.map { place in
        let start = "\(8 + place < 10 ? "0" : "")\(8 + place):00"
        return isXML
          ? """
          <event id="\(place)"><start>\(start)</start><duration>\(file.texts[place])</duration>
          <title>T\(place)</title></event>
          """
          : """
          {"id": \(place), "start": "\(start)", "duration": "\(file.texts[place])",
          "title": "T\(place)"}
          """
      }
      return isXML
        ? "<room name='R\(room)'>\(events.joined())</room>"
        : "\"R\(room)\": [\(events.joined(separator: ", "))]"
    }
    return isXML
      ? """
      <schedule><conference><title>C</title></conference><day date="2026-05-01">
      \(rooms.joined())</day></schedule>
      """
      : """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2026-05-01",
      "rooms": {\(rooms.joined(separator: ", "))}}]}}}
      """
  }

  @Test("all lengths of a file are read in the same way", arguments: files)
  func lengths(file: Lengths) throws {
    for isXML in [true, false] {
      let fixture = try ScheduleFixture(Self.text(file, isXML: isXML))
      let minutes = try file.texts.indices.map { place in
        try fixture.entity("T\(place)")[Timing.self]?.length
      }
      #expect(minutes == file.minutes.map { .seconds($0 * 60) })
      #expect(fixture.messages.count == file.unclear.count)
      for place in file.unclear {
        #expect(
          fixture.messages.contains {
            $0.contains("(event \(place))") && $0.contains("if the last number means seconds")
          })
      }
    }
  }

  @Test("a length may be a number of minutes", arguments: ["45", "45.0"])
  func number(text: String) throws {
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2026-05-01", "rooms": {"R": [
      {"id": 1, "title": "A", "start": "10:00", "duration": \(text)}]}}]}}}
      """)
    #expect(try fixture.entity("A")[Timing.self]?.length == .seconds(2700))
    #expect(fixture.messages.isEmpty)
  }
}
