// A terminal emulator for the tests of `Painter` and the browser, and the screen of
// `PseudoTerminal`. Unknown sequences are recorded as problems, so that a test fails.
import Basics
package import TerminalScreen

/// A terminal emulator that reports every byte sequence it does not know.
package struct ScreenInterpreter {
  /// The way in which a terminal measures characters.
  package enum Widths: CaseIterable {
    /// Whole characters, which may consist of several scalars.
    case characters
    /// Single scalars, with emoji in two columns.
    case scalarsWithWideEmoji
    /// Single scalars, with emoji in one column.
    case scalarsWithNarrowEmoji
  }

  /// The content of a cell.
  package struct ShownCell: Equatable {
    /// The character, or an empty string in a continuation cell of a wide character.
    package fileprivate(set) var text = " "
    package fileprivate(set) var style = CellStyle.plain
    /// True if the cell was written inside a Unicode isolate.
    package fileprivate(set) var isIsolated = false
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var cursor = ScreenPosition(row: 0, column: 0)
  /// The problems found, such as unknown sequences.
  package private(set) var problems: [String] = []
  /// The number of times that each mode was set or reset, by its sequence, such as `?1049h`.
  package private(set) var modeChanges: [String: Int] = [:]
  /// The texts put on the clipboard, in Base64.
  package private(set) var clipboard: [String] = []
  /// The number of line insertions and deletions.
  package private(set) var lineEdits = 0
  /// The number of completed updates.
  package private(set) var updates = 0
  private let widths: Widths
  private var cells: [[ShownCell]]
  private var style = CellStyle.plain
  private var isIsolated = false
  private var saved = ScreenPosition(row: 0, column: 0)
  private var pending: [UInt8] = []
  /// The cell that a combining scalar may join, or nil after a cursor movement.
  private var last: ScreenPosition?

  /// Creates an empty screen.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  ///   - widths: The way to measure characters.
  package init(columns: Int, rows: Int, widths: Widths = .characters) {
    self.columns = columns
    self.rows = rows
    self.widths = widths
    cells = Array(repeating: Array(repeating: ShownCell(), count: columns), count: rows)
  }

  /// Changes the size, and fills the screen with content that no frame has.
  package mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    var cell = ShownCell()
    cell.text = "?"
    cell.style = CellStyle(reverse: true)
    cells = Array(repeating: Array(repeating: cell, count: columns), count: rows)
    cursor = ScreenPosition(row: min(cursor.row, rows - 1), column: min(cursor.column, columns - 1))
    last = nil
  }

  /// Moves the cursor, as the output of another program would.
  package mutating func place(row: Int, column: Int) {
    cursor = ScreenPosition(row: row, column: column)
    last = nil
  }

  /// Accesses the cell at a position.
  package subscript(row: Int, column: Int) -> ShownCell { cells[row][column] }

  /// Returns the text of a row without trailing blanks.
  package func text(ofRow row: Int) -> String {
    var text = cells[row].map(\.text).joined()
    while text.utf8.last == ASCII.space { text.removeLast() }
    return text
  }

  /// Returns true if a mode is set, such as `?1049`.
  package func isSet(_ mode: String) -> Bool {
    modeChanges["\(mode)h", default: 0] > modeChanges["\(mode)l", default: 0]
  }

  /// Interprets bytes, which may arrive in pieces of any size.
  package mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if isComplete {
        let sequence = pending
        pending = []
        execute(sequence)
      }
    }
  }

  private var isComplete: Bool {
    let first = pending[0]
    if first != 0x1B {
      return pending.count >= (first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
    }
    guard pending.count > 1 else { return false }
    switch pending[1] {
    case UInt8(ascii: "["):
      return pending.count > 2 && 0x40..<0x7F ~= pending[pending.count - 1]
    case UInt8(ascii: "]"):
      return pending.last == 0x07 || pending.suffix(2) == [0x1B, 0x5C]
    default: return true
    }
  }

  private mutating func execute(_ sequence: [UInt8]) {
    if sequence[0] == 0x1B {
      last = nil
      executeEscape(String(decoding: sequence.dropFirst(), as: UTF8.self))
    } else if sequence[0] < 0x20 {
      last = nil
      executeControl(sequence[0])
    } else if let scalar = String(decoding: sequence, as: UTF8.self).unicodeScalars.first {
      show(scalar)
    }
  }

  private mutating func executeControl(_ byte: UInt8) {
    switch byte {
    case 0x08: cursor.column = max(0, cursor.column - 1)
    case 0x0A:
      if cursor.row < rows - 1 {
        cursor.row += 1
      } else {
        cells.removeFirst()
        cells.append(Array(repeating: ShownCell(), count: columns))
      }
    case 0x0D: cursor.column = 0
    default: problems.append("control character \(byte)")
    }
  }

  private mutating func executeEscape(_ text: String) {
    switch text.first {
    case "[": executeSequence(text.dropFirst())
    case "]":
      let fields = text.split(separator: ";", maxSplits: 2)
      if fields.count == 3, fields[0] == "]52", fields[1] == "c" {
        clipboard.append(fields[2].filter { $0 != "\u{7}" && $0 != "\u{1B}" && $0 != "\\" })
      } else {
        problems.append("string \(text.debugDescription)")
      }
    case "7": saved = cursor
    case "8": cursor = saved
    default: problems.append("escape \(text.debugDescription)")
    }
  }

  private mutating func executeSequence(_ text: Substring) {
    guard let final = text.last else { return }
    let body = text.dropLast()
    if body.first.map({ "?<>".contains($0) }) ?? false {
      modeChanges[String(text), default: 0] += 1
      if text == "?2026l" { updates += 1 }
      let known = ["?2026", "?2004", "?1049", "?7", "?1000", "?1006", "<", ">1"].contains(
        String(body))
      if !known { problems.append("sequence \(text.debugDescription)") }
      return
    }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = min(rows - 1, cursor.row + count)
    case "C": cursor.column = min(columns - 1, cursor.column + count)
    case "G": cursor.column = min(columns, count) - 1
    case "H":
      cursor.row = min(rows, count) - 1
      cursor.column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "J":
      if numbers.first == 2 {
        erase(rows: 0..<rows)
      } else {
        eraseLine()
        erase(rows: cursor.row + 1..<rows)
      }
    case "K": eraseLine()
    case "L", "M": editLines(min(count, rows - cursor.row), inserts: final == "L")
    case "m": for number in numbers { select(number) }
    default: problems.append("sequence \(text.debugDescription)")
    }
  }

  private mutating func erase(rows: Range<Int>) {
    if style.background != nil { problems.append("erased in a colour") }
    for row in rows { cells[row] = Array(repeating: ShownCell(), count: columns) }
  }

  private mutating func editLines(_ count: Int, inserts: Bool) {
    if style.background != nil { problems.append("lines edited in a colour") }
    lineEdits += 1
    cells.removeSubrange(
      inserts ? rows - count..<rows : cursor.row..<cursor.row + count)
    cells.insert(
      contentsOf: Array(repeating: Array(repeating: ShownCell(), count: columns), count: count),
      at: inserts ? cursor.row : rows - count)
  }

  private mutating func eraseLine() {
    if style.background != nil { problems.append("erased in a colour") }
    clear(cursor.column..<columns, inRow: cursor.row)
    for column in cursor.column..<columns { cells[cursor.row][column] = ShownCell() }
  }

  private mutating func select(_ code: Int) {
    switch code {
    case 0: style = .plain
    case 1: style.isBold = true
    case 2: style.isDim = true
    case 4: style.isUnderlined = true
    case 7: style.isReverse = true
    case 22:
      style.isBold = false
      style.isDim = false
    case 24: style.isUnderlined = false
    case 27: style.isReverse = false
    case 30...37: style.foreground = TerminalColor(rawValue: UInt8(code - 30))
    case 39: style.foreground = nil
    case 40...47: style.background = TerminalColor(rawValue: UInt8(code - 40))
    case 49: style.background = nil
    case 90...97: style.foreground = TerminalColor(rawValue: UInt8(code - 82))
    case 100...107: style.background = TerminalColor(rawValue: UInt8(code - 92))
    default: problems.append("style \(code)")
    }
  }

  // MARK: Characters

  private mutating func show(_ scalar: Unicode.Scalar) {
    if scalar == "\u{2068}" || scalar == "\u{2069}" {
      if isIsolated == (scalar == "\u{2068}") { problems.append("isolates are not balanced") }
      isIsolated = scalar == "\u{2068}"
      return
    }
    if scalar.value < 0xA0, scalar.value >= 0x7F { problems.append("control \(scalar.value)") }
    if let last, joins(scalar, to: last) { return }
    let width = columnsOf(scalar)
    // Without autowrap, a character that does not fit overwrites the last columns.
    let column = max(0, min(cursor.column, columns - max(1, width)))
    place(String(Character(scalar)), width: max(1, min(width, columns)), at: column)
  }

  private func columnsOf(_ scalar: Unicode.Scalar) -> Int {
    let isWideEmoji = scalar.properties.isEmojiPresentation
    switch widths {
    case .characters: return DisplayWidth.of(Character(scalar))
    case .scalarsWithWideEmoji:
      return isWideEmoji ? 2 : DisplayWidth.of(Character(scalar))
    case .scalarsWithNarrowEmoji:
      return isWideEmoji ? 1 : DisplayWidth.of(Character(scalar))
    }
  }

  private mutating func place(_ text: String, width: Int, at column: Int) {
    clear(column..<column + width, inRow: cursor.row)
    for further in column..<column + width {
      cells[cursor.row][further] = ShownCell(text: "", style: style, isIsolated: isIsolated)
    }
    cells[cursor.row][column].text = text
    last = ScreenPosition(row: cursor.row, column: column)
    cursor.column = min(column + width, columns - 1)
  }

  /// Adds a scalar to the previous character if they form one character, and returns true if they
  /// do.
  private mutating func joins(_ scalar: Unicode.Scalar, to position: ScreenPosition) -> Bool {
    let before = cells[position.row][position.column].text
    guard widths == .characters else {
      if columnsOf(scalar) > 0 { return false }
      cells[position.row][position.column].text.unicodeScalars.append(scalar)
      return true
    }
    var joined = before
    joined.unicodeScalars.append(scalar)
    guard joined.count == 1 else { return false }
    let width = min(DisplayWidth.of(joined), columns - position.column)
    place(joined, width: max(1, width), at: position.column)
    return true
  }

  /// Blanks the rest of characters that a write will partly overwrite.
  private mutating func clear(_ range: Range<Int>, inRow row: Int) {
    var start = range.lowerBound
    while start > 0, cells[row][start].text.isEmpty { start -= 1 }
    var end = range.upperBound
    while end < columns, cells[row][end].text.isEmpty { end += 1 }
    for column in start..<end { cells[row][column].text = " " }
  }
}

extension ScreenInterpreter {
  /// Returns the first difference between the screen and a frame, or nil if there is none.
  ///
  /// If the emulated terminal measures scalars, characters of uncertain width are not compared.
  ///
  /// - Parameters:
  ///   - frame: The expected frame.
  ///   - firstRow: The row of the screen where the frame begins.
  /// - Returns: A description of the first difference, or nil.
  package func difference(from frame: Frame, firstRow: Int = 0) -> String? {
    if let problem = problems.first { return problem }
    let expected = ScreenPosition(row: frame.cursor.row + firstRow, column: frame.cursor.column)
    if cursor != expected { return "the cursor is at \(cursor), expected \(expected)" }
    for row in 0..<frame.size.rows {
      var isUncertain = false
      for column in 0..<frame.size.columns {
        let cell = frame[row, column]
        if cell.width > 0 { isUncertain = cell.isWidthUncertain }
        if isUncertain, widths != .characters { continue }
        let shown = self[row + firstRow, column]
        let isBlank = shown.text == " " && shown.style.leavesBlank && cell.looksLike(.blank)
        if isBlank { continue }
        let isEqual =
          shown.text.utf8.elementsEqual(cell.text.utf8) && shown.style == cell.style
          && shown.isIsolated == cell.isIsolated
        if !isEqual { return "row \(row), column \(column): \(shown), expected \(cell)" }
      }
    }
    return nil
  }
}

extension CellStyle {
  fileprivate var leavesBlank: Bool { background == nil && !isReverse && !isUnderlined }
}
