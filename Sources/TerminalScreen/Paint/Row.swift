/// The same row in the old and the new frame.
struct Row {
  /// The minimum number of trailing spaces that are erased instead of drawn.
  private static let leastErased = 4
  /// The maximum number of unchanged cells that are drawn again instead of skipped.
  private static let widestBridge = 4

  let number: Int
  let new: ArraySlice<Cell>
  /// The column after the last cell to draw.
  let end: Int
  /// True if the rest of the row, starting at `end`, must be erased.
  let erasesRest: Bool
  private let old: ArraySlice<Cell>

  init(_ number: Int, old: Frame, new: Frame) {
    self.number = number
    let cells = (old: old.cells(ofRow: number), new: new.cells(ofRow: number))
    // The indices of the copies start at 0, so they are columns.
    self.old = Array(cells.old)[...]
    self.new = Array(cells.new)[...]
    let oldEnd = Self.end(of: self.old)
    let newEnd = Self.end(of: self.new)
    erasesRest = oldEnd >= newEnd + Self.leastErased
    end = erasesRest ? newEnd : max(oldEnd, newEnd)
  }

  private static func end(of cells: ArraySlice<Cell>) -> Int {
    (cells.lastIndex { !$0.isBlank } ?? -1) + 1
  }

  var isUnchanged: Bool { old == new }

  /// A flag for each column, true if the cell must be drawn.
  ///
  /// Right-to-left text is drawn completely or not at all.
  var changedColumns: [Bool] {
    var changed = new.indices.map { $0 < end && !new[$0].looksLike(old[$0]) }
    var column = 0
    while column < end {
      let start = column
      while column < end, new[column].isIsolated { column += 1 }
      if changed[start..<column].contains(true) {
        for isolated in start..<column { changed[isolated] = true }
      }
      column += 1
    }
    return changed
  }

  /// Returns true if drawing the cells of a range again is cheaper than skipping them.
  ///
  /// This is the case for a short range of ASCII cells outside of right-to-left text.
  func canBridge(from start: Int, to end: Int) -> Bool {
    start < end && end - start <= Self.widestBridge
      && new[start..<end].allSatisfy { $0.isASCII && !$0.isIsolated }
  }

  /// Returns true if all cells of a range can be drawn without switching styles.
  func canDraw(_ range: Range<Int>, in style: CellStyle) -> Bool {
    new[range].allSatisfy { $0.style == style || $0.isBlank && style.leavesBlanksBlank }
  }
}
