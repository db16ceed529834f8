import SourceText
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
    HTMLReader.text(of: Array(utf8)) ?? withLineFeeds.trimmed
  }

  fileprivate var withLineFeeds: String {
    var bytes: [UInt8] = []
    withUTF8Span { text in
      var end = text.firstOffset(of: ASCII.carriageReturn, from: 0)
      if end == text.count { return }
      bytes.reserveCapacity(text.count)
      var start = 0
      while end < text.count {
        text.extracting(start..<end).withUnsafeBytes { bytes += $0 }
        bytes.append(ASCII.lineFeed)
        start = end + 1
        if start < text.count, text[start] == ASCII.lineFeed { start += 1 }
        end = text.firstOffset(of: ASCII.carriageReturn, from: start)
      }
      text.extracting(start..<end).withUnsafeBytes { bytes += $0 }
    }
    if bytes.isEmpty { return self }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SourceValue {
  /// The text as people read it, or the number as it is written; nil for anything else.
  ///
  /// The same as the `readable` of the text, which is not made for it.
  var readableText: String? {
    guard let bytes = content.utf8 else { return text?.readable }
    return HTMLReader.text(of: bytes) ?? String(repairingUTF8: bytes).withLineFeeds.trimmed
  }
}
