import Basics

/// A search query that consists of words.
///
/// An item matches if each word occurs in one of its strings. Case, accents, quotes and white space
/// are ignored; see `String.folded`. German umlauts may be spelled with an e. A query word matches
/// the beginning of a word. Query words without such a match, and query words of a script without
/// spaces between words, also match inside words.
package struct SearchQuery: Sendable {
  /// The maximum number of words.
  ///
  /// Each word is searched for in all text, so many words would take a long time.
  package static let mostWords = 100

  /// The distinct folded words.
  package let words: [String]
  private let scanners: [(beginning: WordScanner, anywhere: WordScanner)]

  /// Creates a query from a typed string.
  ///
  /// A string without letters, digits or symbols matches nothing.
  package init(_ text: String) {
    var seen: Set<Substring> = []
    words = FoldedName(text).words.filter { seen.insert($0).inserted }.map(String.init)
    scanners = words.map { (WordScanner($0, at: .beginning), WordScanner($0, at: .anywhere)) }
  }

  /// Returns the ranges of the matches in a string, in ascending order and without overlaps.
  ///
  ///     let text = "Sichere Höfe"
  ///     SearchQuery("hof").ranges(in: text).map { text[$0] }  // ["Höf"]
  ///
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* is the length of all
  ///   words.
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
  /// True if the string contains characters of a script without spaces between words.
  var isUnspaced: Bool {
    unicodeScalars.contains { 0x3040...0x30ff ~= $0.value || $0.properties.isIdeographic }
  }
}
