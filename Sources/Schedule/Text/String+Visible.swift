extension String {
  /// The text with every scalar that could mislead spelled out, such as `\u{1b}`.
  ///
  /// This is the one rule of the project for text that nobody has looked at. Spelled out are
  /// controls, line and paragraph separators, private, unassigned and non-characters, and all that
  /// is invisible: bidirectional controls, zero-width spaces, tags, fillers, soft hyphens. Kept, since
  /// the text would be wrong without them, are
  ///
  /// - the zero-width joiner between two emoji,
  /// - joiner and non-joiner between two letters of a script that has use for them,
  /// - the variation selectors for emoji and for ideographs, one after each,
  /// - accents and other marks that have something to stand on within the same text.
  ///
  /// What comes out is one line of visible characters and spaces:
  ///
  ///     "red \u{1b}[31m".visible  // "red \\u{1b}[31m"
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package var visible: String {
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return self }
    let scalars = unicodeScalars
    var result = String.UnicodeScalarView()
    // nil where a mark would have nothing to stand on: at the start, behind a space and behind a
    // spelled scalar.
    var previous: Unicode.Scalar?
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      let next = index < scalars.endIndex ? scalars[index] : nil
      if scalar.isSafe(after: previous, before: next) {
        result.append(scalar)
        previous = scalar == " " ? nil : scalar
      } else {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        previous = nil
      }
    }
    return String(result)
  }

  /// Returns the text in quotes, as messages show what was found.
  ///
  /// Characters that mislead are spelled out as in `visible`, and so are blanks other than a space;
  /// quotes are escaped. A long text is cut between two characters.
  ///
  ///     "the \"robot\"\n".quoted()            // "\"the \\\"robot\\\"\\u{a}\""
  ///     "Heimathafen Neukölln".quoted(limit: 11)  // "\"Heimathafen…\""
  ///
  /// - Parameter limit: How many scalars may stand between the quotes, not counting the sign of the
  ///   cut; at least 1.
  /// - Returns: The quotes and what is between them.
  /// - Precondition: The limit is at least 1.
  /// - Complexity: O(*n*), where *n* is the number of scalars up to the cut.
  package func quoted(limit: Int = 40) -> String {
    precondition(limit >= 1, "a quoted text needs room for at least one character")
    var shown = ""
    var room = limit
    for character in self {
      let piece = character == "\"" ? "\\\"" : character.visible
      room -= piece.unicodeScalars.count
      guard room >= 0 else { return "\"\(shown)…\"" }
      shown += piece
    }
    return "\"\(shown)\""
  }
}

extension Character {
  /// The character as a message about a text shows it.
  fileprivate var visible: String {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1, scalar != " ",
      scalar.properties.generalCategory == .spaceSeparator
    else { return String(self).visible }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }
}

extension Unicode.Scalar {
  fileprivate func isSafe(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    if isASCII { return 0x20 <= value && value < 0x7F }
    switch value {
    case 0x200C, 0x200D:
      guard let previous, let next else { return false }
      return previous.joinsLetters && next.joinsLetters
        || isZeroWidthJoiner && previous.endsEmoji && next.isPictograph
    case 0xFE0E, 0xFE0F:
      return previous?.properties.isEmoji ?? false
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF:
      return previous?.properties.isIdeographic ?? false
    default:
      break
    }
    if properties.isDefaultIgnorableCodePoint { return false }
    switch properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    case .format:
      return isVisibleFormat
    case .nonspacingMark, .enclosingMark, .spacingMark:
      return previous != nil
    default:
      return true
    }
  }

  /// Whether the scalar is of the few format characters that are drawn, around the digits or
  /// letters behind them.
  private var isVisibleFormat: Bool {
    switch value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Whether the scalar belongs to a script whose letters change form by their neighbours.
  private var joinsLetters: Bool {
    switch value {
    case 0x0600...0x1CFF, 0xA800...0xABFF, 0x11000...0x11FFF: break
    default: return false
    }
    return switch properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  private var isPictograph: Bool {
    value > 0xFF && properties.isEmoji && !isRegionalIndicator
  }

  private var endsEmoji: Bool { isPictograph || isEmojiSelector }
}
