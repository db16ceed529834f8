import TextBasics

extension Line {
  /// Returns the line broken between words so that each part fits.
  ///
  /// A line may break at spaces and beside characters of two columns, but not before a closing and
  /// not after an opening mark. Several spaces in a row become one, spaces at either end are left
  /// out. A word that is wider than a whole line is cut where it must; an address of the web never
  /// is, so that it can be copied and followed. One that is too long has a line for itself.
  ///
  ///     let line: Line = "talks of the day"
  ///     line.wrapped(to: 12, hanging: 2)  // "talks of the", "  day"
  ///
  /// - Parameters:
  ///   - width: The columns to keep to; less than 4 counts as 4.
  ///   - indent: The spaces before the first line; at most half of the width.
  ///   - hanging: The spaces before the others; as `indent` if nil.
  /// - Returns: At least one line; only one with a long address alone is wider than `width`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func wrapped(to width: Int, indent: Int = 0, hanging: Int? = nil) -> [Line] {
    var lines: [Line] = []
    wrap(to: width, indent: indent, hanging: hanging) { lines.append($0) }
    return lines
  }

  /// Calls the body with each of the lines, see ``wrapped(to:indent:hanging:)``.
  ///
  /// All lines of a long text at once take many times its memory.
  package func wrap(to width: Int, indent: Int = 0, hanging: Int? = nil, _ body: (Line) -> Void) {
    let width = max(4, width)
    let start = min(max(0, indent), width / 2)
    if isEmpty { return body(self) }
    if start + self.width <= width, isTight {
      return body(start == 0 ? self : "\(SafeText.spaces(start))\(self)")
    }
    let hanging = min(max(0, hanging ?? indent), width / 2)
    if !fill(width, Line(.spaces(start)), hanging, body) { body(Line()) }
  }

  /// Breaks the line after the cells of a row, see ``wrapped(to:indent:hanging:)``.
  ///
  /// - Parameters:
  ///   - start: What comes before the first line, filled up to the column of the others.
  ///   - width: The columns to keep to; at least four are left after the start.
  ///   - hanging: The spaces by which the other lines are indented from the first.
  ///   - body: A closure that is called with each line; there is at least one.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func wrap(behind start: Line, to width: Int, hanging: Int, _ body: (Line) -> Void) {
    let room = max(4, width - start.width)
    if isEmpty || self.width <= room && isTight { return body("\(start)\(self)") }
    let hanging = start.width + min(max(0, hanging), room / 2)
    // Nothing is left of blanks alone.
    if !fill(start.width + room, start, hanging, body) { body(start) }
  }

  /// Fills lines with words; returns whether there was any.
  private func fill(
    _ width: Int, _ start: Line, _ hanging: Int, _ body: (Line) -> Void
  ) -> Bool {
    var filling = Filling(width: width, start: start, hanging: hanging)
    forEachUnit { filling.add($0, body) }
    return filling.finish(body)
  }

  /// Whether wrapping would leave the line as it is, if it fits: no space is at an end or after
  /// another.
  private var isTight: Bool {
    var previous: UInt8 = 0x20
    for span in spans {
      let isTight = span.text.string.withUTF8Span { bytes in
        for offset in bytes.indices {
          if bytes[offset] == 0x20, previous == 0x20 { return false }
          previous = bytes[offset]
        }
        return true
      }
      if !isTight { return false }
    }
    return previous != 0x20
  }

  /// Returns whether there are more bytes than that between two spaces; no piece has more columns
  /// than bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func mayHaveWord(widerThan width: Int) -> Bool {
    var length = 0
    return spans.contains { span in
      span.text.string.withUTF8Span { bytes in
        for offset in bytes.indices {
          length = bytes[offset] == ASCII.space ? 0 : length + 1
          if length > width { return true }
        }
        return false
      }
    }
  }

  /// The columns of the widest piece that is not broken where there is room for it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  var widestWord: Int {
    var widest = 0
    forEachUnit { widest = max(widest, $0.widestPiece) }
    return widest
  }
}

/// The lines of a paragraph as they fill up.
private struct Filling {
  let width: Int
  let hanging: Int
  private var current: Line
  private var used: Int
  private var holdsText = false
  private var isFirst = true

  init(width: Int, start: Line, hanging: Int) {
    self.width = width
    self.hanging = hanging
    current = start
    used = start.width
  }

  mutating func add(_ unit: Unit, _ body: (Line) -> Void) {
    switch unit.content {
    case .words(let range, let span): add(range, of: span, after: unit.space, body)
    case .piece(let line): add(line, after: unit.space, isWhole: false, body)
    case .address(let line): add(line, after: unit.space, isWhole: true, body)
    }
  }

  private mutating func add(
    _ piece: Line, after space: SafeText?, isWhole: Bool, _ body: (Line) -> Void
  ) {
    let size = piece.width
    var gap = space != nil && holdsText ? 1 : 0
    if used + gap + size > width, holdsText {
      breakLine(body)
      gap = 0
    }
    if used + size > width, !isWhole {
      return cut(piece, body)
    }
    if gap > 0, let space { append(space, before: piece.spans.first) }
    current.append(piece)
    used += gap + size
    holdsText = true
  }

  /// Adds as many words at once as fit on a line; a byte of them is a column.
  private mutating func add(
    _ words: Range<String.Index>, of span: Line.Span, after space: SafeText?,
    _ body: (Line) -> Void
  ) {
    let text = span.text.string.utf8
    var space = space
    var start = words.lowerBound
    while start < words.upperBound {
      let gap = space != nil && holdsText ? 1 : 0
      let count = text.distance(from: start, to: words.upperBound)
      let room = width - used - gap
      // The blank after the last word that fits.
      var end = words.upperBound
      if count > room {
        end = text.index(start, offsetBy: max(0, room))
        while end > start, text[end] != ASCII.space { end = text.index(before: end) }
        if end == start, holdsText {
          breakLine(body)
          continue
        }
      }
      if end == start {
        // Not even the first word fits on a line.
        end = text[start..<words.upperBound].firstIndex(of: ASCII.space) ?? words.upperBound
        var word = Line()
        word.append(start..<end, of: span)
        cut(word, body)
      } else {
        if gap > 0, let space { append(space, before: span) }
        current.append(start..<end, of: span)
        used += gap + text.distance(from: start, to: end)
        holdsText = true
      }
      space = .spaces(1)
      start = end < words.upperBound ? text.index(after: end) : end
    }
  }

  /// A space between two words of one style belongs to them, so that an underline runs through; so it
  /// does between two words of one link.
  private mutating func append(_ space: SafeText, before first: Line.Span?) {
    let last = current.spans.last
    let link = last?.link == first?.link ? last?.link : nil
    current.append(space, last?.style == first?.style ? last?.style ?? .plain : .plain, link: link)
  }

  private mutating func cut(_ piece: Line, _ body: (Line) -> Void) {
    for span in piece.spans {
      let string = span.text.string
      var start = string.startIndex
      while start < string.endIndex {
        let end = span.text.end(fitting: width - used, from: start)
        if end > start {
          let part = span.text.part(start..<end)
          current.append(part, like: span)
          used += part.width
          holdsText = true
          start = end
        } else if holdsText {
          breakLine(body)
        } else {
          // A cluster of letters wider than the line cannot be cut without changing them.
          let one = string.index(after: start)
          current.append(start..<one, of: span)
          used = width
          holdsText = true
          start = one
        }
      }
    }
  }

  private mutating func breakLine(_ body: (Line) -> Void) {
    body(current)
    current = Line(.spaces(hanging))
    used = hanging
    holdsText = false
    isFirst = false
  }

  /// Ends the last line; returns whether there is any.
  func finish(_ body: (Line) -> Void) -> Bool {
    if holdsText { body(current) }
    return holdsText || !isFirst
  }
}
