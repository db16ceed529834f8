/// One row of two frames.
struct Row {
  /// The fewest blanks for which the rest of a row is erased instead.
  private static let leastErased = 4
  /// The most cells that are drawn again instead of moved over.
  private static let widestBridge = 4

  /// The row.
  let number: Int
  /// The cells to be seen.
  let new: ArraySlice<Cell>
  /// The column from which on nothing is drawn.
  let end: Int
  /// Whether everything from there on must be erased.
  let erasesRest: Bool
  private let old: ArraySlice<Cell>

  init(_ number: Int, old: Frame, new: Frame) {
    self.number = number
    let cells = (old: old.cells(ofRow: number), new: new.cells(ofRow: number))
    // Columns are counted from 0.
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

  /// Whether nothing of it must be drawn.
  var isUnchanged: Bool { old == new }

  /// Whether each column must be drawn; of a text from right to left, all or none.
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

  /// Whether the cells of a range are few, and ASCII.
  func canBridge(from start: Int, to end: Int) -> Bool {
    start < end && end - start <= Self.widestBridge
      && new[start..<end].allSatisfy { $0.isASCII && !$0.isIsolated }
  }

  /// Whether all cells of a range can be drawn without another style being selected.
  func canDraw(_ range: Range<Int>, in style: CellStyle) -> Bool {
    new[range].allSatisfy { $0.style == style || $0.isBlank && style.leavesBlanksBlank }
  }
}
