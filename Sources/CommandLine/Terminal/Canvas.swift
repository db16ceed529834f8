/// A line that pieces are put on from left to right, each at its column.
package struct Canvas {
  /// The line so far.
  package private(set) var line: Line
  /// Its columns.
  package private(set) var width = 0

  /// Creates an empty line with room for so many pieces.
  package init(room: Int = 0) { line = Line(room: room) }

  /// Adds a piece at a column, which no piece before reaches; an empty one changes nothing.
  package mutating func put(_ piece: Line, at column: Int) {
    if piece.isEmpty { return }
    line.append(.spaces(column - width))
    line.append(piece)
    width = max(width, column) + piece.width
  }
}
