package import CommandLine
import ECSKit
import Importer
import Schedule
import SystemBasics
import TextBasics

/// Remembered schedules by words that are not the name of one.
extension RunLog {
  /// Returns the saved schedule that a word means which is not the name of one.
  ///
  /// A schedule is meant if its name begins with the words of the text; if there is none, if its acronym
  /// or its title does. What lies between a letter and a digit ends a word, so that `emf-2024` means
  /// `emf2024`, and `fosdem` the saved schedule `fosdem-2026`.
  ///
  /// - Parameters:
  ///   - word: The text.
  ///   - saved: What is saved.
  /// - Returns: The schedule; nil if there is none.
  /// - Throws: `Failure` with the names if several schedules are meant.
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

  /// The acronym and the title in a copy; none if it cannot be read.
  private func titles(of schedule: SavedSchedule) -> [String] {
    let context = Context()
    guard let bytes = try? read(schedule),
      (try? ScheduleImport(options: ScheduleImport.Options()).run(bytes, into: context)) != nil
    else { return [] }
    let title = context[Conference.self]?.title ?? schedule.options.title
    return [context[Acronym.self]?.text, title].compactMap(\.self)
  }

  /// The words of a name; each consists of letters or of digits.
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
  /// Returns the schedule that a word is the name of, else those whose names begin with its words.
  package func named(_ word: String) -> [SavedSchedule] {
    if let known = self[word] { return [known] }
    let words = RunLog.words(of: word)
    return words.isEmpty ? [] : all.filter { RunLog.words(of: $0.name).starts(with: words) }
  }

  /// The most names that a message lists.
  private static let mostNames = 8

  /// What may have been meant by a word that names no schedule; nil if nothing is saved.
  package func hint(for word: String) -> SafeText? {
    if all.isEmpty { return nil }
    if let nearest = NameQuery.nearest(to: word, among: all.map(\.name)) {
      return "did you mean \(nearest)?"
    }
    let names = all.prefix(Self.mostNames).map(\.name)
    let rest = all.count - names.count
    return rest == 0
      ? "saved schedules: \(UsageError.listing(names, last: "and"))"
      : "saved schedules: \(names.joined(separator: ", ")) and \(rest) more; konf use lists them"
  }
}

extension ScheduleSource {
  /// Returns the schedule that a word names: a saved one of that name, a file, or a saved one
  /// that the word means.
  ///
  /// - Throws: `Failure` if there is neither, or several saved ones are meant.
  package func found(
    as word: String, among saved: SavedSchedules, in log: RunLog
  ) throws(Failure) -> ScheduleSource {
    if let known = saved[word] { return .saved(known) }
    if access(word, F_OK) == 0 { return self }
    if let meant = try log.schedule(about: word, among: saved) { return .saved(meant) }
    guard let hint = saved.hint(for: word) else { return self }
    throw Failure(.noInput, "\(word): no such file or saved schedule", hint)
  }
}
