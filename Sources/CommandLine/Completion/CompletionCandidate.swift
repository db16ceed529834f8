import TextBasics

/// A text that a shell offers in place of a word, with what it is.
package struct CompletionCandidate: Equatable {
  /// The whole word.
  package let text: String
  /// What it is, in a few words; may be empty.
  package let help: SafeText

  /// Creates a candidate; nil for a text with signs that can be neither shown nor typed.
  ///
  /// - Parameters:
  ///   - text: The whole word.
  ///   - help: What it is, in a few words.
  package init?(_ text: String, _ help: SafeText = "") {
    if text.isEmpty || SafeText(text).string != text { return nil }
    self.text = text
    self.help = help
  }
}

/// What a shell offers in place of a word.
package struct CompletionOffer: Equatable {
  /// The files of the machine that fit as well.
  package enum Paths: Sendable {
    /// None.
    case none
    /// Files and folders.
    case files
    /// Folders.
    case folders
  }

  /// The words.
  package var candidates: [CompletionCandidate] = []
  /// The files that fit as well.
  package var paths = Paths.none

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
