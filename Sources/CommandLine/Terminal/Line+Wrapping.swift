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
      for byte in span.text.string.utf8 {
        if byte == 0x20, previous == 0x20 { return false }
        previous = byte
      }
    }
    return previous != 0x20
  }

  /// Returns whether there are more bytes than that between two spaces; no piece has more columns
  /// than bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func mayHaveWord(widerThan width: Int) -> Bool {
    var length = 0
    for span in spans {
      for byte in span.text.string.utf8 {
        length = byte == ASCII.space ? 0 : length + 1
        if length > width { return true }
      }
    }
    return false
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
    if unit.isWords { return add(words: unit, body) }
    let size = unit.line.width
    let gap = unit.space != nil && holdsText ? 1 : 0
    if used + gap + size > width, holdsText {
      breakLine(body)
      return add(unit, body)
    }
    if used + size > width, !unit.isAddress { return cut(unit, body) }
    if gap > 0, let space = unit.space { append(space, before: unit) }
    current.append(unit.line)
    used += gap + size
    holdsText = true
  }

  /// Adds as many words at once as fit on a line; a byte of them is a column.
  private mutating func add(words unit: Unit, _ body: (Line) -> Void) {
    let span = unit.line.spans[0]
    let text = span.text.string
    var rest = Unit(space: unit.space)
    var start = text.startIndex
    while start < text.endIndex {
      let gap = rest.space != nil && holdsText ? 1 : 0
      let count = text.utf8.distance(from: start, to: text.endIndex)
      let room = width - used - gap
      // The blank after the last word that fits.
      var end = text.endIndex
      if count > room {
        end = text.utf8.index(start, offsetBy: max(0, room))
        while end > start, text.utf8[end] != ASCII.space { end = text.utf8.index(before: end) }
        if end == start {
          // Not even the first word fits: another line for it, or it is cut.
          end = text.utf8[start...].firstIndex(of: ASCII.space) ?? text.endIndex
        }
      }
      rest.line = Line()
      rest.line.append(span.text.part(start..<end), like: span)
      add(rest, body)
      rest.space = .spaces(1)
      start = end < text.endIndex ? text.utf8.index(after: end) : end
    }
  }

  /// A space between two words of one style belongs to them, so that an underline runs through; so it
  /// does between two words of one link.
  private mutating func append(_ space: SafeText, before unit: Unit) {
    let last = current.spans.last
    let first = unit.line.spans.first
    let link = last?.link == first?.link ? last?.link : nil
    current.append(space, last?.style == first?.style ? last?.style ?? .plain : .plain, link: link)
  }

  private mutating func cut(_ unit: Unit, _ body: (Line) -> Void) {
    for span in unit.line.spans {
      var start = span.text.string.startIndex
      while start < span.text.string.endIndex {
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
          let one = span.text.string.index(after: start)
          current.append(span.text.part(start..<one), like: span)
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
