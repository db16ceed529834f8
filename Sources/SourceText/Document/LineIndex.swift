import TextBasics

/// An index that converts byte offsets to lines and columns without reading the whole text.
final class LineIndex: Sendable {
  /// The distance between two indexed offsets, in bytes of text.
  ///
  /// Each indexed offset takes 8 bytes of memory.
  private static let stride = 512

  private struct LineAndColumn {
    var line: UInt32
    var column: UInt32
  }

  private let places: [LineAndColumn]

  /// Creates the index of a text; a byte order mark does not count as a column.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(of bytes: [UInt8]) {
    let span = bytes.span
    var place = Self.start(of: bytes)
    var places = [place]
    places.reserveCapacity(bytes.count / Self.stride + 1)
    for end in Swift.stride(from: Self.stride, through: bytes.count, by: Self.stride) {
      place = Self.place(after: place, (end - Self.stride)..<end, in: span)
      places.append(place)
    }
    self.places = places
  }

  /// Returns the positions of byte offsets, in the given order and in one pass over the text.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *n* bytes and *k* offsets; O(*n* + *k*) for sorted
  ///   offsets.
  static func positions(of offsets: [Int], in bytes: [UInt8]) -> [SourcePosition] {
    var positions = [SourcePosition](
      repeating: SourcePosition(line: 1, column: 1), count: offsets.count)
    var place = start(of: bytes)
    var end = 0
    for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      place = Self.place(after: place, end..<offsets[index], in: bytes.span)
      end = offsets[index]
      positions[index] = SourcePosition(line: Int(place.line), column: Int(place.column))
    }
    return positions
  }

  private static func start(of bytes: [UInt8]) -> LineAndColumn {
    LineAndColumn(line: 1, column: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 0 : 1)
  }

  /// Returns the line and column of the character that begins at an offset, or of the end of the
  /// text.
  ///
  /// - Complexity: O(1).
  func position(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
    let index = offset / Self.stride
    let place = Self.place(
      after: places[index], (index * Self.stride)..<offset, in: bytes.span)
    return SourcePosition(line: Int(place.line), column: Int(place.column))
  }

  private static func place(
    after start: LineAndColumn, _ range: Range<Int>, in bytes: Span<UInt8>
  ) -> LineAndColumn {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let part = bytes.extracting(range)
    var line = start.line
    var column = start.column
    var offset = 0
    // Wrapping arithmetic is safe, because a text has fewer bytes than a line or column can count.
    while offset < part.count {
      while offset <= part.count &- 8 {
        let word = part.word(at: offset)
        // A borrow sets wrong bits only above a hit. The lowest hit is therefore a byte of at most
        // 0x0D.
        let borrows = word &- 0x0E0E_0E0E_0E0E_0E0E
        if (borrows | word) & highBits == 0 {
          column &+= 8
          offset &+= 8
          continue
        }
        let hits = borrows & ~word & highBits
        let plain = hits == 0 ? 64 : hits.trailingZeroBitCount & ~7
        let continued = word & ~(word << 1) & highBits & ~(UInt64.max << UInt64(plain))
        column &+= UInt32(plain >> 3 &- continued.nonzeroBitCount)
        offset &+= plain >> 3
        if hits != 0 { break }
      }
      guard offset < part.count else { break }
      let byte = part[offset]
      if byte > ASCII.carriageReturn {
        if byte & 0xC0 != 0x80 { column &+= 1 }
      } else if byte == ASCII.lineFeed
        || byte == ASCII.carriageReturn && !isLineFeed(range.lowerBound + offset + 1, bytes)
      {
        line &+= 1
        column = 1
      } else {
        column &+= 1
      }
      offset &+= 1
    }
    return LineAndColumn(line: line, column: column)
  }

  private static func isLineFeed(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    offset < bytes.count && bytes[offset] == ASCII.lineFeed
  }
}
