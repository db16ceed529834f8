import Schedule

/// A text that a shell offers in place of a word, with what it is.
struct CompletionCandidate: Equatable {
  /// The whole word.
  let text: String
  /// What it is, in a few words; may be empty.
  let help: SafeText

  /// Creates a candidate; nil for a text with signs that can be neither shown nor typed.
  init?(_ text: String, _ help: SafeText = "") {
    if text.isEmpty || SafeText(text).string != text { return nil }
    self.text = text
    self.help = help
  }
}

/// What a shell offers in place of a word.
struct CompletionOffer: Equatable {
  /// The files of the machine that fit as well.
  enum Paths {
    case none
    case files
    case folders
  }

  var candidates: [CompletionCandidate] = []
  var paths = Paths.none

  /// Returns the candidates that begin with a text, exactly if any does.
  static func fitting(
    _ typed: String, _ candidates: [CompletionCandidate]
  ) -> [CompletionCandidate] {
    if typed.isEmpty { return candidates }
    let exact = candidates.filter { $0.text.hasPrefix(typed) }
    if !exact.isEmpty { return exact }
    let folded = typed.folded
    let fitting = candidates.filter { $0.text.folded.hasPrefix(folded) }
    // A shell replaces the typed word by the common beginning of all candidates.
    let start = fitting.first?.text.prefix(typed.count)
    return fitting.filter { $0.text.prefix(typed.count) == start }
  }

  /// Returns the offer with a text before each candidate.
  func behind(_ prefix: String) -> CompletionOffer {
    if prefix.isEmpty { return self }
    return CompletionOffer(
      candidates: candidates.compactMap { CompletionCandidate(prefix + $0.text, $0.help) },
      paths: paths)
  }
}
