import CommandLine
import ECSKit
import Schedule
import TextBasics

/// The names and identifiers of a schedule that a shell offers.
///
/// They are found in a schedule, or in a file beside the copy of a saved one, since reading a
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

  /// The file: a line for each word, of its kind, the word and what it is, with tabs between.
  let bytes: [UInt8]

  /// Takes the words that were found before.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Finds the words of a schedule.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - zone: The zone whose days are meant.
  init(_ schedule: ConferenceSchedule, in zone: Zone) {
    var text = ""
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
    let span = bytes.span
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var candidates: [CompletionCandidate] = []
    var start = 0
    while start < bytes.count {
      let end = span.firstOffset(of: UInt8(ascii: "\n"), from: start)
      defer { start = end + 1 }
      let word = span.firstOffset(of: UInt8(ascii: "\t"), from: start) + 1
      guard word <= end, kinds.contains(where: bytes[start..<(word - 1)].elementsEqual) else {
        continue
      }
      let help = span.firstOffset(of: UInt8(ascii: "\t"), from: word) + 1
      guard help <= end else { continue }
      let candidate = CompletionCandidate(text(word..<(help - 1)), SafeText(text(help..<end)))
      if let candidate { candidates.append(candidate) }
    }
    return candidates
  }
}
