/// A renderer that updates a terminal from one frame to the next.
///
/// The painter writes only changed cells, in one synchronized update. It moves the rows of a
/// scrolling list by deleting and inserting rows, without changing a terminal mode.
///
/// Terminals disagree about the width of some characters. The painter therefore places the cursor
/// again after each emoji and after each run of other non-ASCII characters. If a terminal uses
/// different widths, only the cells of these characters are wrong. After every frame, the cursor is
/// at the frame's cursor position.
///
///     var painter = Painter(area: .screen, usesColor: true)
///     painter.bytes(for: frame)  // draws the whole frame
///     painter.bytes(for: frame)  // empty; nothing has changed
package struct Painter: Sendable {
  package enum Area: Sendable {
    case screen
    /// Some rows below the prompt, where all cursor movements are relative.
    case inline
  }

  private let area: Area
  private let usesColor: Bool
  private var shown: Frame?
  private var pen = Pen()

  /// Creates a painter for a terminal with unknown content.
  ///
  /// For an inline area, the cursor must be at the top left of the area. Attributes other than
  /// colors are always shown.
  package init(area: Area, usesColor: Bool) {
    self.area = area
    self.usesColor = usesColor
    pen.isRelative = area == .inline
  }

  /// Discards the shown frame, so that the next frame is painted completely.
  package mutating func forget() { shown = nil }

  /// Discards the shown frame and records that the cursor is at the top left of the area.
  package mutating func startAnew() {
    forget()
    pen = Pen()
    pen.isRelative = area == .inline
  }

  /// Returns the bytes that show a frame; empty if the terminal already shows the frame.
  ///
  /// If the size of the frame differs, the frame is painted completely.
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
      // The cursor position is saved for the end of the session, because a resize may move the
      // rows.
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
        // A skipped cell is never in the middle of right-to-left text.
        pen.closeIsolate()
        column += 1
        continue
      }
      // Drawing a few unchanged cells takes fewer bytes than moving the cursor past them.
      if row.canBridge(from: pen.column, to: column), pen.isCertain(row: row.number),
        row.canDraw(pen.column..<column, in: pen.style)
      {
        for between in pen.column..<column { pen.draw(row.new[between], at: between, row.number) }
      }
      let cell = row.new[column]
      pen.draw(cell, at: column, row.number)
      if cell.isWidthUncertain {
        // A terminal that draws each scalar separately has overwritten the cells to the right.
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
  package var withoutColor: Frame {
    var frame = self
    for row in 0..<size.rows {
      frame.restyle(row: row, columns: 0..<size.columns) { $0 = $0.withoutColor }
    }
    return frame
  }
}
