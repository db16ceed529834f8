/// Where the selected line is in what can be seen of a list.
///
/// It is kept as the distance from the top, so that rows that come and go above leave the selection where
/// it is.
struct Scrolling: Equatable, Sendable {
  /// The lines between the top of what is seen and the selected line.
  var offset = 0

  /// Returns the first line that is seen.
  ///
  /// - Parameters:
  ///   - selected: The lines of what is selected.
  ///   - count: The number of all lines.
  ///   - height: How many lines are seen.
  ///   - header: How many lines at the top are covered by a heading.
  /// - Returns: The number of the line, from 0.
  func top(selected: Range<Int>, of count: Int, height: Int, header: Int = 0) -> Int {
    var top = selected.lowerBound - offset
    top = min(top, count - height)
    top = max(top, selected.upperBound - height)
    top = min(top, selected.lowerBound - header)
    return max(top, 0)
  }

  /// Keeps what is seen where it is when another line is selected, as far as possible.
  mutating func move(
    from old: Range<Int>, to new: Range<Int>, of count: Int, height: Int, header: Int = 0
  ) {
    let top = top(selected: old, of: count, height: height, header: header)
    select(new, top: top, of: count, height: height, header: header)
  }

  /// Shows a line at the top while another one is selected, as far as that is then in sight.
  mutating func select(
    _ selected: Range<Int>, top: Int, of count: Int, height: Int, header: Int
  ) {
    offset = selected.lowerBound - top
    offset =
      selected.lowerBound
      - self.top(selected: selected, of: count, height: height, header: header)
  }
}
