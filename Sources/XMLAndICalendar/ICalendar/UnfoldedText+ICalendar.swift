import Basics
import SourceText

extension UnfoldedText {
  /// Creates the text of a calendar by removing the folds of its file.
  ///
  /// The file must be less than 4 GiB. A fold is a line end followed by a blank. Some programs
  /// write several carriage returns before the line feed.
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
      // If two folds are adjacent, the shift of the second replaces the shift of the first.
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
}
