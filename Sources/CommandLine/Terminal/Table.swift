/// Rows of cells under each other; the last cell of a row is a paragraph.
///
///     Table(rows: [["speakers", "who gives a talk"], ["rate", "gives stars to a talk"]])
///       .lines(width: 24)
///     // speakers  who gives a
///     //           talk
///     // rate      gives stars
///     //           to a talk
package struct Table<Rows: Sequence> where Rows.Element == [Line] {
  /// The cells of each row from the first to the last; rows may have any number.
  ///
  /// Empty cells at the end of a row are as good as missing. The rows are gone through twice, so
  /// those of a long table may be made as they are asked for.
  package var rows: Rows
  /// The least width of each column but the last, for tables below each other.
  package var leastWidths: [Int]
  /// The spaces by which the lines of a last cell are indented from its first.
  package var hanging: Int

  /// The columns that the last cell of a row gets at least where there is room for as many.
  package static var narrowest: Int { 16 }

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row.
  ///   - leastWidths: The least width of each column but the last; none if there are fewer.
  ///   - hanging: The spaces by which the lines of a last cell are indented from its first.
  package init(rows: Rows, leastWidths: [Int] = [], hanging: Int = 0) {
    self.rows = rows
    self.leastWidths = leastWidths
    self.hanging = hanging
  }

  /// Returns the rows laid out.
  ///
  /// All cells but the last are in columns as wide as they need. A row that would leave less than
  /// ``narrowest`` columns, or half of the width, to its last cell has that cell below the others;
  /// so has one whose last cell would have to be cut within a word that is whole there.
  ///
  /// - Parameters:
  ///   - width: The columns to keep to; less than 8 counts as 8.
  ///   - indent: The spaces before each line; at most a quarter of the width.
  ///   - gap: The spaces between two columns.
  /// - Returns: The lines, none of them with spaces at its end; only one that ends with a long address
  ///   is wider than `width`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func lines(width: Int, indent: Int = 0, gap: Int = 2) -> [Line] {
    var lines: [Line] = []
    forEachLine(width: width, indent: indent, gap: gap) { lines.append($0) }
    return lines
  }

  /// Calls the body with each of the lines, see ``lines(width:indent:gap:)``.
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

  /// Returns the widths of all columns but the last.
  ///
  /// Rows that do not fit for themselves are left out of the measure; if the others do not fit
  /// together either, there are no columns.
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

  /// Returns the cells of a row before its last one, each as wide as its column.
  private func beginning(
    of cells: ArraySlice<Line>, _ columns: [Int], _ indent: Int, _ gap: Int
  ) -> Line {
    var line = Line(.spaces(indent))
    for (place, cell) in cells.enumerated() {
      line.append(cell.padded(to: columns[place] + gap))
    }
    return line
  }

  /// Returns cells after each other on one line, or each on its own if that is too short.
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
