import Basics
import CommandLine
import ECSKit
import Schedule

/// The names and identifiers of a schedule for shell completion.
///
/// Reading a large schedule takes too long for completion. So the words of a saved schedule are
/// cached next to its file.
struct CompletionWords {
  enum Kind: String {
    /// A session without talks.
    case session
    /// A session that has talks and can also have marks itself.
    case both
    /// A talk that is not a session.
    case talk
    case person
    case location
    case track
    case language
    case day
  }

  /// The contents of the cache: one line for each word.
  ///
  /// A line consists of the kind, the word and its description, separated by tabs.
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

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

  /// Returns the words of the given kinds, in their order in the cache.
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
