import Basics

/// An index that converts byte offsets to lines and columns without scanning the whole text.
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

  /// Creates an index of the lines in UTF-8 text.
  ///
  /// A byte order mark does not count as a column.
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

  /// Returns the positions of byte offsets, in the given order.
  ///
  /// The text is read in one pass.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *n* bytes and *k* offsets; O(*n* + *k*) for sorted
  ///   offsets.
  static func positions(of offsets: [Int], in bytes: [UInt8]) -> [SourcePosition] {
    var positions = [SourcePosition](
      repeating: SourcePosition(line: 1, column: 1), count: offsets.count)
    var place = start(of: bytes)
    var end = 0
    let isSorted = zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
    for index in isSorted
      ? Array(offsets.indices) : offsets.indices.sorted(by: { offsets[$0] < offsets[$1] })
    {
      place = Self.place(after: place, end..<offsets[index], in: bytes.span)
      end = offsets[index]
      positions[index] = SourcePosition(line: Int(place.line), column: Int(place.column))
    }
    return positions
  }

  private static func start(of bytes: [UInt8]) -> LineAndColumn {
    LineAndColumn(line: 1, column: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 0 : 1)
  }

  /// Returns the line and column of an offset.
  ///
  /// The offset may be the end of the text, but must not be inside a character.
  ///
  /// - Complexity: O(1).
  func position(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
    let index = offset / Self.stride
    let place = Self.place(
      after: places[index], (index * Self.stride)..<offset, in: bytes.span)
    return SourcePosition(line: Int(place.line), column: Int(place.column))
  }

  /// Returns the line and column at the end of a range, given the line and column at its start.
  ///
  /// Columns are counted in the last line only.
  private static func place(
    after start: LineAndColumn, _ range: Range<Int>, in bytes: Span<UInt8>
  ) -> LineAndColumn {
    let part = bytes.extracting(range)
    var place = start
    var lineStart = 0
    var offset = part.endOfLine(from: 0)
    // Wrapping arithmetic is safe, because the text is too short for a line or column number to
    // overflow.
    while offset < part.count {
      let byte = part[offset]
      offset &+= 1
      if byte == ASCII.lineFeed
        || byte == ASCII.carriageReturn && !isLineFeed(range.lowerBound &+ offset, bytes)
      {
        place = LineAndColumn(line: place.line &+ 1, column: 1)
        lineStart = offset
      }
      offset = part.endOfLine(from: offset)
    }
    let last = part.extracting(droppingFirst: lineStart)
    place.column &+= UInt32(last.scalarCount)
    return place
  }

  private static func isLineFeed(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    offset < bytes.count && bytes[offset] == ASCII.lineFeed
  }
}
