extension Line {
  /// Creates a line of a text in which the addresses of the web are links.
  ///
  /// An address extends to the next space. A mark after it that ends a sentence, and a bracket that
  /// opens before it, are no part of it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: What it means.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
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
  /// The ranges and links of the web addresses in the text; the link is nil if it cannot be
  /// followed.
  package var webLinks: [(range: Range<Index>, link: Hyperlink?)] {
    webAddresses.map { ($0, Hyperlink(String(self[$0]))) }
  }

  /// The ranges of web addresses in the text.
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

  /// Returns where `http` or `https` begins before a colon.
  private func webScheme(before colon: Index, from limit: Index) -> Index? {
    for scheme in ["https", "http"] {
      guard let start = utf8.index(colon, offsetBy: -scheme.utf8.count, limitedBy: limit),
        zip(utf8[start..<colon], scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
      else { continue }
      return start
    }
    return nil
  }

  /// Returns where an address ends: before a space or a quotation mark, and before the marks that end a
  /// sentence or a bracket around the address.
  private func endOfWebAddress(from start: Index) -> Index {
    let scalars = unicodeScalars
    var end = scalars[start...].firstIndex { " \"<>`".unicodeScalars.contains($0) } ?? endIndex
    // How many brackets of each kind close without having been opened.
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
  /// The bracket that closes what this one opens.
  fileprivate var closingBracket: Unicode.Scalar? {
    switch self {
    case "(": ")"
    case "[": "]"
    case "{": "}"
    default: nil
    }
  }

  fileprivate var isClosingBracket: Bool { self == ")" || self == "]" || self == "}" }

  /// Whether a scalar after an address belongs to the sentence around it.
  fileprivate var endsSentence: Bool {
    if isASCII { return ".,;:!?'".unicodeScalars.contains(self) }
    switch properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation: return true
    default: return false
    }
  }
}
