import Basics

/// A grid of cells and the position of the cursor.
///
///     var frame = Frame(size: ScreenSize(columns: 20, rows: 3))
///     frame.write("Tightening every bolt", row: 0, column: 8)  // 12
///     frame.text(ofRow: 0)                                     // "        Tightening …"
///
/// Screen programs draw frames, and `Painter` converts them to bytes. Text is escaped as by
/// `String.visible`, so control characters never reach a terminal. Overwriting part of a wide
/// character blanks the rest of the character.
package struct Frame: Equatable, Sendable {
  package let size: ScreenSize
  /// The position of the cursor.
  ///
  /// Place the cursor on the selection, because screen readers follow the cursor.
  package var cursor = ScreenPosition(row: 0, column: 0)
  /// The replacement for the end of text that is too long.
  package let ellipsis: String
  private var cells: [Cell]

  /// Creates an empty frame with the cursor at the top left.
  package init(size: ScreenSize, ellipsis: String = "…") {
    self.size = size
    self.ellipsis = ellipsis.visible
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// Accesses the cell at a position.
  ///
  /// - Precondition: The position is inside the frame.
  package subscript(row: Int, column: Int) -> Cell {
    precondition(
      0..<size.rows ~= row && 0..<size.columns ~= column, "a cell outside of the frame")
    return cells[row * size.columns + column]
  }

  func cells(ofRow row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Replaces the cells of a row, or clears the row if the cells are nil.
  mutating func setCells(ofRow row: Int, to others: ArraySlice<Cell>?) {
    cells.replaceSubrange(
      row * size.columns..<(row + 1) * size.columns,
      with: others ?? Array(repeating: .blank, count: size.columns)[...])
  }

  /// Writes text into a row, and returns the number of columns used.
  ///
  /// The text is escaped. Text that is too long is cut between two characters and ends with the
  /// ellipsis. Text outside the frame is not written. The text gets at most `width` columns, or the
  /// rest of the row if `width` is nil.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes in the text.
  @discardableResult
  package mutating func write(
    _ text: String, row: Int, column: Int, style: CellStyle = .plain, width: Int? = nil
  ) -> Int {
    let room = min(width ?? size.columns, size.columns - column)
    guard 0..<size.rows ~= row, column >= 0, room > 0 else { return 0 }
    let text = text.visible
    let isIsolated = text.hasRightToLeftLetters
    let western = DisplayWidth.ofWestern(text)
    let needed = western ?? DisplayWidth.of(text)
    let ending = needed <= room || DisplayWidth.of(ellipsis) > room ? "" : ellipsis
    let rest = needed <= room ? room : room - DisplayWidth.of(ending)
    let used =
      western.map { putWestern(text, min($0, rest), row, column, style) }
      ?? put(text, row, column, rest, style, isIsolated)
    return used + put(ending, row, column + used, room - used, style, false)
  }

  /// Changes the style of the characters that begin in a range of columns.
  ///
  /// Columns outside the frame are ignored.
  package mutating func restyle(
    row: Int, columns: Range<Int>, _ change: (inout CellStyle) -> Void
  ) {
    guard 0..<size.rows ~= row else { return }
    let range = columns.clamped(to: 0..<size.columns)
    for column in range where self[row, column].width > 0 {
      let index = row * size.columns + column
      change(&cells[index].style)
      for further in index + 1..<index + cells[index].width {
        cells[further].style = cells[index].style
      }
    }
  }

  /// Returns the text of a row without trailing spaces.
  ///
  /// - Precondition: The row is inside the frame.
  package func text(ofRow row: Int) -> String {
    var text = ""
    for column in 0..<size.columns { text += self[row, column].text }
    while text.utf8.last == ASCII.space { text.removeLast() }
    return text
  }

  /// Writes the characters that fit and returns the number of columns used.
  private mutating func put(
    _ text: String, _ row: Int, _ column: Int, _ room: Int, _ style: CellStyle, _ isIsolated: Bool
  ) -> Int {
    var used = 0
    for character in text {
      let width = DisplayWidth.of(character)
      if used + width > room { break }
      let index = row * size.columns + column + used
      if width == 0 {
        if used > 0 { lead(of: index - 1) { $0.join(character) } }
        continue
      }
      clear(index..<index + width, inRow: row)
      let letters = CellText(String(character))
      let cell = Cell(letters, width: width, style: style, isIsolated: isIsolated)
      cells[index] = cell
      for further in index + 1..<index + width { cells[further] = .further(of: cell) }
      used += width
    }
    if isIsolated { splitIsolates(column..<column + used, inRow: row) }
    return used
  }

  /// Marks spaces around a text, and wide gaps in the text, as not right-to-left.
  ///
  /// Otherwise, a terminal that reorders right-to-left text would also reorder the columns.
  private mutating func splitIsolates(_ columns: Range<Int>, inRow row: Int) {
    let start = row * size.columns
    var column = columns.lowerBound
    while column < columns.upperBound {
      let first = column
      while column < columns.upperBound, cells[start + column].isSpace { column += 1 }
      let isAtEdge = first == columns.lowerBound || column == columns.upperBound
      if column - first > 1 || isAtEdge {
        for space in first..<column { cells[start + space] = cells[start + space].notIsolated }
      }
      if column == first { column += 1 }
    }
  }

  /// Writes `count` scalars from the start of a string, and returns their number.
  ///
  /// Each scalar must be a character of one column. The function does not search for character
  /// boundaries, because that would take most of its time.
  private mutating func putWestern(
    _ text: String, _ count: Int, _ row: Int, _ column: Int, _ style: CellStyle
  ) -> Int {
    guard count > 0 else { return 0 }
    let start = row * size.columns + column
    clear(start..<start + count, inRow: row)
    for (index, scalar) in zip(start..<start + count, text.unicodeScalars) {
      cells[index] = Cell(CellText(scalar), width: 1, style: style)
    }
    return count
  }

  /// Changes the first cell of the character that covers the cell at an index.
  private mutating func lead(of index: Int, _ change: (inout Cell) -> Void) {
    var index = index
    while cells[index].width == 0 { index -= 1 }
    change(&cells[index])
  }

  /// Blanks the rest of each wide character that overlaps a range.
  private mutating func clear(_ range: Range<Int>, inRow row: Int) {
    var start = range.lowerBound
    while cells[start].width == 0 { start -= 1 }
    var end = range.upperBound
    let last = (row + 1) * size.columns
    while end < last, cells[end].width == 0 { end += 1 }
    for index in start..<range.lowerBound { cells[index] = blank(like: cells[index]) }
    for index in range.upperBound..<end { cells[index] = blank(like: cells[index]) }
  }

  private func blank(like cell: Cell) -> Cell {
    Cell(CellText(ascii: 0x20), width: 1, style: cell.style)
  }
}
