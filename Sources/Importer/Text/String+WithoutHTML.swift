import Basics
import SourceText

extension String {
  /// The readable form of the string: trimmed and without HTML.
  ///
  /// Paragraphs are separated by a blank line. List items begin with a bullet or their number. The
  /// text of a link is followed by its address. Scripts, styles and comments are removed. A string
  /// without HTML tags is only trimmed, and its line ends become line feeds.
  ///
  ///     "<p>Fish &amp; chips:</p><ul><li><a href='https://a.b'>menu</a></li></ul>".withoutHTML
  ///     // Fish & chips:
  ///     //
  ///     // • menu (https://a.b)
  ///
  /// - Complexity: O(*n*), where *n* is the length of the string.
  package var withoutHTML: String {
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
  /// The readable form of a string, or the text of a number, or nil for any other value.
  ///
  /// The value equals `text?.withoutHTML`, but no intermediate string is created.
  var readableText: String? {
    guard let bytes = content.utf8 else { return text?.withoutHTML }
    return HTMLReader.text(of: bytes) ?? String(repairingUTF8: bytes).withLineFeeds.trimmed
  }
}
