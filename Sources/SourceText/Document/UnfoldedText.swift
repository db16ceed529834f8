import TextBasics

/// The text that a parser reads, with a mapping from its offsets to the file.
///
/// For most syntaxes the text is the file itself. In iCalendar, lines are unfolded before parsing,
/// and the mapping accounts for the removed folds.
@usableFromInline struct UnfoldedText: Sendable {
  @usableFromInline let bytes: [UInt8]
  let file: [UInt8]
  /// The positions after removed folds, in order.
  private let shifts: ContiguousArray<Shift>

  private struct Shift {
    /// The offset in the text of the first byte after a removed fold.
    let offset: UInt32
    /// The offset of the same byte in the file.
    let fileOffset: UInt32
  }

  /// Creates the text of a file without folds.
  init(_ file: [UInt8]) {
    self.init(bytes: file, file: file, shifts: [])
  }

  private init(bytes: [UInt8], file: [UInt8], shifts: ContiguousArray<Shift>) {
    self.bytes = bytes
    self.file = file
    self.shifts = shifts
  }

  /// Creates the text of a calendar by removing the folds of its file.
  ///
  /// The file must be less than 4 GiB. A fold is a line end followed by a blank. Several carriage
  /// returns may precede the line feed, because some programs write them.
  ///
  /// - Throws: `SourceFault` with an offset in the file if the file has more folds than the limit.
  /// - Complexity: O(*n*), where *n* is the number of bytes. Each fold takes 8 bytes of memory, in
  ///   addition to the text.
  init(unfolding file: [UInt8], limit: Int) throws(SourceFault) {
    let span = file.span
    var bytes: [UInt8] = []
    var shifts: ContiguousArray<Shift> = []
    var start = 0
    var offset = 0
    let terminator = ICalendarLine.terminator(of: span)
    while offset + 1 < span.count {
      let lineEnd = offset
      offset += 1
      guard span[lineEnd] == terminator,
        span[offset] == ASCII.space || span[offset] == ASCII.tab
      else { continue }
      guard shifts.count < limit else { throw SourceFault(.tooManyValues, at: lineEnd) }
      var end = lineEnd
      while end > start, span[end - 1] == ASCII.carriageReturn { end -= 1 }
      if bytes.isEmpty { bytes.reserveCapacity(span.count) }
      bytes += file[start..<end]
      offset += 1
      start = offset
      // The shift of the second of two adjacent folds replaces the shift of the first.
      if shifts.last?.offset == UInt32(bytes.count) { shifts.removeLast() }
      shifts.append(Shift(offset: UInt32(bytes.count), fileOffset: UInt32(start)))
    }
    if shifts.isEmpty {
      self.init(file)
      return
    }
    bytes += file[start...]
    self.init(bytes: bytes, file: file, shifts: shifts)
  }

  /// Converts an offset in the text, which may be the end of the text, to an offset in the file.
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
