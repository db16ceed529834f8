/// A line that pieces are put on from left to right, each at its column.
struct Canvas {
  private(set) var line = Line()
  private(set) var width = 0

  /// Adds a piece at a column, which no piece before reaches; an empty one changes nothing.
  mutating func put(_ piece: Line, at column: Int) {
    if piece.isEmpty { return }
    line.append(.spaces(column - width))
    line.append(piece)
    width = max(width, column) + piece.width
  }
}
