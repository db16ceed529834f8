import TextBasics

extension Line {
  /// Goes through the pieces between which the line may break.
  ///
  /// Each is made when its turn comes: all of them together take many times the memory of a long text.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func forEachUnit(_ body: (Unit) -> Void) {
    forEachWord { $0.forEachPiece(body) }
  }

  /// Goes through the parts between spaces.
  ///
  /// Whole words in ASCII stay together: nearly all of a text is like that, and splitting it word
  /// by word takes many times longer.
  private func forEachWord(_ body: (Unit) -> Void) {
    var current = Unit()
    for span in spans {
      let string = span.text.string
      var start = string.startIndex
      // The words that stay together, and whether the one that is looked at could, too.
      var words: Range<String.Index>?
      var isPlain = current.line.isEmpty
      var before: UInt8 = 0
      // Bytes are enough to find the spaces; characters cost many times more.
      for index in string.utf8.indices {
        let byte = string.utf8[index]
        if byte == ASCII.space {
          if isPlain, start < index {
            words = (words?.lowerBound ?? start)..<index
          } else {
            if let whole = words { current = span.next(whole, current, body) }
            words = nil
            if start < index { current.line.append(span.text.part(start..<index), like: span) }
            if !current.line.isEmpty { body(current) }
            current = Unit(space: span.text.part(index..<string.utf8.index(after: index)))
          }
          start = string.utf8.index(after: index)
          isPlain = true
        } else if byte >= 0x80 || byte == ASCII.slash && before == ASCII.colon {
          isPlain = false
        }
        before = byte
      }
      if let words { current = span.next(words, current, body) }
      if start < string.endIndex {
        current.line.append(span.text.part(start..<string.endIndex), like: span)
      }
    }
    if !current.line.isEmpty { body(current) }
  }

  /// Cuts the line in pieces and goes through them.
  ///
  /// - Parameters:
  ///   - ends: The bytes up to the end of each piece, rising; the last is the whole length.
  ///   - body: A closure that is called with each piece and its end.
  fileprivate func forEachPart(endingAt ends: [Int], _ body: (Line, Int) -> Void) {
    var rest = ends[...]
    var piece = Line()
    var spanStart = 0
    for span in spans {
      let string = span.text.string
      let spanEnd = spanStart + string.utf8.count
      var start = string.startIndex
      while let last = rest.first, last <= spanEnd {
        rest.removeFirst()
        let end = string.utf8.index(string.startIndex, offsetBy: last - spanStart)
        piece.append(span.text.part(start..<end), like: span)
        body(piece, last)
        piece = Line()
        start = end
      }
      if start < string.endIndex {
        piece.append(span.text.part(start..<string.endIndex), like: span)
      }
      spanStart = spanEnd
    }
  }
}

extension Line.Span {
  /// Goes through words of the span that stay together; returns the unit after them.
  fileprivate func next(
    _ words: Range<String.Index>, _ current: Unit, _ body: (Unit) -> Void
  ) -> Unit {
    var unit = current
    unit.line.append(text.part(words), like: self)
    unit.isWords = true
    body(unit)
    let end = text.string.utf8.index(after: words.upperBound)
    return Unit(space: text.part(words.upperBound..<end))
  }
}

/// A piece of a line that stays together unless it is wider than a whole line.
struct Unit {
  package var line = Line()
  /// The space between it and the piece before, if there is one.
  var space: SafeText?
  /// Whether it is an address, which stays together however wide it is.
  var isAddress = false
  /// Whether it is of several words of one style, in ASCII and with a single blank between two.
  var isWords = false

  /// The columns of the widest piece that stays together.
  var widestPiece: Int {
    guard isWords else { return line.width }
    var widest = 0
    var width = 0
    for byte in line.spans[0].text.string.utf8 {
      width = byte == ASCII.space ? 0 : width + 1
      widest = max(widest, width)
    }
    return widest
  }

  /// Goes through what a word falls into: the addresses in it, and what may part beside wide
  /// characters.
  fileprivate func forEachPiece(_ body: (Unit) -> Void) {
    if isWords { return body(self) }
    let text = line.spans.count == 1 ? line.spans[0].text.string : line.rendered(color: false)
    let addresses = text.addresses
    if addresses.isEmpty, DisplayWidth.ofWestern(text) != nil { return body(self) }
    var ends: [Int] = []
    var addressEnds: Set<Int> = []
    var start = text.startIndex
    for address in addresses + [text.endIndex..<text.endIndex] {
      ends += text.breaks(in: start..<address.lowerBound)
      if start < address.lowerBound { ends.append(text.offset(of: address.lowerBound)) }
      if !address.isEmpty {
        ends.append(text.offset(of: address.upperBound))
        addressEnds.insert(text.offset(of: address.upperBound))
      }
      start = address.upperBound
    }
    var space = space
    line.forEachPart(endingAt: ends) { part, end in
      body(Unit(line: part, space: space, isAddress: addressEnds.contains(end)))
      space = nil
    }
  }
}

extension String {
  fileprivate func offset(of index: Index) -> Int {
    utf8.distance(from: startIndex, to: index)
  }

  /// The offsets beside wide characters at which a part may break.
  fileprivate func breaks(in range: Range<Index>) -> [Int] {
    var breaks: [Int] = []
    var before: (character: Character, width: Int)?
    var index = range.lowerBound
    while index < range.upperBound {
      let character = self[index]
      let width = DisplayWidth.of(character)
      if let before, before.width == 2 || width == 2, !before.character.opens, !character.closes {
        breaks.append(offset(of: index))
      }
      before = (character, width)
      formIndex(after: &index)
    }
    return breaks
  }

  /// The ranges of addresses such as `https://a.b/c` in a word, with the marks around them.
  fileprivate var addresses: [Range<Index>] {
    var found: [Range<Index>] = []
    var rest = startIndex
    while let colon = utf8[rest...].firstIndex(of: 0x3A) {
      let behind = utf8.index(after: colon)
      guard utf8[behind...].starts(with: "//".utf8), let start = scheme(before: colon, from: rest)
      else {
        rest = behind
        continue
      }
      rest = endOfAddress(from: behind)
      found.append(start..<rest)
    }
    return found
  }

  /// Returns where the name before a colon begins, or the marks that open before it; nil if there
  /// is no name.
  private func scheme(before colon: Index, from limit: Index) -> Index? {
    let before = unicodeScalars[limit..<colon]
    let name = before.reversed().prefix { $0.isASCII && ($0.properties.isAlphabetic || $0.isSign) }
    let signs = name.reversed().prefix(while: \.isSign)
    guard signs.count < name.count else { return nil }
    let length = name.count - signs.count
    let marks = before.dropLast(length).reversed().prefix(while: \.opens)
    return before.index(before.endIndex, offsetBy: -length - marks.count)
  }

  /// An address extends to a character that no address has, which is punctuation beyond ASCII; a
  /// mark that closes stays with it.
  private func endOfAddress(from start: Index) -> Index {
    let rest = unicodeScalars[start...]
    let end = rest.firstIndex { !$0.isASCII && ($0.opens || $0.closes) } ?? rest.endIndex
    return rest[end...].firstIndex { !$0.closes } ?? rest.endIndex
  }
}

extension Character {
  fileprivate var opens: Bool { unicodeScalars.first?.opens ?? false }

  fileprivate var closes: Bool { unicodeScalars.first?.closes ?? false }
}

extension Unicode.Scalar {
  fileprivate var opens: Bool {
    let category = properties.generalCategory
    return category == .openPunctuation || category == .initialPunctuation || self == "\""
  }

  fileprivate var closes: Bool {
    switch properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation: true
    default: false
    }
  }

  /// Whether the scalar is allowed in the name of a scheme besides letters.
  fileprivate var isSign: Bool {
    switch self {
    case "0"..."9", "+", "-", ".": true
    default: false
    }
  }
}
