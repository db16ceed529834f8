/// The text that a parser reads, with a mapping from its offsets to the file.
///
/// For most syntaxes the text is the file itself. In iCalendar, lines are unfolded before parsing,
/// and the mapping accounts for the removed folds.
@usableFromInline package struct UnfoldedText: Sendable {
  @usableFromInline package let bytes: [UInt8]
  package let file: [UInt8]
  /// The positions directly after removed folds, in order.
  private let shifts: ContiguousArray<Shift>

  package struct Shift: Sendable {
    /// The offset in the text of the first byte after a removed fold.
    package let offset: UInt32
    /// The offset of the same byte in the file.
    let fileOffset: UInt32

    package init(offset: UInt32, fileOffset: UInt32) {
      self.offset = offset
      self.fileOffset = fileOffset
    }
  }

  /// Creates the text of a file without folds.
  package init(_ file: [UInt8]) {
    self.init(bytes: file, file: file, shifts: [])
  }

  package init(bytes: [UInt8], file: [UInt8], shifts: ContiguousArray<Shift>) {
    self.bytes = bytes
    self.file = file
    self.shifts = shifts
  }

  /// Converts an offset in the text to an offset in the file.
  ///
  /// The offset may be the end of the text.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of folds.
  func fileOffset(of offset: Int) -> Int {
    var low = 0
    var high = shifts.count
    while low < high {
      let middle = (low + high) / 2
      if Int(shifts[middle].offset) <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    let shift = shifts[low - 1]
    return Int(shift.fileOffset) + offset - Int(shift.offset)
  }
}
