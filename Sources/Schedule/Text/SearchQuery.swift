import TextBasics

/// Words that a person typed to find something by any of its texts.
///
/// Case, accents, quotes and blanks do not matter, see `String.folded`; German umlauts may be spelled
/// with an e. A word is found where a word of the text begins with it; in scripts that are written
/// without blanks, and where nothing at all begins with it, also within a word.
package struct SearchQuery: Sendable {
  /// The most words of a query; each is looked for in all texts.
  package static let mostWords = 100

  /// The words, folded, each once.
  package let words: [String]
  /// What looks for each of them.
  private let scanners: [(beginning: WordScanner, anywhere: WordScanner)]

  /// Creates a query from a text as it was typed.
  ///
  /// - Parameter text: Any text; one without letters, digits or symbols finds nothing.
  package init(_ text: String) {
    var seen: Set<Substring> = []
    words = FoldedName(text).words.filter { seen.insert($0).inserted }.map(String.init)
    scanners = words.map { (WordScanner($0, at: .beginning), WordScanner($0, at: .anywhere)) }
  }

  /// Returns where the words are found in a text, for showing it.
  ///
  ///     let text = "Sichere Höfe"
  ///     SearchQuery("hof").ranges(in: text).map { text[$0] }  // ["Höf"]
  ///
  /// - Parameter text: A text.
  /// - Returns: The ranges of characters, in their order and without overlaps.
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* that of all words.
  package func ranges(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    for (beginning, anywhere) in scanners {
      let beginnings = beginning.ranges(in: text)
      found += beginnings.isEmpty ? anywhere.ranges(in: text) : beginnings
    }
    if found.count < 2 { return found }
    found.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return found.reduce(into: []) { apart, range in
      if let last = apart.last, range.lowerBound < last.upperBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        apart.append(range)
      }
    }
  }
}

extension String {
  /// Whether the text has signs of a script that puts no blanks between words.
  var isUnspaced: Bool {
    unicodeScalars.contains { 0x3040...0x30ff ~= $0.value || $0.properties.isIdeographic }
  }
}
