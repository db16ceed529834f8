extension String {
  package var nonEmpty: String? { isEmpty ? nil : self }

  /// The string on one line, trimmed, with each run of white space collapsed to one space.
  ///
  ///     "\tAda \u{a0} Lovelace\n".onOneLine  // Ada Lovelace
  ///
  /// - Complexity: O(*n*), where *n* is the length of the string.
  package var onOneLine: String {
    if isOnOneLine { return self }
    var line = String.UnicodeScalarView()
    line.reserveCapacity(utf8.count)
    var isBlankDue = false
    for scalar in unicodeScalars {
      if scalar.isBlank {
        isBlankDue = !line.isEmpty
      } else {
        if isBlankDue { line.append(" ") }
        line.append(scalar)
        isBlankDue = false
      }
    }
    return String(line)
  }

  /// True if a fast test shows that `onOneLine` equals the string, as for most strings.
  private var isOnOneLine: Bool {
    withUTF8Span { bytes in
      let start = bytes.endOfSpacedWords
      var before = start == 0 ? ASCII.space : bytes[start - 1]
      for place in start..<bytes.count {
        let byte = bytes[place]
        if byte <= ASCII.space {
          if before == ASCII.space || byte < ASCII.space { return false }
        } else if byte >= 0xC2, bytes.mayHaveWideBlank(at: place) {
          return false
        }
        before = byte
      }
      return before != ASCII.space
    }
  }

  /// The string without leading and trailing white space.
  package var trimmed: String {
    // Most strings begin and end with a letter.
    if let first = utf8.first, let last = utf8.last, ASCII.space + 1..<0x80 ~= first,
      ASCII.space + 1..<0x80 ~= last
    {
      return self
    }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isBlank }),
      let last = scalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension Span<UInt8> {
  /// An offset before which the text consists of ASCII words separated by single spaces.
  ///
  /// The scan takes eight bytes at a time, so the offset is a multiple of eight.
  fileprivate var endOfSpacedWords: Int {
    var offset = 0
    // The value is 0x80 at the start and after eight bytes that end with a space. So it detects a
    // leading space and a second successive space.
    var spaceBefore: UInt64 = 0x80
    while offset <= count &- 8 {
      let word = word(at: offset)
      let spaces = Self.places(of: ASCII.space, in: word)
      let controls = (word &- 0x2020_2020_2020_2020) & 0x8080_8080_8080_8080
      if word & 0x8080_8080_8080_8080 | controls | spaces & (spaces << 8 | spaceBefore) != 0 {
        break
      }
      spaceBefore = spaces >> 56
      offset &+= 8
    }
    return offset
  }

  /// Returns true if the valid UTF-8 sequence at an offset may be white space.
  fileprivate func mayHaveWideBlank(at place: Int) -> Bool {
    switch self[place] {
    case 0xC2: self[place + 1] == 0x85 || self[place + 1] == 0xA0
    case 0xE1: self[place + 1] == 0x9A
    case 0xE2:
      // This excludes dashes and quotes, the most common scalars in the range of the spaces.
      self[place + 1] == 0x81
        || self[place + 1] == 0x80 && !(0x8B...0xA7 ~= self[place + 2])
    case 0xE3: self[place + 1] == 0x80
    default: false
    }
  }
}
