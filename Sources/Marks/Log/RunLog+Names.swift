import Basics
package import CommandLine
import ECSKit
import Importer
import Schedule

extension RunLog {
  /// Returns the saved schedule that matches a string, or nil if no schedule matches.
  ///
  /// A schedule matches if its name begins with the words of the string. If no name matches,
  /// acronyms and titles are compared, too. A boundary between a letter and a digit also separates
  /// words. So `emf-2024` matches `emf2024`, and `fosdem` matches `fosdem-2026`.
  ///
  /// - Throws: `Failure` with the names if several schedules match.
  package func schedule(
    about word: String, among saved: SavedSchedules
  ) throws(Failure) -> SavedSchedule? {
    let words = Self.words(of: word)
    if words.isEmpty || saved.all.isEmpty { return nil }
    var found = saved.named(word)
    if found.isEmpty {
      found = saved.all.filter { schedule in
        titles(of: schedule).contains { Self.words(of: $0).starts(with: words) }
      }
    }
    guard found.count > 1 else { return found.first }
    throw Failure(
      .usage,
      """
      \(word.quoted()) matches \(found.count) saved schedules; use \
      \(UsageError.listing(found.map(\.name), last: "or"))
      """)
  }

  /// Returns the acronym and the title of a saved schedule, or an empty array if its file cannot be
  /// read.
  private func titles(of schedule: SavedSchedule) -> [String] {
    let context = Context()
    guard let bytes = try? read(schedule),
      (try? ScheduleImport(options: ScheduleImport.Options()).run(bytes, into: context)) != nil
    else { return [] }
    let title = context[Conference.self]?.title ?? schedule.options.title
    return [context[Acronym.self]?.text, title].compactMap(\.self)
  }

  /// Returns the words of a name.
  ///
  /// A word consists only of letters or only of digits.
  fileprivate static func words(of text: String) -> [String] {
    var words: [String] = []
    var last: UInt8?
    for byte in text.folded.utf8 {
      let isDigit = (ASCII.zero...ASCII.nine).contains(byte)
      guard isDigit || byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) else {
        last = nil
        continue
      }
      let continues = last.map { (ASCII.zero...ASCII.nine).contains($0) == isDigit } ?? false
      if !continues { words.append("") }
      words[words.count - 1].unicodeScalars.append(Unicode.Scalar(byte))
      last = byte
    }
    return words
  }
}

extension SavedSchedules {
  /// Returns the schedule with exactly this name.
  ///
  /// If no schedule has the name, the result contains all schedules whose names begin with the
  /// words of the string.
  package func named(_ word: String) -> [SavedSchedule] {
    if let known = self[word] { return [known] }
    let words = RunLog.words(of: word)
    return words.isEmpty ? [] : all.filter { RunLog.words(of: $0.name).starts(with: words) }
  }

  private static let mostNames = 8

  /// Returns a suggestion for an unknown name, or nil if no schedule is saved.
  package func hint(for word: String, _ invocation: Invocation) -> SafeText? {
    if all.isEmpty { return nil }
    if let nearest = NameQuery.nearest(to: word, among: all.map(\.name)) {
      return "did you mean \(nearest)?"
    }
    let names = all.prefix(Self.mostNames).map(\.name)
    let rest = all.count - names.count
    return rest == 0
      ? "saved schedules: \(UsageError.listing(names, last: "and"))"
      : """
      saved schedules: \(names.joined(separator: ", ")) and \(rest) more; \
      \(invocation.konf(.folder, "use")) lists them
      """
  }
}

extension ScheduleSource {
  /// Returns the schedule that a string denotes.
  ///
  /// The string is the exact name of a saved schedule, the path of a file, or part of a name or
  /// title. The interpretations are tried in this order.
  ///
  /// - Throws: `Failure` if no schedule matches, or if several do.
  package func found(
    as word: String, among saved: SavedSchedules, in log: RunLog
  ) throws(Failure) -> ScheduleSource {
    if let known = saved[word] { return .saved(known) }
    if access(word, F_OK) == 0 { return self }
    if let meant = try log.schedule(about: word, among: saved) { return .saved(meant) }
    guard let hint = saved.hint(for: word, log.invocation) else { return self }
    throw Failure(.noInput, "\(word): no such file or saved schedule", hint)
  }
}
