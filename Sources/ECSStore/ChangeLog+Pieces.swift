import Basics

/// Functions that read and copy files in pieces, to use little memory.
extension ChangeLog {
  private var pieceLength: Int { max(4_096, limit / 16) }

  /// Returns the size of the log, or of another file in its folder, in bytes.
  func length(
    of file: borrowing Descriptor, _ name: String? = nil, in folder: borrowing Folder
  ) throws(StoreError) -> Int {
    Int(try folder.status(of: file, name ?? self.name).st_size)
  }

  /// Returns the contents of the log, or of another file in its folder.
  ///
  /// A file that exceeds the limit is compacted in memory; see ``Compaction``.
  func contents(
    of file: borrowing Descriptor, _ name: String? = nil, in folder: borrowing Folder
  ) throws(StoreError) -> LogContents {
    var contents = LogContents()
    var decoder = LineDecoder()
    var end: [UInt8] = []
    let length = try length(of: file, name, in: folder)
    try read(
      file, name, to: length, into: &contents, using: &decoder, end: &end, in: folder)
    return contents
  }

  /// Reads the lines that have not been read yet.
  ///
  /// If `name` is nil, the file is the log. The lines are added to `contents`. Before and after the
  /// call, `end` contains the last bytes that were read from the file.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  func read(
    _ file: borrowing Descriptor, _ name: String? = nil, to length: Int,
    into contents: inout LogContents, using decoder: inout LineDecoder, end: inout [UInt8],
    in folder: borrowing Folder
  ) throws(StoreError) {
    let isLarge = length > limit
    var rest: ArraySlice<UInt8> = []
    /// The number of bytes to read before the next compaction in memory.
    var room = limit / 4
    var offset = contents.byteCount
    while offset < length {
      let count = isLarge ? min(pieceLength, length - offset) : length - offset
      let piece = try folder.bytes(of: file, name ?? self.name, count: count, from: offset)
      // The file may have been truncated in the meantime.
      if piece.isEmpty { break }
      offset += piece.count
      end = Array((end + piece.suffix(LogReading.endLength)).suffix(LogReading.endLength))
      let bytes = rest.isEmpty ? piece[...] : rest + piece
      let isLast = offset >= length
      let newline = isLast ? nil : bytes.lastIndex(of: LogLine.newline)
      let place = newline.map { $0 + 1 } ?? (isLast ? bytes.endIndex : bytes.startIndex)
      // A line longer than the maximum is read in several pieces.
      let isTooLong = bytes.endIndex - place > LogLine.longest
      let whole = isTooLong ? bytes : bytes[..<place]
      rest = isTooLong ? [] : bytes[place...]
      contents.read(whole, using: &decoder)
      room -= whole.count
      if isLarge, room < 0, !contents.endsInsideAppend {
        contents.removeNeedlessEntries()
        room = max(limit / 4, contents.entries.reduce(0) { $0 + LogLine.size(of: $1) })
      }
    }
    if !rest.isEmpty { contents.read(rest, using: &decoder) }
    contents.noteEnd()
    if isLarge { contents.removeNeedlessEntries() }
  }

  func copy(
    _ file: borrowing Descriptor, to copy: borrowing Descriptor
  ) throws(SystemError) {
    var offset = 0
    while true {
      let piece = try file.firstBytes(count: pieceLength, from: offset)
      if piece.isEmpty { return }
      try copy.writeAll(piece)
      offset += piece.count
    }
  }

  func areEqual(
    _ first: borrowing Descriptor, _ second: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    var offset = 0
    while true {
      let piece = try first.firstBytes(count: pieceLength, from: offset)
      if try second.firstBytes(count: pieceLength, from: offset) != piece { return false }
      if piece.isEmpty { return true }
      offset += piece.count
    }
  }
}
