import TextBasics

extension String {
  /// The text as people read it: without blanks around it, and without HTML if it has any.
  ///
  /// Paragraphs are separated by a blank line, the items of a list begin with a bullet or their
  /// number, and the text of a link is followed by its address. Scripts, styles and comments go. A
  /// text without HTML tags is only trimmed, and its lines end with a line feed alone.
  ///
  ///     "<p>Fish &amp; chips:</p><ul><li><a href='https://a.b'>menu</a></li></ul>".readable
  ///     // Fish & chips:
  ///     //
  ///     // • menu (https://a.b)
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package var readable: String {
    let bytes = Array(utf8)
    guard bytes.contains(ASCII.lessThan), let text = HTMLReader.text(of: bytes) else {
      return withLineFeeds.trimmed
    }
    return text
  }

  private var withLineFeeds: String {
    guard utf8.contains(ASCII.carriageReturn) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isAfterReturn = false
    for byte in utf8 {
      if !(isAfterReturn && byte == ASCII.lineFeed) {
        bytes.append(byte == ASCII.carriageReturn ? ASCII.lineFeed : byte)
      }
      isAfterReturn = byte == ASCII.carriageReturn
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
