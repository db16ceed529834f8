extension String {
  /// The string with all misleading scalars escaped, for example as `\u{1b}`.
  ///
  /// Use this form for all output of unchecked text. The escaped scalars are controls, line and
  /// paragraph separators, private-use and unassigned scalars, noncharacters, and all invisible
  /// characters. Examples of invisible characters are bidirectional controls, zero-width spaces,
  /// tags, fillers and soft hyphens. The following invisible scalars are not escaped, because the
  /// text needs them:
  ///
  /// - the zero-width joiner between two emoji,
  /// - joiner and non-joiner between two letters of a script that uses them,
  /// - one variation selector after an emoji or an ideograph,
  /// - accents and other marks after a base character within the text.
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
      // Appending several scalars to a scalar view would count the whole view for each of them.
      if isVisible { result.unicodeScalars.append(scalar) } else { result += scalar.spelledOut }
    }
    return result
  }

  /// The string as in `visible`, but without invisible characters that have no effect in a line.
  ///
  /// Soft hyphens, zero-width spaces, word joiners, text variation selectors without a base, and
  /// unmatched ends of isolates often come from web pages. These characters are removed. Line and
  /// paragraph separators become spaces. All other invisible characters could deceive readers and
  /// are escaped:
  ///
  ///     "Work\u{ad}shop \u{202e}1".readable  // "Workshop \\u{202e}1"
  ///
  /// For identifiers and addresses, use `visible`, because removing characters would change their
  /// meaning.
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

  /// Returns the first scalar that `visible` escapes, or nil if all scalars are visible.
  ///
  /// If `allowingLines` is true, line breaks and tabs are allowed, and each line is treated as a
  /// separate string.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package func firstHidden(allowingLines: Bool) -> Unicode.Scalar? {
    if isVisibleAnywhere(allowingLines: allowingLines) { return nil }
    var scan = VisibilityScan(self, allowingLines: allowingLines)
    while let (scalar, isVisible) = scan.next() {
      if !isVisible { return scalar }
    }
    return nil
  }

  /// Returns the string in quotes, for messages.
  ///
  /// Misleading characters are escaped as in `visible`. Quotes and all spaces other than U+0020 are
  /// also escaped. A long string is truncated between two characters.
  ///
  ///     "the \"robot\"\n".quoted()            // "\"the \\\"robot\\\"\\u{a}\""
  ///     "Heimathafen Neukölln".quoted(limit: 11)  // "\"Heimathafen…\""
  ///
  /// The limit is the maximum number of scalars between the quotes, without the ellipsis.
  ///
  /// - Precondition: The limit is at least 1.
  /// - Complexity: O(*n*), where *n* is the number of scalars before the cut.
  package func quoted(limit: Int = 40) -> String {
    precondition(limit >= 1, "a quoted string needs room for at least one character")
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
  /// The character as in `String.visible`, with special spaces also escaped.
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
