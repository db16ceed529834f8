/// The columns and rows of a screen, or of the part of it that a program fills.
package struct ScreenSize: Hashable, Sendable {
  /// The columns; at least 1.
  package let columns: Int
  /// The rows; at least 1.
  package let rows: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - columns: The columns; a number outside 1...1000 counts as the nearest that is inside.
  ///   - rows: The rows; likewise.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 1000)
    self.rows = min(max(rows, 1), 1000)
  }
}

/// A cell of a screen; row and column 0 are at the top left.
package struct ScreenPosition: Hashable, Sendable {
  /// The row, counted from the top.
  package var row: Int
  /// The column, counted from the left.
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
