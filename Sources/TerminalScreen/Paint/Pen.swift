/// A writer for cells and cursor movements that tracks the position of the cursor.
struct Pen {
  private(set) var bytes: [UInt8] = []
  /// The current style of the terminal.
  private(set) var style = CellStyle.plain
  private(set) var row = 0
  /// The column of the cursor, according to `DisplayWidth`.
  private(set) var column = 0
  var columns = 1
  /// True if rows have no absolute positions, as in an inline area.
  var isRelative = false
  // True if the column is the same on every terminal.
  private var isColumnCertain = true
  // True after a non-ASCII character whose width is the same on most terminals.
  private var isInRun = false
  private var isIsolateOpen = false

  /// Appends a sequence that does not move the cursor.
  mutating func append(_ sequence: String) { bytes += sequence.utf8 }

  /// Records the position of the cursor.
  mutating func isAt(row: Int, column: Int) {
    self.row = row
    self.column = column
    isColumnCertain = true
    isInRun = false
  }

  /// Returns and removes the written bytes.
  mutating func drainBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Returns true if the cursor is in the given row and in the same column on every terminal.
  func isCertain(row: Int) -> Bool { self.row == row && isColumnCertain }

  mutating func select(_ style: CellStyle) {
    append(style.selection(from: self.style))
    self.style = style
  }

  mutating func draw(_ cell: Cell, at column: Int, _ row: Int) {
    if cell.width == 0 { return }
    if !cell.isIsolated { closeIsolate() }
    let isPlain = cell.isASCII
    let goesOn = isInRun && !isPlain && self.row == row && self.column == column
    if !goesOn { move(toRow: row, column: column) }
    if !(cell.isBlank && style.leavesBlanksBlank) { select(cell.style) }
    if cell.isIsolated, !isIsolateOpen {
      append("\u{2068}")
      isIsolateOpen = true
    }
    let isUncertain = cell.isWidthUncertain
    if isUncertain, cell.width > 1 {
      // Erase first, because a terminal may draw the character in fewer columns.
      append(String(repeating: " ", count: cell.width))
      advance(to: column + cell.width)
      move(toRow: row, column: column)
    }
    cell.write(to: &bytes)
    self.column = column + cell.width
    isColumnCertain = isPlain && self.column < columns
    isInRun = !isPlain && !isUncertain
  }

  /// Closes the Unicode isolate around right-to-left text.
  mutating func closeIsolate() {
    if isIsolateOpen { append("\u{2069}") }
    isIsolateOpen = false
  }

  private mutating func advance(to column: Int) {
    self.column = column
    isColumnCertain = column < columns
    isInRun = false
  }

  mutating func move(toRow row: Int, column: Int) {
    if row == self.row, column == self.column, isColumnCertain { return }
    if row == self.row {
      append(sameRowMove(to: column))
    } else if row == self.row + 1, column == 0 {
      append("\r\n")
    } else if let steps = lineFeeds(toRow: row, column: column) {
      append(steps)
    } else if isRelative {
      append(Self.sequence(abs(row - self.row), row < self.row ? "A" : "B"))
      append(columnMove(to: column))
    } else {
      append(column == 0 ? Self.sequence(row + 1, "H") : "\u{1B}[\(row + 1);\(column + 1)H")
    }
    isAt(row: row, column: column)
  }

  /// Moves rows on the terminal by deleting and inserting rows.
  mutating func shift(_ shift: RowShift) {
    let (deletedAt, insertedAt, count) = shift.edits
    for (row, final) in [(deletedAt, Character("M")), (insertedAt, "L")] {
      move(toRow: row, column: 0)
      append(Self.sequence(count, final))
    }
  }

  /// Returns the line feeds and backspaces that move the cursor to a cell.
  ///
  /// The result is nil if more than five characters are necessary, or if the cell is not below and
  /// to the left of the cursor.
  ///
  /// A line feed does not change the column, because output processing is off.
  private func lineFeeds(toRow row: Int, column: Int) -> String? {
    let (down, back) = (row - self.row, self.column - column)
    guard isColumnCertain, down > 0, back >= 0, down + back <= 5 else { return nil }
    return String(repeating: "\n", count: down) + String(repeating: "\u{8}", count: back)
  }

  private func sameRowMove(to column: Int) -> String {
    let absolute = columnMove(to: column)
    guard isColumnCertain else { return absolute }
    if column == self.column - 1 { return "\u{8}" }
    if column < self.column { return absolute }
    let relative = Self.sequence(column - self.column, "C")
    return relative.utf8.count < absolute.utf8.count ? relative : absolute
  }

  private func columnMove(to column: Int) -> String {
    column == 0 ? "\r" : Self.sequence(column + 1, "G")
  }

  /// Returns a control sequence with one number.
  ///
  /// The number is omitted if it is 1.
  private static func sequence(_ number: Int, _ final: Character) -> String {
    number == 1 ? "\u{1B}[\(final)" : "\u{1B}[\(number)\(final)"
  }
}
