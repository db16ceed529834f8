/// The drawings of a code, each with its quiet zone.
extension QRCode {
  /// The columns of the lines, and of the picture in modules.
  package var width: Int { size + 2 * Self.quietZone }

  /// Returns lines in which a character is two modules, one above the other.
  ///
  /// - Parameter lightBlocks: Whether blocks are light modules, as on a dark ground; else they are the
  ///   dark ones.
  /// - Returns: Lines of blocks, halves of blocks and blanks.
  package func halfBlocks(lightBlocks: Bool) -> [String] {
    let (start, end) = (-Self.quietZone, size + Self.quietZone)
    return stride(from: start, to: end, by: 2).map { row in
      var line = ""
      for column in start..<end {
        // The last line has half a row too many, which is quiet.
        let upper = isDark(row, column) != lightBlocks
        let lower = isDark(row + 1, column) != lightBlocks
        line += upper ? lower ? "█" : "▀" : lower ? "▄" : " "
      }
      return line
    }
  }

  /// The code as a picture that a page can contain, dark on white.
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
