import Basics
import ECSKit
import ECSStore
import Schedule

/// The time and the locations that a talk or a session had when it was marked.
///
/// These facts are in a separate entry, which older versions of konf ignore. konf writes such an
/// entry for each marked talk, including removed talks.
package struct SeenTalk: Equatable {
  static let kind = "talk"

  /// The start and end, or nil if the schedule does not state them.
  let timing: Timing?
  let locations: [String]
  /// True if another talk or session had the same title and people.
  let hasTwins: Bool
  var timeAndPlace: TalkFacts.TimeAndPlace {
    TalkFacts.TimeAndPlace(start: timing?.start, locations: locations)
  }

  /// Creates the facts from a log entry, or returns nil for other entries and unknown formats.
  init?(_ entry: LogEntry) {
    let change = entry.change
    guard change.kind == Self.kind, change.version == 1 else { return nil }
    let words = change.value.split(separator: " ")
    guard words.count == 3 else { return nil }
    let (start, end) = (Int64(words[0]), Int64(words[1]))
    // An end before the start is ignored.
    timing = Timing(secondsSince1970: start, end) ?? Timing(secondsSince1970: start, nil)
    hasTwins = words[2] == "twins"
    locations = change.comment.split(separator: "\n").map(String.init)
  }

  init(_ entity: Entity, in schedule: ConferenceSchedule, hasTwins: Bool) {
    let session = schedule.sessions.contains(entity) ? entity : schedule.session(of: entity)
    timing = entity[Timing.self] ?? session?[Timing.self]
    locations = session?[LocationNames.self]?.names ?? []
    self.hasTwins = hasTwins
  }

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
  /// Returns the identifier that a talk has after its removal from the schedule.
  ///
  /// The result consists of this string, which is the identifier before the removal, and the first
  /// digits of the checksum of the last version with the talk.
  package func lost(inVersion digits: String) -> String { "\(self)@\(digits.prefix(8))" }

  /// The identifier before the removal, or the string itself if the talk was not removed.
  package var formerID: String {
    guard let mark = utf8.lastIndex(of: UInt8(ascii: "@")) else { return self }
    let digits = utf8[utf8.index(after: mark)...]
    let isVersion =
      digits.count == 8 && digits.allSatisfy { Hexadecimal.lowercaseValue(of: $0) != nil }
    return isVersion ? String(self[..<mark]) : self
  }
}

extension ConferenceSchedule {
  /// Returns the identifier shown to users of a talk or session that is no longer in the schedule.
  ///
  /// `id` is the identifier in the log. The result has the version of the removal only if another
  /// talk or session now has the former identifier.
  package func id(ofRemoved id: String) -> String {
    let former = id.formerID
    return target(former) == nil ? former : id
  }
}

/// The names of a talk or a session in an entry of the log: its identifier, title and people.
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
