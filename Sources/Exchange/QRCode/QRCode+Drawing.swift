extension QRCode {
  /// The width of the drawing in modules, equal to the number of characters per line of text.
  package var width: Int { size + 2 * Self.quietZone }

  /// Returns the code as lines of text.
  ///
  /// Each character shows two modules, one above the other. Pass true to draw light modules as
  /// blocks, for a dark background, or false to draw dark modules as blocks.
  package func halfBlocks(lightBlocks: Bool) -> [String] {
    let (start, end) = (-Self.quietZone, size + Self.quietZone)
    return stride(from: start, to: end, by: 2).map { row in
      var line = ""
      for column in start..<end {
        // The number of rows is odd, so the last line has an extra row of light modules.
        let upper = isDark(row, column) != lightBlocks
        let lower = isDark(row + 1, column) != lightBlocks
        line += upper ? lower ? "█" : "▀" : lower ? "▄" : " "
      }
      return line
    }
  }

  /// The code as an inline SVG image, dark on white.
  package var svg: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let length = (column..<size).prefix { isDark(row, $0) }.count
        if length > 0 {
          path += "M\(column + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
        }
        column += max(1, length)
      }
    }
    return """
      <svg viewBox="0 0 \(width) \(width)" shape-rendering="crispEdges" role="img" \
      aria-label="QR code"><path fill="#fff" d="M0 0h\(width)v\(width)H0z"/>\
      <path d="\(path)"/></svg>
      """
  }
}
