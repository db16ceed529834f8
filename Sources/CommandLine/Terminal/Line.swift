/// A line for a terminal, made of styled pieces of safe text.
///
///     let line: Line = "\(start, .time)  \(title, .strong)"
///     line.rendered(color: false)  // 09:30  Opening
///
/// Only styles and links add control sequences, never the text itself.
package struct Line: Equatable, Sendable {
  /// A piece of text with one style and at most one link.
  package struct Span: Equatable, Sendable {
    package fileprivate(set) var text: SafeText
    package let style: Style
    /// The link target, or nil if the piece is not linked.
    package let link: Hyperlink?
  }

  /// The pieces in reading order.
  ///
  /// No piece is empty, and adjacent pieces have different styles or links.
  package private(set) var spans: [Span] = []

  package init() {}

  /// Creates an empty line with capacity for a number of pieces.
  init(room: Int) { spans.reserveCapacity(room) }

  package init(_ text: SafeText, _ style: Style = .plain) {
    append(text, style)
  }

  /// The width in terminal columns.
  package var width: Int { spans.reduce(0) { $0 + $1.text.width } }

  package var isEmpty: Bool { spans.isEmpty }

  package mutating func append(
    _ text: SafeText, _ style: Style = .plain, link: Hyperlink? = nil
  ) {
    guard !text.isEmpty else { return }
    if let last = lastSpan(style, link) {
      spans[last].text.append(text)
    } else {
      spans.append(Span(text: text, style: style, link: link))
    }
  }

  /// Returns the index of the last piece if it has the given style and link, otherwise nil.
  private func lastSpan(_ style: Style, _ link: Hyperlink?) -> Int? {
    guard let last = spans.indices.last, spans[last].style == style, spans[last].link == link else {
      return nil
    }
    return last
  }

  mutating func append(_ text: SafeText, like span: Span) {
    append(text, span.style, link: span.link)
  }

  mutating func append(_ part: Range<String.Index>, of span: Span) {
    if part.isEmpty { return }
    if let last = lastSpan(span.style, span.link) {
      spans[last].text.append(part, of: span.text)
    } else {
      spans.append(Span(text: span.text.part(part), style: span.style, link: span.link))
    }
  }

  package mutating func append(_ line: Line) {
    if spans.isEmpty {
      spans = line.spans
      return
    }
    for span in line.spans { append(span.text, like: span) }
  }

  /// Returns the line with a link on all of its text, or unchanged if the link is nil.
  package func linked(to link: Hyperlink?) -> Line {
    guard let link else { return self }
    var line = Line()
    for span in spans { line.append(span.text, span.style, link: link) }
    return line
  }

  /// Returns the line as a string; see ``write(to:color:links:isolating:)``.
  package func rendered(color: Bool, links: Bool = false, isolating: Bool = false) -> String {
    var text = ""
    write(to: &text, color: color, links: links, isolating: isolating)
    return text
  }

  /// Writes the line as text without a line break.
  ///
  /// Pass true for `isolating` if a terminal shows the line. Right-to-left text is then enclosed in
  /// U+2068 and U+2069, so that it does not reorder the surrounding text.
  func write(
    to stream: inout some TextOutputStream, color: Bool, links: Bool, isolating: Bool
  ) {
    var isOpen = false
    var link: Hyperlink?
    for span in spans {
      if links, span.link != link {
        if link != nil { stream.write(Hyperlink.closing) }
        link = span.link
        if let link { stream.write(link.opening) }
      }
      let selection = color ? span.style.selection : nil
      if let selection { stream.write("\u{1B}[\(selection)m") }
      if isolating {
        span.text.write(isolatedTo: &stream, isOpen: &isOpen)
      } else {
        stream.write(span.text.string)
      }
      if selection != nil { stream.write("\u{1B}[0m") }
    }
    if link != nil { stream.write(Hyperlink.closing) }
    if isOpen { stream.write("\u{2069}") }
  }
}

extension Line: ExpressibleByStringInterpolation {
  /// A buffer that collects the pieces of an interpolated line and escapes each piece.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var line = Line()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal from the program's source code.
    package mutating func appendLiteral(_ literal: String) {
      // A literal precedes each value. It is usually empty.
      if !literal.isEmpty { line.append(SafeText(literal)) }
    }

    /// Appends the description of any value, escaped.
    package mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ style: Style = .plain
    ) {
      line.append(SafeText(value.description), style)
    }

    package mutating func appendInterpolation(_ value: SafeText, _ style: Style = .plain) {
      line.append(value, style)
    }

    /// Appends text that is only read, such as a title; see ``SafeText/init(prose:)``.
    package mutating func appendInterpolation(prose value: String, _ style: Style = .plain) {
      line.append(SafeText(prose: value), style)
    }

    package mutating func appendInterpolation(_ value: Line) { line.append(value) }
  }

  package init(stringLiteral value: String) { self.init(SafeText(value)) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.line }
}
