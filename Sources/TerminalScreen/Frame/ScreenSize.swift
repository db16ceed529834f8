/// The size of a screen, or of the part of a screen that a program fills.
package struct ScreenSize: Hashable, Sendable {
  /// The number of columns, at least 1.
  package let columns: Int
  /// The number of rows, at least 1.
  package let rows: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - columns: The number of columns, clamped to 1...1000.
  ///   - rows: The number of rows, clamped to 1...1000.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 1000)
    self.rows = min(max(rows, 1), 1000)
  }
}

/// The position of a cell.
///
/// Row 0 and column 0 are at the top left.
package struct ScreenPosition: Hashable, Sendable {
  package var row: Int
  package var column: Int

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - row: The row, counted from the top.
  ///   - column: The column, counted from the left.
  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
