import Basics
import SourceText

/// A recording of a talk, as listed by media.ccc.de.
package struct Recording: Equatable, Sendable {
  /// The talk's identifier in the schedule, or an empty string if unknown.
  package let guid: String
  /// The title of the talk, or an empty string if unknown.
  package let title: String
  package let people: [String]
  package let page: String
  /// The duration in seconds, or nil if unknown.
  package let seconds: Int?

  package init(guid: String, title: String, people: [String], page: String, seconds: Int?) {
    self.guid = guid
    self.title = title
    self.people = people
    self.page = page
    self.seconds = seconds
  }
}

/// A reader for the recordings of a conference from the public API of media.ccc.de.
///
///     {"acronym":"38c3","events":[{"guid":"ab…","title":"Opening","persons":["Ada"],
///       "length":1800,"frontend_link":"https://media.ccc.de/v/38c3-1-opening"}]}
///
/// - SeeAlso: `_event.json.jbuilder` in voctoweb.
package enum RecordingList {
  /// The maximum size of a file, in bytes.
  package static let limit = 32 << 20
  /// The maximum number of people in a recording.
  private static let mostPeople = 1_000
  /// The maximum duration in seconds: one week.
  private static let longest = 604_800

  /// Returns the recordings that a file lists, in file order.
  ///
  /// The file contains a conference with its events, a different object with events, or only a list
  /// of events. Events without a page are not published yet and are omitted.
  ///
  /// - Throws: `ExchangeError` if the file has a different format, is damaged, or exceeds a limit.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> [Recording] {
    guard bytes.count <= limit else {
      throw ExchangeError("found \(bytes.count) bytes; expected at most \(limit)")
    }
    let root: SourceValue
    do throws(SourceError) {
      root = try SourceDocument(json: bytes).root
    } catch {
      throw ExchangeError(error.message, in: "\(error.position)")
    }
    let events = root.kind == .array ? root : root["events"]
    guard let events, events.kind == .array else {
      throw ExchangeError(
        "found \(root.found) without \"events\"; expected the JSON of a conference from media.ccc.de",
        in: "\(root.position)")
    }
    var recordings: [Recording] = []
    for event in events.elements {
      guard event.kind == .object, event["guid"] != nil || event["title"] != nil else {
        throw ExchangeError(
          "found \(event.found) without guid or title; expected an event from media.ccc.de",
          in: "\(event.position)")
      }
      try ChoiceReader.checkCount(recordings.count + 1)
      if let recording = try recording(event) { recordings.append(recording) }
    }
    return recordings
  }

  private static func recording(_ event: SourceValue) throws(ExchangeError) -> Recording? {
    guard let page = event.text("frontend_link"), isAddress(page) else { return nil }
    var people: [String] = []
    if let persons = event["persons"] {
      for person in persons.elements {
        guard people.count < mostPeople else {
          throw ExchangeError(
            "found more than \(mostPeople) people; expected at most \(mostPeople)",
            in: "\(event.position)")
        }
        if let name = person.string?.trimmed, !name.isEmpty { people.append(name) }
      }
    }
    let seconds = (event["length"] ?? event["duration"])?.integer
    return Recording(
      guid: event.text("guid") ?? "", title: event.text("title") ?? "", people: people, page: page,
      seconds: seconds.flatMap { 1...longest ~= $0 ? $0 : nil })
  }

  /// Returns true if a string is a URL that can be printed and opened unchanged.
  private static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return (start.hasPrefix("https://") || start.hasPrefix("http://")) && text.utf8.count <= 2_000
      && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != ASCII.quote && $0 != ASCII.lessThan }
  }
}
