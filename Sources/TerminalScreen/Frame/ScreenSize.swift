/// The size of a screen, or of the part of a screen that a program fills.
package struct ScreenSize: Hashable, Sendable {
  /// The number of columns, at least 1.
  package let columns: Int
  /// The number of rows, at least 1.
  package let rows: Int

  /// Creates a size; both numbers are clamped to 1...1000.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 1000)
    self.rows = min(max(rows, 1), 1000)
  }
}

/// The position of a cell; row 0 and column 0 are at the top left.
package struct ScreenPosition: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
