extension String {
  /// The text with every scalar that could mislead spelled out, such as `\u{1b}`.
  ///
  /// This is the one rule of the project for text that was not checked. It spells out controls,
  /// line and paragraph separators, private, unassigned and non-characters, and all invisible
  /// characters: bidirectional controls, zero-width spaces, tags, fillers, soft hyphens. It keeps,
  /// since the text would be wrong without them,
  ///
  /// - the zero-width joiner between two emoji,
  /// - joiner and non-joiner between two letters of a script that has use for them,
  /// - the variation selectors for emoji and for ideographs, one after each,
  /// - accents and other marks that have a base character within the same text.
  ///
  /// The result is one line of visible characters and spaces:
  ///
  ///     "red \u{1b}[31m".visible  // "red \\u{1b}[31m"
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package var visible: String {
    if isVisibleAnywhere(allowingLines: false) { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    var scan = VisibilityScan(self)
    while let (scalar, isVisible) = scan.next() {
      // A view of scalars counts itself when more than one is appended to it.
      if isVisible { result.unicodeScalars.append(scalar) } else { result += scalar.spelledOut }
    }
    return result
  }

  /// The text as people read it: as `visible` shows it, but without characters that only help to
  /// break lines.
  ///
  /// Soft hyphens, zero-width spaces, word joiners, the selector of plain signs without a sign
  /// before it, and an end of an isolate without its beginning come from web pages and mean nothing
  /// on a line. They are removed, and a separator of lines or of paragraphs becomes a blank. All
  /// other invisible characters could deceive, and are spelled out:
  ///
  ///     "Work\u{ad}shop \u{202e}1".readable  // "Workshop \\u{202e}1"
  ///
  /// An identifier or an address without them would be another one; those are shown by `visible`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package var readable: String {
    if isVisibleAnywhere(allowingLines: false) { return self }
    var kept = String.UnicodeScalarView()
    kept.reserveCapacity(utf8.count)
    var openIsolates = 0
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0xAD, 0x200B, 0x2060: continue
      case 0x2028, 0x2029:
        kept.append(" ")
        continue
      case 0xFE0E:
        if !(kept.last?.properties.isEmoji ?? false) { continue }
      case 0x2066...0x2068: openIsolates += 1
      case 0x2069:
        if openIsolates == 0 { continue }
        openIsolates -= 1
      default: break
      }
      kept.append(scalar)
    }
    return String(kept).visible
  }

  /// Returns the first scalar that `visible` spells out, if there is any.
  ///
  /// - Parameter allowingLines: Whether line breaks and tabs may be there; each line is then judged
  ///   as a text of its own.
  /// - Returns: The scalar, or nil if all can be seen.
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package func firstHidden(allowingLines: Bool) -> Unicode.Scalar? {
    if isVisibleAnywhere(allowingLines: allowingLines) { return nil }
    var scan = VisibilityScan(self, allowingLines: allowingLines)
    while let (scalar, isVisible) = scan.next() {
      if !isVisible { return scalar }
    }
    return nil
  }

  /// Returns the text in quotes, as messages show what was found.
  ///
  /// Characters that mislead are spelled out as in `visible`, and so are blanks other than a space;
  /// quotes are escaped. A long text is cut between two characters.
  ///
  ///     "the \"robot\"\n".quoted()            // "\"the \\\"robot\\\"\\u{a}\""
  ///     "Heimathafen Neukölln".quoted(limit: 11)  // "\"Heimathafen…\""
  ///
  /// - Parameter limit: How many scalars are allowed between the quotes, not counting the ellipsis;
  ///   at least 1.
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
    return scalar.spelledOut
  }
}

extension Unicode.Scalar {
  fileprivate var spelledOut: String { "\\u{\(Hexadecimal.digits(of: value))}" }
}
