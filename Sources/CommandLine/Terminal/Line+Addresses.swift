extension Line {
  /// Creates a line from text, with web addresses as hyperlinks.
  ///
  /// An address ends before a space, a quotation mark, a backtick, `<` or `>`. Punctuation that
  /// follows the address and belongs to the sentence is excluded. A closing bracket is also
  /// excluded if its opening bracket precedes the address.
  package init(linking text: SafeText, _ style: Style = .plain) {
    self.init()
    var end = text.string.startIndex
    for (range, link) in text.string.webLinks {
      append(text.part(end..<range.lowerBound), style)
      append(text.part(range), style, link: link)
      end = range.upperBound
    }
    append(text.part(end..<text.string.endIndex), style)
  }
}

extension String {
  /// The web addresses in the text.
  ///
  /// A link is nil if the address is empty or too long for a link.
  package var webLinks: [(range: Range<Index>, link: Hyperlink?)] {
    webAddresses.map { ($0, Hyperlink(String(self[$0]))) }
  }

  fileprivate var webAddresses: [Range<Index>] {
    var found: [Range<Index>] = []
    var rest = startIndex
    while let colon = utf8[rest...].firstIndex(of: 0x3A) {
      let behind = utf8.index(after: colon)
      guard utf8[behind...].starts(with: "//".utf8),
        let start = webScheme(before: colon, from: rest)
      else {
        rest = behind
        continue
      }
      rest = endOfWebAddress(from: utf8.index(behind, offsetBy: 2))
      found.append(start..<rest)
    }
    return found
  }

  /// Returns the start of `http` or `https` before a colon, or nil if neither precedes it.
  private func webScheme(before colon: Index, from limit: Index) -> Index? {
    for scheme in ["https", "http"] {
      guard let start = utf8.index(colon, offsetBy: -scheme.utf8.count, limitedBy: limit),
        zip(utf8[start..<colon], scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
      else { continue }
      return start
    }
    return nil
  }

  /// Returns the end of an address.
  ///
  /// The address ends before a space, a quotation mark, a backtick, `<` or `>`. Punctuation of the
  /// surrounding sentence and unmatched closing brackets are excluded.
  private func endOfWebAddress(from start: Index) -> Index {
    let scalars = unicodeScalars
    var end = scalars[start...].firstIndex { " \"<>`".unicodeScalars.contains($0) } ?? endIndex
    // The number of unmatched closing brackets of each kind.
    var unopened: [Unicode.Scalar: Int] = [:]
    for scalar in scalars[start..<end] {
      if let closing = scalar.closingBracket { unopened[closing, default: 0] -= 1 }
      if scalar.isClosingBracket { unopened[scalar, default: 0] += 1 }
    }
    while start < end {
      let last = scalars.index(before: end)
      if scalars[last].isClosingBracket {
        guard unopened[scalars[last], default: 0] > 0 else { break }
        unopened[scalars[last], default: 0] -= 1
      } else if !scalars[last].endsSentence {
        break
      }
      end = last
    }
    return end
  }
}

extension Unicode.Scalar {
  /// The matching closing bracket, or nil if the scalar is not an opening bracket.
  fileprivate var closingBracket: Unicode.Scalar? {
    switch self {
    case "(": ")"
    case "[": "]"
    case "{": "}"
    default: nil
    }
  }

  fileprivate var isClosingBracket: Bool { self == ")" || self == "]" || self == "}" }

  /// True for punctuation that belongs to the surrounding sentence if it follows an address.
  fileprivate var endsSentence: Bool {
    if isASCII { return ".,;:!?'".unicodeScalars.contains(self) }
    switch properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation: return true
    default: return false
    }
  }
}
