// Breaks a line into lines that fit a width. Tables, help, messages and long text use the
// functions. `Line+Units.swift` decides where a line may break. Long lines are wrapped lazily, one
// line at a time, to save memory.

import Basics

extension Line {
  /// Breaks the line into lines that fit a width.
  ///
  /// A line may break at spaces and next to double-width characters, but not before a closing or
  /// after an opening punctuation mark. Consecutive spaces become one, and spaces at either end are
  /// removed. A word wider than a whole line is cut. A web address is never cut, so that it can be
  /// copied and followed. An address that is too wide is put on a separate line.
  ///
  ///     let line: Line = "talks of the day"
  ///     line.wrapped(to: 12, hanging: 2)  // "talks of the", "  day"
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns, at least 4.
  ///   - indent: The indentation of the first line, at most half the width.
  ///   - hanging: The indentation of all lines except the first, or nil to use `indent`.
  /// - Returns: At least one line. Only a line that consists of a long address exceeds `width`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func wrapped(to width: Int, indent: Int = 0, hanging: Int? = nil) -> [Line] {
    var lines: [Line] = []
    wrap(to: width, indent: indent, hanging: hanging) { lines.append($0) }
    return lines
  }

  /// Calls a closure with each line of ``wrapped(to:indent:hanging:)``.
  ///
  /// An array of all lines would take many times the memory of a long line.
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

  /// Wraps the line to the right of a row's other cells.
  ///
  /// `start` contains the other cells, and the first line begins with `start`. All further lines
  /// are indented by the width of `start` plus `hanging`. At least four columns remain for the
  /// text. The closure is called at least once.
  func wrap(behind start: Line, to width: Int, hanging: Int, _ body: (Line) -> Void) {
    let room = max(4, width - start.width)
    if isEmpty || self.width <= room && isTight { return body("\(start)\(self)") }
    let hanging = start.width + min(max(0, hanging), room / 2)
    // A line that contains only spaces has no words.
    if !fill(start.width + room, start, hanging, body) { body(start) }
  }

  /// Wraps the words of the line, and returns true if the line has any words.
  private func fill(
    _ width: Int, _ start: Line, _ hanging: Int, _ body: (Line) -> Void
  ) -> Bool {
    var filling = Filling(width: width, start: start, hanging: hanging)
    forEachUnit { filling.add($0, body) }
    return filling.finish(body)
  }

  /// True if the line has no leading, trailing or consecutive spaces.
  ///
  /// Wrapping would remove such spaces.
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

  /// Returns true if a word has more than `width` bytes.
  ///
  /// No word has more columns than bytes, so this is a quick check for words wider than `width`.
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

  /// The width of the widest piece that wrapping does not break.
  var widestWord: Int {
    var widest = 0
    forEachUnit { widest = max(widest, $0.widestPiece) }
    return widest
  }
}

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

  /// Adds ASCII words, as many at a time as fit on a line.
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
      // The end of the last word that fits.
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
        // Not even the first word fits on an empty line.
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

  /// Appends the space between the previous word and the next word.
  ///
  /// The next word begins with `first`. The space has the style and the link that the two words
  /// have in common, so that an underline is continuous.
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
          // A single character is never cut, even if it is wider than the line.
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

  /// Ends the last line, and returns true if any lines were produced.
  func finish(_ body: (Line) -> Void) -> Bool {
    if holdsText { body(current) }
    return holdsText || !isFirst
  }
}
