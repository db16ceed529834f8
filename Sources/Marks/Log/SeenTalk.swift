import ECSKit
import ECSStore
import Schedule
import TextBasics

/// Facts about a talk or a session when it was marked that its lines in the log do not have.
///
/// It is a line of its own, which older programs leave alone. It is written for marked talks, also
/// for those that left the schedule.
package struct SeenTalk: Equatable {
  /// The word in the log.
  static let kind = "talk"

  /// When it is; nil if the schedule does not say.
  let timing: Timing?
  /// The names of its locations.
  let locations: [String]
  /// Whether others had its title and people.
  let hasTwins: Bool
  /// The start and the locations, in the form in which pairings compare them.
  var timeAndPlace: TalkFacts.TimeAndPlace {
    TalkFacts.TimeAndPlace(start: timing?.start, locations: locations)
  }

  /// Reads the line of a log; nil if it has another form.
  init?(_ entry: LogEntry) {
    let change = entry.change
    guard change.kind == Self.kind, change.version == 1 else { return nil }
    let words = change.value.split(separator: " ")
    guard words.count == 3 else { return nil }
    let (start, end) = (Int64(words[0]), Int64(words[1]))
    // An end before the start does not count.
    timing = Timing(secondsSince1970: start, end) ?? Timing(secondsSince1970: start, nil)
    hasTwins = words[2] == "twins"
    locations = change.comment.split(separator: "\n").map(String.init)
  }

  /// Takes the facts about a talk or a session from a schedule.
  init(_ entity: Entity, in schedule: ConferenceSchedule, hasTwins: Bool) {
    let session = schedule.sessions.contains(entity) ? entity : schedule.session(of: entity)
    timing = entity[Timing.self] ?? session?[Timing.self]
    locations = session?[LocationNames.self]?.names ?? []
    self.hasTwins = hasTwins
  }

  /// The line of the log.
  func change(of subject: LogSubject) -> LogChange {
    func word(_ instant: Instant?) -> String { instant.map { "\($0.secondsSince1970)" } ?? "-" }
    return LogChange(
      scope: subject.scope, kind: Self.kind, target: subject.target, name: subject.name,
      details: subject.details,
      value: "\(word(timing?.start)) \(word(timing?.end)) \(hasTwins ? "twins" : "alone")",
      comment: locations.joined(separator: "\n"))
  }
}

extension String {
  /// The identifier of a talk that has left the schedule, with the version in which it had it.
  package func lost(inVersion digits: String) -> String { "\(self)@\(digits.prefix(8))" }

  /// The identifier that it had there.
  package var formerID: String {
    guard let mark = utf8.lastIndex(of: UInt8(ascii: "@")) else { return self }
    let digits = utf8[utf8.index(after: mark)...]
    let isVersion =
      digits.count == 8 && digits.allSatisfy { Hexadecimal.lowercaseValue(of: $0) != nil }
    return isVersion ? String(self[..<mark]) : self
  }
}

/// The words by which lines of a log name a talk or a session, whatever they say about it.
package struct SubjectWords: Hashable {
  let id: String
  let title: String
  let people: [String]

  init(_ subject: LogSubject) {
    (id, title, people) = (subject.target, subject.name, subject.details)
  }

  init(id: String, title: String, people: [String]) {
    (self.id, self.title, self.people) = (id, title, people)
  }
}
