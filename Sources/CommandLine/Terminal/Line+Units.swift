// Splits a line into units for wrapping: words, parts of words next to double-width characters, and
// addresses. Only `Line+Wrapping.swift` uses the units. A run of ASCII words is one unit. Most text
// is ASCII, and splitting it into single words would be many times slower.

import Basics

extension Line {
  /// Calls a closure with each unit of the line, in order.
  ///
  /// Units are created one at a time, because an array of them would take many times the memory of
  /// a long line.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func forEachUnit(_ body: (Unit) -> Void) {
    forEachWord { $0.forEachPiece(body) }
  }

  /// Calls a closure with each word of the line, or with several ASCII words at once.
  ///
  /// ASCII words are grouped because single words would take many times longer.
  private func forEachWord(_ body: (Unit) -> Void) {
    var line = Line()
    var space: SafeText?
    for (number, span) in spans.enumerated() {
      let string = span.text.string
      func part(_ range: Range<Int>) -> Range<String.Index> {
        let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
        return start..<string.utf8.index(start, offsetBy: range.count)
      }
      // Searching bytes for spaces is many times faster than iterating over characters.
      string.withUTF8Span { bytes in
        var start = 0
        // The range of the consecutive ASCII words so far. The current word can join them if
        // `isPlain` is true.
        var words: Range<Int>?
        var isPlain = line.isEmpty
        var before: UInt8 = 0
        func endWords() {
          guard let known = words else { return }
          let range = part(known)
          body(Unit(space: space, content: .words(range, of: span)))
          space = span.text.space(at: range.upperBound)
          words = nil
        }
        for offset in bytes.indices {
          let byte = bytes[offset]
          if byte == ASCII.space {
            if isPlain, start < offset {
              words = (words?.lowerBound ?? start)..<offset
            } else {
              endWords()
              let range = part(start..<offset)
              line.append(range, of: span)
              if !line.isEmpty { body(Unit(space: space, content: .piece(line))) }
              line = Line()
              space = span.text.space(at: range.upperBound)
            }
            start = offset + 1
            isPlain = true
          } else if byte >= 0x80 || byte == ASCII.slash && before == ASCII.colon {
            isPlain = false
          }
          before = byte
        }
        if isPlain, start < bytes.count, number == spans.count - 1 {
          // The line ends here, and its last words begin in this span.
          let range = part((words?.lowerBound ?? start)..<bytes.count)
          return body(Unit(space: space, content: .words(range, of: span)))
        }
        endWords()
        line.append(part(start..<bytes.count), of: span)
      }
    }
    if !line.isEmpty { body(Unit(space: space, content: .piece(line))) }
  }

  /// Splits the line at byte offsets and calls a closure with each part and its end offset.
  ///
  /// The offsets are in ascending order. The last offset is the length of the line.
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
        piece.append(start..<end, of: span)
        body(piece, last)
        piece = Line()
        start = end
      }
      piece.append(start..<string.endIndex, of: span)
      spanStart = spanEnd
    }
  }
}

/// A part of a line, as input for wrapping.
struct Unit {
  enum Content {
    /// Text that is broken only if it is wider than a line.
    case piece(Line)
    /// An address, never cut.
    case address(Line)
    /// ASCII words of one span, separated by single spaces.
    case words(Range<String.Index>, of: Line.Span)
  }

  /// The space before the unit, or nil if no space precedes it.
  var space: SafeText?
  var content: Content

  /// The width of the widest part that wrapping does not break.
  var widestPiece: Int {
    switch content {
    case .piece(let line), .address(let line): return line.width
    case .words(let range, let span):
      var widest = 0
      var width = 0
      for byte in span.text.string.utf8[range] {
        width = byte == ASCII.space ? 0 : width + 1
        widest = max(widest, width)
      }
      return widest
    }
  }

  /// Calls a closure with each part of the unit.
  ///
  /// A part is an address, or a piece between possible line breaks.
  fileprivate func forEachPiece(_ body: (Unit) -> Void) {
    guard case .piece(let line) = content else { return body(self) }
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
      body(Unit(space: space, content: addressEnds.contains(end) ? .address(part) : .piece(part)))
      space = nil
    }
  }
}

extension String {
  fileprivate func offset(of index: Index) -> Int {
    utf8.distance(from: startIndex, to: index)
  }

  /// Returns the offsets next to double-width characters where a line may break.
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

  /// The ranges of addresses such as `https://a.b/c` in a word, including adjacent punctuation.
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

  /// Returns the start of the scheme before a colon, or nil if no scheme precedes it.
  ///
  /// The start includes opening punctuation before the scheme.
  private func scheme(before colon: Index, from limit: Index) -> Index? {
    let before = unicodeScalars[limit..<colon]
    let name = before.reversed().prefix { $0.isASCII && ($0.properties.isAlphabetic || $0.isSign) }
    let signs = name.reversed().prefix(while: \.isSign)
    guard signs.count < name.count else { return nil }
    let length = name.count - signs.count
    let marks = before.dropLast(length).reversed().prefix(while: \.opens)
    return before.index(before.endIndex, offsetBy: -length - marks.count)
  }

  /// Returns the end of an address.
  ///
  /// An address ends before the first non-ASCII punctuation mark. A closing mark at this position
  /// still belongs to the address.
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

  /// True if the scalar is a digit or a punctuation character that the scheme of a URL may contain.
  fileprivate var isSign: Bool {
    switch self {
    case "0"..."9", "+", "-", ".": true
    default: false
    }
  }
}
