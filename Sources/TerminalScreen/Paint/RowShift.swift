/// A block of rows that moves up or down unchanged, as in a scrolling list.
struct RowShift: Equatable {
  /// The maximum number of rows to move by.
  private static let farthest = 4
  /// The number of columns that identify a row of a list.
  ///
  /// The text to the right of these columns changes with the selection.
  private static let looked = 40
  /// The cost of a shift.
  ///
  /// A shift must save the drawing of more cells than this number.
  private static let cost = 32

  private(set) var rows: Range<Int>
  /// The number of rows to move up by, or a negative number to move down.
  let lines: Int

  private init(_ rows: Range<Int>, by lines: Int) {
    self.rows = rows
    self.lines = lines
  }

  /// Creates the shift that matches the largest number of changed rows.
  ///
  /// The result is nil if no shift matches, or if the best shift saves too few cells.
  init?(from old: Frame, to new: Frame) {
    let height = new.size.rows
    let changed = (0..<height).filter { !Self.looksSame(old, $0, new, $0) }
    guard changed.count > 2 else { return nil }
    var best: (shift: RowShift, count: Int)?
    for lines in -Self.farthest...Self.farthest where lines != 0 {
      let same = changed.filter {
        0..<height ~= $0 + lines && !new.isBlank(row: $0, upTo: Self.looked)
          && Self.looksSame(old, $0 + lines, new, $0)
      }
      guard let first = same.first, let last = same.last, same.count > (best?.count ?? 1) else {
        continue
      }
      let rows = min(first, first + lines)..<max(last, last + lines) + 1
      best = (RowShift(rows, by: lines), same.count)
    }
    guard var shift = best?.shift else { return nil }
    shift.extend(from: old, to: new)
    var shifted = old
    shifted.shift(shift)
    guard new.differences(from: shifted) + Self.cost < new.differences(from: old) else {
      return nil
    }
    self = shift
  }

  /// Extends the block by adjacent rows that change less if they move with the block.
  ///
  /// For example, only the first of several rows with the same time shows the time. If this row is
  /// scrolled out, the next row gets the time and therefore changes.
  private mutating func extend(from old: Frame, to new: Frame) {
    func changesLess(_ row: Int) -> Bool {
      0..<new.size.rows ~= row
        && new.differences(ofRow: row, from: old, row + lines)
          < new.differences(ofRow: row, from: old, row)
    }
    var (first, end) = (rows.lowerBound, rows.upperBound)
    if lines > 0 {
      while changesLess(first - 1) { first -= 1 }
    } else {
      while changesLess(end) { end += 1 }
    }
    rows = first..<end
  }

  private static func looksSame(_ old: Frame, _ oldRow: Int, _ new: Frame, _ newRow: Int) -> Bool {
    old.cells(ofRow: oldRow).prefix(looked).elementsEqual(
      new.cells(ofRow: newRow).prefix(looked)
    ) { $0.looksLike($1) }
  }

  /// The deletion and insertion of rows that perform the shift and leave all other rows in place.
  var edits: (deletedAt: Int, insertedAt: Int, count: Int) {
    lines > 0
      ? (rows.lowerBound, rows.upperBound - lines, lines)
      : (rows.upperBound + lines, rows.lowerBound, -lines)
  }
}

extension Frame {
  /// Moves rows, and blanks the rows that scroll in.
  mutating func shift(_ shift: RowShift) {
    let before = self
    for row in shift.rows {
      let source = row + shift.lines
      setCells(ofRow: row, to: shift.rows.contains(source) ? before.cells(ofRow: source) : nil)
    }
  }

  /// Returns the number of cells that look different in another frame of the same size.
  fileprivate func differences(from other: Frame) -> Int {
    (0..<size.rows).reduce(0) { $0 + differences(ofRow: $1, from: other, $1) }
  }

  /// Returns the number of cells of a row that look different in a row of another frame.
  fileprivate func differences(ofRow row: Int, from other: Frame, _ otherRow: Int) -> Int {
    zip(cells(ofRow: row), other.cells(ofRow: otherRow)).count { !$0.looksLike($1) }
  }

  fileprivate func isBlank(row: Int, upTo columns: Int) -> Bool {
    cells(ofRow: row).prefix(columns).allSatisfy(\.isBlank)
  }
}
