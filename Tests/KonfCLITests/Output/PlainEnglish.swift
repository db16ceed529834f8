/// The words that the project replaces by plainer ones, so that one thing has one word.
enum PlainEnglish {
  /// Words and phrases that no text, comment, test name or article must have, with better ones.
  ///
  /// Case matters for `Of` alone: it must not begin a sentence.
  private static let replaced = [
    "stand": "be", "stands": "is", "stood": "was", "standing": "being",
    "place": "location or position", "places": "locations or positions", "behind": "after",
    "somebody": "the user, or passive voice",
    "nobody": "no observer, or passive voice", "who asks": "the caller", "whoever": "a subject",
    "tell": "print, report or notify", "tells": "says or returns", "told": "reported or notified",
    "telling": "notifying", "hear": "is notified", "hears": "is notified", "heard": "was notified",
    "anew": "again", "all the same": "anyway", "goes on": "continues", "go on": "continue",
    "going on": "continuing", "went on": "continued", "is so large": "is that large",
    "of which": "two sentences", "Of": "another beginning", "can not": "cannot",
    "lest": "so that not", "thereof": "of it", "shall": "must", "given out": "printed or listed",
    "goes against": "contradicts", "taken apart": "torn down", "without a word": "silently",
    "programme": "schedule", "programmes": "schedules",
  ]

  /// Words that have a meaning of their own in code, and that konf must not print.
  private static let replacedInPrint = ["slot": "session", "slots": "sessions"]

  /// Phrases that have one of the words in another sense.
  private static let permitted = [
    "in place", "take place", "takes place", "took place", "stand for", "stands for",
  ]

  private struct Phrase {
    let words: [Substring]
    /// What to say instead; nil if the phrase is good.
    let better: String?
  }

  private static let phrases = table(replaced)
  private static let printedPhrases = table(replaced.merging(replacedInPrint) { first, _ in first })

  private static func table(_ replaced: [String: String]) -> [Substring: [Phrase]] {
    let phrases =
      permitted.map { Phrase(words: $0.split(separator: " "), better: nil) }
      + replaced.map { Phrase(words: $0.key.split(separator: " "), better: $0.value) }
    return Dictionary(grouping: phrases) { $0.words[0] }
  }

  /// Returns the words of a text that have a better one, each with it, in their order.
  ///
  /// - Parameters:
  ///   - text: A text of any kind.
  ///   - isPrinted: Whether konf prints it.
  /// - Returns: The words and what to use.
  static func faults(
    in text: String, isPrinted: Bool
  ) -> [(found: String, better: String)] {
    let table = isPrinted ? printedPhrases : phrases
    let words = words(of: text)
    var found: [(found: String, better: String)] = []
    var index = 0
    while index < words.count {
      let rest = words[index...]
      let phrase = table[words[index]]?.first { rest.starts(with: $0.words) }
      if let phrase, let better = phrase.better {
        found.append((phrase.words.joined(separator: " "), better))
      }
      index += phrase?.words.count ?? 1
    }
    return found
  }

  /// Words that make a clause the subject of a sentence.
  private static let relatives: Set<Substring> = ["what", "who", "whatever", "whoever"]

  /// Returns the sentences of a text that begin with such a clause and have another one.
  ///
  /// Such a sentence needs a second reading, as in "what is nil is what means no limit".
  /// The formula of errors, "what was found and what would work", is no such sentence.
  ///
  /// - Parameter text: A text of any kind.
  /// - Returns: The sentences.
  static func sentencesOfTwoClauses(in text: String) -> [Substring] {
    let ends = text.split(separator: #/[.:;!?] /#)
    return ends.filter { sentence in
      let words = words(of: String(sentence)).filter { $0 != "," }
      guard let first = words.first, relatives.contains(first) else { return false }
      let isOfErrors = [["what", "was", "found"], ["what", "is", "wrong"]].contains {
        words.starts(with: $0)
      }
      return !isOfErrors && words.count(where: relatives.contains) > 1
    }
  }

  /// The words in small letters, but for `Of`, and a comma for each mark between two phrases.
  private static func words(of text: String) -> [Substring] {
    let letters = text.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic
        ? String(scalar) : ",;:.()_".unicodeScalars.contains(scalar) ? " , " : " "
    }
    return letters.joined().split(separator: " ").map {
      $0 == "Of" ? $0 : Substring($0.lowercased())
    }
  }
}
