/// A line that is built from left to right, with each piece at a given column.
package struct Canvas {
  package private(set) var line: Line
  /// The current width, in columns.
  package private(set) var width = 0

  /// Creates a canvas with capacity for a number of pieces.
  package init(room: Int = 0) { line = Line(room: room) }

  /// Adds a piece at a column.
  ///
  /// The column must be at least ``width``. An empty piece changes nothing.
  package mutating func put(_ piece: Line, at column: Int) {
    if piece.isEmpty { return }
    line.append(.spaces(column - width))
    line.append(piece)
    width = max(width, column) + piece.width
  }
}
