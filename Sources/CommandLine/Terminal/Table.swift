/// A table with a wrapped paragraph as the last cell of each row.
///
///     Table(rows: [["speakers", "who gives a talk"], ["rate", "gives stars to a talk"]])
///       .lines(width: 24)
///     // speakers  who gives a
///     //           talk
///     // rate      gives stars
///     //           to a talk
package struct Table<Rows: Sequence> where Rows.Element == [Line] {
  /// The rows of the table.
  ///
  /// Rows may have different numbers of cells, and empty cells at the end of a row are ignored. The
  /// rows are iterated twice, so a long table can create them lazily.
  package var rows: Rows
  /// The minimum width of each column except the last, used to align consecutive tables.
  package var leastWidths: [Int]
  /// The additional indentation of all lines of the last cell except the first.
  package var hanging: Int

  /// The minimum width of the last cell, if the table is wide enough.
  package static var narrowest: Int { 16 }

  package init(rows: Rows, leastWidths: [Int] = [], hanging: Int = 0) {
    self.rows = rows
    self.leastWidths = leastWidths
    self.hanging = hanging
  }

  /// Lays out the table and returns its lines.
  ///
  /// All columns except the last are as wide as their widest cell. The last cell of a row is placed
  /// to the right of the other cells. If less than ``narrowest`` columns remain there (in a narrow
  /// table, less than half the width), or if a word would be cut, the last cell is placed below the
  /// other cells.
  ///
  /// - Parameters:
  ///   - width: The maximum number of columns, at least 8.
  ///   - indent: The indentation of each line, at most a quarter of the width.
  ///   - gap: The number of spaces between two columns.
  /// - Returns: The lines, without trailing spaces. Only a line that ends with a long address
  ///   exceeds `width`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func lines(width: Int, indent: Int = 0, gap: Int = 2) -> [Line] {
    var lines: [Line] = []
    forEachLine(width: width, indent: indent, gap: gap) { lines.append($0) }
    return lines
  }

  /// Calls a closure with each line of ``lines(width:indent:gap:)``.
  package func forEachLine(width: Int, indent: Int = 0, gap: Int = 2, _ body: (Line) -> Void) {
    let width = max(8, width)
    let indent = min(max(0, indent), width / 4)
    let columns = columns(
      fitting: width - indent - min(Self.narrowest, width / 2), gap: gap)
    let start = columns.reduce(indent) { $0 + $1 + gap }
    for row in rows {
      guard let end = row.lastIndex(where: { !$0.isEmpty }) else {
        body(Line())
        continue
      }
      let leading = row[..<end]
      let last = row[end]
      let room = width - columns.prefix(leading.count).reduce(indent) { $0 + $1 + gap }
      let fits = zip(leading, columns).allSatisfy { $0.width <= $1 }
      let widest = last.width > room && last.mayHaveWord(widerThan: room) ? last.widestWord : 0
      let isCut = widest > room && widest <= width - indent - gap
      if leading.count <= columns.count, fits, !isCut {
        let start = beginning(of: leading, columns, indent, gap)
        last.wrap(behind: start, to: width, hanging: hanging, body)
      } else {
        Self.stacked(leading, width, indent, gap).forEach(body)
        let isColumn = !columns.isEmpty && start <= width / 2 && widest <= width - start
        let below = isColumn ? start : indent + gap
        last.wrap(to: width, indent: below, hanging: below + hanging, body)
      }
    }
  }

  /// Returns the widths of all columns except the last.
  ///
  /// Rows that are too wide are ignored. If the remaining rows do not fit either, the result is
  /// empty.
  private func columns(fitting room: Int, gap: Int) -> [Int] {
    var columns = leastWidths
    for row in rows {
      let widths = row.dropLast().map(\.width)
      if widths.reduce(0, { $0 + $1 + gap }) > room { continue }
      for (place, width) in widths.enumerated() {
        if place < columns.count {
          columns[place] = max(columns[place], width)
        } else {
          columns.append(width)
        }
      }
    }
    return columns.reduce(0) { $0 + $1 + gap } <= room ? columns : []
  }

  private func beginning(
    of cells: ArraySlice<Line>, _ columns: [Int], _ indent: Int, _ gap: Int
  ) -> Line {
    var line = Line(.spaces(indent))
    for (place, cell) in cells.enumerated() {
      line.append(cell.padded(to: columns[place] + gap))
    }
    return line
  }

  /// Returns the cells on one line if they fit, otherwise each cell on a separate line.
  private static func stacked(
    _ cells: ArraySlice<Line>, _ width: Int, _ indent: Int, _ gap: Int
  ) -> [Line] {
    let cells = cells.filter { !$0.isEmpty }
    var line = Line(.spaces(indent))
    for (place, cell) in cells.enumerated() {
      if place > 0 { line.append(.spaces(gap)) }
      line.append(cell)
    }
    if line.width <= width { return cells.isEmpty ? [] : [line] }
    return cells.flatMap { $0.wrapped(to: width, indent: indent, hanging: indent + gap) }
  }
}
