import Basics

struct FoldedName {
  /// The quality of a match between a name and a query, best first.
  enum Fit: Int, Comparable {
    /// The name equals the query.
    case whole

    /// Each query word begins a word of the name.
    case beginnings

    /// The name contains every query word.
    case parts

    static func < (left: Fit, right: Fit) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  let text: String

  init(_ name: String, umlauts: Folding.Umlauts = .bare) {
    text = name.folded(umlauts: umlauts)
  }

  /// The words, separated by white space and punctuation.
  var words: [Substring] {
    text.unicodeScalars.split(whereSeparator: \.separatesWords).map(Substring.init)
  }

  /// Returns the quality of the match with a query, or nil if the name does not match.
  func fit(to query: FoldedName, words wanted: [Substring]) -> Fit? {
    if text == query.text { return .whole }
    let bytes = Array(text.utf8)
    guard wanted.allSatisfy({ bytes.holds(Array($0.utf8)) }) else { return nil }
    return wanted.allSatisfy({ hasWord(beginningWith: $0.utf8) }) ? .beginnings : .parts
  }

  /// Returns true if a word of the name begins with the given bytes.
  ///
  /// The function does not use `words`, because the array for a long string would take many times
  /// the memory of the string.
  func hasWord(beginningWith part: some Collection<UInt8>) -> Bool {
    var isStart = true
    for index in text.unicodeScalars.indices {
      // The part has no separators, so a match lies within one word.
      if isStart, text.utf8[index...].starts(with: part) { return true }
      isStart = text.unicodeScalars[index].separatesWords
    }
    return false
  }
}

extension [UInt8] {
  /// Returns true if the bytes contain `part` as a contiguous subsequence.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes. Repetitive bytes take longer.
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= count else { return false }
    for start in 0...count - part.count where self[start] == first {
      var length = 1
      while length < part.count, self[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  var separatesWords: Bool {
    // The Unicode tables are slow, and most text is ASCII.
    switch value {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: return false
    case 0x20: return true
    default: if isCommonLetter { return false }
    }
    return switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation,
      .dashPunctuation, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}
