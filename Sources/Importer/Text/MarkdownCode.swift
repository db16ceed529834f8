import Basics

/// Finds the code spans of Markdown that contain a tag, such as `Vec<b>` in backticks.
enum MarkdownCode {
  /// The maximum length of a span in bytes.
  ///
  /// Backticks farther apart belong to different spans.
  private static let longest = 120

  /// Returns the ranges of the code spans that contain "<", in order.
  ///
  /// A range includes the backticks of its span. A span begins and ends with the same number of
  /// backticks. A span is on one line, and its content neither begins nor ends with a blank.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  /// - SeeAlso: *CommonMark Spec*, 0.31, *Code spans*
  static func spans(in text: Span<UInt8>) -> [Range<Int>] {
    var spans: [Range<Int>] = []
    var start = text.firstOffset(of: mark, from: 0)
    while start < text.count {
      let content = endOfMarks(from: start, in: text)
      if let end = end(of: content, marks: content - start, in: text) {
        if text.extracting(content..<end).firstOffset(of: ASCII.lessThan, from: 0) < end - content {
          spans.append(start..<end + content - start)
        }
        start = text.firstOffset(of: mark, from: end + content - start)
      } else {
        start = text.firstOffset(of: mark, from: content)
      }
    }
    return spans
  }

  private static let mark = UInt8(ascii: "`")

  private static func endOfMarks(from start: Int, in text: Span<UInt8>) -> Int {
    var end = start
    while end < text.count, text[end] == mark { end += 1 }
    return end
  }

  /// Returns the end of a code span's content, or nil if there is no code span.
  ///
  /// The content starts at `content` and ends before exactly `marks` backticks.
  private static func end(of content: Int, marks: Int, in text: Span<UInt8>) -> Int? {
    guard content < text.count, text[content] > ASCII.space else { return nil }
    let limit = Swift.min(text.count, content + longest)
    var end = content
    while end < limit, text[end] != ASCII.lineFeed, text[end] != ASCII.carriageReturn {
      if text[end] == mark {
        let next = endOfMarks(from: end, in: text)
        if next - end == marks { return text[end - 1] > ASCII.space ? end : nil }
        end = next
      } else {
        end += 1
      }
    }
    return nil
  }
}
