import TextBasics

/// A name as it is compared: its folded text and the words of it.
struct FoldedName {
  /// How well a name fits a query; the best comes first.
  enum Fit: Int, Comparable {
    /// The name is the query.
    case whole

    /// Every word of the query begins a word of the name.
    case beginnings

    /// Every word of the query occurs in the name.
    case parts

    static func < (left: Fit, right: Fit) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// The folded text.
  let text: String

  init(_ name: String, umlauts: Folding.Umlauts = .bare) {
    text = name.folded(umlauts: umlauts)
  }

  /// The parts between blanks and punctuation.
  var words: [Substring] {
    text.unicodeScalars.split(whereSeparator: \.separatesWords).map(Substring.init)
  }

  /// Returns how well the name fits a query, whose words are given, or nil if it does not.
  func fit(to query: FoldedName, words wanted: [Substring]) -> Fit? {
    if text == query.text { return .whole }
    let bytes = Array(text.utf8)
    guard wanted.allSatisfy({ bytes.holds(Array($0.utf8)) }) else { return nil }
    return wanted.allSatisfy({ hasWord(beginningWith: $0.utf8) }) ? .beginnings : .parts
  }

  /// Whether a word begins with a text; an array of all words would take many times the memory of a
  /// long text.
  func hasWord(beginningWith part: some Collection<UInt8>) -> Bool {
    var isStart = true
    for index in text.unicodeScalars.indices {
      // A part has no separator, so it ends in the word in which it begins.
      if isStart, text.utf8[index...].starts(with: part) { return true }
      isStart = text.unicodeScalars[index].separatesWords
    }
    return false
  }
}

extension [UInt8] {
  /// Whether these bytes contain some others, one after another.
  ///
  /// - Complexity: O(*n*), as long as they do not nearly repeat themselves.
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
  /// Whether the scalar separates words.
  var separatesWords: Bool {
    // The tables of Unicode are slow, and most of a text is ASCII.
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
