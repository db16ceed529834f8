/// The scroll position of a list.
///
/// The position is stored as the distance from the top to the selection. Rows that are added or
/// removed above the selection therefore do not move the selection on the screen.
struct Scrolling: Equatable, Sendable {
  /// The number of visible lines above the selected line.
  var offset = 0

  /// Returns the index of the first visible line.
  ///
  /// `header` is the number of lines that a heading covers at the top.
  func top(selected: Range<Int>, of count: Int, height: Int, header: Int = 0) -> Int {
    var top = selected.lowerBound - offset
    top = min(top, count - height)
    top = max(top, selected.upperBound - height)
    top = min(top, selected.lowerBound - header)
    return max(top, 0)
  }

  /// Moves the selection, without scrolling if possible.
  mutating func move(
    from old: Range<Int>, to new: Range<Int>, of count: Int, height: Int, header: Int = 0
  ) {
    let top = top(selected: old, of: count, height: height, header: header)
    offset = new.lowerBound - top
    offset = new.lowerBound - self.top(selected: new, of: count, height: height, header: header)
  }
}
