/// Turns byte offsets into lines and columns without reading the text from its start each time.
///
/// The index grows only as far into the text as it is asked, so a text whose places nobody wants
/// costs nothing.
struct LineIndex: Sendable {
  /// A place is kept for each of these many bytes; 8 bytes of memory stand for 512 of text.
  private static let stride = 512

  private struct Place {
    var line: UInt32
    var column: UInt32
  }

  private var places: [Place]

  /// Creates the index of a text.
  ///
  /// - Parameter bytes: The text; a byte order mark at its start takes no column.
  init(of bytes: [UInt8]) {
    places = [Place(line: 1, column: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 0 : 1)]
  }

  /// Returns the line and column of a byte.
  ///
  /// - Parameters:
  ///   - offset: The offset of the byte, or the count of bytes for the end of the text.
  ///   - bytes: The text the index was created with.
  /// - Returns: The place of the character that begins at this byte.
  /// - Complexity: O(1), after O(*n*) once for the *n* bytes up to the furthest offset asked for.
  mutating func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
    let span = bytes.span
    let wanted = offset / Self.stride
    while places.count <= wanted {
      let from = (places.count - 1) * Self.stride
      let next = Self.place(after: places[places.count - 1], from..<(from + Self.stride), in: span)
      places.append(next)
    }
    let place = Self.place(after: places[wanted], (wanted * Self.stride)..<offset, in: span)
    return TextPosition(line: Int(place.line), column: Int(place.column))
  }

  private static func place(
    after start: Place, _ range: Range<Int>, in bytes: Span<UInt8>
  ) -> Place {
    var place = start
    for offset in range {
      let byte = bytes[offset]
      if byte == ASCII.lineFeed || (byte == ASCII.carriageReturn && !isLineFeed(offset + 1, bytes))
      {
        place.line += 1
        place.column = 1
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    return place
  }

  private static func isLineFeed(_ offset: Int, _ bytes: Span<UInt8>) -> Bool {
    offset < bytes.count && bytes[offset] == ASCII.lineFeed
  }
}
