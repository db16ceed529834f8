import Basics

/// A completion candidate with a short description.
package struct CompletionCandidate: Equatable {
  package let text: String
  /// The description; empty if the candidate has none.
  package let help: SafeText

  /// Creates a candidate, or returns nil if the string is empty or unsafe to display.
  package init?(_ text: String, _ help: SafeText = "") {
    if text.isEmpty || SafeText(text).string != text { return nil }
    self.text = text
    self.help = help
  }
}

package struct CompletionOffer: Equatable {
  /// The kinds of paths to offer in addition to the candidates.
  package enum Paths: Sendable {
    case none
    /// Files and folders.
    case files
    /// Folders only.
    case folders
  }

  package var candidates: [CompletionCandidate] = []
  package var paths = Paths.none

  /// Returns the candidates with a given prefix.
  ///
  /// If no candidate has the prefix, case and accents are ignored.
  static func fitting(
    _ typed: String, _ candidates: [CompletionCandidate]
  ) -> [CompletionCandidate] {
    if typed.isEmpty { return candidates }
    let exact = candidates.filter { $0.text.hasPrefix(typed) }
    if !exact.isEmpty { return exact }
    let folded = typed.folded
    let fitting = candidates.filter { $0.text.folded.hasPrefix(folded) }
    // A shell replaces the typed word with the common prefix of all candidates. So this prefix must
    // be at least as long as the typed text.
    let start = fitting.first?.text.prefix(typed.count)
    return fitting.filter { $0.text.prefix(typed.count) == start }
  }

  /// Returns the offer with a prefix added to each candidate.
  func behind(_ prefix: String) -> CompletionOffer {
    if prefix.isEmpty { return self }
    return CompletionOffer(
      candidates: candidates.compactMap { CompletionCandidate(prefix + $0.text, $0.help) },
      paths: paths)
  }
}
