import CommandLine
import ECSKit
import Schedule

/// The names and identifiers of a schedule that a shell offers.
///
/// They are found in a schedule, or in a file beside the copy of a remembered one, since reading a
/// large schedule takes longer than people wait for a completion.
struct CompletionWords {
  /// What a word names.
  enum Kind: String {
    /// A session that is no target of a mark.
    case session
    /// A session that is a target as well.
    case both
    /// A talk that is no session.
    case talk
    case person
    case location
    case track
    case language
    case day
  }

  /// The first line of the file; another version of konf may write another one.
  private static let header = "konf words 1"

  /// The file: a line for each word, of its kind, the word and what it is, with tabs between.
  let bytes: [UInt8]

  /// Reads the file; nil if it is of another version.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "\(Self.header)\n".utf8), bytes.last == UInt8(ascii: "\n") else {
      return nil
    }
    self.bytes = bytes
  }

  /// Finds the words of a schedule.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - zone: The zone whose days are meant.
  init(_ schedule: ConferenceSchedule, in zone: Zone) {
    var text = "\(Self.header)\n"
    func add(_ kind: Kind, _ word: String, _ help: String = "") {
      guard let candidate = CompletionCandidate(word, SafeText(help)) else { return }
      text += "\(kind.rawValue)\t\(candidate.text)\t\(candidate.help)\n"
    }
    for session in schedule.timeline {
      let talks = schedule.talks(in: session)
      let kind: Kind = talks.isEmpty ? .session : .both
      add(kind, schedule.shownID(of: session), schedule.name(of: session))
      for talk in talks where talk != session {
        add(.talk, schedule.shownID(of: talk), schedule.name(of: talk))
      }
    }
    for person in schedule.everybody { add(.person, person.name) }
    for location in schedule.locations(in: .all) { add(.location, location.name) }
    for track in schedule.trackNames { add(.track, track) }
    for language in schedule.languageCodes { add(.language, language) }
    for day in schedule.days(in: zone) { add(.day, day.iso8601, day.words) }
    bytes = Array(text.utf8)
  }

  /// Returns the words of some kinds, in their order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func candidates(_ kinds: [Kind]) -> [CompletionCandidate] {
    let kinds = kinds.map { Array($0.rawValue.utf8) }
    var candidates: [CompletionCandidate] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, kinds.contains(where: parts[0].elementsEqual) else { continue }
      let help = SafeText(String(decoding: parts[2], as: UTF8.self))
      if let candidate = CompletionCandidate(String(decoding: parts[1], as: UTF8.self), help) {
        candidates.append(candidate)
      }
    }
    return candidates
  }
}
