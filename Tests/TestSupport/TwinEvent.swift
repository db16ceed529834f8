/// An invented event that tests write in several formats.
public struct TwinEvent {
  /// A field of an event.
  public enum Field: String, CaseIterable {
    case title, start, end, location, speakers, track, language, abstract, page
  }

  /// The first word of the title, which identifies the event in each format.
  public let key: String
  let title: String
  let day: Int
  let hour: Int
  let minutes: Int
  let location: String
  let speakers: [String]
  let track: String
  let language: String
  let abstract: String

  var guid: String { "7d1e5a3c-0000-4000-8000-0000000000\(key.dropFirst())" }
  var page: String { "https://example.org/\(key)" }
  var start: String { time(0) }
  var end: String { time(minutes) }

  private func time(_ minutes: Int) -> String {
    "2025-05-\(day)T\(hour + minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):00"
  }

  /// The fields as shown by konf.
  public var facts: [Field: String] {
    [
      .title: title, .start: start, .end: end, .location: location,
      .speakers: speakers.sorted().joined(separator: ", "), .track: track, .language: language,
      .abstract: abstract, .page: page,
    ]
  }

  /// Returns random events whose titles and names contain the separators of the formats.
  public static func events(_ count: Int, seed: UInt64) -> [TwinEvent] {
    var generator = SplitMix64(seed: seed)
    let people = [
      "Ada Holm", "Bo Li", "Ines von Berg", "Zoë Ölund", "A-K Sen",
      "Name (it)",
    ]
    let ends = [
      "", " - Part 2", " - A Talk", " (with - dashes)", ": what, where; why", " \\ back", " <b>",
      " & more",
      " -", " – Ada Holm",
    ]
    return (0..<count).map { number in
      let key = "n\(10 + number)"
      let speakers = (0..<Int.random(in: 0...2, using: &generator))
        .map { _ in people.oneElement(using: &generator) }
      return TwinEvent(
        key: key, title: "\(key) Ships\(ends.oneElement(using: &generator))", day: 18 + number % 3,
        hour: 10 + number % 7, minutes: [5, 30, 45, 90, 120].oneElement(using: &generator),
        location: ["Hall", "Room 2, left", "Café; Öst"].oneElement(using: &generator),
        speakers: speakers.count == 2 && speakers[0] == speakers[1] ? [speakers[0]] : speakers,
        track: ["Boats", "Nets & Lines"].oneElement(using: &generator),
        language: ["en", "de"].oneElement(using: &generator),
        abstract: ["Short.", "Two\n\nparagraphs, and; more", "Tags a < b & c"].oneElement(
          using: &generator))
    }
  }
}
