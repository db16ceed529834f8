/// Makes the bytes that turn what a terminal shows into the next frame.
///
/// Only cells that changed are written, all in one synchronized update. Rows of a list that scrolls are
/// moved, by sequences that delete and insert rows and change no mode. Terminals do not agree on the
/// columns of all characters, so the cursor is placed again after each run that is not ASCII, and after
/// each emoji; a terminal with other widths differs in the cells of these characters alone. After every
/// frame the cursor is where the frame has it.
///
///     var painter = Painter(area: .screen, usesColor: true)
///     painter.bytes(for: frame)  // all of it
///     painter.bytes(for: frame)  // none
package struct Painter: Sendable {
  /// The part of the terminal that frames fill.
  package enum Area: Sendable {
    /// All of it.
    case screen
    /// Some rows below the prompt; the cursor is only moved relative to where it is.
    case inline
  }

  private let area: Area
  private let usesColor: Bool
  private var shown: Frame?
  private var pen = Pen()

  /// Creates a painter for a terminal that may show anything.
  ///
  /// In an inline area the cursor must be at its top left.
  ///
  /// - Parameters:
  ///   - area: The part of the terminal that frames fill.
  ///   - usesColor: Whether colours are shown; all other properties of a style always are.
  package init(area: Area, usesColor: Bool) {
    self.area = area
    self.usesColor = usesColor
    pen.isRelative = area == .inline
  }

  /// Forgets what the terminal shows, so that the next frame is painted whole.
  package mutating func forget() { shown = nil }

  /// Forgets also where the cursor is: it is at the top left of the area.
  package mutating func startAnew() {
    forget()
    pen = Pen()
    pen.isRelative = area == .inline
  }

  /// Returns the bytes that show a frame.
  ///
  /// - Parameter frame: What is to be seen; a frame of another size is painted whole.
  /// - Returns: The bytes; none if nothing differs.
  /// - Complexity: O(*n*), where *n* is the number of cells.
  package mutating func bytes(for frame: Frame) -> [UInt8] {
    let frame = usesColor ? frame : frame.withoutColor
    pen.columns = frame.size.columns
    let former = shown?.size == frame.size ? shown : nil
    let isWhole = former == nil
    if isWhole { eraseAll() }
    var before = former ?? Frame(size: frame.size)
    if !isWhole, let shift = RowShift(from: before, to: frame) {
      pen.shift(shift)
      before.shift(shift)
    }
    for row in 0..<frame.size.rows {
      paint(Row(row, old: before, new: frame))
    }
    pen.select(.plain)
    let hasChanged = !pen.bytes.isEmpty
    pen.move(
      toRow: min(max(frame.cursor.row, 0), frame.size.rows - 1),
      column: min(max(frame.cursor.column, 0), frame.size.columns - 1))
    shown = frame
    let bytes = pen.drainBytes()
    return hasChanged ? Self.updateStart + bytes + Self.updateEnd : bytes
  }

  private static let updateStart = Array("\u{1B}[?2026h".utf8)
  private static let updateEnd = Array("\u{1B}[?2026l".utf8)

  private mutating func eraseAll() {
    pen.append("\u{1B}[m")
    switch area {
    case .screen:
      pen.append("\u{1B}[H\u{1B}[2J")
      pen.isAt(row: 0, column: 0)
    case .inline:
      pen.move(toRow: 0, column: 0)
      // It is saved for the end, since a terminal that changes its size may move the rows.
      pen.append("\u{1B}[J\u{1B}7")
    }
  }

  private mutating func paint(_ row: Row) {
    if row.isUnchanged { return }
    var changed = row.changedColumns
    var column = 0
    var end = row.end
    while column < end {
      guard changed[column] else {
        column += 1
        continue
      }
      // A few cells between two changes take fewer bytes than a movement over them.
      if row.canBridge(from: pen.column, to: column), pen.isCertain(row: row.number),
        row.canDraw(pen.column..<column, in: pen.style)
      {
        for between in pen.column..<column { pen.draw(row.new[between], at: between, row.number) }
      }
      let cell = row.new[column]
      pen.draw(cell, at: column, row.number)
      if cell.isWidthUncertain {
        // A terminal that draws each scalar by itself overwrote the next cells.
        let reached = min(column + cell.mostColumns, changed.count)
        for next in column..<max(column, reached) { changed[next] = true }
        if !row.erasesRest { end = max(end, reached) }
      }
      column += max(cell.width, 1)
    }
    pen.closeIsolate()
    if row.erasesRest {
      pen.select(.plain)
      pen.move(toRow: row.number, column: row.end)
      pen.append("\u{1B}[K")
    }
  }
}

extension Frame {
  /// The frame as it looks to users who do not want colours.
  package var withoutColor: Frame {
    var frame = self
    for row in 0..<size.rows {
      frame.restyle(row: row, columns: 0..<size.columns) { $0 = $0.withoutColor }
    }
    return frame
  }
}
