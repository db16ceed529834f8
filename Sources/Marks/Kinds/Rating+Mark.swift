import Basics
package import CommandLine
import ECSKit
package import ECSModel
public import ECSStore
public import Schedule

extension Rating: StoredComponent {
  /// The name of the kind in the log.
  public static let storedName = "rating"

  /// The value in the log.
  public var stored: StoredValue { StoredValue("\(stars)", comment: comment) }

  /// Creates a rating from its value in the log.
  public init(stored: StoredValue) throws {
    guard let stars = Int(stored.text), (1...5).contains(stars) else {
      throw StoredValueError.text(found: stored.text, expected: "a number from 1 to 5")
    }
    self.init(
      stars: stars, comment: stored.comment,
      time: Instant(secondsSince1970: stored.time ?? 0))
  }
}

extension Rating: MarkKind {
  /// The valid ratings, as described in messages.
  package static let starsWords = "a whole number from 1 (not for me) to 5 (outstanding)"

  package static var words: (one: SafeText, many: SafeText) { ("rating", "ratings") }
  package static var topic: MarkTopic { .talk }
  /// False, because a log may contain too many ratings to list on the agenda.
  ///
  /// `konf ratings` lists them instead.
  package static var isOnAgenda: Bool { false }

  package static func rules(in schedule: ConferenceSchedule) -> [Rule] {
    [
      .value(of: Rating.self, Check(starsWords) { (1...5).contains($0) }.of(\.stars, "stars")),
      Rule("a rated session has talks", for: .all(Rating.self)) { entity in
        guard schedule.sessions.contains(entity), schedule.talks(in: entity).isEmpty else {
          return nil
        }
        let id = schedule.shownID(of: entity).quoted()
        return "\(id) has no talks; expected a talk or a session with talks"
      },
    ]
  }

  package func command(for id: String, in zone: Zone) -> MarkCommand? {
    MarkCommand(
      name: "rate", options: comment.isEmpty ? [] : ["--comment=\(comment)"],
      operands: [id, "\(stars)"])
  }

  package func text(_ reading: MarkReading) -> SafeText {
    let drawn = reading.glyphs.stars(stars)
    return comment.isEmpty ? "\(drawn)" : "\(drawn) \(comment.quoted())"
  }
}

extension LogEntry {
  /// The stars of a rating, or nil for other entries and removals.
  package var stars: Int? { Rating(self)?.stars }
}
